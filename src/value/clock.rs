//! The current date, fixed once per run.

use std::time::{SystemTime, UNIX_EPOCH};

use super::Instant;

/// The instant that counts as now, so that one run never sees two weekdays.
#[derive(Clone, Debug, PartialEq)]
pub struct Clock {
    now: Instant,
}

impl Clock {
    /// A clock that stands at `now`.
    pub fn fixed(now: Instant) -> Self {
        Self { now }
    }

    /// A clock that stands at the system's time; the epoch when the system's time is before it.
    pub fn system() -> Self {
        let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = i64::try_from(elapsed.as_millis()).ok().and_then(Instant::from_epoch);
        Self::fixed(now.unwrap_or(Instant::EPOCH))
    }

    /// The current instant.
    pub fn now(&self) -> &Instant {
        &self.now
    }
}
