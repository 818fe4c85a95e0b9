//! Presets that fail, for all or for some values of the inputs that they leave open, and presets that say the same.

use std::rc::Rc;
use std::sync::Arc;

use variscope_encoder::FormulaId;

use super::lifted_solver::LiftedSolver;
use super::subject::Subject;
use super::{Finding, Undecided};
use crate::analysis::question::all_variants::variant_space::VariantSpace;
use crate::analysis::question::configuration::classes::ClassFinder;
use crate::analysis::question::configuration::presets::PresetConfiguration;
use crate::analysis::question::configuration::variant::Objection;
use crate::analysis::question::{Variant, Variants, Witness};
use crate::analysis::value::{Configuration, Evaluator, Value, given_by_default, input_diagnostics};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::tosca::model::Kind;

/// What comes of a preset, whatever is given for the inputs that it leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresetVerdict {
    /// It always gives a valid variant.
    Succeeds,
    /// It fails for some values.
    FailsForSome,
    /// It gives no valid variant.
    Fails,
}

/// Presets that some or all completions of which are not valid.
pub(super) fn failing(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let lifted = subject.space.as_lifted().map(|all| Rc::clone(&all.lifted));
    let finder = lifted.as_ref().map(|lifted| lifted.classes().finder());
    for (place, preset) in subject.variants.preset_configurations().into_iter().enumerate() {
        if subject.is_stopped() {
            return;
        }
        let variants = subject.variants.under(&preset.configuration);
        if is_whole(subject, &variants) {
            let Some(resolved) = subject.resolved_presets() else { return };
            let error = resolved[place].as_ref().err().and_then(Option::as_ref);
            if resolved[place].is_ok() {
                subject.note_preset(&preset.name, PresetVerdict::Succeeds);
            } else if error.is_some() {
                subject.note_preset(&preset.name, PresetVerdict::Fails);
            }
            findings.extend(error.map(|error| reported(&preset, false, error, Witness::default())));
            continue;
        }
        let Some(outcome) = outcome(subject, finder.as_ref(), &variants) else { continue };
        let PresetOutcome { is_valid, failure, misses_nothing } = outcome;
        let Some(witness) = failure else {
            if is_valid && misses_nothing {
                subject.note_preset(&preset.name, PresetVerdict::Succeeds);
            }
            if let Some(all) = subject.lifted().filter(|all| !all.classes().are_complete()) {
                let caveats = all.classes().caveats().to_vec();
                subject.note_undecided([Undecided::preset(&preset.name, preset.span, caveats)]);
            }
            continue;
        };
        let witness = if is_valid { witness } else { with_defaults(&variants, witness) };
        let whole = witness.complete(variants.configuration());
        let Ok(replayed) = variants.under(&whole).variant_or_objections(&subject.limits.budget.extended()) else {
            return subject.mark_incomplete();
        };
        let mut errors = replayed.err().unwrap_or_default();
        errors.retain(|objection| objection.diagnostic.is_error());
        let by_defaults = if is_valid { None } else { by_defaults(subject, place) };
        let is_by_defaults = |objection: &Objection| {
            let of = |diagnostic: &Diagnostic| (diagnostic.code, diagnostic.message.clone());
            by_defaults.as_ref().is_some_and(|error| of(error) == of(&objection.diagnostic))
        };
        let always = |objection: &Objection| !is_valid && is_met_always(subject, finder.as_ref(), &variants, objection);
        let reason = errors.iter().position(is_by_defaults).or_else(|| errors.iter().position(always)).unwrap_or(0);
        let error = errors.get(reason).map(|objection| &objection.diagnostic);
        if error.is_some() {
            let verdict = if is_valid { PresetVerdict::FailsForSome } else { PresetVerdict::Fails };
            subject.note_preset(&preset.name, verdict);
        }
        findings.extend(error.map(|error| reported(&preset, is_valid, error, witness)));
    }
}

/// A witness with defaults in the place of its values, as far as there are some that may be given.
fn with_defaults(variants: &Variants<'_>, witness: Witness) -> Witness {
    let (language, configuration) = (variants.language(), variants.configuration());
    let mut evaluator = Evaluator::new(language, configuration);
    let of_preset = Witness::new(witness.iter().map(|(input, value)| {
        let default = language.input(input).and_then(|declaration| given_by_default(&mut evaluator, declaration));
        (Arc::clone(input), default.map_or_else(|| value.clone(), |default| default.value))
    }));
    if variants.completed(&of_preset).is_ok() { of_preset } else { witness }
}

/// What `resolve` says of a preset that gives no valid variant, if the inputs that it leaves open have defaults.
fn by_defaults(subject: &mut Subject<'_, '_>, place: usize) -> Option<Diagnostic> {
    let resolved = subject.resolved_presets()?;
    let error = resolved[place].as_ref().err()?.as_ref()?;
    (error.code != Code::MissingInput).then(|| error.clone())
}

/// Whether this stands against a preset whatever is given for what it leaves open.
fn is_met_always(
    subject: &mut Subject<'_, '_>,
    finder: Option<&ClassFinder<'_, '_, '_>>,
    variants: &Variants<'_>,
    objection: &Objection,
) -> bool {
    let (Some(number), Some(solver)) = (objection.violation, subject.space.as_lifted_mut()) else { return false };
    let Some(chosen) = finder.and_then(|finder| Chosen::of(solver, finder, variants)) else { return false };
    let formula = variants.rules().violations()[number].formula;
    let spared = solver.formulas.and([chosen.formula, !formula]);
    solver.misses_nothing() && matches!(solver.find(spared), Ok(None))
}

/// That a preset fails with an error under the values of a witness; for some values of what it leaves open only, if it is valid too.
fn reported(preset: &PresetConfiguration, is_valid: bool, error: &Diagnostic, witness: Witness) -> Finding {
    let (code, message) = if is_valid {
        let message = format!("preset \"{}\" fails for some values of the inputs it leaves open", preset.name);
        (Code::PartlyFailingPreset, message)
    } else {
        (Code::FailingPreset, format!("preset \"{}\" gives no valid variant", preset.name))
    };
    let diagnostic = Diagnostic::new(code, preset.span, message).note(format!("{}: {}", error.code, error.message));
    let failure = Some(Box::new(error.clone()));
    Finding { witness: Some(witness), because: error.labels.clone(), failure, ..Finding::of(diagnostic) }
}

/// Whether the preset gives every input that is open otherwise a value that its declaration allows: what it resolves to is all that
/// can come of it.
fn is_whole(subject: &Subject<'_, '_>, variants: &Variants<'_>) -> bool {
    let Some(lifted) = subject.lifted().filter(|_| !variants.is_restricted()) else { return false };
    let mut open = lifted.classes().open_inputs();
    open.all(|input| is_given(variants, input))
        && !input_diagnostics(variants.language(), variants.configuration()).iter().any(Diagnostic::is_error)
}

/// What comes of a preset.
struct PresetOutcome {
    /// Some completion is valid, or may be.
    is_valid: bool,
    /// Values for the inputs that it leaves open with which it fails, values that the template mentions if possible.
    failure: Option<Witness>,
    /// Where no such values were found, there are none.
    misses_nothing: bool,
}

/// What comes of the configuration of `variants`; none when that is not known.
fn outcome(
    subject: &mut Subject<'_, '_>,
    finder: Option<&ClassFinder<'_, '_, '_>>,
    variants: &Variants<'_>,
) -> Option<PresetOutcome> {
    if let Some(solver) = subject.space.as_lifted_mut()
        && let Some(chosen) = finder.and_then(|finder| Chosen::of(solver, finder, variants))
    {
        return among(solver, &chosen, variants.configuration());
    }
    let mut own = Subject::new(variants, subject.limits, subject.options);
    let is_valid = own.has_valid();
    match &mut own.space {
        VariantSpace::Lifted(solver) => among(solver, &Chosen::nothing(solver), variants.configuration()),
        VariantSpace::Enumerated(enumeration) => Some(PresetOutcome {
            is_valid: is_valid != Some(false),
            failure: enumeration.errors.first().map(|error| error.reach.witness.clone()),
            misses_nothing: enumeration.exactness.is_exact(),
        }),
    }
}

/// Classes that a preset chooses among all configurations: they are compiled once for all presets.
struct Chosen {
    /// The configuration is in them.
    formula: FormulaId,
    /// By group: no input has a value.
    is_open: Vec<bool>,
}

impl Chosen {
    fn nothing(solver: &LiftedSolver<'_, '_>) -> Self {
        Self { formula: FormulaId::TRUE, is_open: vec![true; solver.lifted.classes().groups().len()] }
    }

    /// None where a preset gives values to some inputs of a group and leaves others open, or where a value is in no class
    /// that was found: such presets have classes of their own.
    fn of(
        solver: &mut LiftedSolver<'_, '_>,
        finder: &ClassFinder<'_, '_, '_>,
        variants: &Variants<'_>,
    ) -> Option<Self> {
        let classes = solver.lifted.classes();
        let has_value = |input: &Arc<str>| is_given(variants, input);
        let (mut formulas, mut is_open) = (Vec::new(), Vec::new());
        for (place, group) in classes.groups().iter().enumerate() {
            let given = group.inputs.iter().filter(|input| has_value(input)).count();
            is_open.push(given == 0);
            if given > 0 && given < group.inputs.len() {
                return None;
            }
            if given > 0 {
                let class = finder.class_of(place, variants.configuration())?;
                formulas.push(solver.lifted.group(place)[class]);
            }
        }
        Some(Self { formula: solver.formulas.and(formulas), is_open })
    }
}

fn is_given(variants: &Variants<'_>, input: &str) -> bool {
    variants.configuration().value(input).is_some_and(|value| *value != Value::Null)
}

/// What comes of the chosen classes.
fn among(solver: &mut LiftedSolver<'_, '_>, chosen: &Chosen, preset: &Configuration) -> Option<PresetOutcome> {
    let valid = solver.formulas.and([solver.lifted.valid(), chosen.formula]);
    let is_valid = solver.find(valid).ok()?.is_some() || !solver.misses_nothing();
    let unmentioned = solver.lifted.has_unmentioned_value_in(&mut solver.formulas, |group| chosen.is_open[group]);
    let errors: Vec<FormulaId> = solver.lifted.errors().iter().map(|error| error.formula).collect();
    let some = solver.formulas.or(errors);
    let some = solver.formulas.and([some, chosen.formula]);
    let mentioned = solver.formulas.and([some, !unmentioned]);
    let found = match solver.find(mentioned) {
        Ok(None) => solver.find(some),
        found => found,
    };
    let misses_nothing = found.is_ok() && solver.misses_nothing();
    let failure = found.ok().flatten().map(|witness| witness.beside(preset));
    Some(PresetOutcome { is_valid, failure, misses_nothing })
}

/// Whether a preset has valid variants, and none of them has a node, whatever is given for what it leaves open.
pub(super) fn deploys_nothing(
    solver: &mut LiftedSolver<'_, '_>,
    finder: &ClassFinder<'_, '_, '_>,
    variants: &Variants<'_>,
) -> bool {
    let is_wrong = input_diagnostics(variants.language(), variants.configuration()).iter().any(Diagnostic::is_error);
    let Some(chosen) = Chosen::of(solver, finder, variants).filter(|_| !is_wrong) else { return false };
    let nodes: Vec<FormulaId> =
        variants.model().of_kind(Kind::Node).map(|id| solver.lifted.presence(id).into()).collect();
    let valid = solver.formulas.and([solver.lifted.valid(), chosen.formula]);
    let some = solver.formulas.or(nodes);
    let deployed = solver.formulas.and([valid, some]);
    solver.misses_nothing() && matches!(solver.find(deployed), Ok(None)) && matches!(solver.find(valid), Ok(Some(_)))
}

/// Presets whose variants are the same, values included. What they give is compared, whatever is given in its place.
pub(super) fn equal(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let nothing = Configuration::new();
    let alone = subject.variants.unrestricted(&nothing);
    let presets = alone.preset_configurations();
    let is_overridden = subject.variants.configuration().iter().next().is_some();
    let resolved = if is_overridden { subject.resolve_presets_of(&alone) } else { subject.resolved_presets() };
    let Some(resolved) = resolved else { return };
    let resolved: Vec<_> = resolved.iter().map(|found| found.clone().ok().map(Variant::outcome)).collect();
    for (place, preset) in presets.iter().enumerate() {
        let Some(own) = &resolved[place] else { continue };
        let Some(earlier) = resolved[..place].iter().position(|other| other.as_ref() == Some(own)) else { continue };
        let (name, other) = (&preset.name, &presets[earlier]);
        let message = format!("presets \"{}\" and \"{name}\" give the same variant", other.name);
        let diagnostic = Diagnostic::new(Code::EqualPresets, preset.span, message).and(other.span, "the other one");
        findings.push(Finding::of(diagnostic));
    }
}
