//! What the process holds in memory, as the system reports it.

use std::fs;

/// Bytes of the process that are in memory and no part of a file; `None` where the system does not say.
pub fn bytes() -> Option<usize> {
    // Linux only; everywhere else there is no such file.
    own(&fs::read_to_string("/proc/self/status").ok()?)
}

/// The line `RssAnon: <number> kB`.
fn own(status: &str) -> Option<usize> {
    let amount = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    let kibibytes: usize = amount.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_found() {
        assert_eq!(own("VmRSS:\t    2048 kB\nRssAnon:\t     512 kB\nRssFile:\t 9 kB\n"), Some(512 << 10));
        assert_eq!(own("VmRSS:\t 2048 kB\n"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_is_touched_is_held() {
        let touched = vec![1u8; 64 << 20];
        let before = bytes().unwrap();
        assert!(before >= touched.len());
    }
}
