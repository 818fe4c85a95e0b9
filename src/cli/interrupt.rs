//! Ctrl-C, and any other signal to end: the first asks to stop and to tell what is known, the second ends the program at
//! once.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use variscope::source::writing::unfinished;

/// What shells report for a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Raised by the first Ctrl-C; none where signals cannot be caught. Until it is asked for, Ctrl-C ends the program.
///
/// The solver looks at it whenever it has learned a few clauses. Whatever does not look at it soon is ended by its guard;
/// where there is none, that is what the second Ctrl-C is for.
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

#[expect(clippy::exit, reason = "nobody waits for an answer any more")]
fn stop(flag: &AtomicBool) {
    if flag.swap(true, Ordering::Relaxed) {
        unfinished::remove();
        process::exit(INTERRUPTED);
    }
}
