//! Files that are complete or untouched, also after an interrupt.
//!
//! Comes in: what a file is to become, and what it was when that was made of it. A file is written beside its place, and takes
//! it when its bytes are on the disk. Invariant: what another program wrote meanwhile is not lost; the file is read again
//! before it is replaced.

pub mod unfinished;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::NamedTempFile;

use self::unfinished::UnfinishedMark;
use super::BYTE_ORDER_MARK;
use super::printable::printable_path;

/// What was at a path when something was made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Snapshot {
    /// There was no file.
    Absent,
    /// These bytes.
    Bytes(Vec<u8>),
    /// This text, perhaps behind a byte order mark, which stays.
    Text(Arc<str>),
}

/// A file that is to become another one.
#[derive(Clone, Debug)]
pub struct Replacement {
    /// Where it is.
    pub path: PathBuf,
    /// What it was.
    pub before: Snapshot,
    /// What it becomes.
    pub after: String,
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Another program has written there.
    #[error("{}: it has changed since it was read, and nothing was written", printable_path(.0))]
    Changed(PathBuf),
    /// It could not be written.
    #[error("{}: {source}", printable_path(path))]
    Failed {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl Snapshot {
    /// What is at `path` now.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of(path: &Path) -> io::Result<Self> {
        match fs::read(path) {
            Ok(bytes) => Ok(Self::Bytes(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::Absent),
            Err(error) => Err(error),
        }
    }

    /// Puts it where it was. What cannot be put back stays as it is: there is no other way to restore it.
    fn put_back(&self, path: &Path) {
        let _ = match self {
            Self::Absent => fs::remove_file(path),
            Self::Bytes(bytes) => Pending::new(path, bytes).and_then(|pending| pending.take_place(path)),
            Self::Text(text) => Pending::new(path, text.as_bytes()).and_then(|pending| pending.take_place(path)),
        };
    }

    fn is_still_at(&self, path: &Path) -> io::Result<bool> {
        let now = Self::of(path)?;
        Ok(match (self, &now) {
            (Self::Text(text), Self::Bytes(bytes)) => without_mark(bytes) == text.as_bytes(),
            _ => *self == now,
        })
    }
}

/// Writes a file, whatever was there; pipes and devices get the bytes as they are.
///
/// # Errors
/// When that fails.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    write_bytes(path, text.as_bytes())
}

/// [`write()`] of what need not be a text.
///
/// # Errors
/// When that fails.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &target(path)?;
    if fs::metadata(path).is_ok_and(|existing| !existing.is_file()) {
        // Pipes and devices cannot be replaced.
        return fs::OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    Pending::new(path, bytes)?.take_place(path)
}

/// The file that a path means: the target of a link is replaced, not the link, also where there is no target yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    match (fs::canonicalize(path), fs::read_link(path)) {
        (Ok(real), _) => Ok(real),
        // A pipe to which the system has a link is nowhere.
        (Err(_), Ok(_)) if path.exists() => Ok(path.to_owned()),
        (Err(error), Ok(next)) if error.kind() == ErrorKind::NotFound => {
            target(&path.parent().unwrap_or(Path::new("")).join(next))
        }
        // Links that lead in a cycle.
        (Err(error), Ok(_)) => Err(error),
        (Err(_), Err(_)) => Ok(path.to_owned()),
    }
}

/// Writes a file into a folder that is unfinished itself, which is not read before it is complete.
///
/// # Errors
/// When that fails.
pub fn write_inside(folder: &Path, name: &str, text: &str) -> io::Result<()> {
    fs::write(folder.join(name), text)
}

/// Replaces all these files, or none when one of them is no longer what it was, or cannot be replaced.
///
/// # Errors
/// [`WriteError`].
pub fn replace(files: &[Replacement]) -> Result<(), WriteError> {
    let mut pending = Vec::new();
    for file in files {
        let path = target(&file.path).map_err(|source| file.failed(source))?;
        let mark = marked(&file.before, &path).map_err(|source| file.failed(source))?;
        let text = [mark, file.after.as_bytes()].concat();
        pending.push((file, Pending::new(&path, &text).map_err(|source| file.failed(source))?, path));
    }
    // As late as can be: writing may take its time.
    for (file, _, path) in &pending {
        if !file.before.is_still_at(path).map_err(|source| file.failed(source))? {
            return Err(WriteError::Changed(file.path.clone()));
        }
    }
    exchange(pending)
}

/// Lets all files take their places, or none.
fn exchange(pending: Vec<(&Replacement, Pending, PathBuf)>) -> Result<(), WriteError> {
    unfinished::undisturbed(|| {
        let mut replaced = Vec::new();
        for (file, pending, path) in pending {
            if let Err(source) = Snapshot::of(&path).and_then(|before| {
                pending.take_place(&path)?;
                replaced.push((path, before));
                Ok(())
            }) {
                replaced.iter().rev().for_each(|(path, before)| before.put_back(path));
                return Err(file.failed(source));
            }
        }
        Ok(())
    })
}

impl Replacement {
    fn failed(&self, source: io::Error) -> WriteError {
        WriteError::Failed { path: self.path.clone(), source }
    }
}

/// A file beside the place that it is to take.
struct Pending {
    temporary: NamedTempFile,
    /// Gone before the file is: what took its place is no longer unfinished.
    mark: UnfinishedMark,
}

impl Pending {
    fn new(path: &Path, bytes: &[u8]) -> io::Result<Self> {
        check_writable(path)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let temporary = temporary_in(folder).map_err(|error| no_file_in(folder, &error))?;
        let mark = UnfinishedMark::on(temporary.path());
        let mut pending = Self { temporary, mark };
        pending.temporary.write_all(bytes)?;
        if let Ok(existing) = fs::metadata(path) {
            fs::set_permissions(pending.temporary.path(), existing.permissions())?;
        }
        pending.temporary.as_file().sync_all()?;
        Ok(pending)
    }

    fn take_place(self, path: &Path) -> io::Result<()> {
        self.temporary.persist(path)?;
        drop(self.mark);
        // A name that is not on the disk yet is an old file or none, but never half a one.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// Refuses to take the place of a read-only file: its folder alone would allow it.
fn check_writable(path: &Path) -> io::Result<()> {
    let Some(existing) = fs::metadata(path).ok().filter(fs::Metadata::is_file) else { return Ok(()) };
    let opened = fs::OpenOptions::new().write(true).open(path);
    let is_refused = opened.is_err_and(|error| error.kind() == ErrorKind::PermissionDenied);
    // Some users may write to every file; that this one is kept from being written is said all the same.
    if existing.permissions().readonly() || is_refused {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "it is read-only, and was left as it is"));
    }
    Ok(())
}

/// The byte order mark at the start of the file that is there.
fn marked(before: &Snapshot, path: &Path) -> io::Result<&'static [u8]> {
    let mark = BYTE_ORDER_MARK.as_bytes();
    Ok(match (before, Snapshot::of(path)?) {
        (Snapshot::Text(_), Snapshot::Bytes(bytes)) if bytes.starts_with(mark) => mark,
        _ => &[],
    })
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(bytes)
}

/// That nothing can be written to a folder, without the name of the file that was tried.
fn no_file_in(folder: &Path, error: &io::Error) -> io::Error {
    let (is_there, folder) = (folder.is_dir(), printable_path(folder));
    let message = match error.kind() {
        ErrorKind::NotFound if is_there => format!("no file can be written to {folder}: it takes no new files"),
        ErrorKind::NotFound => format!("there is no folder {folder}"),
        kind => format!("no file can be written to {folder}: {kind}"),
    };
    io::Error::new(error.kind(), message)
}

/// A new file that its group and others may read as far as the user's mask allows.
#[cfg(unix)]
fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    tempfile::Builder::new().prefix(".variscope-").permissions(fs::Permissions::from_mode(0o666)).tempfile_in(folder)
}

#[cfg(not(unix))]
fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(".variscope-").tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    fn replacement(path: &Path, before: &str, after: &str) -> Replacement {
        Replacement { path: path.to_owned(), before: Snapshot::Text(before.into()), after: after.to_owned() }
    }

    #[test]
    fn files_are_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.yaml");
        write(&path, "one").unwrap();
        write(&path, "two").unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names(folder.path())), ("two", 1));
    }

    #[test]
    fn all_files_are_replaced_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
        fs::write(&one, "1").unwrap();
        fs::write(&two, "edited").unwrap();
        let both = [replacement(&one, "1", "new"), replacement(&two, "2", "new")];
        assert!(matches!(replace(&both), Err(WriteError::Changed(path)) if path == two));
        assert_eq!((fs::read_to_string(&one).unwrap().as_str(), names(folder.path())), ("1", 2));
        fs::write(&two, "2").unwrap();
        replace(&both).unwrap();
        assert!([one, two].iter().all(|path| fs::read_to_string(path).unwrap() == "new"));
    }

    #[test]
    fn what_cannot_be_replaced_leaves_the_others_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["one", "two", "three"].map(|name| folder.path().join(name));
        fs::write(&paths[0], "1").unwrap();
        let files =
            [replacement(&paths[0], "1", "new"), replacement(&paths[1], "", "new"), replacement(&paths[2], "", "new")];
        let pending = files.each_ref().map(|file| (file, Pending::new(&file.path, b"new").unwrap(), file.path.clone()));
        // No file takes the place of a folder.
        fs::create_dir(&paths[2]).unwrap();
        assert!(matches!(exchange(pending.into()), Err(WriteError::Failed { path, .. }) if path == paths[2]));
        assert_eq!((fs::read_to_string(&paths[0]).unwrap().as_str(), paths[1].exists()), ("1", false));
        assert_eq!(names(folder.path()), 2);
    }

    #[test]
    fn what_came_where_nothing_was_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let before = Snapshot::of(&path).unwrap();
        fs::write(&path, "theirs").unwrap();
        let ours = Replacement { path: path.clone(), before, after: "ours".to_owned() };
        assert!(matches!(replace(&[ours]), Err(WriteError::Changed(_))));
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    }

    #[test]
    fn a_byte_order_mark_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("marked");
        fs::write(&path, "\u{feff}a").unwrap();
        replace(&[replacement(&path, "a", "b")]).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "\u{feff}b");
    }

    #[test]
    fn what_is_read_only_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.yaml");
        fs::write(&path, "one").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert_eq!(write(&path, "two").unwrap_err().kind(), ErrorKind::PermissionDenied);
        assert!(matches!(replace(&[replacement(&path, "one", "two")]), Err(WriteError::Failed { .. })));
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names(folder.path())), ("one", 1));
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("out.yaml"), folder.path().join("link"));
        fs::write(&path, "one").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, "two").unwrap();
        replace(&[replacement(&link, "two", "three")]).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "three");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_without_a_target_gets_one() {
        let folder = tempfile::tempdir().unwrap();
        let [target, middle, link] = ["out.yaml", "middle", "link"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("out.yaml", &middle).unwrap();
        std::os::unix::fs::symlink("middle", &link).unwrap();
        let absent = Replacement { path: link.clone(), before: Snapshot::Absent, after: "one".to_owned() };
        replace(&[absent]).unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "one");
        fs::remove_file(&target).unwrap();
        write(&link, "two").unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "two");
        assert!([&middle, &link].iter().all(|path| fs::symlink_metadata(path).unwrap().is_symlink()));
        fs::remove_file(&middle).unwrap();
        std::os::unix::fs::symlink("link", &middle).unwrap();
        assert!(write(&link, "three").is_err() && fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
