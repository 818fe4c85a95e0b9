//! The threads of a guard: one looks at the budget and ends the call, one measures what the process holds.

use std::io::{self, Write};
use std::process;
use std::thread;
use std::time::{Duration, Instant};

use variscope::source::writing::unfinished;
use variscope_encoder::Budget;

use super::super::status::Status;
use super::super::{interrupt, output, pages, resident};
use super::{Call, GRACE, Limits, Stage, Words, state};

/// Between two looks at the budget.
const TICK: Duration = Duration::from_millis(2);

/// How long a call may take in any case.
const LEAST_GRACE: Duration = Duration::from_millis(4);

/// Bytes that a system takes back in a millisecond, when the process ends; and in large pages.
const GIVEN_BACK: usize = 6 << 20;
const GIVEN_BACK_IN_LARGE_PAGES: usize = 10 << 20;

/// Ends the call when it does not end by itself: soon after a signal or too much memory; and when its time is up, so early
/// that the process is gone soon after.
pub(super) fn watch(limits: &Limits, call: Call) {
    let soon = || Instant::now() + GRACE.saturating_sub(giving_back()).max(LEAST_GRACE);
    // When it has to be over because of its memory, some of which may be given back meanwhile.
    let mut full = None;
    loop {
        if interrupt::is_raised() {
            state().end.get_or_insert_with(soon);
        } else if full.is_none() && limits.whole.check().is_err() && !is_late(&limits.whole) {
            full = Some(soon());
        }
        let time = limits.whole.deadline().map(|deadline| match limits.search.check() {
            Ok(()) => deadline + GRACE,
            // A process that holds much has to begin with it before its time is up.
            Err(_) => (deadline + GRACE).checked_sub(giving_back()).unwrap_or(deadline),
        });
        if full.is_some_and(|full| full <= Instant::now()) {
            limits.whole.give_up_memory();
        }
        if !goes_on([full, time].into_iter().flatten().min(), call) {
            return;
        }
        thread::sleep(TICK);
    }
}

/// Ends the call if it has to be over by now, because of a signal or of its own limits; whether it is still to be watched.
fn goes_on(own: Option<Instant>, call: Call) -> bool {
    let mut state = state();
    if state.is_ending || call.is_over(&state) {
        return false;
    }
    let own = own.filter(|_| state.reach.is_budget());
    state.due = [own, state.end].into_iter().flatten().min();
    let last = if state.stage == Stage::Answering { state.end } else { state.due };
    if last.is_none_or(|last| Instant::now() < last) {
        return true;
    }
    state.is_ending = true;
    let (stage, words) = (state.stage, state.last_words.take());
    drop(state);
    end(stage, words)
}

fn is_late(budget: &Budget) -> bool {
    budget.deadline().is_some_and(|deadline| Instant::now() >= deadline)
}

/// How long the system takes to take back what the process holds, as far as that is known.
fn giving_back() -> Duration {
    let rate = if pages::are_large() { GIVEN_BACK_IN_LARGE_PAGES } else { GIVEN_BACK };
    Duration::from_millis(resident::bytes().map_or(0, |bytes| bytes / rate) as u64)
}

#[expect(clippy::exit, reason = "what is under way does not end by itself")]
fn end(stage: Stage, words: Option<Words>) -> ! {
    let (file, text) = words.map(|words| (words.file, (words.make)())).unwrap_or_default();
    let message = match stage {
        Stage::Asking if text.is_empty() => "stopped before the answer was known\n",
        Stage::Asking => "stopped: this is what was known by then\n",
        Stage::Answering => "stopped while the answer was written\n",
        Stage::Adding => "stopped: the answer is there, but not what was asked for beside it\n",
    };
    // What cannot be written leaves nobody to tell.
    if !text.is_empty() {
        let _ = output::place(&text, file.as_deref());
    }
    let _ = io::stderr().write_all(message.as_bytes());
    unfinished::remove();
    process::exit(i32::from(Status::Undecided as u8));
}

/// Tells again and again what the process holds, where that can be known, until a later call is measured.
pub(super) fn measure(budget: &Budget, call: Call) {
    while let Some(bytes) = resident::bytes() {
        budget.measured(bytes);
        thread::sleep(TICK);
        if call.is_over(&state()) {
            return;
        }
    }
}
