//! Large pages for large files.
//!
//! Systems give and take memory page by page. A process that holds half a gigabyte in pages of 4 KiB is gone some 50 ms
//! after it has ended; in pages of 2 MiB, a few. The C library of GNU asks Linux for such pages when its surroundings say
//! so at the start of the process (`glibc.malloc.hugetlb`, since 2.35), which is why it is started anew in its own
//! place: before anything is read, with the same arguments, and only where that is worth its millisecond.

use std::env;
use std::ffi::OsString;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
use std::{fs, os::unix::process::CommandExt, path::Path, process::Command};

/// What the library is told by.
const TUNABLES: &str = "GLIBC_TUNABLES";

/// What is asked for, as often as the program was started for it.
const LARGE_PAGES: &str = "glibc.malloc.hugetlb=1";

/// Some versions of the library (2.36 is one) compare what Linux says of its pages without the end of the text, so that
/// the wish is lost in about half of all starts. In one of so many it is heard.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const STARTS: usize = 12;

/// Files of feature models, and of templates, that are larger than this are read into large pages.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE_MODEL: u64 = 1 << 20;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE_TEMPLATE: u64 = 8 << 20;

/// What looks at one variant only, holds little and takes less time than asking for pages is worth.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MODEST: &str = "resolve";

/// Starts the program anew if one of the arguments names a large file; comes back if not, or if that is not possible.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn enlarge(arguments: &[OsString]) {
    let is_large = |argument: &OsString| {
        let path = Path::new(argument);
        let least = if super::feature_model::is_model(path) { LARGE_MODEL } else { LARGE_TEMPLATE };
        path.metadata().is_ok_and(|file| file.is_file() && file.len() > least)
    };
    // What somebody else wants of the library stays as it is.
    let Some(starts) = starts() else { return };
    let is_heard = starts > 0 && (!are_on_request() || is_advised());
    let is_modest = arguments.get(1).is_some_and(|command| command == MODEST);
    if is_heard || is_modest || starts == STARTS || !arguments.iter().skip(1).any(is_large) {
        return;
    }
    if let (Some((name, rest)), Ok(program)) = (arguments.split_first(), env::current_exe()) {
        let wish = vec![LARGE_PAGES; starts + 1].join(":");
        // It only comes back with an error, and then all goes on as it is.
        let _ = Command::new(program).arg0(name).args(rest).env(TUNABLES, wish).exec();
    }
}

/// Elsewhere nothing is known to ask for.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn enlarge(_: &[OsString]) {}

/// How often the program has been started for large pages; `None` when the library is told something else.
fn starts() -> Option<usize> {
    let Some(wishes) = env::var_os(TUNABLES) else { return Some(0) };
    let mut wishes = wishes.to_str()?.split(':');
    wishes.try_fold(0, |starts, wish| (wish == LARGE_PAGES).then_some(starts + 1))
}

/// Whether Linux gives large pages to those who ask for them only.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn are_on_request() -> bool {
    fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").is_ok_and(|modes| modes.contains("[madvise]"))
}

/// Whether large pages have been asked for, for some memory of this process (`hg` among its flags, proc(5)).
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn is_advised() -> bool {
    let Ok(mappings) = fs::read_to_string("/proc/self/smaps") else { return false };
    let mut flags = mappings.lines().filter_map(|line| line.strip_prefix("VmFlags:"));
    flags.any(|flags| flags.split_whitespace().any(|flag| flag == "hg"))
}

/// Whether large pages were asked for.
pub fn are_large() -> bool {
    starts().is_some_and(|starts| starts > 0)
}
