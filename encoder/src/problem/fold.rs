//! Partial evaluation of a problem.

use super::{Problem, RuleIndex};
use crate::formula::{Atom, FormulaId};
use crate::session::Assignment;

/// What is known of a problem without any search.
#[derive(Clone, Debug)]
pub struct Folded {}

impl Folded {
    pub(crate) fn new(_problem: &Problem, _known: impl Fn(Atom) -> Option<bool>) -> Self {
        todo!()
    }

    /// The value of the atom, if it is known.
    pub fn atom(&self, _atom: Atom) -> Option<bool> {
        todo!()
    }

    /// The value of a formula of the problem, if it is known.
    pub fn formula(&self, _id: FormulaId) -> Option<bool> {
        todo!()
    }

    /// The rules that cannot hold: constraints that are false, and definitions that contradict a known atom.
    /// In the order of atoms (definitions) and statement (constraints), each once.
    pub fn violated(&self) -> &[RuleIndex] {
        todo!()
    }

    /// The only assignment that satisfies the problem, if every atom is known and nothing is violated.
    pub fn assignment(&self) -> Option<Assignment> {
        todo!()
    }
}
