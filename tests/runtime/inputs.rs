//! Values of topology inputs from the template, the file of an ensemble and the command line.

use serde_json::json;

use super::Files;

const TEMPLATE: &str = "
tosca_definitions_version: tosca_variability_1_0
inputs_values: {b: 1, c: 1, d: 1, e: 1}
spec: {inputs: {c: 2}}
topology_template:
  inputs: {a: {default: 0}, b: {default: 0}, c: {default: 0}, d: {default: {k: 0}}, e: {default: 0}, f: {required: false}}
  node_templates: {n: {type: tosca.nodes.Root}}
";

/// An ensemble with its own template section, specification and environment.
const ENSEMBLE: &str = "
spec: {service_template: {inputs_values: {c: 3, f: 3}}, inputs: {d: {l: 4}}}
environment: {inputs: {e: 5, g: 5}, variables: {X: x}}
";

#[test]
fn topology_inputs_have_the_same_values_for_documents_and_tasks() {
    let files = Files::new(&[("t.yaml", TEMPLATE), ("e.yaml", ENSEMBLE)]);
    let around = ["--environment", "e.yaml", "--var", "input_e=[6]", "--var", "other=1"];
    let report = files.json(&around);
    assert_eq!(report["inputs"], json!({"a": 0, "b": 1, "c": 2, "d": {"l": 4}, "e": [6], "f": 3}));

    let output = files.run("resolve", &[&["--complete", "--explain-inputs"][..], &around].concat());
    assert_eq!(output.status, Some(0), "{}", output.err);
    for line in ["spec.inputs, t.yaml:4", "spec.inputs, e.yaml:2", "inputs_values, e.yaml:2", "--var input_e"] {
        assert!(output.err.contains(line), "{line}\n{}", output.err);
    }
    assert!(output.err.contains("\"g\" is not declared"), "{}", output.err);
}

#[test]
fn files_around_a_template_can_be_wrong() {
    for (ensemble, wrong) in [
        ("environment: {inputs: [a]}", "mapping"),
        ("spec: {inputs: x}", "mapping"),
        ("{", "e.yaml"),
        ("input: {g: 1}", "warning[V620]"),
        ("[1]", "error[V611]"),
        ("text", "error[V611]"),
        ("environments: {dev: {}}", "error[V611]"),
    ] {
        let files = Files::new(&[("t.yaml", TEMPLATE), ("e.yaml", ensemble)]);
        for arguments in [&["runtime"][..], &["runtime", "--all-variants"], &["resolve", "--complete"]] {
            let output = files.run(arguments[0], &[&arguments[1..], &["--environment", "e.yaml"]].concat());
            assert!(output.err.contains(wrong), "{arguments:?} {ensemble}: {}", output.err);
        }
    }
}

#[test]
fn a_variability_input_is_no_topology_input() {
    let template =
        TEMPLATE.replace("topology_template:\n", "topology_template:\n  variability: {inputs: {g: {type: integer}}}\n");
    let files = Files::new(&[("t.yaml", &template), ("e.yaml", ENSEMBLE)]);
    let output = files.run("resolve", &["--complete", "--environment", "e.yaml", "--input", "g=1"]);
    assert!(output.err.contains("\"g\" is a variability input, and no topology input"), "{}", output.err);
}
