//! Where a case lies.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::Unpacked;
use super::names::{EXPECTED, INPUTS, TEMPLATES, TEST, first_file};
use crate::source::package::{Enclosure, slashed};

/// A folder with a Variability Test.
#[derive(Clone, Debug)]
pub struct Case {
    directory: PathBuf,
    root: PathBuf,
    /// What its files may not lead out of.
    enclosure: Arc<Enclosure>,
    /// The archive that the folder was in.
    archive: Option<Arc<Unpacked>>,
}

impl Case {
    pub(super) fn new(directory: PathBuf, root: PathBuf, enclosure: &Arc<Enclosure>) -> Self {
        Self { directory, root, enclosure: Arc::clone(enclosure), archive: None }
    }

    /// Keeps the files of the archive for as long as the case lives.
    pub(super) fn of_archive(self, archive: Arc<Unpacked>) -> Self {
        Self { archive: Some(archive), ..self }
    }

    /// Its path, written with slashes; inside an archive, that of the archive with the path in it.
    pub fn name(&self) -> String {
        self.shown(&self.directory)
    }

    /// The path of a file of the case, or of its template, written like [`Case::name`].
    pub(super) fn shown(&self, path: &Path) -> String {
        let path = self.archive.as_ref().map_or_else(|| path.to_owned(), |archive| archive.shown(path));
        slashed(&path)
    }

    /// The file that says what is expected, written like [`Case::name`]: the document where that is what matters. A case without one
    /// is called by its folder.
    pub(super) fn file(&self, is_document: bool) -> String {
        let [first, second] = if is_document { [EXPECTED, &[TEST]] } else { [&[TEST], EXPECTED] };
        let names = [first, second, INPUTS, TEMPLATES].concat();
        let file = first_file(&self.directory, &names);
        self.shown(file.as_deref().unwrap_or(&self.directory))
    }

    /// Whether its files are copies of those in an archive.
    pub(super) fn is_copy(&self) -> bool {
        self.archive.is_some()
    }

    /// What its files may not lead out of, be they named or found, read or written.
    pub(super) fn enclosure(&self) -> &Enclosure {
        &self.enclosure
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
