//! Errors that some configuration leads to, and templates without any valid variant.

use rustc_hash::FxHashSet;
use variscope_encoder::{FormulaId, Formulas};

use super::Finding;
use super::fixes::{End, as_default_alternative, like_its_end, mentioned_values, turned_on};
use super::forcing_lines;
use super::hosts_in_cycles;
use super::lifted_solver::LiftedSolver;
use super::missing_host;
use super::pruned;
use super::subject::Subject;
use super::undecided::{self, Undecided};
use super::values::with_computed_defaults;
use crate::analysis::domain::has_no_value;
use crate::analysis::question::Witness;
use crate::analysis::question::all_variants::class_enumeration::FoundWitness;
use crate::analysis::question::all_variants::lifted::{ErrorCause, Lifted, LiftedError, ResolvePhase};
use crate::analysis::question::all_variants::parallel;
use crate::analysis::question::all_variants::variant_space::VariantSpace;
use crate::analysis::question::configuration::variant::Objection;
use crate::analysis::question::evidence::unsat_claim::UnsatClaim;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Fix, Severity};
use crate::tosca::model::{Alternative, ElementId, Model};

/// Configurations that are resolved before it is looked at to which errors they lead.
const REPLAYED_TOGETHER: usize = 64;

/// No configuration is valid.
pub(super) fn no_valid_variant(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    if subject.has_valid() != Some(false) {
        return;
    }
    let because = subject
        .take_explanation()
        .map_or_else(Vec::new, |lifted| forcing_lines::of_valid(lifted, FormulaId::FALSE, subject.limits));
    if because.is_empty()
        && let Some(diagnostic) = without_values(subject)
    {
        findings.push(Finding::of(diagnostic).excluding(UnsatClaim::Variant));
        return;
    }
    let start = Span::start_of(subject.variants.model().root().span().file);
    let span = because.first().map_or(start, |label| label.span);
    let message = "no configuration gives a valid variant";
    let diagnostic = Diagnostic::new(Code::NoValidVariant, span, message).reference("Could not solve");
    let diagnostic = match because.len() {
        // The errors that are reported beside it are the reason.
        0 => diagnostic,
        1 => diagnostic.help(with_other_reasons(subject, "no configuration meets this line: change it")),
        _ => diagnostic.help(with_other_reasons(
            subject,
            "these cannot hold together, and without any one of them the others can: change one of them",
        )),
    };
    findings.push(Finding { because, ..Finding::of(diagnostic).excluding(UnsatClaim::Variant) });
}

/// What to do about the lines that are shown, which are not enough where others contradict each other, too.
fn with_other_reasons(subject: &Subject<'_, '_>, repair: &str) -> String {
    let others = subject.take_explanation().is_some_and(|lifted| forcing_lines::has_others(lifted, subject.limits));
    let others = if others { "; there are other reasons, too, which `variscope explain --all` shows" } else { "" };
    format!("{repair}{others}")
}

/// What is said where no value meets the constraints of some input.
fn without_values(subject: &Subject<'_, '_>) -> Option<Diagnostic> {
    let language = subject.variants.language();
    let constraints = language.inputs().filter_map(|(name, declaration)| {
        let constraints = declaration.get("constraints").or_else(|| declaration.get("valid_values"))?;
        has_no_value(language, name).then_some((name, constraints))
    });
    let mut constraints =
        constraints.map(|(name, clauses)| (clauses.span(), format!("no value of input \"{name}\" meets these")));
    let (span, label) = constraints.next()?;
    let message = "no configuration gives a valid variant";
    let diagnostic = Diagnostic::new(Code::NoValidVariant, span, message).labelled(label).reference("Could not solve");
    let help = "repair the constraints of the input: they exclude every value";
    Some(constraints.fold(diagnostic, |diagnostic, (span, label)| diagnostic.and(span, label)).help(help))
}

/// Every error that some configuration leads to, with one that does.
pub(super) fn reachable(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let witnesses = match &mut subject.space {
        VariantSpace::Lifted(solver) => {
            let ErrorWitnesses { witnesses, undecided } = of_all(solver);
            subject.note_undecided(undecided);
            witnesses
        }
        VariantSpace::Enumerated(enumeration) => {
            let reaches = enumeration.errors.iter().map(|error| &error.reach);
            reaches
                .map(|reach| FoundWitness { witness: reach.witness.clone(), is_unmentioned: reach.is_unmentioned })
                .collect()
        }
    };
    let witnesses = with_computed(subject, witnesses);
    let (variants, budget) = (subject.variants, &subject.limits.budget);
    let extended = budget.extended();
    let replay = |found: &FoundWitness| {
        extended.check().ok()?;
        let configuration = found.witness.complete(variants.configuration());
        let resolved = variants.under(&configuration).variant_or_objections(&extended).ok()?;
        Some(resolved.err().unwrap_or_default())
    };
    let mut seen = FxHashSet::default();
    // Many configurations may lead to many errors each: what some lead to is looked at before others are resolved.
    for some in witnesses.chunks(REPLAYED_TOGETHER) {
        let replayed = parallel::each(some, budget, replay);
        for (found, objections) in some.iter().zip(replayed) {
            let Some(objections) = objections else { return subject.mark_incomplete() };
            for objection in objections {
                let diagnostic = &objection.diagnostic;
                let is_defect = diagnostic.is_error() && diagnostic.code.is_defect();
                if is_defect && seen.insert((diagnostic.code, diagnostic.span(), diagnostic.message.clone())) {
                    findings.push(finding(subject, objection, found));
                }
            }
        }
    }
    missing_host::propose(subject, findings);
    hosts_in_cycles::say(subject, findings);
}

/// Before configurations with values that nothing mentions: those that have computed defaults in their place.
fn with_computed(subject: &Subject<'_, '_>, witnesses: Vec<FoundWitness>) -> Vec<FoundWitness> {
    let (unmentioned, mut all): (Vec<_>, Vec<_>) = witnesses.into_iter().partition(|found| found.is_unmentioned);
    let computed = unmentioned.iter().filter_map(|found| with_computed_defaults(subject, &found.witness));
    all.extend(computed.map(|witness| FoundWitness { witness, is_unmentioned: false }));
    all.extend(unmentioned);
    all
}

fn finding(subject: &Subject<'_, '_>, objection: Objection, found: &FoundWitness) -> Finding {
    let FoundWitness { witness, is_unmentioned } = found;
    let Objection { diagnostic, violation: number } = objection;
    let violation = number.map(|number| &subject.variants.rules().violations()[number]);
    let because = violation.and_then(|violation| {
        subject.take_explanation().map(|lifted| forcing_lines::of_error(lifted, violation, witness, subject.limits))
    });
    let because = because.unwrap_or_default();
    let element = violation.map(|violation| violation.element);
    let diagnostic = match element {
        Some(element) if diagnostic.code == Code::ExpectedIncoming => {
            pruned::named_as_cause(subject.variants, element, diagnostic)
        }
        _ => diagnostic,
    };
    let diagnostic = if *is_unmentioned && !subject.options.unmentioned_values_are_errors {
        softened(diagnostic).fixed(values(subject, witness))
    } else {
        let fix = element.and_then(|element| repair(subject.variants.model(), diagnostic.code, element));
        diagnostic.fixed(fix)
    };
    Finding { element, violation: number, witness: Some(witness.clone()), because, ..Finding::of(diagnostic) }
}

/// A relation that can be there without one of its ends gets the condition of this end; the only alternative without a condition is the
/// default one; types come and go with what they are the types of.
fn repair(model: &Model, code: Code, element: ElementId) -> Option<Fix> {
    match code {
        Code::RelationSource => like_its_end(model, element, End::Source),
        Code::RelationTarget => like_its_end(model, element, End::Target),
        Code::AmbiguousProperty | Code::AmbiguousArtifact => as_default_alternative(model, element),
        Code::TypeContainer if model.element(element).alternative == Alternative::Default => None,
        Code::TypeContainer if model.element(element).conditions.is_empty() => {
            turned_on(model, "type_default_condition")
        }
        _ => None,
    }
}

/// Declares the values that are mentioned.
fn values(subject: &Subject<'_, '_>, witness: &Witness) -> Option<Fix> {
    mentioned_values(subject.lifted()?, witness)
}

/// Only values that the template does not mention lead to it.
pub(super) fn softened(diagnostic: Diagnostic) -> Diagnostic {
    let help = "only a value that the template does not mention leads to this: declare the `valid_values` of the input";
    Diagnostic { severity: Severity::Warning, ..diagnostic.help(help) }
}

/// What was found about errors.
struct ErrorWitnesses {
    /// Configurations that lead to all errors between them, values that the template mentions first.
    witnesses: Vec<FoundWitness>,
    /// Errors of which it is unknown whether some configuration leads to them.
    undecided: Vec<Undecided>,
}

fn of_all(solver: &mut LiftedSolver<'_, '_>) -> ErrorWitnesses {
    let (causes, formulas): (Vec<ErrorCause>, Vec<FormulaId>) =
        reported_by_phase(&solver.lifted, &mut solver.formulas).into_iter().unzip();
    let unmentioned = solver.lifted.has_unmentioned_value(&mut solver.formulas);
    let mentioned: Vec<FormulaId> =
        formulas.iter().map(|&formula| solver.formulas.and([formula, !unmentioned])).collect();
    let first = solver.sweep(&mentioned);
    let rest: Vec<usize> = (0..formulas.len()).filter(|&error| first.places[error].is_none()).collect();
    let second = solver.sweep(&rest.iter().map(|&error| formulas[error]).collect::<Vec<_>>());
    let mut is_shown = vec![true; causes.len()];
    rest.iter().zip(&second.places).for_each(|(&error, place)| is_shown[error] = place.is_some());
    let shown: Vec<&ErrorCause> =
        causes.iter().zip(is_shown).filter_map(|(cause, shown)| shown.then_some(cause)).collect();
    let undecided = if solver.misses_nothing() || !second.is_complete {
        Vec::new()
    } else {
        undecided::errors(solver, reported_by_phase, &shown)
    };
    let found = |is_unmentioned| move |witness| FoundWitness { witness, is_unmentioned };
    let witnesses = first.kept.into_iter().map(found(false)).chain(second.kept.into_iter().map(found(true))).collect();
    ErrorWitnesses { witnesses, undecided }
}

/// Every fault that is a defect, where no fault of an earlier phase hides it.
fn reported_by_phase(lifted: &Lifted<'_, '_>, formulas: &mut Formulas) -> Vec<(ErrorCause, FormulaId)> {
    let is_reported = |error: &&LiftedError| !matches!(error.phase(), ResolvePhase::Inputs | ResolvePhase::Constraints);
    let mut earlier = Vec::new();
    for phase in [
        ResolvePhase::Conditions,
        ResolvePhase::Choice,
        ResolvePhase::Values,
        ResolvePhase::Checks,
        ResolvePhase::Document,
    ] {
        let of_earlier = lifted.errors().iter().filter(|error| error.phase() < phase).map(|error| error.formula);
        earlier.push((phase, formulas.or(of_earlier)));
    }
    let hidden = |phase: ResolvePhase| {
        earlier.iter().find(|(known, _)| *known == phase).map_or(FormulaId::FALSE, |found| found.1)
    };
    lifted
        .errors()
        .iter()
        .filter(is_reported)
        .map(|error| (error.cause.clone(), formulas.and([error.formula, !hidden(error.phase()), lifted.assumed()])))
        .collect()
}
