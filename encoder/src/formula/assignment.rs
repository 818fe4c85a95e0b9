//! One value for every atom.

use super::Atom;

/// A total assignment of the atoms of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    values: Vec<bool>,
}

impl Assignment {
    pub(crate) fn new(values: Vec<bool>) -> Self {
        Self { values }
    }

    /// The value of the atom.
    ///
    /// # Panics
    /// When the atom is not one of the problem.
    pub fn value(&self, atom: Atom) -> bool {
        self.values[atom.index()]
    }

    /// The values by atom index.
    pub fn values(&self) -> &[bool] {
        &self.values
    }
}
