//! What is reported of a text, and when: the same as `check` says of it.

use serde_json::{Value as Json, json};

use super::editor::Editor;
use super::{TEMPLATE, has_code};
use crate::support::program::{self, run};

fn codes(found: &[Json]) -> Vec<&str> {
    found.iter().filter_map(|diagnostic| diagnostic["code"].as_str()).collect()
}

/// The next list that is reported, whatever is in it.
fn next(editor: &mut Editor) -> Vec<Json> {
    editor.diagnostics(|_| true)
}

#[test]
fn assertions_of_the_settings_are_held_against_the_template() {
    let mut editor = Editor::start();
    let settings = editor.folder().join("variscope.toml");
    std::fs::write(&settings, "[[assertions]]\ncondition = 'node.db'\n").unwrap();
    editor.open(TEMPLATE);
    let found = editor.diagnostics(has_code("V415"));
    let broken = found.iter().find(|diagnostic| diagnostic["code"] == "V415").unwrap();
    assert!(broken["relatedInformation"][0]["location"]["uri"].as_str().unwrap().ends_with("/variscope.toml"));
    // Of one that cannot be read only that is reported, and others are held against the template.
    std::fs::write(&settings, "[[assertions]]\ncondition = 'node.nobody'\n").unwrap();
    editor.save();
    let found = editor.diagnostics(has_code("V217"));
    assert!(has_code("V402")(&found) && !has_code("V415")(&found), "{found:?}");
    let both = "[[assertions]]\ncondition = 'node.nobody'\n[[assertions]]\ncondition = 'node.db'\n";
    std::fs::write(&settings, both).unwrap();
    editor.save();
    editor.diagnostics(|found| has_code("V217")(found) && has_code("V415")(found));
    editor.end();
}

/// What follows from a finding that is switched off is reported by itself, as `check` does.
#[test]
fn settings_switch_off_causes_and_not_what_follows() {
    let text = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {online: {type: boolean}}
    options: {type_default_condition: true}
  node_templates:
    shop: {type: Shop, requirements: [{orders: database}]}
    database: {type: Database, conditions: {variability_input: online}}
";
    let mut editor = Editor::start();
    let path = editor.folder().join("shop.yaml");
    std::fs::write(&path, text).unwrap();
    std::fs::write(editor.folder().join("variscope.toml"), "ignore = ['V302']\n").unwrap();
    let checked = program::json(&run(&["check", "--format", "json", path.to_str().unwrap()]));
    let mut expected = codes(checked["templates"][0]["findings"].as_array().unwrap());
    expected.sort_unstable();
    assert!(expected.contains(&"V403"), "{expected:?}");
    editor.open(text);
    editor.diagnostics(|found| {
        let mut found = codes(found);
        found.sort_unstable();
        found == expected
    });
    editor.end();
}

#[test]
fn settings_that_cannot_be_read_are_reported() {
    let mut editor = Editor::start();
    let settings = editor.folder().join("variscope.toml");
    std::fs::write(&settings, "[severity\n").unwrap();
    let is_reported = |one: &Json| one["message"].as_str().unwrap().contains("these settings are not looked at");
    editor.open(TEMPLATE);
    editor.diagnostics(|found| has_code("V402")(found) && found.iter().any(is_reported));
    std::fs::write(&settings, "").unwrap();
    editor.save();
    editor.diagnostics(|found| has_code("V402")(found) && !found.iter().any(is_reported));
    editor.end();
}

/// A name that is misspelt hides nothing that does not depend on it.
#[test]
fn a_misspelt_input_hides_no_other_finding() {
    let text = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {a: {type: boolean}}
    expressions: {x: {equal: [{variability_input: aa}, true]}}
    options: {mode: manual}
  node_templates:
    m: {type: M, conditions: {logic_expression: x}}
    n: {type: N, conditions: {variability_input: a}}
";
    let mut editor = Editor::start();
    editor.open(text);
    let found = editor.diagnostics(|found| found.len() > 1);
    let (mut reported, path) = (codes(&found), editor.folder().join("shop.yaml"));
    reported.sort_unstable();
    std::fs::write(&path, text).unwrap();
    let checked = program::json(&run(&["check", "--format", "json", path.to_str().unwrap()]));
    let mut expected =
        codes(checked["findings"].as_array().or(checked["templates"][0]["findings"].as_array()).unwrap());
    expected.sort_unstable();
    assert_eq!(reported, expected);
    assert!(reported.contains(&"V208") && !reported.contains(&"V401"), "{reported:?}");
    editor.end();
}

/// What is said while reading may be a finding as well, with more behind it.
#[test]
fn what_is_found_again_is_reported_once() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/csar/elastic-pipeline/service-template.yaml");
    let text = std::fs::read_to_string(path).unwrap().replacen("type: pipeline.Datacenter", "type: of", 1);
    let mut editor = Editor::start();
    let document = json!({ "uri": format!("file://{path}"), "languageId": "yaml", "version": 1, "text": text });
    editor.notify("textDocument/didOpen", &json!({ "textDocument": document }));
    editor.settle();
    editor.save();
    let found = editor.diagnostics(has_code("V114"));
    assert_eq!(codes(&found).iter().filter(|code| **code == "V114").count(), 1, "{found:?}");
    editor.end();
}

#[test]
fn what_is_wrong_in_an_imported_file_is_reported_where_it_is_imported() {
    let mut editor = Editor::start();
    std::fs::create_dir(editor.folder().join("lib")).unwrap();
    let types = "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  Base: {derived_from: Base}\n";
    std::fs::write(editor.folder().join("lib/types.yaml"), types).unwrap();
    editor.open(&TEMPLATE.replacen("topology_template:", "imports:\n  - lib/types.yaml\ntopology_template:", 1));
    let found = editor.diagnostics(has_code("V113"));
    let cycle = found.iter().find(|diagnostic| diagnostic["code"] == "V113").unwrap();
    assert_eq!(cycle["range"]["start"], json!({ "line": 3, "character": 4 }));
    assert!(cycle["message"].as_str().unwrap().starts_with("lib/types.yaml:3:"), "{cycle}");
    editor.end();
}

#[test]
fn findings_stay_until_there_are_new_ones() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    let is_explained = |one: &Json| one["code"] == "V402" && one["relatedInformation"] != json!([]);
    editor.diagnostics(|found| found.iter().any(is_explained));
    editor.save();
    assert!(has_code("V402")(&next(&mut editor)));
    editor.diagnostics(|found| found.iter().any(is_explained));
    editor.change(&TEMPLATE.replace("lost:", "gone:"));
    assert!(has_code("V402")(&next(&mut editor)));
    // An error is reported at once.
    editor.change(&TEMPLATE.replace("topology_template:", "con\ntopology_template:"));
    let found = next(&mut editor);
    assert!(!found.is_empty() && !has_code("V402")(&found), "{found:?}");
    editor.end();
}
