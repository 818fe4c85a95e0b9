//! What the description of the runtime environment says, statement by statement: `environment.md` is the list, and each
//! folder in `environment/` is a test.
//!
//! A folder has a template `t.yaml`, files around it, and `expected.yaml`: a list of runs, each with `arguments`, the exit
//! `status` (0 unless it says so), texts that the program `tells` or `omits`, and values that its answer `gives`, by
//! pointers into the JSON in which lists of nodes, operations and connections are maps by their names.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value as Json};
use variscope::source::Sources;
use variscope::source::syntax::yaml::Tree;

use crate::support::program::{text, variscope_in};

const FOLDER: &str = "tests/runtime/environment";

fn folders() -> BTreeSet<String> {
    let entries = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

fn runs(folder: &Path) -> Vec<Json> {
    let path = folder.join("expected.yaml");
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let file = sources.add(path.display().to_string(), fs::read_to_string(&path).unwrap());
    let (root, faults) = tree.parse(&sources, file);
    assert!(faults.is_empty(), "{}: {faults:?}", path.display());
    serde_json::from_str(&tree.at(root.unwrap()).to_json()).unwrap()
}

/// What distinguishes the items of a list from each other.
fn name(item: &Json) -> Option<String> {
    let text = |key: &str| item.get(key).and_then(Json::as_str);
    match (text("relation"), text("operation")) {
        (Some(relation), Some(operation)) => Some(format!("{relation}.{operation}")),
        (None, Some(operation)) => Some(operation.to_owned()),
        (_, None) => text("node").or_else(|| text("name")).map(str::to_owned),
    }
}

fn named(json: Json) -> Json {
    match json {
        Json::Object(entries) => entries.into_iter().map(|(key, value)| (key, named(value))).collect(),
        Json::Array(items) => {
            let names: Option<Vec<String>> = items.iter().map(name).collect();
            match names.filter(|names| !names.is_empty()) {
                Some(names) => Json::Object(names.into_iter().zip(items.into_iter().map(named)).collect::<Map<_, _>>()),
                None => Json::Array(items.into_iter().map(named).collect()),
            }
        }
        other => other,
    }
}

fn texts<'r>(run: &'r Json, key: &str) -> Vec<&'r str> {
    match &run[key] {
        Json::Null => Vec::new(),
        Json::String(text) => vec![text],
        list => list.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect(),
    }
}

/// What is wrong with a run; nothing when it is as expected.
fn faults(folder: &Path, run: &Json) -> Vec<String> {
    let known = ["arguments", "status", "tells", "omits", "gives"];
    assert!(run.as_object().unwrap().keys().all(|key| known.contains(&key.as_str())), "{run}");
    let mut program = variscope_in(folder, &["runtime", "t.yaml"]);
    program.args(run["arguments"].as_str().unwrap_or_default().split_whitespace());
    program.args(run.get("gives").map(|_| ["--format", "json"]).iter().flatten());
    let output = program.output().unwrap();
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| text(bytes));
    let printed = format!("{out}{err}");
    let mut faults = Vec::new();
    if output.status.code().map(i64::from) != Some(run["status"].as_i64().unwrap_or(0)) {
        faults.push(format!("status {:?}", output.status.code()));
    }
    let missing = texts(run, "tells").into_iter().filter(|text| !printed.contains(text));
    faults.extend(missing.map(|text| format!("does not tell {text:?}")));
    let unwanted = texts(run, "omits").into_iter().filter(|text| printed.contains(text));
    faults.extend(unwanted.map(|text| format!("tells {text:?}")));
    if let Some(values) = run.get("gives") {
        let answer = serde_json::from_str(&out).map_or(Json::Null, named);
        for (pointer, expected) in values.as_object().unwrap() {
            let found = answer.pointer(pointer).unwrap_or(&Json::Null);
            if found != expected {
                faults.push(format!("{pointer} is {found}, not {expected}"));
            }
        }
    }
    if faults.is_empty() { faults } else { [faults, vec![err]].concat() }
}

#[test]
fn what_the_document_says_holds() {
    let mut failed = Vec::new();
    for name in folders() {
        let folder = Path::new(FOLDER).join(&name);
        for run in runs(&folder) {
            let faults = faults(&folder, &run);
            if !faults.is_empty() {
                failed.push(format!("{name} {}:\n  {}", run["arguments"], faults.join("\n  ")));
            }
        }
    }
    assert!(failed.is_empty(), "{} runs fail:\n{}", failed.len(), failed.join("\n"));
}

/// The names of tests in the list: what its last column has in backticks, and what follows the table.
fn listed() -> BTreeSet<String> {
    let list = include_str!("environment.md");
    let (table, after) = list.rsplit_once("\n|").unwrap();
    let (last, after) = after.split_once('\n').unwrap();
    let rows = table.lines().chain([last]).filter(|line| line.contains(" | "));
    let cells = rows.map(|row| row.trim_end_matches([' ', '|']).rsplit(" | ").next().unwrap());
    let names = |text: &str| text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    cells.chain([after]).flat_map(names).collect()
}

#[test]
fn every_listed_test_exists() {
    let sources = ["tests/runtime.rs", "tests/oracle.rs"].map(|path| fs::read_to_string(path).unwrap());
    let modules = ["tests/runtime", "tests/oracle"].into_iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let modules =
        modules.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|it| it == "rs"));
    let sources: String = sources.into_iter().chain(modules.map(|path| fs::read_to_string(path).unwrap())).collect();
    let has_unique_solution = |name: &str| sources.contains(&format!("fn {name}("));
    let (listed, folders) = (listed(), folders());
    assert!(listed.len() > 30, "{listed:?}");
    let missing: Vec<&String> =
        listed.iter().filter(|name| !folders.contains(*name) && !has_unique_solution(name)).collect();
    assert!(missing.is_empty(), "no tests: {missing:?}");
    let unlisted: Vec<&String> = folders.iter().filter(|name| !listed.contains(*name)).collect();
    assert!(unlisted.is_empty(), "not in the list: {unlisted:?}");
}
