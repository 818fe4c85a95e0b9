//! What engines refuse, against what they were seen to refuse: `tests/engines/demands.json`.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value as Json;
use variscope::tosca::types::engine::{Engine, refusals};

const ENGINES: [&str; 3] = ["xopera", "tosca-parser", "unfurl"];

fn demands() -> BTreeMap<String, Json> {
    serde_json::from_str(include_str!("../engines/demands.json")).expect("the file is JSON")
}

/// By template the codes of its errors.
fn errors(folder: &std::path::Path, names: &[String], engine: &str) -> BTreeMap<String, Vec<String>> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_variscope"));
    program.arg("check").args(names).args(["--for", engine, "--format", "concise"]).current_dir(folder);
    let said = String::from_utf8(program.output().expect("the program runs").stdout).expect("UTF-8");
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in said.lines().filter(|line| line.contains(" error[")) {
        let (file, rest) = line.split_once(':').expect("a place");
        let code = rest.split_once("error[").and_then(|(_, rest)| rest.split_once(']')).expect("a code").0;
        found.entry(file.to_owned()).or_default().push(code.to_owned());
    }
    found
}

#[test]
fn what_engines_refuse_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("it can be written");
    write("x.sh", "true\n");
    write("types.py", "import tosca\n");
    let types =
        "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  x.A: {derived_from: tosca.nodes.Root}\n";
    write("types.yaml", types);
    let demands = demands();
    for (name, demand) in &demands {
        let lines: Vec<&str> = demand["document"].as_array().expect("lines").iter().filter_map(Json::as_str).collect();
        write(&format!("{name}.yaml"), &(lines.join("\n") + "\n"));
    }
    let names: Vec<String> = demands.keys().map(|name| format!("{name}.yaml")).collect();
    let mut wrong = Vec::new();
    for engine in ENGINES {
        let errors = errors(folder.path(), &names, engine);
        for (name, demand) in &demands {
            let is_refused = demand["refused"].as_array().expect("a list").iter().any(|other| other == engine);
            let codes = errors.get(&format!("{name}.yaml")).map(Vec::as_slice).unwrap_or_default();
            if is_refused && codes.is_empty() {
                wrong.push(format!("{engine} refuses {name}, and nothing is told"));
            }
            if !is_refused && codes.iter().any(|code| code == "V523") {
                wrong.push(format!("{engine} takes {name}, and it is said to refuse it"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn nothing_is_demanded_without_an_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = demands()["relationship-inline"]["document"].as_array().expect("lines").clone();
    let lines: Vec<&str> = text.iter().filter_map(Json::as_str).collect();
    std::fs::write(folder.path().join("t.yaml"), lines.join("\n")).expect("it can be written");
    assert_eq!(errors(folder.path(), &["t.yaml".to_owned()], "plain"), BTreeMap::new());
}

/// A variant in which storage lacks a name, and one in which it has one; and one that no configuration gives.
#[test]
fn demands_are_asked_of_all_variants() {
    let text = "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n      \
                named: {type: boolean}\n  node_templates:\n    disk:\n      type: tosca.nodes.Storage.BlockStorage\n      \
                properties:\n        - size: 1 GB\n        - name: {value: d, conditions: {get_variability_input: named}}\n    \
                never:\n      type: tosca.nodes.Storage.BlockStorage\n      conditions: {and: [{get_variability_input: named}, \
                {not: {get_variability_input: named}}]}\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("t.yaml"), text).expect("it can be written");
    let said = |arguments: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_variscope"));
        program.args(["check", "t.yaml", "--for", "unfurl"]).args(arguments).current_dir(folder.path());
        String::from_utf8(program.output().expect("the program runs").stdout).expect("UTF-8")
    };
    let open = said(&["--only", "V523"]);
    assert_eq!(open.matches("error[V523]").count(), 1, "{open}");
    assert!(open.contains("storage without `name`") && open.contains("named=false"), "{open}");
    assert!(!said(&["--only", "V523", "--input", "named=true"]).contains("V523"));
}

/// The page has a row for each.
#[test]
fn the_page_lists_what_engines_refuse() {
    let page = include_str!("../../docs/src/engines.md");
    for refusal in refusals() {
        let cells = [Engine::Xopera, Engine::ToscaParser, Engine::Unfurl];
        let cells = cells.map(|engine| if refusal.is_by(engine) { "refused" } else { "" });
        let row = format!("| {} | {} |", refusal.what, cells.join(" | "));
        assert!(page.lines().any(|line| line == row), "{row}");
    }
}
