//! Exit statuses.

use std::process::ExitCode;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// All is well.
    Fine = 0,
    /// There is something to report: a test failed.
    Findings = 1,
    /// The arguments are invalid.
    Usage = 2,
    /// Template or configuration are broken, or there is no variant; nothing was written, but by `report`.
    Broken = 3,
    /// The answer is incomplete.
    Undecided = 4,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status as u8)
    }
}
