//! Reasons judged by posing the problem with just these reasons: slower than selecting clauses, but with everything
//! that a session knows to do before it searches.

use super::Reason;
use super::minimal::Oracle;
use crate::budget::{Budget, Interrupted};
use crate::formula::{Atom, FormulaId};
use crate::problem::{Problem, RuleIndex};
use crate::session::Session;

pub(super) struct Restricted<'a> {
    problem: &'a Problem,
    known: &'a [Option<bool>],
    /// Holds always, ascending.
    background: &'a [Reason],
    /// What must not hold.
    formula: FormulaId,
    budget: &'a Budget,
}

impl<'a> Restricted<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        known: &'a [Option<bool>],
        background: &'a [Reason],
        formula: FormulaId,
        budget: &'a Budget,
    ) -> Self {
        Self { problem, known, background, formula, budget }
    }

    /// A session for the problem with only these reasons, and the background.
    pub(super) fn session(&mut self, reasons: &[Reason]) -> Result<Session, Interrupted> {
        let mut sorted = reasons.to_vec();
        sorted.sort_unstable();
        let holds = |reason| [&sorted[..], self.background].iter().any(|some| some.binary_search(&reason).is_ok());
        let mut problem = self.problem.restricted(|rule| holds(Reason::Rule(rule)));
        problem.constrain(!self.formula, RuleIndex::new(0));
        let known = |atom: Atom| self.known[atom.index()].filter(|_| holds(Reason::Known(atom)));
        problem.session(known, self.budget.clone())
    }
}

impl Oracle for Restricted<'_> {
    fn refute(&mut self, reasons: &[Reason]) -> Result<Option<Vec<Reason>>, Interrupted> {
        let is_satisfiable = self.session(reasons)?.solve()?.is_some();
        let mut core = reasons.to_vec();
        core.sort_unstable();
        Ok((!is_satisfiable).then_some(core))
    }
}
