//! Ctrl-C, and any other signal to end: the first asks to stop and to say what is known, the second ends the program at
//! once.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

use variscope::source::writing::unfinished;

use super::watchdog;

/// What shells report for a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Raised by the first Ctrl-C; none where signals cannot be caught. Until it is asked for, Ctrl-C ends the program.
///
/// Searches look at it all the time, and say what they know. Whatever does not look at it within a second is ended.
pub fn flag() -> Option<Arc<AtomicBool>> {
    // A signal is about the whole process, and so is its flag.
    static FLAG: OnceLock<Option<Arc<AtomicBool>>> = OnceLock::new();
    FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&flag);
        ctrlc::set_handler(move || stop(&raised)).ok().map(|()| flag)
    })
    .clone()
}

/// Whether Ctrl-C was pressed.
pub fn is_raised() -> bool {
    flag().is_some_and(|flag| flag.load(Ordering::Relaxed))
}

#[expect(clippy::exit, reason = "the second signal ends the program at once")]
fn stop(flag: &AtomicBool) {
    if flag.swap(true, Ordering::Relaxed) {
        unfinished::remove();
        process::exit(INTERRUPTED);
    }
    thread::spawn(|| {
        thread::sleep(watchdog::LEAST_GRACE);
        watchdog::abandon();
    });
}
