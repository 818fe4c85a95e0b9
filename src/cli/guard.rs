//! The end of a call that does not look at its budget in time.
//!
//! Searches stop by themselves and tell what they know. Reading a large file, or preparing a search, does not always look;
//! nothing is known then anyway. A call under guard ends soon after its budget, with the status of an incomplete answer.

use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use variscope_encoder::Budget;

use super::status::Status;

/// Between two looks at the budget.
const TICK: Duration = Duration::from_millis(4);

/// How long a call may take to end by itself.
const GRACE: Duration = Duration::from_millis(16);

/// How many guards have been released; each looks whether it is one of them.
static RELEASED: AtomicU64 = AtomicU64::new(0);

/// Whether this process outlives its calls.
static IS_LASTING: AtomicBool = AtomicBool::new(false);

/// Guards a call until it is dropped or all guards are released.
pub struct Guard;

impl Guard {
    /// Guards what happens under this budget.
    pub fn over(budget: &Budget) -> Self {
        if !IS_LASTING.load(Ordering::Relaxed) {
            let (budget, number) = (budget.clone(), RELEASED.load(Ordering::SeqCst));
            thread::spawn(move || watch(&budget, number));
        }
        Self
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        release();
    }
}

/// Lets the calls under guard take their time: an answer is there, or what is known is worth waiting for.
pub fn release() {
    RELEASED.fetch_add(1, Ordering::SeqCst);
}

/// From now on, calls take their time, and the process goes on after them.
pub fn last() {
    IS_LASTING.store(true, Ordering::Relaxed);
}

#[expect(clippy::exit, reason = "what is under way does not end by itself")]
fn watch(budget: &Budget, number: u64) {
    let is_released = || RELEASED.load(Ordering::SeqCst) != number;
    while budget.check().is_ok() {
        if is_released() {
            return;
        }
        thread::sleep(TICK);
    }
    thread::sleep(GRACE);
    if !is_released() {
        // A closed stderr leaves nobody to tell.
        let _ = io::stderr().write_all(b"stopped before the answer was known\n");
        process::exit(i32::from(Status::Undecided as u8));
    }
}
