//! The end of a call that does not end by itself.
//!
//! Searches look at their budget, stop, and say what they know. Reading a file, preparing clauses and putting an answer
//! together do not always look. The watchdog waits for them, but not forever: [`grace`] after the deadline, or once the
//! process holds a tenth and [`SLACK`] more than it may, it ends the process with the status of an undecided answer, and with
//! the document that was left for this case. It is off once the answer is being written: a slow reader may take the time.

use std::io::{self, Write};
use std::process;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use variscope::source::locked;
use variscope::source::writing::unfinished;
use variscope_encoder::Budget;

use super::exit_status::ExitStatus;
use super::process_memory;

/// Between two looks at the clock and at the memory.
const TICK: Duration = Duration::from_millis(5);

/// What the process may hold beyond a tenth more than it may: between two looks of a search, what it keeps can grow by as much.
const SLACK: usize = 16 << 20;

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

/// How much a process may hold at most that is to hold so much: a search that holds more has to see that, and to end by itself.
fn most(limit: usize) -> usize {
    limit.saturating_add(limit / 10 + SLACK)
}

/// Watches what happens under this budget, whose time is as given, and reports to it what the process holds.
///
/// In a process that goes on after its calls, nothing: those end by their budgets alone.
pub fn watch(budget: &Budget, time: Option<Duration>) {
    let end = time.and_then(|time| Instant::now().checked_add(time + grace(time)));
    let most = budget.memory_limit().map(most);
    if *locked(&STATE) == WatchdogState::Disabled || (end.is_none() && most.is_none()) {
        return;
    }
    let budget = budget.clone();
    let measured = move || {
        let held = most.and_then(|_| process_memory::bytes());
        held.iter().for_each(|&bytes| budget.measured(bytes));
        held
    };
    // What the program itself takes counts from the beginning.
    measured();
    thread::spawn(move || {
        loop {
            let held = measured();
            let is_full = held.zip(most).is_some_and(|(held, most)| held > most);
            let is_late = end.is_some_and(|end| Instant::now() >= end);
            let state = locked(&STATE);
            if *state == WatchdogState::Watching && (is_full || is_late) {
                // The state stays locked: no answer begins to be written now.
                exit_with_fallback();
            }
            drop(state);
            thread::sleep(TICK);
        }
    });
}

/// The answer is about to be written, which is not cut short: nothing else is written in its place.
pub fn answer_started() {
    drop(begun());
}

/// An answer begins to be written, so that the watchdog does not end the call any more; returns the fallback answer.
fn begun() -> Option<FallbackAnswer> {
    let mut state = locked(&STATE);
    if *state == WatchdogState::Watching {
        *state = WatchdogState::AnswerStarted;
    }
    locked(&FALLBACK_ANSWER).take()
}

/// From now on no call is ended: the process goes on after them.
pub fn disable() {
    *locked(&STATE) = WatchdogState::Disabled;
}

/// Writes what programs get where a call was stopped before it began to write its answer; how the call ends then.
type FallbackAnswer = Box<dyn FnOnce() -> ExitStatus + Send>;

static FALLBACK_ANSWER: Mutex<Option<FallbackAnswer>> = Mutex::new(None);

/// Leaves what is to be written where the call is stopped before it begins to write its answer.
pub fn set_fallback_answer(answer: impl FnOnce() -> ExitStatus + Send + 'static) {
    *locked(&FALLBACK_ANSWER) = Some(Box::new(answer));
}

/// There is an answer: nothing is written in its place.
pub fn drop_fallback_answer() {
    *locked(&FALLBACK_ANSWER) = None;
}

/// The call has ended with this status. Where it was stopped before it had an answer, the fallback answer is written, and its status
/// returned.
pub fn ended(status: ExitStatus) -> ExitStatus {
    match begun().filter(|_| status == ExitStatus::Undecided) {
        Some(answer) => answer(),
        None => status,
    }
}

/// Writes the fallback answer, removes unfinished files and ends the process.
pub fn abandon() -> ! {
    // No answer begins to be written now.
    let _held = locked(&STATE);
    exit_with_fallback()
}

/// Ends the process. The caller holds the state, so that no answer begins to be written meanwhile.
#[expect(clippy::exit, reason = "what is under way does not end by itself")]
fn exit_with_fallback() -> ! {
    let status = locked(&FALLBACK_ANSWER).take().map_or(ExitStatus::Undecided, |answer| answer());
    // Errors of writing are ignored: there is nowhere else to report them.
    let _ = io::stderr().write_all(b"stopped before the answer was known\n");
    unfinished::remove();
    process::exit(i32::from(status as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_have_room_to_say_what_they_know() {
        assert!(most(64 << 20) >= (64 << 20) + SLACK);
        assert_eq!(most(usize::MAX), usize::MAX);
    }
}
