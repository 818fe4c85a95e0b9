//! Writing results: to stdout, or to a file that is complete or untouched.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use variscope::answer::{Answer, json};
use variscope::source::package::FilesRead;
use variscope::source::writing::{self, Replacement, Snapshot, WriteError};

use super::arguments::Format;
use super::exit_status::ExitStatus;
use super::failure::{Failure, OutputError};
use super::{interrupt, watchdog};

/// The files that were read: templates with all that they import, and inputs files.
pub static READ: FilesRead = FilesRead::new();

/// An answer in a format; `text` is the one for people.
pub fn shown<A: Answer>(format: Format, answer: &A, text: impl FnOnce(&A) -> String) -> String {
    match format {
        Format::Text => text(answer),
        Format::Json => json(answer),
    }
}

/// Leaves the answer that programs get where the call is stopped before it knows another one.
pub fn set_fallback_answer<A: Answer + Send + 'static>(format: Format, unfinished: A) {
    if format == Format::Json {
        set_fallback_document(unfinished, None);
    }
}

/// [`set_fallback_answer`] where a document is asked for, in a file if one is named.
pub fn set_fallback_document<A: Answer + Send + 'static>(unfinished: A, file: Option<PathBuf>) {
    watchdog::set_fallback_answer(move || {
        // What cannot be written is left.
        let _ = write_part(&json(&unfinished), file.as_deref());
        ExitStatus::Undecided
    });
}

/// Writes `text` to a file, or to stdout when none is named, or `-`.
///
/// # Errors
/// When that fails. A reader of stdout who has seen enough is no failure.
pub fn write(text: &str, file: Option<&Path>) -> Result<(), OutputError> {
    watchdog::answer_started();
    write_part(text, file)
}

/// [`write`] for a part of an answer: the call stays watched.
///
/// # Errors
/// Those of [`write`].
pub fn write_part(text: &str, file: Option<&Path>) -> Result<(), OutputError> {
    let Some(path) = file.filter(|path| *path != Path::new("-")) else { return write_stdout(text.as_bytes()) };
    refuse_to_overwrite_input(path)?;
    write_file(text, path).map_err(|source| OutputError::new(path, source))
}

/// Refuses to write over a file that was read: there may be no copy of it.
///
/// # Errors
/// When `path` is one.
pub fn refuse_to_overwrite_input(path: &Path) -> Result<(), OutputError> {
    if READ.has(path) {
        let why = "it is one of the files that were read, and would be lost: name another file to write to";
        return Err(OutputError::new(path, io::Error::new(ErrorKind::AlreadyExists, why)));
    }
    Ok(())
}

/// Writes bytes to a file, which is complete or untouched, or to stdout for `-`.
///
/// # Errors
/// When that fails.
pub fn write_bytes(bytes: &[u8], path: &Path) -> Result<(), OutputError> {
    watchdog::answer_started();
    if path == Path::new("-") {
        return write_stdout(bytes);
    }
    refuse_to_overwrite_input(path)?;
    let _ = interrupt::flag();
    writing::write_bytes(path, bytes).map_err(|source| OutputError::new(path, source))
}

fn write_stdout(bytes: &[u8]) -> Result<(), OutputError> {
    let mut stdout = io::stdout().lock();
    unless_closed(stdout.write_all(bytes).and_then(|()| stdout.flush())).map(Option::unwrap_or_default)
}

/// What was written to stdout; none where its reader has seen enough, which is no failure.
///
/// # Errors
/// When writing failed.
pub fn unless_closed<T>(written: io::Result<T>) -> Result<Option<T>, OutputError> {
    match written {
        Ok(written) => Ok(Some(written)),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(None),
        Err(source) => Err(OutputError::new(Path::new("stdout"), source)),
    }
}

/// Writes `text` to a file that was as `before` when that was made, or to stdout when none is named, or `-`.
///
/// # Errors
/// Those of [`write`], and when the file has changed.
pub fn write_over(text: String, file: Option<&Path>, before: Option<Snapshot>) -> Result<(), Failure> {
    watchdog::answer_started();
    match (file, before) {
        (Some(path), Some(before)) => Ok(replace(&[Replacement { path: path.to_owned(), before, after: text }])?),
        _ => Ok(write_part(&text, file)?),
    }
}

/// What is at the place of an answer before anything is made of it; none where it is no file.
pub fn snapshot(file: Option<&Path>) -> Result<Option<Snapshot>, OutputError> {
    let Some(path) = file.filter(|path| *path != Path::new("-")) else { return Ok(None) };
    if path.metadata().is_ok_and(|existing| !existing.is_file()) {
        return Ok(None);
    }
    Snapshot::of(path).map(Some).map_err(|source| OutputError::new(path, source))
}

/// Replaces files as a whole, unless one has changed. A signal leaves nothing unfinished.
///
/// # Errors
/// When that fails, or one has changed.
pub fn replace(files: &[Replacement]) -> Result<(), WriteError> {
    // The handler of signals removes unfinished files.
    let _ = interrupt::flag();
    writing::replace(files)
}

fn write_file(text: &str, path: &Path) -> io::Result<()> {
    let _ = interrupt::flag();
    writing::write(path, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("absent/out.yaml");
        let error = write("", Some(&path)).unwrap_err();
        assert!(error.to_string().contains("absent/out.yaml"));
    }
}
