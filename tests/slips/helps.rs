//! Helps that are followed, and values that are offered: what is proposed has to work.

use std::io::Write;
use std::process::Stdio;

use super::{folder, output_of, run, variscope};

/// A node with a condition, and parts of it that are alternatives for others of their name.
fn alternatives(options: &str) -> String {
    format!(
        "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{a: {{type: boolean}}}}
    options: {{mode: consistent-strict, expected_incoming_relation_check: false{options}}}
  node_templates:
    m: {{type: T}}
    n:
      type: [{{T: {{conditions: false}}}}, {{U: {{default_alternative: true}}}}]
      conditions: {{variability_input: a}}
      properties: [q: {{value: 2, default_alternative: true}}]
      artifacts: [x: {{file: f, default_alternative: true}}]
      requirements: [r: {{node: m, default_alternative: true}}]
"
    )
}

#[test]
fn what_makes_a_default_alternative_follow_its_container_is_said() {
    let resolve = ["resolve", "t.yaml", "--input", "a=false"];
    let folder = folder(&[("t.yaml", &alternatives(""))]);
    let output = output_of(folder.path(), &resolve);
    let kinds = ["type", "property", "artifact", "relation"];
    for kind in kinds {
        assert!(output.contains(&format!("= help: turn on the option `{kind}_pruning`\n")), "{output}");
    }
    assert!(!output.contains("the same condition") && !output.contains("_default_condition"), "{output}");
    let options: String = kinds.map(|kind| format!(", {kind}_pruning: true")).concat();
    std::fs::write(folder.path().join("t.yaml"), alternatives(&options)).unwrap();
    let resolved = run(folder.path(), &resolve);
    assert_eq!(resolved.status.code(), Some(0), "{}", output_of(folder.path(), &resolve));
}

#[test]
fn no_fix_gives_a_default_alternative_a_condition() {
    let folder =
        folder(&[("t.yaml", &alternatives(", type_pruning: true, property_pruning: true, artifact_pruning: true"))]);
    let output = output_of(folder.path(), &["check", "t.yaml", "--diff", "--unsafe"]);
    assert!(!output.contains("+ "), "{output}");
}

const BOUNDS: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      env: {type: string, constraints: [{valid_values: [dev, prod]}]}
      replicas: {type: integer, constraints: [{in_range: [1, 5]}]}
    options: {mode: consistent-strict}
    presets:
      one: {inputs: {env: dev}}
  node_templates:
    n: {type: T}
    test: {type: T, conditions: {equal: [{variability_input: env}, test]}}
    some: {type: T, conditions: {greater: [{variability_input: replicas}, 0]}}
    many: {type: T, conditions: {greater: [{variability_input: replicas}, 3]}}
";

#[test]
fn values_that_constraints_exclude_are_not_offered() {
    let folder = folder(&[("t.yaml", BOUNDS)]);
    let mut program = variscope(folder.path(), &["configure", "t.yaml"]);
    program.env("NO_COLOR", "1").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"dev\na\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(printed.contains("a) dev") && printed.contains("b) prod") && !printed.contains("c) test"), "{printed}");
    assert!(printed.contains("a) 1") && !printed.contains(") 0"), "{printed}");
    let written = run(folder.path(), &["resolve", "t.yaml", "--inputs", "inputs.yaml"]);
    assert_eq!(written.status.code(), Some(0), "{printed}");
}

/// In earlier revisions what stands behind the operand that decides is never looked at.
#[test]
fn no_sentence_is_promised_where_the_earlier_processors_said_nothing() {
    let sentence = "a Variability Test expects `Element \"5\" is not a boolean`";
    for (condition, is_expected) in [
        ("{or: [true, 5]}", false),
        ("{and: [false, 5]}", false),
        ("{or: [false, 5]}", true),
        ("{or: [5, true]}", true),
    ] {
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  node_templates:\n    n: {{type: T, conditions: {condition}}}\n"
        );
        let folder = folder(&[("t.yaml", &text)]);
        let output = output_of(folder.path(), &["resolve", "t.yaml", "--profile", "C"]);
        assert!(output.contains("error[V205]"), "{output}");
        assert_eq!(output.contains(sentence), is_expected, "{condition}: {output}");
    }
}

/// A technology that yields to the default alternative of its node: what is proposed keeps it.
#[test]
fn a_technology_that_yields_to_a_default_alternative_is_reported_why() {
    let template = |options: &str| {
        format!(
            "\
tosca_definitions_version: tosca_variability_1_0_rc_3
node_types: {{App: {{derived_from: tosca.nodes.Root}}}}
topology_template:
  variability:
    inputs: {{prod: {{type: boolean}}}}
    options: {{{options}}}
  node_templates:
    app:
      type: App
      anchor: true
      technology: [{{terraform: {{conditions: {{variability_input: prod}}}}}}, {{ansible: {{default_alternative: true}}}}]
"
        )
    };
    let folder = folder(&[("t.yaml", &template("mode: semantic-loose"))]);
    let output = output_of(folder.path(), &["check", "t.yaml"]);
    assert!(
        output.contains("warning[V402]: technology \"terraform@0\"") && output.contains("default alternative"),
        "{output}"
    );
    assert!(output.contains("write `technology_pruning: false` in `options`"), "{output}");
    std::fs::write(folder.path().join("t.yaml"), template("technology_pruning: false")).unwrap();
    assert!(!output_of(folder.path(), &["check", "t.yaml"]).contains("V402"));
}

/// A technology is introduced by its rule, which may be in another file.
#[test]
fn lines_of_another_file_are_reported_with_it() {
    let template = "\
tosca_definitions_version: tosca_variability_1_0_rc_3
node_types: {App: {derived_from: tosca.nodes.Root}}
topology_template: {node_templates: {app: {type: App, anchor: true}}}
";
    let folder = folder(&[("t.yaml", template), ("qualities.yaml", "- {component: App, technology: ansible}\n")]);
    let output = output_of(folder.path(), &["elements", "t.yaml"]);
    assert!(output.contains("qualities.yaml:1  technology.ansible@0.node.app"), "{output}");
    let output = output_of(folder.path(), &["elements", "t.yaml", "--format", "json"]);
    assert_eq!(output.matches("\"file\": \"qualities.yaml\"").count(), 1, "{output}");
    let output = output_of(folder.path(), &["explain", "t.yaml", "technology.ansible@0.node.app"]);
    assert!(output.contains("  qualities.yaml, line 1: technology"), "{output}");
}
