//! Cases with recorded results, one folder per case: `<area>/<case>/input.yaml` and `expected.yaml`.
//!
//! They are read from the folder that `VARISCOPE_ORACLE_DIR` names, by default `../shared/oracle` where that exists, and
//! from `tests/oracle/own`. Where we decide otherwise than a case, `tests/oracle-deviations.md` names it. `tests/oracle/rules`
//! has tables with a row for each rule.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stderr, reason = "a test says what it leaves out")]

#[path = "oracle/connections.rs"]
mod connections;
#[path = "oracle/datatypes.rs"]
mod datatypes;
#[path = "oracle/env.rs"]
mod env;
#[path = "oracle/inputs.rs"]
mod inputs;
#[path = "oracle/rules/mod.rs"]
mod rules;
mod support;

use std::fs;
use std::path::{Path, PathBuf};

use variscope::analysis::value::Value;
use variscope::resolve::comparison::differences;
use variscope::source::Sources;
use variscope::source::syntax::yaml::{Tree, Yaml, YamlId};

/// A case of an area.
struct Case {
    name: String,
    /// The text of what is read.
    input: String,
    /// The text of what comes of it.
    expected: String,
}

/// A text of a case, read.
struct Document {
    tree: Tree,
    root: YamlId,
}

impl Document {
    fn read(name: &str, text: &str) -> Self {
        let (mut sources, mut tree) = (Sources::new(), Tree::new());
        let file = sources.add(name.to_owned(), text.to_owned());
        let (root, faults) = tree.parse(&sources, file);
        assert!(faults.is_empty(), "{name}: {faults:?}\n{text}");
        Self { tree, root: root.unwrap() }
    }

    fn root(&self) -> Yaml<'_> {
        self.tree.at(self.root)
    }

    /// Fails where a section has others than these fields: a field that is never read decides nothing.
    fn has_only(&self, section: &str, known: &[&str]) {
        let section = if section.is_empty() { Some(self.root()) } else { self.root().get(section) };
        let fields = section.into_iter().flat_map(Yaml::entries).map(|(key, _)| key);
        let unknown: Vec<&str> = fields.map(Yaml::text).filter(|key| !known.contains(key)).collect();
        assert!(unknown.is_empty(), "nobody reads {unknown:?}");
    }
}

impl Case {
    fn load(folder: &Path) -> Self {
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        Self { name, input: read("input.yaml"), expected: read("expected.yaml") }
    }

    fn input(&self) -> Document {
        Document::read(&self.name, &self.input)
    }

    fn expected(&self) -> Value {
        recorded(Document::read(&self.name, &self.expected).root())
    }
}

/// Maps of variables, which are texts however they are written.
const VARIABLES: &[&str] = &["environment", "to_env", "connection_environment"];

fn recorded(yaml: Yaml<'_>) -> Value {
    if !yaml.is_mapping() {
        return Value::from_yaml(yaml);
    }
    let variables = |yaml: Yaml<'_>| map(yaml.entries().map(|(name, text)| (name.text(), Value::string(text.text()))));
    let entry = |(key, value): (Yaml<'_>, Yaml<'_>)| {
        let is_map_of_variables = VARIABLES.contains(&key.text()) && value.is_mapping();
        (key.text().to_owned(), if is_map_of_variables { variables(value) } else { recorded(value) })
    };
    map(yaml.entries().map(entry))
}

/// What is expected of a case, as far as it is compared: of invalid input, that it is refused, and with which errors
/// where the result names any.
fn expected(case: &Case, found: &Value) -> Value {
    let expected = case.expected();
    if found.as_map().is_some_and(|found| found.contains_key("errors")) {
        return expected;
    }
    let outcome = expected.as_map().and_then(|entries| entries.get("outcome")).cloned();
    let is_invalid = outcome.as_ref().and_then(Value::as_str) == Some("invalid");
    outcome.filter(|_| is_invalid).map_or(expected, |outcome| map([("outcome", outcome)]))
}

/// Runs `run` on the cases of `area`; those of them whose result is another fail, unless they are known deviations.
fn check(area: &str, cases: &[Case], run: impl Fn(&Case) -> Value) {
    let deviations = fs::read_to_string("tests/oracle-deviations.md").unwrap_or_default();
    let mut failed = Vec::new();
    for case in cases {
        let found = run(case);
        let differences = differences(&expected(case, &found), &found);
        let is_deviation = deviations.contains(&format!("`{area}/{}`", case.name));
        if is_deviation == differences.is_empty() {
            failed.push(format!("{}: {differences:#?}", case.name));
        }
    }
    assert!(failed.is_empty(), "{} cases of {area} fail:\n{}", failed.len(), failed.join("\n"));
}

/// The cases of an area in folders, ours last.
fn cases(area: &str) -> Vec<Case> {
    let recorded = std::env::var_os("VARISCOPE_ORACLE_DIR").map_or_else(|| "../shared/oracle".into(), PathBuf::from);
    if !recorded.join(area).is_dir() {
        eprintln!("no recorded cases in {}: only our own are run", recorded.join(area).display());
    }
    let mut cases = Vec::new();
    for folder in [recorded.join(area), Path::new("tests/oracle/own").join(area)] {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        folders.sort();
        cases.extend(folders.iter().filter(|folder| folder.is_dir()).map(|folder| Case::load(folder)));
    }
    assert!(!cases.is_empty(), "{area} has cases of our own");
    cases
}

/// A map with texts as keys.
fn map(entries: impl IntoIterator<Item = (impl AsRef<str>, Value)>) -> Value {
    entries.into_iter().map(|(key, value)| (key.as_ref().into(), value)).collect()
}
