//! Files in a folder of the user.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::enclosure::{Enclosure, open_regular};
use super::text;
use crate::Error;

/// A folder, by the path that the user typed.
#[derive(Debug)]
pub(super) struct Folder {
    root: PathBuf,
}

impl Folder {
    pub(super) fn new(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    /// The folder of a file, and the name of the file in it.
    pub(super) fn of_file(path: &Path) -> (Self, String) {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        (Self::new(path.parent().unwrap_or(Path::new(""))), name)
    }

    /// The path of a file; of the folder itself when `name` is empty.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        if name.is_empty() { self.root.clone() } else { self.root.join(name) }
    }

    pub(super) fn read(&self, name: &str) -> Result<Option<Arc<str>>, Error> {
        let path = self.path(name);
        let failed = |source| Error::Io { path: path.clone(), source };
        if path.is_dir() {
            return Ok(None);
        }
        let file = match open_regular(&path) {
            Err(error) if is_absence(error.kind()) => return Ok(None),
            opened => opened.map_err(failed)?,
        };
        text::read(&path.display().to_string(), file)?.map(Some).map_err(failed)
    }

    /// Whether a link on the way to the file leads out of the folder.
    pub(super) fn leads_outside(&self, name: &str) -> bool {
        // What is not there leads nowhere.
        let path = self.path(name);
        path.exists() && !Enclosure::of(&self.root).has(&path)
    }

    pub(super) fn bytes(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let path = self.path(name);
        if !path.is_file() {
            return Ok(None);
        }
        let failed = |source| Error::Io { path: path.clone(), source };
        let file = File::open(&path).map_err(failed)?;
        text::bytes(&path.display().to_string(), file)?.map(Some).map_err(failed)
    }

    /// All files below `folder`, ascending. Links to files are followed; links to folders are not, for they may lead
    /// back.
    pub(super) fn list(&self, folder: &str) -> Result<Vec<String>, Error> {
        let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
        while let Some(folder) = folders.pop() {
            self.list_one(&folder, &mut files, &mut folders)?;
        }
        files.sort_unstable();
        Ok(files)
    }

    pub(super) fn list_root(&self) -> Result<Vec<String>, Error> {
        let mut files = Vec::new();
        self.list_one("", &mut files, &mut Vec::new())?;
        files.sort_unstable();
        Ok(files)
    }

    fn list_one(&self, folder: &str, files: &mut Vec<String>, folders: &mut Vec<String>) -> Result<(), Error> {
        // The folder of a file that was named without one is the working directory.
        let path = Some(self.path(folder)).filter(|path| !path.as_os_str().is_empty()).unwrap_or_else(|| ".".into());
        let failed = |source| Error::Io { path: path.clone(), source };
        let entries = match fs::read_dir(&path) {
            Err(error) if is_absence(error.kind()) => return Ok(()),
            opened => opened.map_err(failed)?,
        };
        for entry in entries {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let name = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            if entry.file_type().map_err(failed)?.is_dir() {
                folders.push(name);
            } else if entry.path().is_file() {
                files.push(name);
            }
        }
        Ok(())
    }
}

fn is_absence(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::NotFound | ErrorKind::NotADirectory)
}
