//! What limits an answer: `--timeout`, `--memory`, `--steps`, Ctrl-C.

use std::sync::Mutex;
use std::time::Duration;

use variscope::source::locked;
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
    *locked(&LAST) = Some(budget.clone());
    watchdog::watch(&budget, time);
    match time {
        Some(time) => budget.with_extension(time.saturating_add(watchdog::grace(time) / 2)),
        None => budget,
    }
}

/// So much work, and nothing else.
pub fn worked(work: Work) -> Budget {
    let budget = limited(Budget::unlimited(), work);
    *locked(&LAST) = Some(budget.clone());
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

/// Whether the last answer stopped because so much was done for it.
pub fn are_steps_exhausted() -> bool {
    locked(&LAST).as_ref().is_some_and(Budget::are_steps_exhausted)
}

/// Whether a circuit for the last answer became larger than circuits may be where no memory is given.
pub fn was_circuit_full() -> bool {
    locked(&LAST).as_ref().is_some_and(|budget| budget.was_circuit_full() && budget.memory_limit().is_none())
}

/// How many bytes might be held where the last answer stopped because more were.
pub fn exhausted_memory() -> Option<usize> {
    locked(&LAST).as_ref().filter(|budget| budget.was_memory_exhausted()).and_then(Budget::memory_limit)
}
