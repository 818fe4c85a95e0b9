//! New folders that are complete or not there.

use std::fs;
use std::io::{Error, ErrorKind};
use std::path::Path;

use super::output::OutputError;
use super::terminal::Failure;

/// Makes `folder`, which may be there if it is empty, with what `fill` writes into the folder that it is given.
pub fn fill(folder: &Path, fill: impl FnOnce(&Path) -> Result<(), Failure>) -> Result<(), Failure> {
    let error = |source| Failure::Output(OutputError::new(folder, source));
    let is_there = folder.exists();
    if is_there && fs::read_dir(folder).map_err(error)?.next().is_some() {
        return Err(error(Error::new(
            ErrorKind::DirectoryNotEmpty,
            "the folder is not empty, and nothing was written",
        )));
    }
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".variscope-");
    #[cfg(unix)]
    {
        // Open to others as far as the user's mask allows, as any other folder.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o777));
    }
    let unfinished = builder.tempdir_in(parent).map_err(error)?;
    fill(unfinished.path())?;
    if is_there {
        fs::remove_dir(folder).map_err(error)?;
    }
    fs::rename(unfinished.keep(), folder).map_err(error)
}
