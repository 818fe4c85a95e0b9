//! The lines that force a finding.

use variscope_encoder::{Atom, Budget, Explainer, FormulaId, Formulas, Ground, Problem, Reason, Role, RuleIndex};

use super::nearness;
use super::self_dependence::AS_LITTLE;
use crate::analysis::condition::AtomMeaning;
use crate::analysis::presence::Violation;
use crate::analysis::question::all_variants::lifted::{ErrorCause, Lifted, RuleOrigin};
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::all_variants::parallel;
use crate::analysis::question::configuration::atom_valuation::AtomValuation;
use crate::analysis::question::configuration::{presence_rule, reason_labels};
use crate::analysis::question::{Variants, Witness};
use crate::source::diagnostic::Label;
use crate::source::printable::on_one_line;
use crate::tosca::model::Direction;

/// So many questions are spread over threads at a time: what is answered is not lost when time is up.
const TOGETHER: usize = 64;

/// What it may take to find out that findings have an explanation: with so many checks, about ten seconds for all of those that
/// are explained together. The clock does not count, so that all runs report the same.
const MAX_CHECKS: u64 = 200_000;

/// What it may take to leave out of one explanation what can be left out: about a second.
const MAX_CHECKS_EACH: u64 = 20_000;

/// All valid configurations, to ask why something holds in each of them.
pub(super) struct Valid<'l, 'v, 'm> {
    lifted: &'l Lifted<'v, 'm>,
    problem: Problem,
    budget: Budget,
}

impl<'l, 'v, 'm> Valid<'l, 'v, 'm> {
    pub(super) fn of(lifted: &'l Lifted<'v, 'm>, limits: &Limits) -> Self {
        Self { lifted, problem: without_errors(lifted), budget: limits.budget.clone().with_checks(MAX_CHECKS) }
    }

    /// The formulas of the problem, to ask about more than it has.
    pub(super) fn formulas_mut(&mut self) -> &mut Formulas {
        self.problem.formulas_mut()
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
        Self { lifted, explainer: explainer.with_roles(|rule| role(lifted, rule)).with_checks_each(MAX_CHECKS_EACH) }
    }

    /// [`Reasons::why`] for each of the formulas, as far as time suffices.
    pub(super) fn why_each(&mut self, formulas: &[FormulaId], budget: &Budget) -> Vec<Vec<Label>> {
        let mut all = Vec::with_capacity(formulas.len());
        let together = if budget.has_steps_to_spare() { TOGETHER } else { 1 };
        for formulas in formulas.chunks(together) {
            if budget.check().is_err() {
                break;
            }
            let grounds: Vec<Option<Ground>> =
                formulas.iter().map(|&formula| self.explainer.ground(formula).ok().flatten()).collect();
            let minimizer = self.explainer.minimizer();
            let found = parallel::each(&grounds, budget, |ground| minimizer.least(ground.as_ref()?).ok());
            all.extend(found.into_iter().map(|reasons| labels(self.lifted, reasons.unwrap_or_default())));
        }
        all
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
    let (problem, budget) = (lifted.problem_for_explanations(), limits.budget.clone().with_checks(MAX_CHECKS));
    let mut explainer = Explainer::new(&problem, |_| None, budget).with_roles(|rule| role(lifted, rule));
    explainer.why(formula).ok().flatten().map(|reasons| labels(lifted, reasons))
}

/// Sets of lines that force something.
pub(super) struct ForcingSets {
    pub(super) reasons: Vec<Vec<Label>>,
    /// Whether there are, or may be, others.
    pub(super) has_more: bool,
}

/// Every minimal set of lines for which `formula` holds in every valid configuration, the smallest first; `most` at most.
/// Sets that differ only in what no author wrote are one.
pub(super) fn all_of_valid(lifted: &Lifted<'_, '_>, formula: FormulaId, most: usize, limits: &Limits) -> ForcingSets {
    let problem = without_errors(lifted);
    let explainer = Explainer::new(&problem, |_| None, limits.budget.clone()).with_roles(|rule| role(lifted, rule));
    let Ok(Some(explanations)) = explainer.all(formula) else {
        return ForcingSets { reasons: Vec::new(), has_more: true };
    };
    let (reasons, has_more) = explanations.cores(most, |reasons| labels(lifted, reasons));
    let mut all = ForcingSets { reasons, has_more };
    if all.reasons.is_empty() {
        all.reasons.push(of_valid(lifted, formula, limits));
    }
    all.reasons.sort_by_key(|reason| (reason.len(), reason.iter().map(|label| label.span).collect::<Vec<_>>()));
    all
}

/// Whether it is known that not only one minimal set of lines leaves no valid configuration.
pub(super) fn has_others(lifted: &Lifted<'_, '_>, limits: &Limits) -> bool {
    let limits = Limits { budget: limits.budget.clone().with_checks(MAX_CHECKS), ..limits.clone() };
    all_of_valid(lifted, FormulaId::FALSE, 2, &limits).reasons.len() > 1
}

/// Authors' lines are to blame; what they come to under the given values supports them.
fn role(lifted: &Lifted<'_, '_>, rule: RuleIndex) -> Role {
    let is_ambiguity = |error: usize| matches!(lifted.errors()[error].cause, ErrorCause::Ambiguous);
    match RuleOrigin::of(rule) {
        RuleOrigin::Decided(_) => Role::Supporting,
        RuleOrigin::Background => Role::Background,
        RuleOrigin::NoError(error) if is_ambiguity(error) => Role::Background,
        RuleOrigin::NoError(_)
        | RuleOrigin::Template(_)
        | RuleOrigin::Assumed(_)
        | RuleOrigin::Wanted(_)
        | RuleOrigin::Chosen(_) => Role::Blamed,
    }
}

/// All configurations without faults, and with what is assumed; each of both is a rule.
fn without_errors(lifted: &Lifted<'_, '_>) -> Problem {
    let mut problem = lifted.problem_for_explanations();
    for (place, error) in lifted.errors().iter().enumerate() {
        problem.constrain(!error.formula, RuleOrigin::NoError(place).index());
    }
    for (place, &(id, is_present)) in lifted.variants().assumed().iter().enumerate() {
        let presence = FormulaId::from(lifted.presence(id));
        let rule = RuleOrigin::Assumed(place).index();
        problem.constrain(presence.negated_if(!is_present), rule);
    }
    for (place, demanded) in lifted.variants().wanted().enumerate() {
        let holds = lifted.demand(problem.formulas_mut(), demanded);
        problem.constrain(holds, RuleOrigin::Wanted(place).index());
    }
    problem
}

/// Why a witness leads to an error, the nearest lines first.
pub(super) fn of_error(
    lifted: &Lifted<'_, '_>,
    violation: &Violation,
    witness: &Witness,
    limits: &Limits,
) -> Vec<Label> {
    let lines = of_formula(lifted, violation.formula, witness, limits);
    nearness::of_violation(lifted.variants(), violation, lines)
}

/// Why a formula holds under a witness.
pub(super) fn of_formula(
    lifted: &Lifted<'_, '_>,
    formula: FormulaId,
    witness: &Witness,
    limits: &Limits,
) -> Vec<Label> {
    of_new_formula(lifted, |_| formula, witness, limits)
}

/// Why the formula that `make` makes holds under a witness.
pub(super) fn of_new_formula(
    lifted: &Lifted<'_, '_>,
    make: impl FnOnce(&mut Formulas) -> FormulaId,
    witness: &Witness,
    limits: &Limits,
) -> Vec<Label> {
    if limits.budget.check().is_err() {
        return Vec::new();
    }
    let truth = truth(lifted.variants(), witness);
    let (mut problem, budget) = (lifted.problem_for_explanations(), limits.budget.clone().with_checks(MAX_CHECKS));
    let formula = make(problem.formulas_mut());
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
    reason_labels::by_place(labels)
}

/// The line of a reason; none for what no author wrote.
fn label(lifted: &Lifted<'_, '_>, reason: Reason) -> Option<Label> {
    let variants = lifted.variants();
    let Reason::Rule(rule) = reason else { return Some(reason_labels::label(variants, reason)) };
    match RuleOrigin::of(rule) {
        RuleOrigin::Template(_) => Some(reason_labels::label(variants, reason)),
        RuleOrigin::Background => None,
        RuleOrigin::NoError(place) => error(lifted, place),
        RuleOrigin::Assumed(place) => {
            let (id, is_present) = variants.assumed()[place];
            let text = if is_present { "assumed to be present" } else { "assumed to be absent" };
            Some(Label { span: variants.model().element(id).span, text: text.to_owned() })
        }
        RuleOrigin::Wanted(place) => {
            let wanted = variants.wanted().nth(place)?;
            Some(Label { span: wanted.span, text: "only variants in which this holds".to_owned() })
        }
        RuleOrigin::Chosen(atom) => {
            let label = reason_labels::label(variants, Reason::Known(atom));
            Some(Label { text: chosen(variants, atom), ..label })
        }
        RuleOrigin::Decided(atom) => {
            let label = reason_labels::label(variants, Reason::Known(atom));
            let formula = lifted.problem().definition(atom).and_then(|rule| rule.formula.as_constant());
            let holds = if formula == Some(true) { "true" } else { "false" };
            let is_open = variants.configuration().is_empty();
            let when = if is_open { "for all values of the inputs" } else { "under the given values" };
            Some(Label { text: format!("{holds} {when}"), ..label })
        }
    }
}

/// What is said where no line forces what `resolve` prefers.
pub(super) const BEST: &str = "so in the best of several possibilities";

/// Why an atom has its value in the assignment that `resolve` prefers.
fn chosen(variants: &Variants<'_>, atom: Atom) -> String {
    let model = variants.model();
    let is_least = model.options().optimization.topology != Some(Direction::Max);
    match variants.rules().atoms().meaning(atom) {
        AtomMeaning::Presence(id) if is_least && !model.element(id).conditions.is_empty() => {
            presence_rule::sentence(variants, id) + AS_LITTLE
        }
        _ => BEST.to_owned(),
    }
}

fn error(lifted: &Lifted<'_, '_>, number: usize) -> Option<Label> {
    let variants = lifted.variants();
    match &lifted.errors()[number].cause {
        ErrorCause::Check(check) | ErrorCause::Document(check) => {
            let diagnostic = variants.rules().violations()[*check].diagnostic(variants.model());
            let span = diagnostic.span()?;
            Some(Label { span, text: format!("not allowed: {}", diagnostic.message) })
        }
        ErrorCause::Constraint(index) => Some(reason_labels::label(variants, Reason::Rule(*index))),
        ErrorCause::Unsolvable(atom) => {
            let label = reason_labels::label(variants, Reason::Known(*atom));
            Some(Label { text: "conditions that refer to each other leave no possibility".to_owned(), ..label })
        }
        ErrorCause::Ambiguous => None,
        ErrorCause::Value(id, sentence) => {
            Some(Label { span: variants.model().element(*id).span, text: on_one_line(sentence) })
        }
        ErrorCause::InputRule(number) => {
            let rules = crate::analysis::value::InputRules::new(variants.language());
            let span = rules.rule(*number).body().span();
            Some(Label { span, text: "this rule between inputs".to_owned() })
        }
        ErrorCause::Condition(atom, sentence) => {
            let label = reason_labels::label(variants, Reason::Known(*atom));
            Some(Label { text: on_one_line(sentence), ..label })
        }
    }
}
