//! The lines that force a finding.

use std::sync::Arc;
use std::time::Duration;

use variscope_encoder::{Atom, Explainer, FormulaId, Problem, Reason, RuleIndex};

use super::subject::Witness;
use crate::diagnostic::Label;
use crate::presence::Violation;
use crate::question::lifted::{Cause, Lifted};
use crate::question::survey::Limits;
use crate::question::truth::Truth;
use crate::question::{Variants, reason};
use crate::value::{Given, Provenance};

/// Why `formula` holds in every valid configuration.
pub(super) fn of_valid(lifted: &Lifted<'_, '_>, formula: FormulaId, limits: &Limits) -> Vec<Label> {
    let mut problem = lifted.problem().clone();
    for (number, fault) in lifted.faults().iter().enumerate() {
        problem.constrain(!fault.formula, of_fault(lifted, number));
    }
    explain(lifted, &problem, |_| None, formula, limits)
}

/// Faults are rules behind all others.
fn of_fault(lifted: &Lifted<'_, '_>, fault: usize) -> RuleIndex {
    RuleIndex::new(lifted.added().index() + 1 + fault as u32)
}

/// Why a witness leads to an error.
pub(super) fn of_error(
    lifted: &Lifted<'_, '_>,
    violation: &Violation,
    witness: &Witness,
    limits: &Limits,
) -> Vec<Label> {
    let truth = truth(lifted.variants(), witness);
    explain(lifted, lifted.problem(), |atom| truth.get(atom), violation.formula, limits)
}

fn truth(variants: &Variants<'_>, witness: &Witness) -> Truth {
    let mut configuration = variants.configuration().clone();
    for (input, value) in witness {
        configuration.set(Arc::clone(input), Given { value: value.clone(), provenance: Provenance::Assumed });
    }
    Truth::under(variants, &configuration)
}

fn explain(
    lifted: &Lifted<'_, '_>,
    problem: &Problem,
    known: impl Fn(Atom) -> Option<bool>,
    formula: FormulaId,
    limits: &Limits,
) -> Vec<Label> {
    let budget = limits.budget.clone().with_time(Duration::from_secs(5));
    let reasons = Explainer::new(problem, known, budget).why(formula).ok().flatten().unwrap_or_default();
    let mut labels: Vec<Label> = reasons.into_iter().filter_map(|reason| label(lifted, reason)).collect();
    labels.sort_by_key(|label| label.span);
    labels.dedup();
    labels
}

/// The line of a reason; none for what no author wrote.
fn label(lifted: &Lifted<'_, '_>, reason: Reason) -> Option<Label> {
    let variants = lifted.variants();
    let added = lifted.added();
    match reason {
        Reason::Rule(index) if index == added => None,
        Reason::Rule(index) if index > added => fault(lifted, (index.index() - added.index() - 1) as usize),
        _ => Some(reason::label(variants, reason)),
    }
}

fn fault(lifted: &Lifted<'_, '_>, number: usize) -> Option<Label> {
    let variants = lifted.variants();
    match &lifted.faults()[number].cause {
        Cause::Check(check) | Cause::Document(check) => {
            let diagnostic = variants.rules().violations()[*check].diagnostic(variants.model());
            let span = diagnostic.span()?;
            Some(Label { span, text: format!("a check forbids that {}", diagnostic.message) })
        }
        Cause::Constraint(index) => Some(reason::label(variants, Reason::Rule(*index))),
        Cause::Value(id, sentence) => Some(Label { span: variants.model().element(*id).span, text: sentence.clone() }),
        Cause::InputRule(number) => {
            let rules = crate::value::InputRules::new(variants.language());
            let span = rules.rule(*number).body().span();
            Some(Label { span, text: "this rule between inputs".to_owned() })
        }
        Cause::Condition(atom, sentence) => {
            let label = reason::label(variants, Reason::Known(*atom));
            Some(Label { text: sentence.clone(), ..label })
        }
    }
}
