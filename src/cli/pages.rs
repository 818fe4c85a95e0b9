//! Large pages for large models.
//!
//! Systems give and take memory page by page. A process that holds half a gigabyte in pages of 4 KiB is gone some 50 ms
//! after it has ended; in pages of 2 MiB, a few. The C library of GNU asks Linux for such pages when its surroundings say
//! so at the start of the process (`glibc.malloc.hugetlb`, since 2.35), which is why it is started anew, once, in its own
//! place: before anything is read, with the same arguments, and only where that is worth its millisecond.

use std::env;
use std::ffi::OsString;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
use std::{os::unix::process::CommandExt, path::Path, process::Command};

/// What the library is told by.
const TUNABLES: &str = "GLIBC_TUNABLES";

/// What is asked for.
const LARGE_PAGES: &str = "glibc.malloc.hugetlb=1";

/// Files of models that are larger than this are read into large pages.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: u64 = 1 << 20;

/// Starts the program anew if one of the arguments names a large model; comes back if not, or if that is not possible.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn enlarge(arguments: &[OsString]) {
    let is_large = |argument: &OsString| {
        let path = Path::new(argument);
        super::feature_model::is_model(path) && path.metadata().is_ok_and(|file| file.len() > LARGE)
    };
    // What somebody else wants of the library stays as it is.
    if env::var_os(TUNABLES).is_some() || !arguments.iter().skip(1).any(is_large) {
        return;
    }
    if let (Some((name, rest)), Ok(program)) = (arguments.split_first(), env::current_exe()) {
        // It only comes back with an error, and then all goes on as it is.
        let _ = Command::new(program).arg0(name).args(rest).env(TUNABLES, LARGE_PAGES).exec();
    }
}

/// Elsewhere nothing is known to ask for.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn enlarge(_: &[OsString]) {}

/// Whether large pages were asked for.
pub fn are_large() -> bool {
    env::var_os(TUNABLES).is_some_and(|wanted| wanted == LARGE_PAGES)
}
