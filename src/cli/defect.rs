//! What is said, and how the program ends, where it meets a mistake of its own.
//!
//! Servers catch what goes wrong in an answer and go on: for them it is the sentence alone.

use std::any::Any;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::process::ExitCode;

use variscope::source::printable::printable;

/// What systems take for a mistake inside of a program (`EX_SOFTWARE`).
const DEFECT: u8 = 70;

/// Runs the program. A mistake of its own is one sentence, and a status.
pub fn guarded(run: impl FnOnce() -> ExitCode) -> ExitCode {
    panic::set_hook(Box::new(report_panic));
    ended(run)
}

/// How the program ends.
fn ended(run: impl FnOnce() -> ExitCode) -> ExitCode {
    panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or(ExitCode::from(DEFECT))
}

fn report_panic(info: &PanicHookInfo<'_>) {
    let place = info.location().map(ToString::to_string);
    // Errors of writing are ignored: there is nowhere else to report them.
    let _ = io::stderr().write_all(sentence(info.payload(), place.as_deref()).as_bytes());
    // `RUST_BACKTRACE` shows the calls.
    let backtrace = Backtrace::capture();
    if backtrace.status() == BacktraceStatus::Captured {
        let _ = writeln!(io::stderr(), "{backtrace}");
    }
}

fn sentence(payload: &dyn Any, place: Option<&str>) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason is given");
    format!(
        "internal error in variscope {}: {} ({}); this is a mistake of the program, please report it with the files that show it: \
         {}/issues\n",
        env!("VARISCOPE_VERSION"),
        printable(text),
        place.unwrap_or("somewhere"),
        env!("CARGO_PKG_REPOSITORY"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_a_sentence() {
        let expected = format!("internal error in variscope {}: a\\nb (src/x.rs:1:2); this", env!("VARISCOPE_VERSION"));
        let text = sentence(&"a\nb", Some("src/x.rs:1:2"));
        assert!(text.starts_with(&expected) && text.ends_with("/issues\n") && text.lines().count() == 1, "{text}");
        assert!(sentence(&String::from("c"), None).contains(": c (somewhere);"));
        assert!(sentence(&0_u8, None).contains("no reason is given"));
    }

    #[test]
    fn a_mistake_is_a_status() {
        assert_eq!(ended(|| ExitCode::from(3)), ExitCode::from(3));
        assert_eq!(ended(|| panic!("meant")), ExitCode::from(DEFECT));
    }
}
