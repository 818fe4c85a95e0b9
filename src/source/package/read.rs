//! Which files of the author were read, so that no answer takes their place.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::source::locked;

/// Files that were read, whatever path led to them.
#[derive(Debug, Default)]
pub struct FilesRead(Mutex<BTreeSet<PathBuf>>);

impl FilesRead {
    /// Nothing was read yet.
    pub const fn new() -> Self {
        Self(Mutex::new(BTreeSet::new()))
    }

    /// Notes that the file at `path` was read. A pipe, a device or a folder has nothing to lose.
    pub fn note(&self, path: &Path) {
        if let Some(real) = real(path) {
            locked(&self.0).insert(real);
        }
    }

    /// How many files were read.
    pub fn count(&self) -> usize {
        locked(&self.0).len()
    }

    /// The files that were read.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        locked(&self.0).clone()
    }

    /// Whether the file at `path` was read, by this path or another one.
    pub fn has(&self, path: &Path) -> bool {
        real(path).is_some_and(|real| locked(&self.0).contains(&real))
    }
}

/// The one path of a file.
fn real(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().filter(|real| real.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_all_their_paths() {
        let folder = tempfile::tempdir().unwrap();
        let (file, inner) = (folder.path().join("a.yaml"), folder.path().join("inner"));
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(&file, "").unwrap();
        let read = FilesRead::new();
        read.note(&inner.join("../a.yaml"));
        assert!(read.has(&file));
        assert_eq!((read.count(), read.files()), (1, [file.canonicalize().unwrap()].into()));
        read.note(&inner);
        assert!(![inner, folder.path().join("absent")].iter().any(|path| read.has(path)));
    }
}
