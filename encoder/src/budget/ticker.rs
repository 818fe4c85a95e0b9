//! Looks at the budget once in a while.

use crate::{Budget, Interrupted};

/// Steps of some nanoseconds between two looks.
const STEPS: usize = 1 << 16;

/// Counts the steps of a long loop, and looks at the budget when enough have gone by.
pub(crate) struct Ticker<'a> {
    budget: &'a Budget,
    steps: usize,
    /// Until the last look.
    before: usize,
}

impl<'a> Ticker<'a> {
    /// A ticker that looks at `budget`.
    pub(crate) fn new(budget: &'a Budget) -> Self {
        Self { budget, steps: 0, before: 0 }
    }

    /// Goes on after so many `steps`, or stops with `?`.
    #[inline]
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Interrupted> {
        self.steps += steps;
        if self.steps < STEPS {
            return Ok(());
        }
        let steps = std::mem::take(&mut self.steps);
        self.before += steps;
        self.budget.spend(steps as u64)
    }

    /// All steps so far.
    pub(crate) fn spent(&self) -> usize {
        self.before + self.steps
    }
}
