//! What an author reads first: the line to change, and not more than a person reads.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::fmt::Write as _;
use std::fs;

use support::program::stdout;

/// What `variscope check` prints for people.
fn checked(path: &str, options: &[&str]) -> String {
    stdout(&[&["check", path], options].concat())
}

/// Every template of `tests/causes` has one fault, in the line that ends with `# cause`.
#[test]
fn the_first_three_lines_name_the_line_to_change() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/causes");
    let mut wrong = String::new();
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let line = text.lines().position(|line| line.ends_with("# cause")).unwrap() + 1;
        let output = checked(path.to_str().unwrap(), &[]);
        let first: String = output.split_inclusive('\n').take(3).collect();
        if !first.contains(&format!(".yaml:{line}:")) {
            writeln!(wrong, "{} should be about line {line}:\n{first}", path.display()).unwrap();
        }
        seen += 1;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(seen >= 30, "{seen} templates");
}

/// A template with so many nodes that have the same fault.
fn faulty(nodes: usize) -> String {
    let mut text = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {type_default_condition: true}
    inputs: {on: {type: boolean}}
  node_templates:
    base: {type: tosca.nodes.Compute, conditions: {variability_input: on}}
"
    .to_owned();
    for node in 0..nodes {
        writeln!(text, "    n{node}: {{type: tosca.nodes.SoftwareComponent, requirements: [{{host: base}}]}}").unwrap();
    }
    text
}

#[test]
fn many_like_errors_take_few_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.yaml");
    fs::write(&path, faulty(3000)).unwrap();
    let output = checked(path.to_str().unwrap(), &[]);
    assert!(output.lines().count() <= 200, "{} lines", output.lines().count());
    assert!(output.contains("3000 errors"), "{output}");
    fs::write(&path, faulty(20)).unwrap();
    let all = checked(path.to_str().unwrap(), &["--full"]);
    for line in 8..28 {
        assert!(all.contains(&format!("many.yaml:{line}:")), "line {line}: {all}");
    }
}

#[test]
fn conditions_of_types_are_named_with_their_line() {
    let case = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/keywords/type-specific-conditions");
    let printed = stdout(&["explain", case, "node:cache"]);
    assert!(printed.contains("the condition for elements of its type holds (line 10)"), "{printed}");
}

/// `vm_back` lost its `not`: the line that says so is near to what fails, however many lines force that `api` is there.
#[test]
fn the_nearest_lines_are_shown() {
    let text = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {lab: {type: boolean}}
    options: {mode: semantic-strict}
  node_templates:
    ui: {type: t, anchor: true, requirements: [{api: api}, {host: vm_front}]}
    api:
      type: t
      artifacts:
        - fat: {file: f, conditions: {variability_input: lab}}
        - slim: {file: s, default_alternative: true}
      requirements: [{host: vm_back}, {host: vm_all}]
    vm_front: {type: t, conditions: true}
    vm_back: {type: t, conditions: {variability_input: lab}}
    vm_all: {type: t, conditions: {variability_input: lab}}
";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("back.yaml");
    fs::write(&path, text).unwrap();
    let output = checked(path.to_str().unwrap(), &["--only", "V310"]);
    for line in
        ["relation \"host@0\" of node \"api\"", "node \"vm_back\" has the condition `lab`", "more lines that matter"]
    {
        assert!(output.contains(line), "{line}: {output}");
    }
}
