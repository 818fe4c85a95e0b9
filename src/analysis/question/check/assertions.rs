//! Assertions that some variant breaks, and those that nothing could break.

use std::ops::Range;

use variscope_encoder::FormulaId;

use super::subject::{Split, Subject};
use super::undecided::Undecided;
use super::{AssertionCount, Finding, errors, forcing_lines};
use crate::analysis::question::Witness;
use crate::analysis::question::all_variants::class_enumeration::FoundWitness;
use crate::analysis::question::all_variants::lifted::{ClassProblem, RuleOrigin};
use crate::analysis::question::configuration::asserted::{Asserted, AssertedInstance};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::tosca::model::{ElementId, PropertyValue};

/// Every assertion that some valid variant breaks, with one that does; the numbers of all and of those that are kept.
pub(super) fn broken(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) -> AssertionCount {
    let assertions = std::sync::Arc::clone(subject.variants.assertions());
    let mut count = AssertionCount { all: assertions.len(), ..AssertionCount::default() };
    for (number, asserted) in assertions.iter().enumerate() {
        if subject.is_stopped() {
            break;
        }
        // Most assertions are kept, and one question about all instances shows that.
        let is_kept = subject.are_kept(asserted.demands());
        let is_broken = if is_kept { Some(false) } else { find_broken(subject, asserted, findings) };
        let holds = is_broken == Some(false);
        count.held.extend(holds.then_some(number));
        count.undecided += usize::from(is_broken.is_none());
        if holds && let Some(why) = idle(subject, asserted) {
            let message = format!("{} can never fail: {why}", asserted.text.title());
            findings.push(Finding::of(Diagnostic::new(Code::IdleAssertion, shown(subject, asserted, None), message)));
        }
    }
    count
}

/// Adds the instances of an assertion that some valid variant breaks; whether there are any, none where that is not decided.
fn find_broken(subject: &mut Subject<'_, '_>, asserted: &Asserted, findings: &mut Vec<Finding>) -> Option<bool> {
    let (mut is_broken, mut are_decided) = (false, true);
    for (place, instance) in asserted.demands().zip(&asserted.instances) {
        let Split { fails, is_decided, .. } = subject.split(place);
        is_broken |= fails.is_some();
        if let Some(FoundWitness { witness, is_unmentioned }) = fails {
            if subject.replay(&witness).is_none_or(|diagnostics| diagnostics.iter().any(Diagnostic::is_error)) {
                subject.mark_incomplete();
                continue;
            }
            findings.push(finding(subject, asserted, (place, instance), witness, is_unmentioned));
        } else if !is_decided {
            are_decided = false;
            let question = format!("whether every valid variant keeps {}", asserted.text.title());
            subject.note_undecided([undecided(subject, asserted.span, question)]);
        }
    }
    (is_broken || are_decided).then_some(is_broken)
}

fn undecided(subject: &Subject<'_, '_>, span: Span, question: String) -> Undecided {
    Undecided { question, span: Some(span), element: None, caveats: subject.space.caveats() }
}

fn finding(
    subject: &Subject<'_, '_>,
    asserted: &Asserted,
    (place, instance): (usize, &AssertedInstance),
    witness: Witness,
    is_unmentioned: bool,
) -> Finding {
    let demanded = &subject.variants.rules().demands()[place];
    let model = subject.variants.model();
    let about = instance.element.or_else(|| instance.named.first().copied());
    let of_whom = instance.element.map_or_else(String::new, |id| format!(" for {}", model.full_display(id)));
    let message = asserted.text.does_not_hold(&of_whom);
    let mut diagnostic = Diagnostic::new(Code::BrokenAssertion, shown(subject, asserted, about), message);
    diagnostic.severity = asserted.text.severity;
    if asserted.text.is_in_file && about.is_some() {
        diagnostic = diagnostic.and(asserted.span, "asserted here");
    } else if asserted.text.name.is_some() {
        diagnostic = diagnostic.note(format!("asserted: {}", asserted.text.condition));
    }
    let lifted = subject.lifted();
    for &value in &instance.values {
        let span = match model.property(value).value {
            PropertyValue::Literal(written) | PropertyValue::Expression(written) => model.yaml(written).span(),
            PropertyValue::Fallback | PropertyValue::Missing => model.element(value).span,
        };
        diagnostic = diagnostic.and(span, format!("the value of {}", model.full_display(value)));
    }
    for &default in &instance.defaults {
        diagnostic = diagnostic.and(model.yaml(default).span(), "the default, where no value is written");
    }
    if let Some(unevaluated) = lifted.and_then(|lifted| lifted.unevaluated(demanded)) {
        diagnostic = diagnostic.note(format!("for some values it cannot be evaluated: {}", unevaluated.sentence));
    }
    if is_unmentioned && !subject.options.unmentioned_values_are_errors {
        diagnostic = errors::softened(diagnostic);
    }
    let because = subject.take_explanation().map(|lifted| {
        let mut lines = forcing_lines::of_formula(lifted, !demanded.formula, &witness, subject.limits);
        lines.retain(|line| line.span.file != asserted.span.file);
        lines
    });
    Finding { element: about, witness: Some(witness), because: because.unwrap_or_default(), ..Finding::of(diagnostic) }
}

/// The line of an element; of the assertion where it names none, or of an input where it was typed.
fn shown(subject: &Subject<'_, '_>, asserted: &Asserted, about: Option<ElementId>) -> Span {
    let model = subject.variants.model();
    match about {
        Some(id) => model.element(id).span,
        None if asserted.text.is_in_file => asserted.span,
        None => asserted.declared.unwrap_or_else(|| Span::start_of(model.root().span().file)),
    }
}

/// Why nothing could break an assertion that holds, if nothing could.
fn idle(subject: &mut Subject<'_, '_>, asserted: &Asserted) -> Option<String> {
    if asserted.instances.is_empty() {
        return Some("it is about no element of the template".to_owned());
    }
    if let Some(premise) = asserted.premise {
        let Split { holds, is_decided, .. } = subject.split(premise);
        if holds.is_none() && is_decided {
            return Some("its premise holds in no valid variant".to_owned());
        }
    }
    let is_idle = hold_whatever_is_present(subject, asserted.demands());
    is_idle.then(|| "it holds for all values of the inputs, whatever is present".to_owned())
}

/// Whether demands hold in every configuration, with any presences at all.
fn hold_whatever_is_present(subject: &Subject<'_, '_>, places: Range<usize>) -> bool {
    let Some(all) = subject.space.as_lifted() else { return false };
    if !all.misses_nothing() {
        return false;
    }
    let ClassProblem { mut problem, .. } = ClassProblem::of(all.lifted.classes());
    for id in subject.variants.model().ids() {
        problem.undefine(all.lifted.presence(id));
    }
    let demands = subject.variants.rules().demands()[places].iter().map(|demanded| !demanded.formula);
    let some_fails = problem.formulas_mut().or(demands);
    problem.constrain(some_fails, RuleOrigin::Background.index());
    let Ok(mut session) = problem.session(|_| None, all.budget().clone()) else { return false };
    matches!(session.solve_under(problem.formulas(), FormulaId::TRUE), Ok(None))
}
