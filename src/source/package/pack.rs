//! Files as an archive.

use std::io::{self, Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

/// What a script may be asked to do, and what another file.
const SCRIPT: u32 = 0o755;
const FILE: u32 = 0o644;

/// The bytes of an archive with these files, in this order; the same files give the same bytes.
///
/// # Errors
/// When a file is larger than an archive can hold, or two have the same name.
pub fn pack(files: &[(String, Vec<u8>)]) -> io::Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let mode = if bytes.starts_with(b"#!") { SCRIPT } else { FILE };
        let options = SimpleFileOptions::default().last_modified_time(DateTime::DEFAULT).unix_permissions(mode);
        archive.start_file(name, options)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}
