//! Names of normative types, and what types say about operations that only a node mentions.

use variscope::resolve::resolution::{Completion, Request};
use variscope::source::diagnostic::Code;
use variscope::source::package::Package;

use super::codes;

#[test]
fn normative_types_have_shorter_names() {
    let text = |types: &str| {
        format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  N:
    derived_from: tosca.nodes.Root
    properties: {{a: {{type: json, required: false}}, f: {{type: 'tosca:PortSpec', required: false}}}}
topology_template:
  node_templates:
    n: {{type: N, properties: {{f: {{protocol: smtp}}}}}}
    s: {{type: {types}}}
"
        )
    };
    // A protocol that the constraint of `PortSpec` excludes.
    assert_eq!(codes(&text("'tosca:Compute'")), [(Code::ConstraintViolation, 8)]);
    assert_eq!(codes(&text("Compute")), [(Code::ConstraintViolation, 8), (Code::UndefinedType, 9)]);
}

#[test]
fn operations_that_only_a_node_mentions_have_the_inputs_of_their_interface() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  N:
    derived_from: tosca.nodes.Root
    interfaces: {Standard: {inputs: {k: {type: string, default: v}}, operations: {start: s.sh}}}
topology_template:
  node_templates:
    n: {type: N, interfaces: {Standard: {operations: {stop: t.sh, start: s.sh}}, Own: {inputs: {i: 1}, operations: {o: o.sh}}}}
";
    let package = Package::of_text(text.to_owned());
    let resolution = Request::new(&package, None).complete(Completion::default()).resolve().unwrap();
    let document = resolution.document().unwrap();
    let lines: Vec<&str> = document.lines().map(str::trim).collect();
    assert_eq!(lines.iter().filter(|line| **line == "k: v").count(), 2, "{document}");
    assert_eq!(lines.iter().filter(|line| **line == "i: 1").count(), 2, "{document}");
}
