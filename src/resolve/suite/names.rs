//! The names under which Variability Tests keep their files.
//!
//! All revisions' names are accepted in all profiles: they do not contradict each other.

use std::path::{Path, PathBuf};

/// What a template is called, the first that exists.
pub(super) static TEMPLATES: &[&str] =
    &["vst.yaml", "variable-service-template.yaml", "service-template.yaml", "template.yaml"];
/// What the inputs of a test are called.
pub(super) static INPUTS: &[&str] = &["inputs.yaml", "inputs.xml"];
/// What the expected template is called.
pub(super) static EXPECTED: &[&str] = &["est.yaml", "expected.yaml", "expected-service-template.yaml"];
/// What is asked and expected beyond files.
pub(super) static TEST: &str = "test.yaml";
/// Where a CSAR keeps its tests.
pub(super) static TESTS: &str = "tests";
/// What makes a folder a CSAR whatever its template is called.
pub(super) static META: &str = "TOSCA-Metadata/TOSCA.meta";

/// Whether a file is what a Variability Test expects: a document of a variant, and no template.
pub fn is_expected_document(path: &Path) -> bool {
    let is_called_so = EXPECTED.iter().any(|name| path.ends_with(name));
    is_called_so && path.parent().is_some_and(|case| case.join(TEST).is_file() || first_file(case, INPUTS).is_some())
}

/// The first of `names` that there is in `directory`, be it a file that can be read or not.
pub(super) fn first_there(directory: &Path, names: &[&str]) -> Option<PathBuf> {
    names.iter().map(|name| directory.join(name)).find(|path| path.exists())
}

/// The first of `names` that is a file in `directory`.
pub(super) fn first_file(directory: &Path, names: &[&str]) -> Option<PathBuf> {
    names.iter().map(|name| directory.join(name)).find(|path| path.is_file())
}
