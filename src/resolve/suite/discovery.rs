//! From paths to cases.
//!
//! A path is a case, a CSAR with `tests/<case>/`, or a folder of these, at most [`MAX_DEPTH`] levels deep: so a
//! group, a suite and a suite's `examples/` need no rule of their own. In a CSAR there may be others, but no cases that belong to
//! none. Names order the cases.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::Unpacked;
use super::mistakes::is_any_misnamed;
use super::names::{EXPECTED, INPUTS, META, TEMPLATES, TEST, TESTS, first_file};
use super::{Case, SuiteError};
use crate::source::package::{Enclosure, is_yaml, read_found};

/// `<suite>/examples/<csar>/tests/<case>` seen from a folder of suites.
const MAX_DEPTH: usize = 5;
/// The ending of folders that are skipped.
const DISABLED: &str = "---disabled";
/// The ending of folders that are run alone.
const ONLY: &str = "---only";

/// What is found at a path.
#[derive(Debug, Default)]
pub struct FoundCases {
    /// The cases, in the order of their paths.
    pub cases: Vec<Case>,
    /// Folders that are links out of what was named, and that nothing is looked for in.
    pub leading_out: Vec<PathBuf>,
}

/// All cases at and below `path`, a folder or an archive, in the order of their paths.
///
/// # Errors
/// When `path` or a folder below it cannot be read, or no case is there.
pub fn discover(path: &Path) -> Result<Vec<Case>, SuiteError> {
    discover_through(path, false).map(|found| found.cases)
}

/// [`discover`], also through links that lead out of `path` where it `reads_outside`; cases may name files there, then, unless they
/// are in an archive.
///
/// # Errors
/// Those of [`discover`].
pub fn discover_through(path: &Path, reads_outside: bool) -> Result<FoundCases, SuiteError> {
    let found = if path.is_file() { of_archive(path)? } else { of_folder(path, &enclosing(path, reads_outside))? };
    if found.cases.is_empty() {
        let path = path.to_owned();
        return Err(if left_out(&path).iter().any(|folder| is_disabled(folder)) {
            SuiteError::Disabled(path)
        } else if let Some(first) = found.leading_out.into_iter().next() {
            SuiteError::LeadingOut(first)
        } else {
            SuiteError::NoCase(path)
        });
    }
    Ok(found)
}

/// What files of cases may not lead out of: the folder that is named; the folder with templates around its `tests/`, or around a
/// folder that has tests only.
fn enclosing(path: &Path, reads_outside: bool) -> Enclosure {
    let named = Enclosure::of(path).allowing_outside(reads_outside);
    // A relative path such as `.` has no parents to look at until it is made absolute.
    let absolute = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let tests = absolute.ancestors().take(2).find(|folder| folder.ends_with(TESTS));
    let has_tests_only = || !is_csar(&absolute) && !is_case(&absolute) && !has_template(&absolute);
    let tests = tests.or_else(|| has_tests_only().then_some(&*absolute));
    match tests.and_then(Path::parent).filter(|around| is_csar(around) || has_template(around)) {
        Some(around) => named.or_around(around),
        None => named,
    }
}

/// Whether one of the files in a folder is a template, whatever it is called.
fn has_template(folder: &Path) -> bool {
    let paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_template = |text: Arc<str>| text.lines().any(|line| line.starts_with("tosca_definitions_version"));
    paths.filter(|path| is_yaml(path)).any(|path| read_found(&path).is_ok_and(is_template))
}

fn of_folder(path: &Path, enclosure: &Enclosure) -> Result<FoundCases, SuiteError> {
    let mut search = Search { enclosure: Arc::new(enclosure.clone()), found: FoundCases::default() };
    search.visit(path, MAX_DEPTH)?;
    search.found.leading_out.sort_unstable();
    search.found.leading_out.dedup();
    Ok(search.found)
}

/// The cases of a CSAR in an archive, whose files never lead out of it; none in any other file.
fn of_archive(path: &Path) -> Result<FoundCases, SuiteError> {
    let Some(unpacked) = Unpacked::new(path)?.map(Arc::new) else { return Ok(FoundCases::default()) };
    let mut found = of_folder(unpacked.folder(), &Enclosure::of(unpacked.folder()))?;
    found.cases = found.cases.into_iter().map(|case| case.of_archive(Arc::clone(&unpacked))).collect();
    Ok(found)
}

struct Search {
    enclosure: Arc<Enclosure>,
    found: FoundCases,
}

impl Search {
    fn visit(&mut self, directory: &Path, levels: usize) -> Result<(), SuiteError> {
        if is_csar(directory) {
            for case in self.folders(&directory.join(TESTS))? {
                self.add(case, directory.to_owned());
            }
            self.visit_csars_in(directory, levels)?;
        } else if is_tests_of_csar(directory) {
            for case in self.folders(directory)? {
                let root = root_of(&case);
                self.add(case, root);
            }
        } else if is_case(directory) {
            self.add(directory.to_owned(), root_of(directory));
        } else if levels > 0 {
            for folder in self.folders(directory)? {
                self.visit(&folder, levels - 1)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, case: PathBuf, root: PathBuf) {
        self.found.cases.push(Case::new(case, root, &self.enclosure));
    }

    /// The cases of CSARs in the folder of another one; what else is in it belongs to that.
    fn visit_csars_in(&mut self, csar: &Path, levels: usize) -> Result<(), SuiteError> {
        if levels == 0 {
            return Ok(());
        }
        let folders = self.folders(csar)?;
        for folder in folders.into_iter().filter(|folder| !folder.ends_with(TESTS) && !folder.is_symlink()) {
            if is_csar(&folder) {
                self.visit(&folder, levels - 1)?;
            } else {
                self.visit_csars_in(&folder, levels - 1)?;
            }
        }
        Ok(())
    }

    /// The folders in `directory` that count, sorted by name; links that lead out are noted.
    fn folders(&mut self, directory: &Path) -> Result<Vec<PathBuf>, SuiteError> {
        let (inside, outside): (Vec<PathBuf>, Vec<PathBuf>) =
            folders(directory)?.into_iter().partition(|folder| self.enclosure.has(folder));
        self.found.leading_out.extend(outside);
        Ok(inside)
    }
}

fn is_csar(directory: &Path) -> bool {
    let has_template = first_file(directory, TEMPLATES).is_some() || directory.join(META).is_file();
    has_template && directory.join(TESTS).is_dir()
}

/// Whether a folder is the one with the cases of a CSAR: all folders in it are cases, whatever they hold.
fn is_tests_of_csar(directory: &Path) -> bool {
    let absolute = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
    absolute.ends_with(TESTS) && absolute.parent().is_some_and(is_csar)
}

/// What is asked or expected makes a case, also under a name that is only almost right. A template alone makes none: projects
/// have templates, too.
fn is_case(directory: &Path) -> bool {
    let has = |names: &[&str]| first_file(directory, names).is_some();
    has(&[TEST]) || has(EXPECTED) || has(INPUTS) || has(TEMPLATES) && is_any_misnamed(directory)
}

/// Where the template of a case lies: the CSAR around `tests/`, else the case itself.
fn root_of(case: &Path) -> PathBuf {
    // A relative path such as `.` has no parents to look at until it is made absolute.
    let absolute = case.canonicalize().unwrap_or_else(|_| case.to_owned());
    let tests = absolute.parent().filter(|parent| parent.ends_with(TESTS));
    match tests.and_then(Path::parent).filter(|csar| is_csar(csar)) {
        Some(csar) => csar.to_owned(),
        None => case.to_owned(),
    }
}

/// The folders in `directory` that count, sorted by name.
fn folders(directory: &Path) -> Result<Vec<PathBuf>, SuiteError> {
    let unreadable = |error| SuiteError::Unreadable(directory.to_owned(), error);
    let mut folders = Vec::new();
    for entry in fs::read_dir(directory).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() && !is_marked(&path, |name| name.starts_with('.') || name.ends_with(DISABLED)) {
            folders.push(path);
        }
    }
    folders.sort_unstable();
    if folders.iter().any(|folder| is_marked(folder, |name| name.ends_with(ONLY))) {
        folders.retain(|folder| is_marked(folder, |name| name.ends_with(ONLY)));
    }
    Ok(folders)
}

/// The folders below `path` in which no case is looked for: disabled ones, and those beside one that is run alone.
pub fn left_out(path: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect_left_out(path, MAX_DEPTH, &Enclosure::of(path), &mut found);
    found.sort_unstable();
    found
}

fn collect_left_out(directory: &Path, levels: usize, enclosure: &Enclosure, found: &mut Vec<PathBuf>) {
    let folders = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_shown =
        |path: &PathBuf| path.is_dir() && enclosure.has(path) && !is_marked(path, |name| name.starts_with('.'));
    let folders: Vec<PathBuf> = folders.filter(is_shown).collect();
    let is_alone = |folder: &PathBuf| is_marked(folder, |name| name.ends_with(ONLY));
    let has_alone = folders.iter().any(is_alone);
    for folder in folders {
        if is_disabled(&folder) || has_alone && !is_alone(&folder) {
            found.push(folder);
        } else if levels > 0 {
            collect_left_out(&folder, levels - 1, enclosure, found);
        }
    }
}

fn is_disabled(folder: &Path) -> bool {
    is_marked(folder, |name| name.ends_with(DISABLED))
}

fn is_marked(folder: &Path, mark: impl Fn(&str) -> bool) -> bool {
    folder.file_name().is_some_and(|name| mark(&name.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(files: &[&str]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for file in files {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        root
    }

    fn found(root: &Path, path: &str) -> Vec<String> {
        let relative = |case: &Case| {
            let part = |path: &Path| path.canonicalize().unwrap().strip_prefix(root).unwrap().display().to_string();
            format!("{} of {}", part(case.directory()), part(case.root()))
        };
        discover(&root.join(path)).unwrap().iter().map(relative).collect()
    }

    #[test]
    fn finds_suites_groups_cases_and_csars() {
        let folder = make(&[
            "suite/group/b/template.yaml",
            "suite/group/b/expect.yml",
            "suite/group/a/test.yaml",
            "suite/group/.hidden/test.yaml",
            "suite/group/c---disabled/test.yaml",
            "suite/group/d/template.yaml",
            "suite/group/d/types.yaml",
            "suite/group/a/lib/expected.yaml",
            "suite/examples/shop/service-template.yaml",
            "suite/examples/shop/tests/dev/expected.yaml",
            "suite/examples/shop/parts/inputs.yaml",
            "suite/examples/shop/parts/cart/template.yaml",
            "suite/examples/shop/parts/cart/tests/one/test.yaml",
            "suite/examples/untested/service-template.yaml",
            "suite/examples/meta/TOSCA-Metadata/TOSCA.meta",
            "suite/examples/meta/tests/empty/note.txt",
        ]);
        let root = folder.path().canonicalize().unwrap();
        let shop = "suite/examples/shop/tests/dev of suite/examples/shop";
        let csar = [shop, "suite/examples/shop/parts/cart/tests/one of suite/examples/shop/parts/cart"];
        let group = ["suite/group/a of suite/group/a", "suite/group/b of suite/group/b"];
        let meta = ["suite/examples/meta/tests/empty of suite/examples/meta"];
        assert_eq!(found(&root, "suite"), [&meta[..], &csar[..], &group[..]].concat());
        assert_eq!(found(&root, "suite/group"), group);
        assert_eq!(found(&root, "suite/group/a"), group[..1]);
        assert_eq!(found(&root, "suite/group/c---disabled"), ["suite/group/c---disabled of suite/group/c---disabled"]);
        assert!(matches!(discover(&root.join("suite/group/d")), Err(SuiteError::NoCase(_))));
        assert_eq!(found(&root, "suite/examples/shop"), csar);
        assert_eq!(found(&root, "suite/examples/shop/tests"), [shop]);
        assert_eq!(found(&root, "suite/examples/shop/tests/dev"), [shop]);
        assert_eq!(found(&root, "suite/examples/meta/tests"), meta);
    }

    #[test]
    fn only_leaves_out_its_siblings() {
        let folder = make(&["g/a/test.yaml", "g/b---only/test.yaml", "h/c/test.yaml"]);
        let root = folder.path().canonicalize().unwrap();
        assert_eq!(found(&root, ""), ["g/b---only of g/b---only", "h/c of h/c"]);
        assert_eq!(left_out(&root), [root.join("g/a")]);
        let disabled = make(&["g/a/test.yaml", "g/b---disabled/test.yaml", ".c---disabled/test.yaml"]);
        assert_eq!(left_out(disabled.path()), [disabled.path().join("g/b---disabled")]);
    }

    #[test]
    fn nothing_to_find_is_an_error() {
        let folder = make(&["g/readme.md"]);
        assert!(matches!(discover(folder.path()), Err(SuiteError::NoCase(_))));
        let folder = make(&["template.yaml", "app/template.yaml", "app/prices.yaml"]);
        assert!(matches!(discover(folder.path()), Err(SuiteError::NoCase(_))));
        let folder = make(&["service-template.yaml", "lib/types.yaml"]);
        assert!(matches!(discover(folder.path()), Err(SuiteError::NoCase(_))));
        let folder = make(&["service-template.yaml", "tests/a---disabled/test.yaml"]);
        assert!(matches!(discover(folder.path()), Err(SuiteError::Disabled(_))));
        assert!(matches!(discover(&folder.path().join("absent")), Err(SuiteError::Unreadable(..))));
    }
}
