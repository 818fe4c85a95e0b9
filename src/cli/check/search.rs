//! Templates and CSARs in folders.

use std::fs;
use std::path::{Path, PathBuf};

use variscope::Error;
use variscope::source::package::{Package, read_file};

use crate::cli::terminal::{Failure, Terminal};
use variscope::analysis::settings::Settings;

/// Folders in which no templates of the author are.
static FOREIGN: [&str; 3] = ["node_modules", "target", "__pycache__"];

/// A template or feature model to check.
pub struct Subject {
    pub path: PathBuf,
    /// Whether it was found in a folder, and not named.
    pub is_found: bool,
}

/// What is to be checked: paths as they are, and in place of a folder that is no CSAR what is found in it. Where settings leave
/// out all of that, that is said.
pub fn subjects(paths: &[PathBuf], terminal: &Terminal) -> Result<Vec<Subject>, Failure> {
    let named = |path: &PathBuf| Subject { path: path.clone(), is_found: false };
    let mut subjects = Vec::new();
    for path in paths {
        if !path.is_dir() || is_csar(path) {
            subjects.push(named(path));
            continue;
        }
        let mut below = Vec::new();
        search(path, &Settings::beside(path)?, &mut below)?;
        // With one template at its root a folder is a CSAR, too; and why it is none is the best that can be said.
        let is_alone = |only: &PathBuf| only.parent() == Some(path);
        if below.is_empty() && has_templates(path)? {
            let path = path.display();
            terminal.inform(&format!("nothing to check in `{path}`: `exclude` in variscope.toml leaves out all\n"));
        } else if below.is_empty() || below.len() == 1 && below.iter().all(is_alone) {
            subjects.push(named(path));
        } else {
            subjects.extend(below.into_iter().map(|path| Subject { path, is_found: true }));
        }
    }
    Ok(subjects)
}

/// Whether a folder says or shows which of its files is the template.
fn is_csar(folder: &Path) -> bool {
    Package::open(folder).is_ok_and(|package| package.names_entry())
}

/// Whether there are templates in a folder, whatever settings leave out.
fn has_templates(folder: &Path) -> Result<bool, Failure> {
    let mut found = Vec::new();
    search(folder, &Settings::default(), &mut found)?;
    Ok(!found.is_empty())
}

fn search(folder: &Path, settings: &Settings, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |source| Failure::World(Error::Io { path: folder.to_owned(), source });
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .map_err(failed)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(failed)?;
    entries.sort();
    for path in entries {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with('.') || FOREIGN.contains(&&*name) || settings.excludes(&path) {
            continue;
        }
        let is_link = path.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink());
        if path.is_dir() {
            if is_csar(&path) {
                found.push(path);
            } else if !is_link {
                search(&path, settings, found)?;
            }
        } else if is_template(&path) {
            found.push(path);
        }
    }
    Ok(())
}

/// Whether a file is an archive, or says that it is TOSCA and has a topology.
fn is_template(path: &Path) -> bool {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("csar") => true,
        Some("yaml" | "yml") => read_file(path).is_ok_and(|text| {
            let has = |key: &str| text.lines().any(|line| line.starts_with(key));
            has("tosca_definitions_version") && (has("topology_template") || has("node_templates"))
        }),
        _ => false,
    }
}
