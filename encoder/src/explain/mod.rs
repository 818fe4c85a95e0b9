//! Why: minimal sets of reasons that force an answer.
//!
//! A reason is a rule of the problem or an atom whose value was given. A core is a set of reasons that cannot hold
//! together, and minimal: without any one of them the rest can. Minimality rests on answers alone: a set counts as
//! contradictory when a solver, evaluation or counting has refuted it.

mod all;
mod folded;
mod minimal;
mod restricted;
mod selected;

use crate::budget::{Budget, Interrupted};
use crate::formula::{Atom, FormulaId};
use crate::problem::{Problem, RuleIndex};

pub use all::{Explanation, Explanations};
use minimal::{Oracle, minimal};
use restricted::Restricted;
use selected::Selected;

/// Something that can be left out to see whether the answer changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// Everything that this rule states.
    Rule(RuleIndex),
    /// That this atom has the value it was given.
    Known(Atom),
}

/// Asks a problem for explanations.
pub struct Explainer<'a> {
    problem: &'a Problem,
    /// By atom.
    known: Vec<Option<bool>>,
    /// Everything that is stated or known, ascending.
    reasons: Vec<Reason>,
    /// All of them, once a question needs them.
    whole: Option<Selected>,
    budget: Budget,
}

impl<'a> Explainer<'a> {
    /// Explains `problem` under the known atoms.
    pub fn new(problem: &'a Problem, known: impl Fn(Atom) -> Option<bool>, budget: Budget) -> Self {
        let known: Vec<Option<bool>> = problem.atoms().map(known).collect();
        let reasons = all_reasons(problem, &known);
        Self { problem, known, reasons, whole: None, budget }
    }

    /// A minimal set of reasons that makes the problem unsatisfiable, ascending; `None` when it is satisfiable.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn core(&mut self) -> Result<Option<Vec<Reason>>, Interrupted> {
        self.why(FormulaId::FALSE)
    }

    /// A minimal set of reasons from which `formula` follows, ascending; `None` when it does not follow.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn why(&mut self, formula: FormulaId) -> Result<Option<Vec<Reason>>, Interrupted> {
        if let Some(reasons) = folded::reasons(self.problem, &self.known, formula) {
            return self.smallest_selected(formula, &reasons).map(Some);
        }
        let mut restricted = Restricted::new(self.problem, &self.known, formula, &self.budget);
        let mut session = restricted.session(&self.reasons)?;
        if session.solve()?.is_some() {
            return Ok(None);
        }
        if session.is_refuted_by_counting() {
            return minimal(&mut restricted, &self.reasons).map(Some);
        }
        let some = self.some(formula)?;
        self.smallest_selected(formula, &some).map(Some)
    }

    /// All minimal sets of reasons from which `formula` follows, and all minimal sets without which it does not;
    /// `None` when it does not follow. Counting arguments are not used here.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn all(&self, formula: FormulaId) -> Result<Option<Explanations>, Interrupted> {
        let mut selected = self.selected(&self.reasons);
        selected.ask(self.problem.formulas(), formula);
        let follows = selected.refute(&self.reasons)?.is_some();
        Ok(follows.then(|| Explanations::new(selected, self.reasons.clone())))
    }

    /// Reasons from which `formula` follows, as it does from all; one solver looks at all questions.
    fn some(&mut self, formula: FormulaId) -> Result<Vec<Reason>, Interrupted> {
        let mut whole = self.whole.take().unwrap_or_else(|| self.selected(&self.reasons));
        whole.ask(self.problem.formulas(), formula);
        let some = whole.refute(&self.reasons)?;
        self.whole = Some(whole);
        Ok(some.expect("the formula follows from everything"))
    }

    /// Most of the problem has nothing to do with the formula: a solver for what has is asked many times.
    fn smallest_selected(&self, formula: FormulaId, reasons: &[Reason]) -> Result<Vec<Reason>, Interrupted> {
        let mut selected = self.selected(reasons);
        selected.ask(self.problem.formulas(), formula);
        minimal(&mut selected, reasons)
    }

    fn selected(&self, reasons: &[Reason]) -> Selected {
        Selected::new(self.problem, &self.known, reasons, &self.budget)
    }
}

/// Everything that is stated or known, ascending.
fn all_reasons(problem: &Problem, known: &[Option<bool>]) -> Vec<Reason> {
    let definitions = problem.atoms().filter_map(|atom| problem.definition(atom));
    let rules = definitions.chain(problem.constraints().iter().copied());
    let known = problem.atoms().filter(|atom| known[atom.index()].is_some()).map(Reason::Known);
    let mut reasons: Vec<Reason> = rules.map(|rule| Reason::Rule(rule.index)).chain(known).collect();
    reasons.sort_unstable();
    reasons.dedup();
    reasons
}

#[cfg(test)]
mod tests;
