//! Folders with files, gone with the test.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder with these files.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder is around it")).expect("a folder");
        fs::write(path, text).expect("it can be written");
    }
    folder
}

/// Writes a file into a folder; its path.
pub fn written(folder: &TempDir, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("it can be written");
    path.to_str().expect("UTF-8").to_owned()
}

/// A file in a folder of its own.
pub struct File {
    _folder: TempDir,
    path: String,
}

impl File {
    pub fn new(name: &str, text: impl AsRef<[u8]>) -> Self {
        let folder = folder(&[]);
        Self { path: written(&folder, name, text), _folder: folder }
    }

    pub fn path(&self) -> &str {
        &self.path
    }
}

/// The files in a folder and below it that are wanted, in order; none where there is no folder.
pub fn files(folder: impl AsRef<Path>, is_wanted: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    let below = |path: PathBuf| {
        if path.is_dir() { files(path, is_wanted) } else { is_wanted(&path).then_some(path).into_iter().collect() }
    };
    entries.into_iter().flat_map(below).collect()
}

/// Whether a file has one of these names.
pub fn is_named<'n>(names: &'n [&str]) -> impl Fn(&Path) -> bool + 'n {
    |path| names.iter().any(|name| path.ends_with(name))
}

/// Whether the name of a file ends like this.
pub fn has_extension(extension: &str) -> impl Fn(&Path) -> bool + '_ {
    move |path| path.extension().is_some_and(|own| own == extension)
}

/// Copies a folder with all that is in it; what was read-only can be written there.
pub fn copy(from: &Path, to: &Path) {
    for path in files(from, &|_| true) {
        let copied = to.join(path.strip_prefix(from).expect("it is in there"));
        fs::create_dir_all(copied.parent().expect("a folder is around it")).expect("a folder");
        fs::write(copied, fs::read(path).expect("it can be read")).expect("it can be written");
    }
}
