//! What the outside world causes: files that cannot be read or written.

use std::io;
use std::path::PathBuf;

use thiserror::Error as ThisError;

use crate::source::diagnostic::Diagnostic;

/// Why the author's files could not even be looked at.
#[derive(Debug, ThisError)]
pub enum Error {
    /// The operating system refused.
    #[error("{}: {source}", path.display())]
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
