//! YAML files that tests read where they are at hand.

#[path = "../../../../tests/prerequisites/mod.rs"]
pub(crate) mod prerequisites;

use std::fs;
use std::path::{Path, PathBuf};

/// Path and text of all YAML files of the conformance suites; none where these are missing.
pub(crate) fn conformance_files() -> Vec<(PathBuf, String)> {
    let mut paths = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/conformance"), &mut paths);
    if paths.is_empty() {
        prerequisites::passed_over("conformance", "how its files are read and written");
    }
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml") {
            files.push(path);
        }
    }
}
