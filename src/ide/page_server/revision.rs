//! How often the template has changed, and waiting for it to change again.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::source::locked;

/// A number that grows with every change.
#[derive(Debug, Default)]
pub struct Revision {
    number: Mutex<u64>,
    changed: Condvar,
}

impl Revision {
    /// The number by now.
    pub fn now(&self) -> u64 {
        *locked(&self.number)
    }

    /// Something has changed.
    pub fn advance(&self) {
        *locked(&self.number) += 1;
        self.changed.notify_all();
    }

    /// Waits until the number is another than `known`, but not longer than `most`; the number by then.
    pub(super) fn other_than(&self, known: u64, most: Duration) -> u64 {
        let waited = self.changed.wait_timeout_while(locked(&self.number), most, |number| *number == known);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_behind_does_not_wait() {
        let revision = Revision::default();
        revision.advance();
        assert_eq!(revision.other_than(0, Duration::MAX), 1);
        assert_eq!(revision.other_than(1, Duration::ZERO), 1);
    }

    #[test]
    fn changes_wake() {
        let revision = Revision::default();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| revision.other_than(0, Duration::from_secs(60)));
            revision.advance();
            assert_eq!(waiting.join().unwrap(), 1);
        });
    }
}
