//! Questions to what is left of a problem after folding.
//!
//! A [`Session`] answers several questions one after the other. Optimisation narrows it: afterwards exactly the
//! optimal assignments remain, and later questions range over them. Formulas given to it belong to the arena of
//! the problem; they may have been built after the session. Answers are the same on every run.
//!
//! A session holds a solver and so is not `Send`; make one per thread from the shared [`Problem`].

mod assignment;

use crate::budget::{Budget, Interrupted};
use crate::formula::{Atom, FormulaId, Formulas};
use crate::problem::{Folded, Problem};

pub use assignment::Assignment;

/// A problem being solved.
pub struct Session {}

impl Session {
    /// Prepares to solve what `folded` left open of `problem`.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget does not suffice.
    pub fn new(_problem: &Problem, _folded: Folded, _budget: Budget) -> Result<Self, Interrupted> {
        todo!()
    }

    /// Replaces the budget for the questions to come.
    pub fn set_budget(&mut self, _budget: Budget) {
        todo!()
    }

    /// Some satisfying assignment; `None` when there is none.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn solve(&mut self) -> Result<Option<Assignment>, Interrupted> {
        todo!()
    }

    /// From now on only assignments that satisfy `formula` count.
    pub fn constrain(&mut self, _formulas: &Formulas, _formula: FormulaId) {
        todo!()
    }

    /// The least sum of the weights of true formulas, `None` when nothing satisfies the problem.
    /// Afterwards exactly the assignments with this sum remain.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up; the session is then as before.
    pub fn minimise(
        &mut self,
        _formulas: &Formulas,
        _weighted: &[(FormulaId, u64)],
    ) -> Result<Option<u128>, Interrupted> {
        todo!()
    }

    /// The greatest sum of the weights of true formulas, `None` when nothing satisfies the problem.
    /// Afterwards exactly the assignments with this sum remain.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up; the session is then as before.
    pub fn maximise(
        &mut self,
        _formulas: &Formulas,
        _weighted: &[(FormulaId, u64)],
    ) -> Result<Option<u128>, Interrupted> {
        todo!()
    }

    /// Some assignment that satisfies the problem and `condition`; the session stays as it is.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn another(
        &mut self,
        _formulas: &Formulas,
        _condition: FormulaId,
    ) -> Result<Option<Assignment>, Interrupted> {
        todo!()
    }

    /// The satisfying assignment whose values along `order` are the lexicographically smallest, false before true;
    /// atoms that are not in `order` follow in ascending order. The session stays as it is.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn lexicographic_minimum(&mut self, _order: &[Atom]) -> Result<Option<Assignment>, Interrupted> {
        todo!()
    }
}
