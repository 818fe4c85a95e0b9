//! The rule for every file that another file names, or that a search finds: it is a regular file, it lies in the folder that
//! is asked about, wherever links lead, and its size is bounded.
//!
//! What is named on the command line is free of it: people may read what they want, through links and pipes, too.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::{path, refused, text, unreadable};
use crate::Error;
use crate::source::Sources;
use crate::source::diagnostic::Diagnostic;

/// So many links in a row are followed, as systems do.
const MAX_LINKS: usize = 40;

/// Paths that are longer than on any system lead nowhere.
const MAX_PATH_BYTES: usize = 1 << 15;

/// A folder out of which no file that is named or found in it may lead.
#[derive(Clone, Debug)]
pub struct Enclosure {
    /// The folder without links; none where it is not there, so that nothing is in it.
    root: Option<PathBuf>,
    reads_outside: bool,
}

impl Enclosure {
    /// The folder at `root`, which may be a link itself.
    pub fn of(root: &Path) -> Self {
        Self { root: real(root), reads_outside: false }
    }

    /// Lets files lead out of it, or not.
    #[must_use]
    pub fn allowing_outside(self, reads_outside: bool) -> Self {
        Self { reads_outside, ..self }
    }

    /// Whether files may lead out of it.
    pub fn reads_outside(&self) -> bool {
        self.reads_outside
    }

    /// The same, or the folder at `other` where that is around it.
    #[must_use]
    pub fn or_around(self, other: &Path) -> Self {
        let around = real(other).filter(|other| self.root.as_ref().is_some_and(|root| root.starts_with(other)));
        Self { root: around.or(self.root), ..self }
    }

    /// Whether a path leads to a place in it, also to one where nothing is yet.
    pub fn has(&self, path: &Path) -> bool {
        self.reads_outside || self.root.as_ref().zip(real(path)).is_some_and(|(root, path)| path.starts_with(root))
    }

    /// What stands against a file that others call `name`: it lies elsewhere, or is a pipe or a device. Nothing stands against one
    /// that is not there.
    pub fn objection(&self, path: &Path, name: &str) -> Option<Diagnostic> {
        if !self.has(path) {
            return Some(path::leads_elsewhere(name));
        }
        let is_odd = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir());
        is_odd.then(|| unreadable(format!("\"{name}\": {NO_REGULAR_FILE}")))
    }

    /// The text of a file that others call `name`, without byte order mark.
    ///
    /// # Errors
    /// When it leads out of the folder, is no regular file, cannot be read, is no UTF-8, or has more than so many bytes.
    pub fn read(&self, path: &Path, name: &str, most: usize) -> Result<Arc<str>, Error> {
        if let Some(objection) = self.objection(path, name) {
            return Err(refused(objection));
        }
        text::decode(name, bounded(path, most)?)
    }

    /// The bytes of a file, of any content.
    ///
    /// # Errors
    /// Those of [`Self::read`], as what the system says: callers know better what it is about.
    pub fn bytes(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        if !self.has(path) {
            return Err(io::Error::new(ErrorKind::PermissionDenied, path::ELSEWHERE));
        }
        bounded(path, most).map_err(|error| match error {
            Error::Io { source, .. } => source,
            Error::Package(diagnostic) => io::Error::other(diagnostic.message),
        })
    }
}

const NO_REGULAR_FILE: &str = "it is no regular file";

/// Opens a file that was not named on the command line: opening a pipe would wait for its writer, and a device has no end.
pub(super) fn open_regular(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, NO_REGULAR_FILE));
    }
    File::open(path)
}

/// The text of a file that was found wherever it lies, without byte order mark.
///
/// # Errors
/// When it is no regular file, cannot be read, or is no UTF-8.
pub fn read_found(path: &Path) -> Result<Arc<str>, Error> {
    text::decode(&path.display().to_string(), bounded(path, Sources::MAX_FILE_BYTES)?)
}

/// The bytes of a regular file, which may be so many at most.
fn bounded(path: &Path, most: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = open_regular(path).and_then(|file| file.take(most as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|source| Error::Io { path: path.to_owned(), source })?;
    if bytes.len() > most {
        let size = if most >= 1 << 30 { "1 GiB".to_owned() } else { format!("{} KiB", most >> 10) };
        return Err(refused(unreadable(format!("\"{}\" is larger than {size}", path.display()))));
    }
    Ok(bytes)
}

/// Where a path leads through all links, also where nothing is yet; none where that cannot be known.
fn real(path: &Path) -> Option<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        // A slash at the end would hide that it is a link.
        path = path.components().collect();
        if path.as_os_str().len() > MAX_PATH_BYTES {
            return None;
        }
        let mut next = None;
        for there in path.ancestors() {
            let rest = path.strip_prefix(there).ok()?;
            if let Ok(real) = fs::canonicalize(or_here(there)) {
                // A part that goes up from what is not there leads nowhere.
                let goes_down = rest.components().all(|part| matches!(part, Component::Normal(_)));
                return goes_down.then(|| if rest.as_os_str().is_empty() { real } else { real.join(rest) });
            }
            if let Ok(target) = fs::read_link(there) {
                next = Some(or_here(there.parent()?).join(target).join(rest));
                break;
            }
        }
        path = next?;
    }
    None
}

/// The folder of a bare name is the current one.
fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_yet_has_a_place() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("a");
        fs::create_dir(&inside).unwrap();
        let enclosure = Enclosure::of(&inside);
        for (path, expected) in [("", true), ("b.yaml", true), ("b/c.yaml", true), ("../a/b.yaml", true)]
            .into_iter()
            .chain([("../b.yaml", false), ("..", false), ("b/../../c.yaml", false), ("/etc/passwd", false)])
        {
            assert_eq!(enclosure.has(&inside.join(path)), expected, "{path}");
        }
        assert!(enclosure.clone().or_around(folder.path()).has(&inside.join("../b.yaml")));
        assert!(!enclosure.clone().or_around(&inside.join("b")).has(&inside.join("../b.yaml")));
        assert!(enclosure.allowing_outside(true).has(Path::new("/etc/passwd")));
        assert!(!Enclosure::of(Path::new("absent/..")).has(Path::new("absent/..")));
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_where_they_lead() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("a");
        fs::create_dir(&inside).unwrap();
        fs::write(folder.path().join("secret"), "s").unwrap();
        fs::write(inside.join("open"), "o").unwrap();
        for (link, target, expected) in [
            ("l1", "open", true),
            ("l2", "../secret", false),
            ("l3", "../absent", false),
            ("l4", "absent", true),
            ("l5", "l3", false),
            ("l6", "l6", false),
            ("l7", "..", false),
            ("l8/", "../absent", false),
        ] {
            symlink(target, inside.join(link.trim_end_matches('/'))).unwrap();
            assert_eq!(Enclosure::of(&inside).has(&inside.join(link)), expected, "{link}");
        }
        let enclosure = Enclosure::of(&inside);
        assert!(!enclosure.has(&inside.join("l7/absent/too")));
        assert_eq!(&*enclosure.read(&inside.join("l1"), "l1", 1).unwrap(), "o");
        assert!(enclosure.read(&inside.join("l1"), "l1", 0).is_err());
        assert!(enclosure.bytes(&inside.join("l2"), 9).is_err());
        assert!(read_found(Path::new("/dev/zero")).is_err());
    }
}
