//! The lines that force a finding.

use std::time::Duration;

use variscope_encoder::{Budget, Explainer, Explanation, FormulaId, Interrupted, Problem, Reason, Role, RuleIndex};

use crate::analysis::presence::Violation;
use crate::analysis::question::atom_valuation::AtomValuation;
use crate::analysis::question::lifted::{Cause, Lifted, chosen_atom, decided_atom};
use crate::analysis::question::product_enumeration::Limits;
use crate::analysis::question::{Variants, Witness, reason};
use crate::source::diagnostic::Label;

/// How long explanations may take together.
const PATIENCE: Duration = Duration::from_secs(10);

/// All valid configurations, to ask why something holds in each of them.
pub(super) struct Valid<'l, 'v, 'm> {
    lifted: &'l Lifted<'v, 'm>,
    problem: Problem,
    budget: Budget,
}

impl<'l, 'v, 'm> Valid<'l, 'v, 'm> {
    pub(super) fn of(lifted: &'l Lifted<'v, 'm>, limits: &Limits) -> Self {
        Self { lifted, problem: without_faults(lifted), budget: limits.budget.clone().with_time(PATIENCE) }
    }

    /// Many questions cost little more than one.
    pub(super) fn reasons(&self) -> Reasons<'_, 'v, 'm> {
        Reasons::new(self.lifted, Explainer::new(&self.problem, |_| None, self.budget.clone()))
    }
}

/// Answers why something holds.
pub(super) struct Reasons<'a, 'v, 'm> {
    lifted: &'a Lifted<'v, 'm>,
    explainer: Explainer<'a>,
}

impl<'a, 'v, 'm> Reasons<'a, 'v, 'm> {
    fn new(lifted: &'a Lifted<'v, 'm>, explainer: Explainer<'a>) -> Self {
        Self { lifted, explainer: explainer.with_roles(|rule| role(lifted, rule)) }
    }

    /// Lines from which `formula` follows; none if it does not, or if that takes too long.
    pub(super) fn why(&mut self, formula: FormulaId) -> Vec<Label> {
        labels(self.lifted, self.explainer.why(formula).ok().flatten().unwrap_or_default())
    }
}

/// Why `formula` holds in every valid configuration.
pub(super) fn of_valid(lifted: &Lifted<'_, '_>, formula: FormulaId, limits: &Limits) -> Vec<Label> {
    Valid::of(lifted, limits).reasons().why(formula)
}

/// Why `formula` follows from conditions and given values, whatever constraints and checks forbid; none if it does not, or
/// if that takes too long.
pub(super) fn of_conditions(lifted: &Lifted<'_, '_>, formula: FormulaId, limits: &Limits) -> Option<Vec<Label>> {
    let (problem, budget) = (lifted.ruled(), limits.budget.clone().with_time(PATIENCE));
    let mut explainer = Explainer::new(&problem, |_| None, budget).with_roles(|rule| role(lifted, rule));
    explainer.why(formula).ok().flatten().map(|reasons| labels(lifted, reasons))
}

/// Sets of lines that force something.
pub(super) struct All {
    pub(super) reasons: Vec<Vec<Label>>,
    /// Whether there are, or may be, others.
    pub(super) has_more: bool,
}

/// Every minimal set of lines for which `formula` holds in every valid configuration, the smallest first; `most` at most.
pub(super) fn all_of_valid(lifted: &Lifted<'_, '_>, formula: FormulaId, most: usize, limits: &Limits) -> All {
    let problem = without_faults(lifted);
    let explainer = Explainer::new(&problem, |_| None, limits.budget.clone()).with_roles(|rule| role(lifted, rule));
    let Ok(Some(explanations)) = explainer.all(formula) else { return All { reasons: Vec::new(), has_more: true } };
    let mut all = All { reasons: Vec::new(), has_more: false };
    for explanation in explanations {
        match explanation {
            Ok(Explanation::Core(_)) if all.reasons.len() == most => {
                all.has_more = true;
                break;
            }
            Ok(Explanation::Core(reasons)) => keep_minimal(&mut all.reasons, labels(lifted, reasons)),
            Ok(Explanation::Correction(_)) => {}
            Err(Interrupted) => {
                all.has_more = true;
                break;
            }
        }
    }
    if all.reasons.is_empty() {
        all.reasons.push(of_valid(lifted, formula, limits));
    }
    all.reasons.sort_by_key(|reason| (reason.len(), reason.iter().map(|label| label.span).collect::<Vec<_>>()));
    all
}

/// Sets that differ only in what no author wrote are one.
fn keep_minimal(found: &mut Vec<Vec<Label>>, fresh: Vec<Label>) {
    let is_part = |part: &[Label], whole: &[Label]| part.iter().all(|label| whole.contains(label));
    if !found.iter().any(|known| is_part(known, &fresh)) {
        found.retain(|known| !is_part(&fresh, known));
        found.push(fresh);
    }
}

/// Authors' lines are to blame; what they come to under the given values supports them.
fn role(lifted: &Lifted<'_, '_>, rule: RuleIndex) -> Role {
    if decided_atom(rule).is_some() {
        return Role::Supporting;
    }
    let number = rule.index().checked_sub(lifted.added().index()).map(|number| number as usize);
    let is_ambiguity =
        |fault: usize| lifted.faults().get(fault).is_some_and(|fault| matches!(fault.cause, Cause::Ambiguous));
    match number {
        Some(0) => Role::Granted,
        Some(number) if is_ambiguity(number - 1) => Role::Granted,
        _ => Role::Blamed,
    }
}

/// All configurations without faults, and with what is assumed; each of both is a rule.
fn without_faults(lifted: &Lifted<'_, '_>) -> Problem {
    let mut problem = lifted.ruled();
    for (number, fault) in lifted.faults().iter().enumerate() {
        problem.constrain(!fault.formula, of_fault(lifted, number));
    }
    for (number, &(id, is_present)) in lifted.variants().assumed().iter().enumerate() {
        let presence = FormulaId::from(lifted.presence(id));
        let rule = of_fault(lifted, lifted.faults().len() + number);
        problem.constrain(if is_present { presence } else { !presence }, rule);
    }
    let first = lifted.faults().len() + lifted.variants().assumed().len();
    for (number, demanded) in lifted.variants().wanted().enumerate() {
        let holds = lifted.demand(problem.formulas_mut(), demanded);
        problem.constrain(holds, of_fault(lifted, first + number));
    }
    problem
}

/// Faults are rules behind those of the template; what is assumed comes after them.
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
    of_formula(lifted, violation.formula, witness, limits)
}

/// Why a formula holds under a witness.
pub(super) fn of_formula(
    lifted: &Lifted<'_, '_>,
    formula: FormulaId,
    witness: &Witness,
    limits: &Limits,
) -> Vec<Label> {
    if limits.budget.check().is_err() {
        return Vec::new();
    }
    let truth = truth(lifted.variants(), witness);
    let (problem, budget) = (lifted.ruled(), limits.budget.clone().with_time(PATIENCE));
    let explainer = Explainer::new(&problem, |atom| truth.get(atom), budget);
    Reasons::new(lifted, explainer).why(formula)
}

fn truth(variants: &Variants<'_>, witness: &Witness) -> AtomValuation {
    AtomValuation::under(variants, &witness.complete(variants.configuration()))
}

/// The lines of reasons, in the order of the file.
fn labels(lifted: &Lifted<'_, '_>, reasons: Vec<Reason>) -> Vec<Label> {
    let mut labels: Vec<Label> = reasons.into_iter().filter_map(|reason| label(lifted, reason)).collect();
    labels.sort_by_key(|label| label.span);
    reason::by_place(labels)
}

/// The line of a reason; none for what no author wrote.
fn label(lifted: &Lifted<'_, '_>, reason: Reason) -> Option<Label> {
    let variants = lifted.variants();
    let added = lifted.added();
    if let Reason::Rule(rule) = reason
        && let Some(atom) = decided_atom(rule)
    {
        let label = reason::label(variants, Reason::Known(atom));
        let formula = lifted.problem().definition(atom).and_then(|rule| rule.formula.as_constant());
        let holds = if formula == Some(true) { "true" } else { "false" };
        let when =
            if variants.configuration().is_empty() { "for all values of the inputs" } else { "under the given values" };
        return Some(Label { text: format!("{holds} {when}"), ..label });
    }
    if let Reason::Rule(rule) = reason
        && let Some(atom) = chosen_atom(rule)
    {
        let label = reason::label(variants, Reason::Known(atom));
        return Some(Label { text: "so in the best of several possibilities".to_owned(), ..label });
    }
    match reason {
        Reason::Rule(index) if index == added => None,
        Reason::Rule(index) if index > added => further(lifted, (index.index() - added.index() - 1) as usize),
        _ => Some(reason::label(variants, reason)),
    }
}

/// Faults, then what is assumed.
fn further(lifted: &Lifted<'_, '_>, number: usize) -> Option<Label> {
    let Some(assumption) = number.checked_sub(lifted.faults().len()) else { return fault(lifted, number) };
    let variants = lifted.variants();
    let Some(&(id, is_present)) = variants.assumed().get(assumption) else {
        let wanted = variants.wanted().nth(assumption - variants.assumed().len())?;
        return Some(Label { span: wanted.span, text: "only variants in which this holds".to_owned() });
    };
    let text = if is_present { "assumed to be present" } else { "assumed to be absent" };
    Some(Label { span: variants.model().element(id).span, text: text.to_owned() })
}

fn fault(lifted: &Lifted<'_, '_>, number: usize) -> Option<Label> {
    let variants = lifted.variants();
    match &lifted.faults()[number].cause {
        Cause::Check(check) | Cause::Document(check) => {
            let diagnostic = variants.rules().violations()[*check].diagnostic(variants.model());
            let span = diagnostic.span()?;
            Some(Label { span, text: format!("not allowed: {}", diagnostic.message) })
        }
        Cause::Constraint(index) => Some(reason::label(variants, Reason::Rule(*index))),
        Cause::Unsolvable(atom) => {
            let label = reason::label(variants, Reason::Known(*atom));
            Some(Label { text: "conditions that refer to each other leave no possibility".to_owned(), ..label })
        }
        Cause::Ambiguous => None,
        Cause::Value(id, sentence) => Some(Label { span: variants.model().element(*id).span, text: sentence.clone() }),
        Cause::InputRule(number) => {
            let rules = crate::analysis::value::InputRules::new(variants.language());
            let span = rules.rule(*number).body().span();
            Some(Label { span, text: "this rule between inputs".to_owned() })
        }
        Cause::Condition(atom, sentence) => {
            let label = reason::label(variants, Reason::Known(*atom));
            Some(Label { text: sentence.clone(), ..label })
        }
    }
}
