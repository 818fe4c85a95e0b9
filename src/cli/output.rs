//! Writing results: to stdout, or to a file that is complete or untouched.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use thiserror::Error;

use super::guard;
use super::unfinished::Mark;

/// Why a result could not be written.
#[derive(Debug, Error)]
#[error("{}: {source}", path.display())]
pub struct OutputError {
    path: PathBuf,
    source: io::Error,
}

impl OutputError {
    /// The complaint about stdout.
    pub fn stdout(source: io::Error) -> Self {
        Self { path: "stdout".into(), source }
    }
}

impl OutputError {
    /// Nothing could be written at `path`.
    pub fn new(path: &Path, source: io::Error) -> Self {
        Self { path: path.to_owned(), source }
    }
}

/// Writes `text` to a file, or to stdout when none is named, or `-`.
///
/// # Errors
/// When that fails. A reader of stdout who has seen enough is no failure.
pub fn write(text: &str, file: Option<&Path>) -> Result<(), OutputError> {
    guard::release();
    place(text, file)
}

/// [`write`] for a part of an answer, or what comes in the place of one: the call stays under guard.
///
/// # Errors
/// Those of [`write`].
pub fn place(text: &str, file: Option<&Path>) -> Result<(), OutputError> {
    let Some(path) = file.filter(|path| *path != Path::new("-")) else { return write_stdout(text) };
    write_file(text, path).map_err(|source| OutputError { path: path.to_owned(), source })
}

fn write_stdout(text: &str) -> Result<(), OutputError> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(OutputError::stdout(error)),
        _ => Ok(()),
    }
}

fn write_file(text: &str, path: &Path) -> io::Result<()> {
    // The target of a link is replaced, not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let existing = fs::metadata(&path).ok();
    if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
        // Pipes and devices cannot be replaced.
        return fs::OpenOptions::new().write(true).open(&path)?.write_all(text.as_bytes());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut temporary = temporary_in(folder)?;
    let _mark = Mark::on(temporary.path());
    temporary.write_all(text.as_bytes())?;
    if let Some(existing) = existing {
        fs::set_permissions(temporary.path(), existing.permissions())?;
    }
    temporary.persist(&path)?;
    Ok(())
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

    #[test]
    fn files_are_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.yaml");
        write("one", Some(&path)).unwrap();
        write("two", Some(&path)).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_missing_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("absent/out.yaml");
        let error = write("", Some(&path)).unwrap_err();
        assert!(error.to_string().contains("absent/out.yaml"));
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
        write("two", Some(&link)).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
