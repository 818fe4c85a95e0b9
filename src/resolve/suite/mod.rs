//! Variability Tests: cases in folders that say which template, which inputs and which outcome.
//!
//! Comes in: paths. Goes out: a [`Verdict`] for each case. The cases are run in parallel; the order of the verdicts
//! is that of the paths. Nothing is printed. Files are written on request only ([`Mode::Update`]).

mod archive;
mod case;
mod coverage;
mod discovery;
mod draft;
mod mentions;
mod merge;
mod mistakes;
mod names;
mod run;
mod specification;
mod update;
mod verdict;
mod written;

use std::io;
use std::path::PathBuf;

use thiserror::Error as ThisError;

use crate::Error;
use crate::source::printable::printable_path;

pub use case::Case;
pub use coverage::{TemplateCoverage, coverage};
pub use discovery::{FoundCases, discover, discover_through, left_out};
pub use draft::{Draft, template_of};
pub use mentions::Mentions;
pub use names::{TESTS, is_expected_document};
pub use run::{Mode, run_all, run_within};
pub use verdict::{Failure, Outcome, Report, Verdict};

/// Why there is nothing to run.
#[derive(Debug, ThisError)]
pub enum SuiteError {
    /// A folder cannot be read.
    #[error("{}: {_1}", printable_path(_0))]
    Unreadable(PathBuf, #[source] io::Error),
    /// An archive cannot be used.
    #[error(transparent)]
    Archive(#[from] Error),
    /// Nothing at a path looks like a case.
    #[error("{}: no Variability Test here", printable_path(_0))]
    NoCase(PathBuf),
    /// All that may hold cases leads out of what was named.
    #[error(
        "{}: no Variability Test is looked for behind a link that leads out of the folder that was named: name what it leads to, or trust it with `--allow-outside`",
        printable_path(_0)
    )]
    LeadingOut(PathBuf),
    /// All cases at a path are disabled.
    #[error(
        "{}: all Variability Tests here are in folders that end in `---disabled`, which are skipped",
        printable_path(_0)
    )]
    Disabled(PathBuf),
}
