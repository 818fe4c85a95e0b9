//! The end of a call that does not end by itself soon after its budget.
//!
//! Searches look at their budget, stop, and tell what they know. What comes before and after them (reading, preparing,
//! putting an answer together) does not always look. A call under guard ends soon after its budget in any case, with the
//! status of an incomplete answer; what it would say then can be left here beforehand. Invariant: either the call writes
//! its answer, or the guard ends it; never both.

use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use variscope_encoder::Budget;

use super::status::Status;
use super::{resident, unfinished};

/// Between two looks at the budget.
const TICK: Duration = Duration::from_millis(3);

/// How long a call that holds little may take to end by itself; programs that are built for debugging are slow.
const GRACE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2000 } else { 28 });

/// What is said beside last words.
const KNOWN: &str = "stopped: this is what was known by then\n";

/// How long a call may take in any case.
const LEAST_GRACE: Duration = Duration::from_millis(6);

/// Bytes that a system takes back in a millisecond, when the process ends.
const GIVEN_BACK: usize = 6 << 20;

/// What guards and calls know of each other.
struct State {
    /// How many times calls were released; each guard looks whether its call was.
    released: u64,
    is_ending: bool,
    /// What the call says when it is ended.
    last_words: String,
}

static STATE: Mutex<State> = Mutex::new(State { released: 0, is_ending: false, last_words: String::new() });

/// Whether this process outlives its calls.
static IS_LASTING: AtomicBool = AtomicBool::new(false);

/// What a call may take, and the part of it in which it searches.
#[derive(Clone)]
pub struct Limits {
    pub whole: Budget,
    pub search: Budget,
}

/// Guards what happens under these limits, until it is released; and measures what the process holds, if that is limited.
pub fn over(limits: &Limits) {
    if is_lasting() {
        return;
    }
    let (watched, number) = (limits.clone(), state().released);
    thread::spawn(move || watch(&watched, number));
    if limits.whole.memory_limit().is_some() {
        let budget = limits.whole.clone();
        thread::spawn(move || measure(&budget));
    }
}

/// Lets the calls under guard take their time: an answer is there, or what is known is worth waiting for.
pub fn release() {
    let mut state = state();
    if state.is_ending {
        drop(state);
        // Nothing that comes now is heard any more.
        loop {
            thread::park();
        }
    }
    state.released += 1;
    state.last_words.clear();
}

/// What the call under guard says should it be ended; this goes to stdout.
pub fn last_words(words: String) {
    state().last_words = words;
}

/// From now on, calls take their time, and the process goes on after them.
pub fn last() {
    IS_LASTING.store(true, Ordering::Relaxed);
}

/// Gives up something large: a process that ends anyway need not take it apart.
pub fn leave<T>(value: T) {
    if is_lasting() {
        drop(value);
    } else {
        std::mem::forget(value);
    }
}

/// Whether the process goes on after its calls.
pub fn is_lasting() -> bool {
    IS_LASTING.load(Ordering::Relaxed)
}

/// Whoever panics here holds nothing that is half done.
fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the call when it does not end by itself: soon after a signal or too much memory; and when its time is up, so early
/// that the process is gone soon after.
fn watch(limits: &Limits, number: u64) {
    let Limits { whole, search } = limits;
    let is_released_while = |goes_on: &dyn Fn() -> bool| {
        while goes_on() {
            if state().released != number {
                return true;
            }
            thread::sleep(TICK);
        }
        false
    };
    let has_time = || whole.deadline().is_some_and(|deadline| Instant::now() + giving_back() < deadline + GRACE);
    if is_released_while(&|| search.check().is_ok()) || is_released_while(&|| whole.check().is_ok() && has_time()) {
        return;
    }
    if whole.check().is_err() || whole.deadline().is_none() {
        thread::sleep(GRACE.saturating_sub(giving_back()).max(LEAST_GRACE));
    }
    let mut state = state();
    if state.released == number && !state.is_ending {
        state.is_ending = true;
        let words = std::mem::take(&mut state.last_words);
        drop(state);
        end(&words);
    }
}

/// How long the system takes to take back what the process holds, as far as that is known.
fn giving_back() -> Duration {
    Duration::from_millis(resident::bytes().map_or(0, |bytes| bytes / GIVEN_BACK) as u64)
}

#[expect(clippy::exit, reason = "what is under way does not end by itself")]
fn end(words: &str) {
    // Closed streams leave nobody to tell.
    let _ = io::stdout().write_all(words.as_bytes()).and_then(|()| io::stdout().flush());
    let message = if words.is_empty() { "stopped before the answer was known\n" } else { KNOWN };
    let _ = io::stderr().write_all(message.as_bytes());
    unfinished::remove();
    process::exit(i32::from(Status::Undecided as u8));
}

/// Tells again and again what the process holds, where that can be known.
fn measure(budget: &Budget) {
    while let Some(bytes) = resident::bytes() {
        budget.measured(bytes);
        thread::sleep(TICK);
    }
}
