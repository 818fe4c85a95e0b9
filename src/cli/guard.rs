//! The end of a call that does not end by itself soon after its budget.
//!
//! Searches look at their budget, stop, and tell what they know. What comes before and after them (reading, preparing,
//! putting an answer together) does not always look. A call under guard ends soon after its budget in any case, with the
//! status of an incomplete answer; what it would say then can be left here beforehand. Invariant: either the call writes
//! its answer, or the guard ends it; never both, unless a signal comes while the answer is being written.

mod pace;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use variscope_encoder::Budget;

pub use pace::Pace;

/// How long a call that holds little may take to end by itself; programs that are built for debugging are slow.
const GRACE: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2000 } else { 24 });

/// What it takes to end an answer properly that may end anywhere.
const CLOSING: Duration = Duration::from_millis(6);

/// What a call may take, and the part of it in which it searches.
#[derive(Clone)]
pub struct Limits {
    pub whole: Budget,
    pub search: Budget,
}

/// What ends calls that do not end by themselves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Their budget, whatever it is that is used up.
    Budget,
    /// A budget that they share, one after the other.
    Shared,
    /// Signals alone: other calls follow, and what was found or done by then is not to be lost.
    Signals,
    /// Nothing: the process goes on after all calls.
    Nothing,
}

/// How far a call has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing is said yet; a call that is ended says its last words.
    Asking,
    /// The answer is being written. Whoever reads slowly may take the time: only signals end the call.
    Answering,
    /// The answer was written, and something that belongs to it is made.
    Adding,
}

/// One of the calls.
#[derive(Clone, Copy)]
struct Call {
    number: u64,
    /// Whether it is over when another one begins.
    has_successors: bool,
}

/// What a call says when it is ended, and where: in a file that is named, else on stdout.
struct Words {
    file: Option<PathBuf>,
    make: Box<dyn FnOnce() -> String + Send>,
}

/// What guards and calls know of each other.
struct State {
    reach: Reach,
    stage: Stage,
    /// How many calls there were.
    calls: u64,
    /// When the call has to be over.
    due: Option<Instant>,
    /// When all calls have to be over, because of a signal.
    end: Option<Instant>,
    is_ending: bool,
    last_words: Option<Words>,
}

static STATE: Mutex<State> = Mutex::new(State {
    reach: Reach::Budget,
    stage: Stage::Asking,
    calls: 0,
    due: None,
    end: None,
    is_ending: false,
    last_words: None,
});

impl Reach {
    fn is_budget(self) -> bool {
        matches!(self, Self::Budget | Self::Shared)
    }
}

impl Call {
    fn is_over(self, state: &State) -> bool {
        self.has_successors && state.calls != self.number
    }
}

/// Guards what happens under these limits; and measures what the process holds, if that is limited.
pub fn over(limits: &Limits) {
    let mut state = here();
    if state.reach == Reach::Nothing {
        return;
    }
    state.calls += 1;
    state.stage = Stage::Asking;
    state.due = limits.whole.deadline().map(|deadline| deadline + GRACE).filter(|_| state.reach.is_budget());
    // Calls within a call, as for the sides of a comparison, do not end it.
    let call = Call { number: state.calls, has_successors: !state.reach.is_budget() };
    drop(state);
    if limits.whole.memory_limit().is_some() {
        let budget = limits.whole.clone();
        thread::spawn(move || watch::measure(&budget, call));
    }
    let limits = limits.clone();
    thread::spawn(move || watch::watch(&limits, call));
}

/// Lets the call take the time that its reader takes: the answer is there.
pub fn release() {
    let mut state = here();
    state.stage = Stage::Answering;
    state.last_words = None;
}

/// What belongs to the answer, should that have been written, is made under guard again.
pub fn resume() {
    let mut state = here();
    if state.stage == Stage::Answering {
        state.stage = Stage::Adding;
    }
}

/// What the call under guard says should it be ended; this goes to the file, or to stdout when none is named, or `-`. It is
/// made by the guard, whatever the call does then.
pub fn last_words(file: Option<&Path>, make: impl FnOnce() -> String + Send + 'static) {
    here().last_words = Some(Words { file: file.map(Path::to_owned), make: Box::new(make) });
}

/// Whether there is time to write more of an answer that may end anywhere.
pub fn has_time() -> bool {
    here().due.is_none_or(|due| Instant::now() + CLOSING < due)
}

/// From now on, so much ends calls; when it is not their budget, the process goes on after them. Calls before are over.
pub fn set_reach(reach: Reach) {
    let mut state = here();
    state.reach = reach;
    state.calls += 1;
}

/// Whether the process goes on after its calls.
pub fn is_lasting() -> bool {
    here().reach != Reach::Budget
}

/// Gives up something large: a process that ends anyway need not take it apart.
pub fn leave<T>(value: T) {
    if is_lasting() {
        drop(value);
    } else {
        std::mem::forget(value);
    }
}

/// Does what must not be left half done. It is short, and asks nothing of the guard.
pub fn undisturbed<T>(act: impl FnOnce() -> T) -> T {
    let _state = here();
    act()
}

/// The state as a call sees it: once the guard has begun to end the call, nothing that it does is heard any more.
fn here() -> MutexGuard<'static, State> {
    let state = state();
    if state.is_ending {
        drop(state);
        loop {
            thread::park();
        }
    }
    state
}

/// Whoever panics here holds nothing that is half done.
fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}
