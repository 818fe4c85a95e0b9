//! Files in a CSAR archive, with bounds on what an archive may ask for.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use zip::ZipArchive;
use zip::read::ZipFileEntry;
use zip::result::ZipError;

use super::{path, refused, text};
use crate::Error;
use crate::source::diagnostic::{Code, Diagnostic};

/// How many files and folders an archive may have.
const MAX_ENTRIES: usize = 10_000;
/// What the table of contents may take, in bytes.
const MAX_DIRECTORY_BYTES: u64 = 4 << 20;
/// What all files may take unpacked, in bytes.
const MAX_TOTAL_BYTES: u64 = 256 << 20;
/// What a file that is read may take unpacked, in bytes.
const MAX_TEXT_BYTES: u64 = 64 << 20;
/// How many times its packed size a file may take, unless it is small. Templates are packed to about a thirtieth.
const MAX_RATIO: u64 = 200;
const SMALL: u64 = 1 << 20;

/// An archive whose table of contents has been checked.
#[derive(Debug)]
pub(super) struct Archive {
    path: PathBuf,
    /// Positions of files by normalised name.
    files: BTreeMap<String, usize>,
    zip: Mutex<ZipArchive<Metered>>,
}

impl Archive {
    pub(super) fn open(path: &Path, file: File) -> Result<Self, Error> {
        let left = Arc::new(AtomicU64::new(MAX_DIRECTORY_BYTES));
        let metered = Metered { file, left: Arc::clone(&left) };
        let zip = ZipArchive::new(metered).map_err(|error| failed(path, error))?;
        let files = contents(&zip).map_err(|diagnostic| refused(in_archive(path, *diagnostic)))?;
        // From here on each file is bounded for itself.
        left.store(u64::MAX, Ordering::Relaxed);
        Ok(Self { path: path.to_owned(), files, zip: Mutex::new(zip) })
    }

    /// How diagnostics name the archive.
    pub(super) fn name(&self) -> String {
        self.path.display().to_string()
    }

    pub(super) fn read(&self, name: &str) -> Result<Option<Arc<str>>, Error> {
        self.bytes(name)?.map(|bytes| text::decode(name, bytes)).transpose()
    }

    pub(super) fn bytes(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let Some(&index) = self.files.get(name) else { return Ok(None) };
        let mut zip = self.zip.lock().expect("no reader panics while it holds the archive");
        let file = zip.by_index(index).map_err(|error| failed(&self.path, error))?;
        let mut bytes = Vec::new();
        file.take(MAX_TEXT_BYTES + 1).read_to_end(&mut bytes).map_err(|error| failed(&self.path, error.into()))?;
        if bytes.len() as u64 > MAX_TEXT_BYTES {
            let message = format!("\"{name}\" is larger than {} MiB unpacked", MAX_TEXT_BYTES >> 20);
            return Err(refused(in_archive(&self.path, limit(message))));
        }
        Ok(Some(bytes))
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    pub(super) fn list_root(&self) -> Vec<String> {
        self.files.keys().filter(|name| !name.contains('/')).cloned().collect()
    }

    /// All files below `folder`, ascending.
    pub(super) fn list(&self, folder: &str) -> Vec<String> {
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let names = self.files.range(prefix.clone()..).map(|(name, _)| name);
        names.take_while(|name| name.starts_with(&prefix)).cloned().collect()
    }
}

/// The files by normalised name, unless the archive asks for too much or is malicious.
fn contents(zip: &ZipArchive<Metered>) -> Result<BTreeMap<String, usize>, Box<Diagnostic>> {
    if zip.len() > MAX_ENTRIES {
        return Err(limit(format!("more than {MAX_ENTRIES} entries")).into());
    }
    if zip.has_duplicate_names() {
        return Err(limit("two entries have the same name".to_owned()).into());
    }
    let mut files = BTreeMap::new();
    let mut total: u64 = 0;
    for index in 0..zip.len() {
        let entry = zip.by_index_data(index).map_err(|error| limit(error.to_string()))?;
        let name = entry.name().map_err(|error| limit(error.to_string()))?;
        total = total.saturating_add(entry.size());
        let normalised = path::resolve("", &name)?;
        check_entry(&name, &entry, total)?;
        if entry.is_file() && files.insert(normalised, index).is_some() {
            return Err(limit(format!("two entries are named \"{name}\"")).into());
        }
    }
    Ok(files)
}

fn check_entry(name: &str, entry: &ZipFileEntry<'_>, total: u64) -> Result<(), Box<Diagnostic>> {
    if entry.is_symlink() {
        let message = format!("\"{name}\" is a symbolic link");
        let diagnostic = Diagnostic::unplaced(Code::UnsafePath, message);
        return Err(Box::new(diagnostic.help("put the file itself into the archive")));
    }
    if entry.encrypted() {
        return Err(limit(format!("\"{name}\" is encrypted")).into());
    }
    if total > MAX_TOTAL_BYTES {
        return Err(limit(format!("larger than {} MiB unpacked", MAX_TOTAL_BYTES >> 20)).into());
    }
    if entry.size() > SMALL && entry.size() / entry.compressed_size().max(1) > MAX_RATIO {
        return Err(limit(format!("\"{name}\" is more than {MAX_RATIO} times as large unpacked")).into());
    }
    Ok(())
}

fn limit(message: String) -> Diagnostic {
    Diagnostic::unplaced(Code::ArchiveLimit, message)
}

/// Says which archive is meant.
fn in_archive(path: &Path, mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.message = format!("archive \"{}\": {}", path.display(), diagnostic.message);
    diagnostic
}

/// What the author can cause is a diagnostic; the rest is a failure of the outside world.
fn failed(path: &Path, error: ZipError) -> Error {
    let reason = match error {
        ZipError::Io(error) if is_of_the_system(error.kind()) => {
            return Error::Io { path: path.to_owned(), source: error };
        }
        ZipError::Io(error) => format!("malformed ({error})"),
        error => format!("malformed ({error})"),
    };
    refused(in_archive(path, limit(reason)))
}

fn is_of_the_system(kind: ErrorKind) -> bool {
    !matches!(kind, ErrorKind::UnexpectedEof | ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::Other)
}

/// A file of which no more than a budget can be read.
#[derive(Debug)]
struct Metered {
    file: File,
    left: Arc<AtomicU64>,
}

impl Read for Metered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        let left = self.left.load(Ordering::Relaxed);
        let rest =
            left.checked_sub(read as u64).ok_or_else(|| io::Error::other("the table of contents is too large"))?;
        self.left.store(rest, Ordering::Relaxed);
        Ok(read)
    }
}

impl Seek for Metered {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.file.seek(position)
    }
}
