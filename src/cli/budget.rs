//! What limits an answer: `--timeout`, `--memory`, `--steps`, Ctrl-C.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use variscope_encoder::Budget;

use super::arguments::{Scope, Work};
use super::{interrupt, progress, watchdog};

/// How long an answer may be searched for, and how much that may hold; the first Ctrl-C ends it too. The call is watched
/// from now on.
pub fn budget(scope: &Scope) -> Budget {
    watched(scope.timeout, scope.memory, scope.work)
}

/// So much time and so many bytes, where that is said; the first Ctrl-C ends it too.
///
/// When the time is up, what is known by then may be looked through for half of the [grace](watchdog::grace).
pub fn watched(time: Option<Duration>, bytes: Option<usize>, work: Work) -> Budget {
    let budget = limited(within(time, bytes), work);
    // Calls that go on after an answer look at this for the last one.
    *last() = Some(budget.clone());
    watchdog::watch(&budget, time);
    match time {
        Some(time) => budget.with_extension(time.saturating_add(watchdog::grace(time) / 2)),
        None => budget,
    }
}

/// So much work, and nothing else.
pub fn worked(work: Work) -> Budget {
    let budget = limited(Budget::unlimited(), work);
    *last() = Some(budget.clone());
    budget
}

/// So much time and so many bytes, where that is said, for one of several answers; the first Ctrl-C ends it too.
pub fn within(time: Option<Duration>, bytes: Option<usize>) -> Budget {
    let mut budget = Budget::unlimited().with_progress(progress::steps());
    if let Some(flag) = interrupt::flag() {
        budget = budget.with_interrupt(flag);
    }
    if let Some(bytes) = bytes {
        budget = budget.with_memory(bytes);
    }
    if let Some(time) = time {
        budget = budget.with_time(time);
    }
    budget
}

/// Steps for an answer if nothing is said: many minutes of them.
const STEPS: u64 = 500_000_000_000;

/// Limits a budget to the steps that are allowed.
fn limited(budget: Budget, work: Work) -> Budget {
    if work.no_limit { budget } else { budget.with_steps(work.steps.unwrap_or(STEPS)) }
}

static LAST: Mutex<Option<Budget>> = Mutex::new(None);

fn last() -> MutexGuard<'static, Option<Budget>> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the last answer stopped because so much was done for it.
pub fn are_steps_exhausted() -> bool {
    last().as_ref().is_some_and(Budget::are_steps_exhausted)
}

/// How many bytes might be held where the last answer stopped because more were.
pub fn exhausted_memory() -> Option<usize> {
    last().as_ref().filter(|budget| budget.was_memory_exhausted()).and_then(Budget::memory_limit)
}

/// Units of times in seconds, the longest first.
static TIMES: &[(&str, f64)] = &[("min", 60.0), ("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];

/// A time such as `20s`; a number alone means seconds.
pub fn time(text: &str) -> Result<Duration, String> {
    let malformed = || format!("`{text}` is no time; write, for example, 20s");
    let number = number_of(text, TIMES).ok_or_else(malformed)?;
    Duration::try_from_secs_f64(number).map_err(|_| malformed())
}

/// Units of steps.
static COUNTS: &[(&str, f64)] = &[("k", 1e3), ("m", 1e6), ("g", 1e9), ("t", 1e12), ("", 1.0)];

/// A number of steps such as `20G`.
pub fn steps(text: &str) -> Result<u64, String> {
    let malformed = || format!("`{text}` is no number of steps; write, for example, 20G");
    let number = number_of(text, COUNTS).ok_or_else(malformed)?;
    if !(0.0..1e19).contains(&number) {
        return Err(malformed());
    }
    #[expect(clippy::cast_sign_loss, reason = "it was found to be no less than zero")]
    Ok(number as u64)
}

/// A number in the first unit that it ends with.
fn number_of(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let lower = text.trim().to_ascii_lowercase();
    let (number, factor) = units.iter().find_map(|&(unit, factor)| Some((lower.strip_suffix(unit)?, factor)))?;
    Some(number.trim().parse::<f64>().ok()? * factor)
}

/// Units of sizes, the longest first.
static SIZES: &[(&str, f64)] = &[
    ("kib", 1024.0),
    ("mib", 1024.0 * 1024.0),
    ("gib", 1024.0 * 1024.0 * 1024.0),
    ("kb", 1e3),
    ("mb", 1e6),
    ("gb", 1e9),
    ("b", 1.0),
    ("k", 1024.0),
    ("m", 1024.0 * 1024.0),
    ("g", 1024.0 * 1024.0 * 1024.0),
    ("", 1.0),
];

/// A number of bytes such as `512MiB`.
pub fn size(text: &str) -> Result<usize, String> {
    let malformed = || format!("`{text}` is no size; write, for example, 512MiB");
    let bytes = number_of(text, SIZES).ok_or_else(malformed)?;
    // Up to 2^53 every whole number is exact.
    if !(1.0..=9_007_199_254_740_992.0).contains(&bytes) {
        return Err(malformed());
    }
    #[expect(clippy::cast_sign_loss, reason = "it was found to be positive")]
    Ok(bytes as usize)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{size, steps, time};

    #[test]
    fn times_have_units() {
        assert_eq!(time("2.5"), Ok(Duration::from_millis(2500)));
        assert_eq!(time("0"), Ok(Duration::ZERO));
        assert_eq!(time("20s"), Ok(Duration::from_secs(20)));
        assert_eq!(time("300 ms"), Ok(Duration::from_millis(300)));
        assert_eq!(time("2min"), time("2m"));
        assert_eq!(time("1h"), Ok(Duration::from_secs(3600)));
        for malformed in ["", "s", "-1", "nan", "inf", "1e400", "5 minutes"] {
            assert!(time(malformed).is_err(), "{malformed}");
        }
    }

    #[test]
    fn steps_have_units() {
        assert_eq!(steps("20G"), Ok(20_000_000_000));
        assert_eq!((steps("1.5k"), steps("0")), (Ok(1500), Ok(0)));
        for malformed in ["", "G", "-1", "nan", "inf", "1e30", "20 GiB"] {
            assert!(steps(malformed).is_err(), "{malformed}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("1.5 KiB"), Ok(1536));
        assert_eq!(size("2g"), Ok(2 << 30));
        assert_eq!(size("3MB"), Ok(3_000_000));
        for malformed in ["", "MiB", "-1", "0", "1TiB", "nan", "1e400", "12 potatoes"] {
            assert!(size(malformed).is_err(), "{malformed}");
        }
    }
}
