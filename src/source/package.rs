//! Where a template and its companions are read from: a file, stdin, a CSAR folder or a CSAR archive.

use std::path::Path;
use std::sync::Arc;

use crate::Error;

/// A template with its companions.
#[derive(Debug)]
pub struct Package {}

impl Package {
    /// Opens a template file, a CSAR folder or a CSAR archive.
    ///
    /// # Errors
    /// When it cannot be read, or is an archive that is broken or hostile.
    pub fn open(_path: &Path) -> Result<Self, Error> {
        Ok(Self {})
    }

    /// A template without companions.
    pub fn stdin(_text: impl Into<Arc<str>>) -> Self {
        Self {}
    }

    /// The name of the template inside the package.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn entry(&self) -> Result<String, Error> {
        Ok(String::new())
    }

    /// The text of a file; `None` when there is no such file.
    ///
    /// # Errors
    /// When it cannot be read or is no text.
    pub fn read(&self, _name: &str) -> Result<Option<Arc<str>>, Error> {
        Ok(None)
    }

    /// The names of all files in `folder` and below, ascending.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn list(&self, _folder: &str) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }

    /// How diagnostics name a file of the package.
    pub fn display(&self, name: &str) -> String {
        name.to_owned()
    }
}
