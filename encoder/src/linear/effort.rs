//! How much may be computed with tableaux.

use std::cell::Cell;
use std::rc::Rc;

/// Coefficients that may be computed; clones share them. The default is any number.
///
/// Tableaux only count: a caller with many questions checks after each whether something is left.
#[derive(Clone, Debug, Default)]
pub struct WorkLimit {
    spent: Rc<Cell<u64>>,
    most: Option<u64>,
}

impl WorkLimit {
    /// So many coefficients.
    pub fn of_at_most(most: u64) -> Self {
        Self { most: Some(most), ..Self::default() }
    }

    /// Counts coefficients that were computed.
    pub fn spend(&self, coefficients: usize) {
        self.spent.set(self.spent.get().saturating_add(coefficients as u64));
    }

    /// Whether more was computed than may be.
    pub fn is_used_up(&self) -> bool {
        self.most.is_some_and(|most| self.spent.get() > most)
    }
}
