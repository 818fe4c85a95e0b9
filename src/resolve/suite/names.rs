//! The names under which Variability Tests keep their files.
//!
//! All revisions' names are accepted in all profiles: they do not contradict each other.

use std::path::{Path, PathBuf};

use crate::source::Sources;
pub(super) use crate::source::package::TEMPLATE_NAMES as TEMPLATES;
use crate::source::package::read_found;
use crate::source::syntax::yaml::Tree;

/// What the inputs of a test are called.
pub(super) static INPUTS: &[&str] = &["inputs.yaml", "inputs.xml"];
/// What the expected template is called.
pub(super) static EXPECTED: &[&str] = &["est.yaml", "expected.yaml", "expected-service-template.yaml"];
/// What is asked and expected beyond files.
pub(super) static TEST: &str = "test.yaml";
/// Where a CSAR keeps its tests.
pub static TESTS: &str = "tests";
/// What makes a folder a CSAR whatever its template is called.
pub(super) static META: &str = "TOSCA-Metadata/TOSCA.meta";

/// Whether a file is what a Variability Test expects: a document of a variant, and no template.
pub fn is_expected_document(path: &Path) -> bool {
    let Some(case) = path.parent() else { return false };
    let is_called_so = EXPECTED.iter().any(|name| path.ends_with(name));
    let is_case = || case.join(TEST).is_file() || first_file(case, INPUTS).is_some();
    (is_called_so && is_case()) || is_named_by_test(case, path)
}

/// Whether the test in the folder `case` names a file as what it expects, under whatever name.
fn is_named_by_test(case: &Path, path: &Path) -> bool {
    let Ok(text) = read_found(&case.join(TEST)) else { return false };
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let file = sources.add(TEST, text);
    let test = tree.parse(&sources, file).0.map(|root| tree.at(root));
    test.and_then(|test| test.get("expected")).is_some_and(|expected| case.join(expected.text()) == path)
}

/// The first of `names` that there is in `directory`, be it a file that can be read or not.
pub(super) fn first_there(directory: &Path, names: &[&str]) -> Option<PathBuf> {
    names.iter().map(|name| directory.join(name)).find(|path| path.exists())
}

/// The first of `names` that is a file in `directory`.
pub(super) fn first_file(directory: &Path, names: &[&str]) -> Option<PathBuf> {
    names.iter().map(|name| directory.join(name)).find(|path| path.is_file())
}
