//! Why: minimal sets of reasons that force an answer.
//!
//! A reason is a rule of the problem or an atom whose value was given. A core is a set of reasons that cannot hold
//! together, and minimal: without any one of them the rest can. Minimality rests on answers alone: a set counts as
//! contradictory when a solver, evaluation or counting has refuted it. Rules may be taken for granted ([`Role`]): they
//! hold in every set, so that what is named is minimal among what its reader can change.

mod all;
mod minimal;
mod propagated;
mod restricted;
mod role;
mod rotated;
mod selected;
mod statements;

use crate::budget::{Budget, Interrupted};
use crate::formula::{Atom, FormulaId};
use crate::problem::{Problem, RuleIndex};

pub use all::{Explanation, Explanations};
use minimal::{Oracle, blame};
use restricted::Restricted;
pub use role::Role;
use role::Roles;
use rotated::Rotated;
use selected::Selected;
use statements::{Context, Statements};

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
    roles: Roles,
    /// Once a question needs them.
    context: Option<Context>,
    /// All reasons, once a question needs them.
    whole: Option<Selected>,
    budget: Budget,
}

impl<'a> Explainer<'a> {
    /// Explains `problem` under the known atoms.
    pub fn new(problem: &'a Problem, known: impl Fn(Atom) -> Option<bool>, budget: Budget) -> Self {
        let known: Vec<Option<bool>> = problem.atoms().map(known).collect();
        let roles = Roles::new(problem, &known, |_| Role::Blamed);
        Self { problem, known, roles, context: None, whole: None, budget }
    }

    /// Gives the rules their roles; without, all are blamed. What is granted and what supports can hold together:
    /// otherwise explanations are right, but may blame rules without need.
    #[must_use]
    pub fn with_roles(self, role: impl Fn(RuleIndex) -> Role) -> Self {
        let roles = Roles::new(self.problem, &self.known, role);
        Self { roles, context: None, whole: None, ..self }
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
        if let Some(reasons) = propagated::reasons(self.problem, &self.known, formula) {
            return self.smallest_selected(formula, &reasons).map(Some);
        }
        let mut restricted = Restricted::new(self.problem, &self.known, &self.roles.granted, formula, &self.budget);
        let mut session = restricted.session(&[&self.roles.blamed[..], &self.roles.supporting].concat())?;
        if session.solve()?.is_some() {
            return Ok(None);
        }
        if session.is_refuted_by_counting() {
            return blame(&mut restricted, &self.roles.blamed, &self.roles.supporting).map(Some);
        }
        let some = self.some(formula)?;
        self.smallest_selected(formula, &some).map(Some)
    }

    /// All minimal sets of reasons from which `formula` follows, and all minimal sets without which it does not;
    /// `None` when it does not follow. Counting arguments are not used here. Supporting rules are named beside the
    /// blamed ones of a core, and in no correction.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn all(&self, formula: FormulaId) -> Result<Option<Explanations>, Interrupted> {
        let mut selected = self.everything();
        selected.ask(self.problem.formulas(), formula);
        let Roles { blamed, supporting, .. } = &self.roles;
        let follows = selected.refute(&[&blamed[..], supporting].concat())?.is_some();
        Ok(follows.then(|| Explanations::new(selected, blamed.clone(), supporting.clone())))
    }

    /// Reasons from which `formula` follows, as it does from all; one solver looks at all questions.
    fn some(&mut self, formula: FormulaId) -> Result<Vec<Reason>, Interrupted> {
        let mut whole = self.whole.take().unwrap_or_else(|| self.everything());
        whole.ask(self.problem.formulas(), formula);
        let some = whole.refute(&[&self.roles.blamed[..], &self.roles.supporting].concat())?;
        self.whole = Some(whole);
        Ok(some.expect("the formula follows from everything"))
    }

    /// Most of the problem has nothing to do with the formula: a solver for what has is asked many times. `reasons`,
    /// ascending, have a core among them, together with what is granted.
    fn smallest_selected(&mut self, formula: FormulaId, reasons: &[Reason]) -> Result<Vec<Reason>, Interrupted> {
        let (problem, roles) = (self.problem, &self.roles);
        let context = self.context.get_or_insert_with(|| Context::new(problem, roles));
        let blamed: Vec<Reason> = reasons.iter().copied().filter(|reason| roles.is_blamed(*reason)).collect();
        let statements = context.of(problem, roles, &blamed, formula);
        let supporting = statements.among(problem, &roles.supporting);
        let mut selected = self.selected(&statements, &[&blamed[..], &supporting].concat());
        selected.ask(problem.formulas(), formula);
        if selected.refute(&[&blamed[..], &supporting].concat())?.is_some() {
            let mut rotated = Rotated::new(&mut selected, problem, &self.known, &statements, formula);
            return blame(&mut rotated, &blamed, &supporting);
        }
        // What is granted contradicts itself somewhere else.
        let mut selected = self.everything();
        selected.ask(problem.formulas(), formula);
        blame(&mut selected, &blamed, &self.roles.supporting)
    }

    fn everything(&self) -> Selected {
        let Roles { blamed, supporting, .. } = &self.roles;
        self.selected(&Statements::all(self.problem), &[&blamed[..], supporting].concat())
    }

    fn selected(&self, statements: &Statements, reasons: &[Reason]) -> Selected {
        Selected::new(self.problem, &self.known, statements, reasons, &self.budget)
    }
}

#[cfg(test)]
mod tests;
