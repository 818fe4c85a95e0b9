//! Where a template and its companions are read from: a file, stdin, a CSAR folder or a CSAR archive.
//!
//! Comes in: a path or a text. Goes out: texts by name, a name being a path inside the package with `/` between its
//! parts. Invariant: nothing outside the package is read, and nothing hostile inside it takes more than the bounds
//! of `archive` and [`Sources::MAX_FILE_BYTES`](super::Sources::MAX_FILE_BYTES).

mod archive;
mod enclosure;
mod entry;
mod folder;
mod outside;
mod pack;
mod path;
mod project;
mod read;
#[cfg(test)]
mod tests;
mod text;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use archive::Archive;
pub use enclosure::{Enclosure, read_found};
pub use entry::TEMPLATE_NAMES;
use folder::Folder;
pub use pack::pack;
pub use path::{is_yaml, leads_up, relative, resolve, resolve_upwards, slashed};
pub(super) use project::PROJECT;
pub use read::FilesRead;

use crate::Error;
use crate::source::BYTE_ORDER_MARK;
use crate::source::diagnostic::{Code, Diagnostic};

/// A template with its companions. Clones read the same files.
#[derive(Clone, Debug)]
pub struct Package {
    files: Arc<Files>,
    /// The name of the template, when the user named a file and not a package, or the package is an ensemble.
    template: Option<String>,
    /// Whether the user named the template itself.
    is_template_named: bool,
    /// Texts that go before those of the files, by normalised name.
    unsaved: BTreeMap<String, Arc<str>>,
    /// Whether links and imports may lead to files outside of the package.
    reads_outside: bool,
    /// The name of the environment that an ensemble is deployed in.
    environment: Option<Arc<str>>,
    /// The project whose environments go beneath those of the project here.
    home: Option<Arc<Self>>,
    /// Where it is noted which files were read.
    notes: Option<&'static FilesRead>,
    /// A folder that diagnostics call otherwise, and what they call it.
    shown_as: Option<(PathBuf, Arc<str>)>,
}

#[derive(Debug)]
enum Files {
    /// Companions are in the folder of the template.
    Folder(Folder),
    Archive(Archive),
    /// A text that was read already and has no companions, with the name for diagnostics.
    Text(String, Arc<str>),
}

impl Package {
    /// Opens a template file, a CSAR folder or a CSAR archive; content distinguishes an archive from a template.
    ///
    /// # Errors
    /// When it cannot be read, or is an archive that is broken or hostile.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let failed = |source| Error::Io { path: path.to_owned(), source };
        let metadata = path.metadata().map_err(failed)?;
        if metadata.is_dir() {
            let inner = project::of_folder(path).map(|(folder, template)| (folder, Some(template)));
            let (folder, template) = inner.unwrap_or_else(|| (Folder::new(path), None));
            return Ok(Self { is_template_named: false, ..Self::of(Files::Folder(folder), template) });
        }
        if path.file_name().is_some_and(|name| name.to_str().is_none()) {
            return Err(failed(io::Error::new(ErrorKind::InvalidInput, "its name is not UTF-8: rename it")));
        }
        let mut file = File::open(path).map_err(failed)?;
        if !metadata.is_file() {
            return Self::piped(&path.display().to_string(), file);
        }
        if starts_like_archive(&mut file).map_err(failed)? {
            return Ok(Self::of(Files::Archive(Archive::open(path, file)?), None));
        }
        let (folder, template) = project::of_ensemble(path).unwrap_or_else(|| Folder::of_file(path));
        Ok(Self::of(Files::Folder(folder), Some(template)))
    }

    /// Deploys an ensemble in it in the environment of this name.
    #[must_use]
    pub fn in_environment(self, name: &str) -> Self {
        Self { environment: Some(name.into()), ..self }
    }

    /// The name of the environment that an ensemble is deployed in, unless its project is to say which.
    pub fn environment(&self) -> Option<&str> {
        self.environment.as_deref()
    }

    /// Lays the environments of the project `home` beneath those of the project in it.
    #[must_use]
    pub fn with_home(self, home: Self) -> Self {
        Self { home: Some(Arc::new(home)), ..self }
    }

    /// The project whose environments go beneath those of the project here.
    pub fn home(&self) -> Option<&Self> {
        self.home.as_deref()
    }

    /// Allows links and imports to lead to files outside of it.
    #[must_use]
    pub fn allowing_outside(self) -> Self {
        Self { reads_outside: true, ..self }
    }

    /// Notes every file of it that is read.
    #[must_use]
    pub fn noting(self, notes: &'static FilesRead) -> Self {
        Self { notes: Some(notes), ..self }
    }

    /// A template without companions, which diagnostics name `<stdin>`.
    pub fn of_text(text: impl Into<Arc<str>>) -> Self {
        let text: Arc<str> = text.into();
        let text = text.strip_prefix(BYTE_ORDER_MARK).map_or(Arc::clone(&text), Arc::from);
        Self::of(Files::Text("<stdin>".to_owned(), text), None)
    }

    /// A template without companions that can be read only once; `name` is what diagnostics print.
    ///
    /// # Errors
    /// When it cannot be read or is no UTF-8.
    pub fn piped(name: &str, from: impl Read) -> Result<Self, Error> {
        Ok(Self::of(Files::Text(name.to_owned(), read_piped(name, from)?), None))
    }

    /// Replaces the text of the template.
    ///
    /// # Errors
    /// When it is unknown which file is the template.
    pub fn with_template(mut self, text: &str) -> Result<Self, Error> {
        let text = Arc::from(text);
        if let Files::Text(name, _) = &*self.files {
            self.files = Arc::new(Files::Text(name.clone(), text));
            return Ok(self);
        }
        let template = self.entry()?;
        Ok(self.with_unsaved(&template, text))
    }

    /// A template file with a text that may differ from what is saved; its companions are read from its folder.
    pub fn draft(path: &Path, text: Arc<str>) -> Self {
        let (folder, template) = project::of_ensemble(path).unwrap_or_else(|| Folder::of_file(path));
        Self::of(Files::Folder(folder), Some(template.clone())).with_unsaved(&template, text)
    }

    /// Takes `text` for that of the file `name`, whatever is saved.
    #[must_use]
    pub fn with_unsaved(mut self, name: &str, text: Arc<str>) -> Self {
        self.unsaved.extend(path::normalised(name).map(|path| (path, text)));
        self
    }

    fn of(files: Files, template: Option<String>) -> Self {
        Self {
            files: Arc::new(files),
            is_template_named: template.is_some(),
            template,
            unsaved: BTreeMap::new(),
            reads_outside: false,
            environment: None,
            home: None,
            notes: None,
            shown_as: None,
        }
    }

    /// Makes diagnostics write `name` in place of `folder` in paths of files below it.
    #[must_use]
    pub fn showing(self, folder: PathBuf, name: &str) -> Self {
        Self { shown_as: Some((folder, name.into())), ..self }
    }

    /// How diagnostics write a path.
    fn shown(&self, path: &Path) -> String {
        let below = self.shown_as.as_ref().and_then(|(folder, name)| Some((name, path.strip_prefix(folder).ok()?)));
        below.map_or_else(|| path.display().to_string(), |(name, below)| format!("{name}{}", below.display()))
    }

    /// [`Self::with_unsaved`], of the file that diagnostics call `name`; nothing changes when that is not in the package.
    #[must_use]
    pub fn replacing(mut self, name: &str, text: impl Into<Arc<str>>) -> Self {
        let inside = match &*self.files {
            Files::Folder(folder) => Path::new(name).strip_prefix(folder.path("")).ok().map(Path::to_string_lossy),
            Files::Archive(_) => Some(name.into()),
            Files::Text(known, _) => {
                if known == name {
                    self.files = Arc::new(Files::Text(name.to_owned(), text.into()));
                }
                return self;
            }
        };
        let inside = inside.map(std::borrow::Cow::into_owned);
        match inside {
            Some(inside) => self.with_unsaved(&inside, text.into()),
            None => self,
        }
    }

    /// Whether it is a text that was read already.
    pub fn is_text(&self) -> bool {
        matches!(*self.files, Files::Text(..))
    }

    /// Whether it is an archive.
    pub fn is_archive(&self) -> bool {
        matches!(*self.files, Files::Archive(_))
    }

    /// Whether it says which file is its template, or has one of a usual name; a folder with a template among other files
    /// need not be a CSAR.
    pub fn names_entry(&self) -> bool {
        entry::is_named(self)
    }

    /// The name of the template inside the package.
    ///
    /// # Errors
    /// When it is unknown which file is the template.
    pub fn entry(&self) -> Result<String, Error> {
        match (&self.template, &*self.files) {
            (Some(template), _) => Ok(template.clone()),
            (None, Files::Text(name, _)) => Ok(name.clone()),
            (None, Files::Folder(_) | Files::Archive(_)) => entry::find(self),
        }
    }

    /// The path of a file, where the package is a folder.
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        match &*self.files {
            Files::Folder(folder) => Some(folder.path(name)),
            Files::Archive(_) | Files::Text(..) => None,
        }
    }

    /// The text of a file without byte order mark; `None` when there is no such file.
    ///
    /// # Errors
    /// When it cannot be read, is no UTF-8, or `name` leaves the package.
    pub fn read(&self, name: &str) -> Result<Option<Arc<str>>, Error> {
        let text = self.look_into(name)?;
        self.note(name);
        Ok(text)
    }

    /// Notes that a file was read.
    fn note(&self, name: &str) {
        if let Some((notes, path)) = self.notes.zip(self.path(name)) {
            notes.note(&path);
        }
    }

    /// [`Self::read`] of what is read only to see what it is.
    fn look_into(&self, name: &str) -> Result<Option<Arc<str>>, Error> {
        if let Files::Text(known, text) = &*self.files {
            return Ok((known == name).then(|| Arc::clone(text)));
        }
        let path = self.normalised(name).ok_or_else(|| refused(path::leaves(name)))?;
        if let Some(text) = self.unsaved.get(&path) {
            return Ok(Some(Arc::clone(text)));
        }
        match &*self.files {
            Files::Folder(folder) => {
                self.stay_inside(folder, name, &path)?;
                folder.read(&path)
            }
            Files::Archive(archive) => archive.read(&path),
            Files::Text(..) => Ok(None),
        }
    }

    /// What is in a file, whatever it is; `None` when there is no such file.
    ///
    /// # Errors
    /// When it cannot be read, or `name` leaves the package.
    pub fn bytes(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let path = self.normalised(name).ok_or_else(|| refused(path::leaves(name)))?;
        match (self.unsaved.get(&path), &*self.files) {
            (Some(text), _) => Ok(Some(text.as_bytes().to_vec())),
            (None, Files::Folder(folder)) => {
                self.stay_inside(folder, name, &path)?;
                self.note(&path);
                folder.bytes(&path)
            }
            (None, Files::Archive(archive)) => archive.bytes(&path),
            (None, Files::Text(known, text)) => Ok((known == name).then(|| text.as_bytes().to_vec())),
        }
    }

    /// The names of all files in `folder` and below it, ascending; none when there is no such folder. The package
    /// itself is the folder `""`.
    ///
    /// # Errors
    /// When a folder cannot be read, or `folder` leaves the package.
    pub fn list(&self, folder: &str) -> Result<Vec<String>, Error> {
        let path = path::normalised(folder).ok_or_else(|| refused(path::leaves(folder)))?;
        match &*self.files {
            Files::Folder(files) => files.list(&path),
            Files::Archive(archive) => Ok(archive.list(&path)),
            Files::Text(..) => Ok(Vec::new()),
        }
    }

    /// Whether there is such a file.
    pub fn has(&self, name: &str) -> bool {
        match (self.normalised(name), &*self.files) {
            (Some(path), Files::Folder(folder)) => folder.path(&path).is_file(),
            (Some(path), Files::Archive(archive)) => archive.has(&path),
            (_, Files::Text(known, _)) => known == name,
            (None, _) => false,
        }
    }

    /// The names of the files that are in no folder, ascending.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn list_root(&self) -> Result<Vec<String>, Error> {
        match &*self.files {
            Files::Folder(folder) => folder.list_root(),
            Files::Archive(archive) => Ok(archive.list_root()),
            Files::Text(..) => Ok(Vec::new()),
        }
    }

    /// How diagnostics name a file of the package: by the path that the user typed, or the one inside the archive.
    pub fn display(&self, name: &str) -> String {
        match &*self.files {
            Files::Folder(folder) => self.shown(&folder.path(name)),
            Files::Archive(_) | Files::Text(..) => name.to_owned(),
        }
    }

    /// How diagnostics name the package.
    fn name(&self) -> String {
        match &*self.files {
            Files::Folder(folder) => self.shown(&folder.path("")),
            Files::Archive(archive) => archive.name(),
            Files::Text(name, _) => name.clone(),
        }
    }
}

/// The text of a file that belongs to no package, without byte order mark.
///
/// # Errors
/// When it cannot be read or is no UTF-8.
pub fn read_file(path: &Path) -> Result<Arc<str>, Error> {
    let failed = |source| Error::Io { path: path.to_owned(), source };
    let file = File::open(path).map_err(failed)?;
    text::read(&path.display().to_string(), file)?.map_err(failed)
}

/// [`read_file`] of what can be read only once; `name` is what diagnostics print.
///
/// # Errors
/// Those of [`read_file`].
pub fn read_piped(name: &str, from: impl Read) -> Result<Arc<str>, Error> {
    text::read(name, from)?.map_err(|source| Error::Io { path: name.into(), source })
}

/// A package that the author has to change.
fn refused(diagnostic: impl Into<Box<Diagnostic>>) -> Error {
    Error::Package(diagnostic.into())
}

/// A file that is no template.
fn unreadable(message: String) -> Diagnostic {
    Diagnostic::unplaced(Code::UnreadableFile, message)
}

/// Whether a file starts with an entry of an archive, or is an archive without entries.
fn starts_like_archive(file: &mut File) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(4).read_to_end(&mut start)?;
    Ok(start == b"PK\x03\x04" || start == b"PK\x05\x06")
}
