//! How nodes hang together, which `resolve --complete` reports of one variant as `check` does of all.

use super::Files;

const TEMPLATE: &str = "tosca_definitions_version: tosca_variability_1_0
node_types:
  Board: {derived_from: tosca.nodes.Root, capabilities: {slot: {type: Slot}}}
  Card: {derived_from: tosca.nodes.Root, requirements: [slot: {capability: Slot}]}
capability_types:
  Slot: {derived_from: tosca.capabilities.Root}
topology_template:
  variability:
    inputs: {wrong: {type: boolean}}
    options: {type_default_condition: true, relation_default_condition: true, property_default_condition: true}
  node_templates:
    card:
      type: Card
      requirements:
        - slot: {node: board, conditions: {not: {variability_input: wrong}}}
        - slot: {node: disk, conditions: {variability_input: wrong}}
    board: {type: Board, conditions: {not: {variability_input: wrong}}}
    disk: {type: tosca.nodes.Storage.BlockStorage, properties: {size: 1 GB}, conditions: {variability_input: wrong}}
";

#[test]
fn completing_reports_what_is_wrong_in_the_variant() {
    let files = Files::new(&[("t.yaml", TEMPLATE)]);
    let output = files.run("check", &["--only", "V516"]);
    let reported = "\"disk\" has no capability of type \"Slot\"";
    assert!(output.out.contains("error[V516]") && output.out.contains(reported), "{}{}", output.out, output.err);
    let output = files.run("resolve", &["--complete", "--input", "wrong=true"]);
    assert!(output.err.contains("error[V516]") && output.err.contains(reported), "{}", output.err);
    let output = files.run("resolve", &["--complete", "--input", "wrong=false"]);
    assert_eq!((output.status, &*output.err), (Some(0), ""));
    // Without completion the document is what the template says.
    let output = files.run("resolve", &["--input", "wrong=true"]);
    assert_eq!((output.status, &*output.err), (Some(0), ""));
}

/// What is looked at in place of a relationship template that is not there is no finding of its own.
#[test]
fn a_relationship_template_that_is_not_there_is_reported_once() {
    let template = TEMPLATE.replace("{node: board, ", "{node: board, relationship: nothing, ");
    let files = Files::new(&[("t.yaml", &template)]);
    let printed = files.run("check", &[]);
    let output = format!("{}{}", printed.out, printed.err);
    assert_eq!(output.matches("error[V106]").count(), 1, "{output}");
    assert!(output.contains("relationship template \"nothing\" does not exist"), "{output}");
}
