//! Folders that hold a certificate and nothing else, which may be replaced.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use super::index;

/// Whether the folder holds an `index.json` of a certificate, and besides only files that it names.
///
/// # Errors
/// When the folder cannot be read.
pub fn is_certificate(folder: &Path) -> io::Result<bool> {
    let Ok(text) = fs::read_to_string(folder.join(index::FILE)) else { return Ok(false) };
    let Some(named) = index::files(&text) else { return Ok(false) };
    let mut known: BTreeSet<String> = named.into_iter().collect();
    known.insert(index::FILE.to_owned());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_known = entry.file_name().to_str().is_some_and(|name| known.contains(name));
        if !is_known || !entry.file_type()?.is_file() {
            return Ok(false);
        }
    }
    Ok(true)
}
