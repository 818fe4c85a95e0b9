//! Partial evaluation of a problem.

use super::propagation::Propagation;
use super::values::PartialAssignment;
use super::{Problem, RuleIndex};
use crate::formula::Assignment;
use crate::formula::{Atom, FormulaId};

/// What is known of a problem without any search.
///
/// Known atoms are followed upwards through formulas and definitions. A definition that refers to itself in a cycle
/// gives a value only if something else decides it.
#[derive(Clone, Debug)]
pub struct Residual {
    propagation: Propagation,
    violated: Vec<RuleIndex>,
}

/// What is left of a problem once all that follows by propagation is taken as known.
pub(crate) struct Remainder {
    pub values: PartialAssignment,
    /// Formulas that have to hold although they count as known already; see
    /// [`Translator::assert_node`](crate::tseitin::Translator::assert_node).
    pub unjustified: Vec<FormulaId>,
}

impl Residual {
    pub(super) fn new(problem: &Problem, known: impl Fn(Atom) -> Option<bool>) -> Self {
        let mut propagation = Propagation::new(problem);
        for atom in problem.atoms() {
            if let Some(value) = known(atom) {
                propagation.learn(FormulaId::atom(atom).negated_if(!value));
            }
        }
        propagation.run(problem);
        let violated = violated(problem, &propagation);
        Self { propagation, violated }
    }

    /// The value of the atom, if it is known.
    pub fn atom(&self, atom: Atom) -> Option<bool> {
        self.propagation.values().atom(atom)
    }

    /// The value of a formula that was part of the problem when that was propagated, if it is known.
    pub fn formula(&self, id: FormulaId) -> Option<bool> {
        self.propagation.values().formula(id)
    }

    /// The rules that cannot hold: definitions that contradict a known atom, by ascending atom, then constraints that
    /// are false, in the order in which they were stated. Each rule once.
    pub fn violated(&self) -> &[RuleIndex] {
        &self.violated
    }

    /// The only assignment that satisfies the problem, if every atom is known and nothing is violated.
    pub fn assignment(&self) -> Option<Assignment> {
        let values = self.propagation.values().atoms().iter().copied().collect::<Option<Vec<bool>>>()?;
        self.violated.is_empty().then(|| Assignment::new(values))
    }

    /// Takes the constraints as holding and follows them; `None` when they contradict each other.
    pub(crate) fn into_remainder(mut self, problem: &Problem) -> Option<Remainder> {
        if !self.violated.is_empty() {
            return None;
        }
        self.propagation.run_both_ways(problem);
        if self.propagation.has_conflict() {
            return None;
        }
        let unjustified = self.propagation.unjustified(problem);
        Some(Remainder { values: self.propagation.into_values(), unjustified })
    }
}

fn violated(problem: &Problem, propagation: &Propagation) -> Vec<RuleIndex> {
    let definitions = propagation.contradicted().into_iter().map(|atom| {
        let rule = problem.definition(atom).expect("only a defined atom can be contradicted");
        rule.index
    });
    let is_false = |id| propagation.values().formula(id) == Some(false);
    let constraints = problem.constraints().iter().filter(|rule| is_false(rule.formula)).map(|rule| rule.index);
    let mut seen = rustc_hash::FxHashSet::default();
    definitions.chain(constraints).filter(|rule| seen.insert(*rule)).collect()
}
