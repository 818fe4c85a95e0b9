//! New folders that are complete or not there.

use std::fs;
use std::io::{self, Error, ErrorKind};
use std::path::Path;

use tempfile::TempDir;
use variscope::source::printable::printable_path;
use variscope::source::writing::unfinished::{self, UnfinishedMark};

use super::failure::{Failure, OutputError};
use super::interrupt;

/// What becomes of a folder that was filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderOutcome {
    /// It takes its place.
    Keep,
    /// It goes, and what was there stays.
    Drop,
}

/// Makes `folder`, which may be there if it is empty, with what `fill` writes into the folder that it is given.
pub fn fill(folder: &Path, fill: &mut dyn FnMut(&Path) -> Result<(), Failure>) -> Result<(), Failure> {
    refill(folder, |_| Ok(false), &mut |unfinished| fill(unfinished).map(|()| FolderOutcome::Keep))
}

/// Whether [`fill`] may make `folder`, before anything is done for what goes into it.
pub fn check_vacant(folder: &Path) -> Result<(), Failure> {
    let place = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    check(&place, |_| Ok(false)).map_err(|source| Failure::Output(OutputError::new(folder, source)))
}

/// [`fill`], where a folder for which `is_replaceable` is replaced, too.
pub fn refill(
    folder: &Path,
    is_replaceable: fn(&Path) -> io::Result<bool>,
    fill: &mut dyn FnMut(&Path) -> Result<FolderOutcome, Failure>,
) -> Result<(), Failure> {
    let error = |source| Failure::Output(OutputError::new(folder, source));
    // The target of a link is replaced, not the link.
    let place = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    check(&place, is_replaceable).map_err(error)?;
    // The handler of signals removes unfinished files.
    let _ = interrupt::flag();
    let unfinished = beside(&place).map_err(error)?;
    let _mark = UnfinishedMark::on(unfinished.path());
    if fill(unfinished.path())? == FolderOutcome::Drop {
        return Ok(());
    }
    // Meanwhile something may have come.
    check(&place, is_replaceable).map_err(error)?;
    put(unfinished, &place).map_err(error)
}

/// Whether the folder may be filled.
fn check(folder: &Path, is_replaceable: fn(&Path) -> io::Result<bool>) -> io::Result<()> {
    if !folder.exists() || fs::read_dir(folder)?.next().is_none() || is_replaceable(folder)? {
        return Ok(());
    }
    Err(Error::new(ErrorKind::DirectoryNotEmpty, "the folder is not empty, and nothing was written"))
}

/// Puts a folder where none is, or an empty one; if that fails, it is gone.
fn take_place(unfinished: TempDir, folder: &Path) -> io::Result<()> {
    unfinished::undisturbed(|| {
        let is_empty = folder.is_dir();
        // Some systems do not replace an empty folder.
        fs::rename(unfinished.path(), folder).or_else(|error| {
            if !is_empty || fs::remove_dir(folder).is_err() {
                return Err(error);
            }
            let again = fs::rename(unfinished.path(), folder);
            if again.is_err() { fs::create_dir(folder).and(again) } else { again }
        })
    })?;
    let _ = unfinished.keep();
    Ok(())
}

/// Puts a folder in the place of one that may be there, which goes last.
fn put(unfinished: TempDir, folder: &Path) -> io::Result<()> {
    if !folder.exists() {
        return take_place(unfinished, folder);
    }
    let mut away = beside(folder)?;
    let old = away.path().join("old");
    unfinished::undisturbed(|| {
        fs::rename(folder, &old)?;
        let put = fs::rename(unfinished.path(), folder);
        if put.is_ok() { Ok(()) } else { restore(&mut away, &old, folder).and(put) }
    })?;
    let _ = unfinished.keep();
    // Only what was replaced is left in there.
    let _mark = UnfinishedMark::on(away.path());
    drop(away);
    Ok(())
}

/// Puts the folder that was there before in its place; if that fails, it stays where it is.
fn restore(away: &mut TempDir, old: &Path, folder: &Path) -> io::Result<()> {
    fs::rename(old, folder).map_err(|error| {
        away.disable_cleanup(true);
        Error::new(error.kind(), format!("{error}; the folder that was there is now at {}", printable_path(old)))
    })
}

fn beside(folder: &Path) -> io::Result<TempDir> {
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".variscope-");
    #[cfg(unix)]
    {
        // Open to others as far as the user's mask allows, as any other folder.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o777));
    }
    builder.tempdir_in(parent).map_err(|error| no_folder_in(parent, &error))
}

/// That nothing can be made in a folder, without the name of what was tried.
fn no_folder_in(parent: &Path, error: &Error) -> Error {
    let (is_there, parent) = (parent.is_dir(), printable_path(parent));
    let message = match error.kind() {
        ErrorKind::NotFound if is_there => format!("no folder can be made in {parent}: it takes no new ones"),
        ErrorKind::NotFound => format!("there is no folder {parent}"),
        kind => format!("no folder can be made in {parent}: {kind}"),
    };
    Error::new(error.kind(), message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, text: &str) {
        fs::write(folder.join("file"), text).unwrap();
    }

    fn refill_with(folder: &Path, is_replaceable: bool, text: &str, filled: FolderOutcome) -> Result<(), Failure> {
        let decide = if is_replaceable { |_: &Path| Ok(true) } else { |_: &Path| Ok(false) };
        refill(folder, decide, &mut |unfinished| {
            write(unfinished, text);
            Ok(filled)
        })
    }

    fn text(folder: &Path) -> String {
        fs::read_to_string(folder.join("file")).unwrap()
    }

    #[test]
    fn only_what_may_be_replaced_is() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("inner");
        refill_with(&folder, false, "one", FolderOutcome::Keep).unwrap();
        assert!(refill(&folder, |_| Ok(false), &mut |_| panic!("nothing is to be done")).is_err());
        refill_with(&folder, true, "two", FolderOutcome::Keep).unwrap();
        assert_eq!(text(&folder), "two");
        refill_with(&folder, true, "three", FolderOutcome::Drop).unwrap();
        refill(&folder, |_| Ok(true), &mut |_| Err(Failure::Usage(String::new()))).unwrap_err();
        assert_eq!((text(&folder).as_str(), fs::read_dir(outer.path()).unwrap().count()), ("two", 1));
    }

    #[test]
    fn a_folder_that_cannot_be_restored_is_kept() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("inner");
        let mut away = beside(&folder).unwrap();
        let old = away.path().join("old");
        fs::create_dir(&old).unwrap();
        write(&old, "theirs");
        // Something that is no folder has come in its place.
        fs::write(&folder, "a file").unwrap();
        let error = restore(&mut away, &old, &folder).unwrap_err();
        assert!(error.to_string().contains(&old.display().to_string()), "{error}");
        drop(away);
        assert_eq!(text(&old), "theirs");
    }

    #[test]
    fn what_came_meanwhile_stays() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("inner");
        let filled = refill(&folder, |_| Ok(false), &mut |unfinished| {
            fs::create_dir(&folder).unwrap();
            write(&folder, "theirs");
            write(unfinished, "ours");
            Ok(FolderOutcome::Keep)
        });
        assert!(filled.is_err());
        assert_eq!((text(&folder).as_str(), fs::read_dir(outer.path()).unwrap().count()), ("theirs", 1));
    }
}
