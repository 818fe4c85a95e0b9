//! Variability Tests and variants that would take for ever.

use std::fmt::Write as _;

use tempfile::TempDir;

use crate::support::folder::folder;
use crate::support::program::{json, printed, run};

/// So many nodes and constraints on three of them each are as many as leave a variant or none, which no search finds out in the time
/// that tests have.
const NODES: u64 = 500;
const CONSTRAINTS: u64 = 2130;

/// A template of which it is long unknown whether it has a variant.
fn undecided() -> String {
    let mut state = 1_u64;
    let mut draw = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let mut text = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {mode: consistent-strict}
    constraints:
"
    .to_owned();
    for _ in 0..CONSTRAINTS {
        let mut literal = || {
            let presence = format!("{{node_presence: n{}}}", draw(NODES));
            if draw(2) == 0 { presence } else { format!("{{not: {presence}}}") }
        };
        let _ = writeln!(text, "      - {{or: [{}, {}, {}]}}", literal(), literal(), literal());
    }
    text.push_str("  node_templates:\n");
    text.extend((0..NODES).map(|node| format!("    n{node}: {{type: R, conditions: {{node_presence: SELF}}}}\n")));
    text
}

/// Two tests, one of which never ends.
pub fn endless() -> TempDir {
    folder(&[
        ("long/template.yaml", &undecided()),
        ("long/test.yaml", "error: none\n"),
        ("short/template.yaml", "tosca_definitions_version: tosca_variability_1_0\n"),
        ("short/expected.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\n"),
    ])
}

#[test]
fn tests_fail_as_stopped_where_time_is_up() {
    let folder = endless();
    let path = folder.path().to_str().unwrap();
    let output = run(&["test", path, "--timeout", "2"]);
    let text = printed(&output);
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(text.contains("stopped before it was known what comes of it"), "{text}");
    assert!(text.contains("1 passed, 1 failed") && text.contains("stopped: 1 of 2 tests were run"), "{text}");
    let output = run(&["test", path, "--timeout", "2", "--format", "json"]);
    let document = json(&output);
    let finding = &document["templates"][0]["findings"][0];
    assert_eq!((output.status.code(), finding["code"].as_str()), (Some(4), Some("V801")), "{document}");
    // That another one fails is known.
    std::fs::write(folder.path().join("short/expected.yaml"), "a: b\n").unwrap();
    assert_eq!(run(&["test", path, "--timeout", "2"]).status.code(), Some(1));
}

#[test]
fn a_variant_is_searched_for_as_long_as_is_allowed() {
    let folder = endless();
    let template = folder.path().join("long/template.yaml");
    let output = run(&["resolve", template.to_str().unwrap(), "--timeout", "1"]);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(4), &b""[..]), "{}", printed(&output));
    let output = run(&["resolve", template.to_str().unwrap(), "--memory", "1k"]);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(4), &b""[..]), "{}", printed(&output));
}
