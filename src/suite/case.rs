//! Where a case lies.

use std::path::{Path, PathBuf};

/// A folder with a Variability Test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    directory: PathBuf,
    root: PathBuf,
}

impl Case {
    pub(super) fn new(directory: PathBuf, root: PathBuf) -> Self {
        Self { directory, root }
    }

    /// Its path, written with slashes.
    pub fn name(&self) -> String {
        self.directory.to_string_lossy().replace('\\', "/")
    }

    /// The folder.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The folder that templates are looked for in: the CSAR, or the folder of the case itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    pub(super) fn is_in_csar(&self) -> bool {
        self.root != self.directory
    }
}
