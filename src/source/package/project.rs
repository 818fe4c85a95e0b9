//! Ensembles in projects of Unfurl: what they include may be anywhere in the project.

use std::fs;
use std::path::{Path, PathBuf};

use super::folder::Folder;
use super::read_file;

/// The file of a project, in its folder.
pub(in crate::source) const PROJECT: &str = "unfurl.yaml";
/// The usual name of an ensemble.
pub(super) const ENSEMBLE: &str = "ensemble.yaml";
/// So far up a project is looked for.
const HIGHEST: usize = 8;

/// The folder of the project that the ensemble `path` belongs to, and its name there; none for other files.
pub(super) fn of_ensemble(path: &Path) -> Option<(Folder, String)> {
    let (project, way) = around(path.parent()?)?;
    // In the folder of the project, nothing is further up.
    if way.is_empty() || !looks_like_ensemble(path) {
        return None;
    }
    let file = path.file_name()?.to_string_lossy();
    Some((Folder::new(&project), format!("{way}/{file}")))
}

/// The project that the ensemble in `folder` belongs to, and its name there; none where it has no ensemble.
pub(super) fn of_folder(folder: &Path) -> Option<(Folder, String)> {
    let ensemble = folder.join(ENSEMBLE);
    ensemble.is_file().then(|| of_ensemble(&ensemble)).flatten()
}

/// The nearest project around a folder, and the way from there to the folder with `/` between its parts.
fn around(folder: &Path) -> Option<(PathBuf, String)> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let inner = fs::canonicalize(here).ok()?;
    let mut outer = folder.to_owned();
    for _ in 0..HIGHEST {
        if outer.join(PROJECT).is_file() {
            let root = fs::canonicalize(if outer.as_os_str().is_empty() { Path::new(".") } else { &outer }).ok()?;
            let way = inner.strip_prefix(root).ok()?;
            let parts: Vec<String> = way.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            return Some((outer, parts.join("/")));
        }
        let is_named = outer.file_name().is_some();
        if !(is_named && outer.pop()) {
            outer.push("..");
        }
    }
    None
}

/// Whether a file is called like an ensemble, or has a line that says that it is one.
fn looks_like_ensemble(path: &Path) -> bool {
    let is_usual = path.file_name().is_some_and(|name| name == ENSEMBLE);
    is_usual || read_file(path).is_ok_and(|text| text.lines().any(|line| line.trim_end() == "kind: Ensemble"))
}
