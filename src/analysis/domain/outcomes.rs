//! What the readers of a group make of a class.

use std::ops::Index;
use std::sync::Arc;

/// One outcome for each reader. Classes of a group share the outcomes: there are few different ones, but as many readers in
/// each class as there are classes, where each of them has a condition of its own.
#[derive(Clone, Debug)]
pub struct Outcomes<S> {
    /// All outcomes of the group, each once.
    known: Arc<[S]>,
    /// By reader.
    numbers: Box<[u32]>,
}

impl<S> Outcomes<S> {
    /// The outcomes with these numbers, by reader.
    pub(super) fn of(known: &Arc<[S]>, numbers: Box<[u32]>) -> Self {
        Self { known: Arc::clone(known), numbers }
    }

    /// The outcome of each reader.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &S> + DoubleEndedIterator {
        self.numbers.iter().map(|&number| &self.known[number as usize])
    }

    /// The outcomes at these places.
    pub(super) fn columns(&self, columns: &[usize]) -> Self {
        Self::of(&self.known, columns.iter().map(|&column| self.numbers[column]).collect())
    }
}

impl<S> From<Vec<S>> for Outcomes<S> {
    fn from(outcomes: Vec<S>) -> Self {
        let numbers = (0..outcomes.len() as u32).collect();
        Self { known: outcomes.into(), numbers }
    }
}

impl<S> Index<usize> for Outcomes<S> {
    type Output = S;

    fn index(&self, reader: usize) -> &S {
        &self.known[self.numbers[reader] as usize]
    }
}
