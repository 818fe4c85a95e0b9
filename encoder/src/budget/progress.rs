//! The progress of long work, for display.

use std::sync::atomic::{AtomicU64, Ordering};

/// Steps of some kind: those that are done, and how many there are.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    /// Zero when unknown.
    total: AtomicU64,
}

impl Progress {
    /// So many steps are done.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// So many steps there are, when that is known.
    pub fn total(&self) -> Option<u64> {
        Some(self.total.load(Ordering::Relaxed)).filter(|&total| total > 0)
    }

    /// Starts anew.
    pub(super) fn begin(&self, total: Option<u64>) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total.unwrap_or(0), Ordering::Relaxed);
    }

    pub(super) fn advance(&self, steps: u64) {
        self.done.fetch_add(steps, Ordering::Relaxed);
    }
}
