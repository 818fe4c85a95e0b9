//! What commands about many variants say of a CSAR.

use std::fs;
use std::path::Path;

use serde_json::Value as Json;

use crate::support::folder::{File, copy, folder};
use crate::support::program::{json, run};

const WEBSHOP: &str = "tests/csar/webshop";

/// The answer about the only template below a path.
fn coverage(path: &str) -> Json {
    let output = run(&["test", path, "--coverage", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let answer = json(&output);
    assert_eq!(answer["schema"], "variscope/coverage/1");
    let [template] = answer["templates"].as_array().unwrap().as_slice() else { panic!("{answer}") };
    template.clone()
}

#[test]
fn configurations_that_are_shown_cover_what_is_missing() {
    let before = coverage(WEBSHOP);
    assert_eq!((&before["tests"], &before["resolved"], &before["exact"]), (&"4".into(), &"3".into(), &true.into()));
    assert_eq!(before["variants"]["covered"], "3");
    let count = json(&run(&["count", WEBSHOP, "--format", "json"]));
    assert_eq!(before["variants"]["total"], count["variants"]);
    assert_ne!(before["pairs"]["covered"], before["pairs"]["total"]);
    assert!(!before["missing"]["elements"].as_array().unwrap().is_empty());

    let folder = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(WEBSHOP), folder.path());
    for (number, configuration) in before["configurations"].as_array().unwrap().iter().enumerate() {
        let case = folder.path().join(format!("tests/missing-{number}"));
        fs::create_dir(&case).unwrap();
        fs::write(case.join("test.yaml"), "codes: []\n").unwrap();
        fs::write(case.join("inputs.yaml"), configuration.to_string()).unwrap();
    }
    let after = coverage(folder.path().to_str().unwrap());
    for share in ["elements", "pairs"] {
        assert_eq!(after[share]["covered"], before[share]["total"], "{share}");
        assert_eq!(after[share]["total"], before[share]["total"], "{share}");
    }
    assert_eq!((&after["missing"]["elements"], &after["missing"]["pairs"]), (&Json::from([0; 0]), &Json::from([0; 0])));
}

#[test]
fn coverage_is_reported_in_words() {
    let text = |arguments: &[&str]| String::from_utf8(run(arguments).stdout).unwrap();
    let usual = text(&["test", WEBSHOP, "--coverage"]);
    assert!(usual.starts_with("4 passed, 0 failed\n\ntests/csar/webshop: 3 of 4 tests give a variant\n"), "{usual}");
    assert!(usual.lines().last().unwrap().starts_with("  variants"), "{usual}");
    let verbose = text(&["--verbose", "test", WEBSHOP, "--coverage"]);
    assert!(verbose.starts_with(&usual), "{verbose}");
    assert!(verbose.contains("\n  missing, shown by --input "), "{verbose}");
    assert!(verbose.contains("\n    relation.host@0.node.cache present\n"), "{verbose}");
    assert_eq!(run(&["test", WEBSHOP, "--coverage", "--format", "junit"]).status.code(), Some(2));
}

#[test]
fn templates_without_variants_cover_nothing() {
    let folder = folder(&[("template.yaml", "tosca_definitions_version: [\n"), ("expected.yaml", "a: 1\n")]);
    let output = run(&["test", folder.path().to_str().unwrap(), "--coverage"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.ends_with("0 of 1 tests give a variant\n  the template is refused, so that it has no variants\n"),
        "{text}"
    );
}

/// Presences go in cycles, and the best of them counts: variants are found one by one.
const CIRCULAR: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {optimization_topology: max, optimization_topology_unique: false, type_default_condition: true}
    inputs: {a: {type: boolean}, b: {type: boolean}, c: {type: boolean}}
  node_templates:
    one: {type: t, conditions: {and: [{variability_input: a}, {node_presence: two}]}}
    two: {type: t, conditions: {or: [{node_presence: one}, {variability_input: b}]}}
    three: {type: t, conditions: {variability_input: c}}
";

#[test]
fn lists_that_are_found_one_by_one_have_parts_too() {
    let file = File::new("template.yaml", CIRCULAR);
    let path = file.path();
    let list = |more: &[&str]| {
        let output = run(&[&["list", path, "--format", "json"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{more:?}");
        let list = json(&output);
        (list["variants"].as_array().unwrap().clone(), list["resume"].clone())
    };
    let (whole, end) = list(&[]);
    assert_eq!((whole.len(), end), (6, Json::Null));
    let mut parts = Vec::new();
    let mut next = Json::from("0");
    while let Some(token) = next.as_str() {
        let (part, rest) = list(&["--limit", "4", "--resume", token]);
        parts.extend(part);
        next = rest;
    }
    assert_eq!(parts, whole);
    let shards = ["1/4", "2/4", "3/4", "4/4"].map(|shard| list(&["--shard", shard]).0);
    assert_eq!(shards.concat(), whole);
}
