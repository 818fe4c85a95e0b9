//! Steps that are left, as those who take them count.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::Interrupted;

/// Steps for a search, and more to look through what it found.
#[derive(Debug)]
pub(super) struct Work {
    left: AtomicU64,
    late: AtomicU64,
}

impl Work {
    /// So many steps, and a quarter of them for what is still to be done when they are used up.
    pub(super) fn new(steps: u64) -> Self {
        Self { left: AtomicU64::new(steps), late: AtomicU64::new(steps / 4) }
    }

    /// How many are left for a search.
    pub(super) fn left(&self) -> u64 {
        self.left.load(Ordering::Relaxed)
    }

    /// Whether none is left for a search.
    pub(super) fn is_done(&self) -> bool {
        self.left() == 0
    }

    /// Takes so many, or as many as are left.
    pub(super) fn spend(&self, steps: u64) -> Result<(), Interrupted> {
        take(&self.left, steps)
    }

    /// [`Work::spend`], and from what is for looking through what was found when nothing else is left.
    pub(super) fn spend_late(&self, steps: u64) -> Result<(), Interrupted> {
        self.spend(steps).or_else(|Interrupted| take(&self.late, steps))
    }
}

fn take(left: &AtomicU64, steps: u64) -> Result<(), Interrupted> {
    let taken = |left: u64| (left > 0).then(|| left.saturating_sub(steps));
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).map_err(|_| Interrupted).map(|_| ())
}
