//! What the outside world causes: files that cannot be read or written.

use std::io;
use std::path::PathBuf;

use thiserror::Error as ThisError;

use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::printable::printable_path;

/// Why the author's files could not even be looked at.
#[derive(Debug, ThisError)]
pub enum Error {
    /// The operating system refused.
    #[error("{}: {source}", printable_path(path))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// A package that is hostile or broken; to be shown as any other diagnostic.
    #[error("{}", .0.message)]
    Package(Box<Diagnostic>),
}

impl Error {
    /// As a diagnostic that has a place only where the package says one.
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Io { .. } => Diagnostic::unplaced(Code::UnreadableFile, self.to_string()),
            Self::Package(refused) => Diagnostic::clone(refused),
        }
    }
}
