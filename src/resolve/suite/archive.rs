//! CSARs in archives: their texts are unpacked, so that cases find their files in folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::Error;
use crate::source::package::Package;

/// The endings of files that templates and cases consist of; all others stay in the archive.
static TEXTS: &[&str] = &[".yaml", ".yml", ".json", ".xml", ".meta"];

/// The texts of an archive in a folder that is removed with this value.
#[derive(Debug)]
pub(super) struct Unpacked {
    archive: PathBuf,
    folder: TempDir,
}

impl Unpacked {
    /// Unpacks the archive at `path`; nothing when the file is none.
    pub(super) fn new(path: &Path) -> Result<Option<Self>, Error> {
        let package = Package::open(path)?;
        if !package.is_archive() {
            return Ok(None);
        }
        let failed = |source| Error::Io { path: path.to_owned(), source };
        let folder = tempfile::tempdir().map_err(failed)?;
        for name in package.list("")?.iter().filter(|name| TEXTS.iter().any(|ending| name.ends_with(ending))) {
            let Some(text) = package.read(name)? else { continue };
            write(&folder.path().join(name), &text).map_err(failed)?;
        }
        Ok(Some(Self { archive: path.to_owned(), folder }))
    }

    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The path of an unpacked file or folder as if the archive were a folder.
    pub(super) fn shown(&self, path: &Path) -> PathBuf {
        path.strip_prefix(self.folder.path()).map_or_else(|_| path.to_owned(), |inside| self.archive.join(inside))
    }
}

/// Writes a file whose name the package has checked: it does not lead out of the folder.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
