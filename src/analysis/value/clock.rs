//! The current date: fixed once per run, and what a configuration may say in its place.

use std::time::{SystemTime, UNIX_EPOCH};

use super::Instant;

/// The name under which a configuration says which day of the week it is. It is not declared: where it has no value, the
/// clock says the day when one configuration is resolved, and each of [`WEEKDAYS`] is looked at in questions about all of
/// them. An input that is declared with this name decides the day.
pub const WEEKDAY: &str = "@weekday";

/// The days of the week, as `weekday` names them.
pub const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_a_week_has_a_name() {
        // Day 4 of the epoch was a Monday.
        let day = |number: i64| Instant::from_epoch((4 + number) * 86_400_000).unwrap().weekday();
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(day), WEEKDAYS);
    }
}
