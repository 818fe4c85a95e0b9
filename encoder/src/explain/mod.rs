//! Why: minimal sets of reasons that force an answer.
//!
//! A reason is a rule of the problem or an atom whose value was given. A core is a set of reasons that cannot hold
//! together, and minimal: without any one of them the rest can.

use crate::budget::{Budget, Interrupted};
use crate::formula::{Atom, FormulaId};
use crate::problem::{Problem, RuleIndex};

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
}

impl<'a> Explainer<'a> {
    /// Explains `problem` under the known atoms.
    pub fn new(_problem: &'a Problem, _known: impl Fn(Atom) -> Option<bool>, _budget: Budget) -> Self {
        todo!()
    }

    /// A minimal set of reasons that makes the problem unsatisfiable, ascending; `None` when it is satisfiable.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn core(&self) -> Result<Option<Vec<Reason>>, Interrupted> {
        self.why(FormulaId::FALSE)
    }

    /// A minimal set of reasons from which `formula` follows, ascending; `None` when it does not follow.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn why(&self, _formula: FormulaId) -> Result<Option<Vec<Reason>>, Interrupted> {
        let _ = self.problem;
        todo!()
    }
}
