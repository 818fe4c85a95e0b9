//! The end of a call that does not end by itself.
//!
//! Searches look at their budget, stop, and say what they know. Reading a file, preparing clauses and putting an answer
//! together do not always look. The watchdog waits for them, but not forever: [`grace`] after the deadline, or once the
//! process holds a tenth more than it may, it ends the process with the status of an undecided answer, and with the document
//! that was left for this case. It is off once the answer is being written: a slow reader may take the time.

use std::io::{self, Write};
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use variscope::source::writing::unfinished;
use variscope_encoder::Budget;

use super::exit_status::ExitStatus;
use super::process_memory;

/// Between two looks at the clock and at the memory.
const TICK: Duration = Duration::from_millis(5);

/// What a call has at least to end by itself; programs that are built for debugging are slow.
pub const LEAST_GRACE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 3 } else { 1 });

/// Whether calls are ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WatchdogState {
    /// The watchdog ends a call whose time or memory is used up.
    Watching,
    /// The answer is being written.
    AnswerStarted,
    /// The process goes on after the call.
    Disabled,
}

static STATE: Mutex<WatchdogState> = Mutex::new(WatchdogState::Watching);

/// How long a call with so much time may take to end by itself when that is up: a tenth of it, a second at least.
pub fn grace(time: Duration) -> Duration {
    (time / 10).max(LEAST_GRACE)
}

/// Watches what happens under this budget, whose time is as given, and reports to it what the process holds.
///
/// In a process that goes on after its calls, nothing: those end by their budgets alone.
pub fn watch(budget: &Budget, time: Option<Duration>) {
    let end = time.and_then(|time| Instant::now().checked_add(time + grace(time)));
    let most = budget.memory_limit().map(|limit| limit.saturating_add(limit / 10));
    if *state() == WatchdogState::Disabled || (end.is_none() && most.is_none()) {
        return;
    }
    let budget = budget.clone();
    thread::spawn(move || {
        loop {
            let held = most.and_then(|_| process_memory::bytes());
            held.iter().for_each(|&bytes| budget.measured(bytes));
            let is_full = held.zip(most).is_some_and(|(held, most)| held > most);
            let is_late = end.is_some_and(|end| Instant::now() >= end);
            let state = state();
            if *state == WatchdogState::Watching && (is_full || is_late) {
                // The state stays locked: no answer begins to be written now.
                exit_with_fallback(*state);
            }
            drop(state);
            thread::sleep(TICK);
        }
    });
}

/// The answer is about to be written, which is not cut short.
pub fn answer_started() {
    let mut state = state();
    if *state == WatchdogState::Watching {
        *state = WatchdogState::AnswerStarted;
    }
}

/// From now on no call is ended: the process goes on after them.
pub fn disable() {
    *state() = WatchdogState::Disabled;
}

/// Writes the output for programs where the call is ended.
type FallbackAnswer = Box<dyn FnOnce() + Send>;

static FALLBACK_ANSWER: Mutex<Option<FallbackAnswer>> = Mutex::new(None);

/// Leaves what is to be written where the call is ended before it begins to write its answer.
pub fn set_fallback_answer(answer: impl FnOnce() + Send + 'static) {
    *FALLBACK_ANSWER.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(answer));
}

/// Ends the process: nothing is known that could be said but what was left for this case, and nothing that is unfinished stays.
pub fn abandon() -> ! {
    // No answer begins to be written now.
    let held = state();
    exit_with_fallback(*held)
}

#[expect(clippy::exit, reason = "what is under way does not end by itself")]
fn exit_with_fallback(state: WatchdogState) -> ! {
    let answer = FALLBACK_ANSWER.lock().unwrap_or_else(PoisonError::into_inner).take();
    // An answer that is being written is none to write another into.
    answer.into_iter().filter(|_| state == WatchdogState::Watching).for_each(|answer| answer());
    // Errors of writing are ignored: there is nowhere else to report them.
    let _ = io::stderr().write_all(b"stopped before the answer was known\n");
    unfinished::remove();
    process::exit(i32::from(ExitStatus::Undecided as u8))
}

/// A poisoned lock is recovered: a panic changes nothing in it.
fn state() -> MutexGuard<'static, WatchdogState> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}
