//! Properties of one name, of which only the last is written.

use variscope::source::diagnostic::Code;

use super::codes;

fn found(properties: &str) -> Vec<(Code, u32)> {
    let text = format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{x: {{type: boolean}}}}
  node_templates:
    app: {{type: tosca.nodes.Root, requirements: [{{dependency: {{node: db, relationship: link}}}}]}}
    db: {{type: tosca.nodes.Root}}
  relationship_templates:
    link:
      type: tosca.relationships.DependsOn
      properties:
{properties}"
    );
    codes(&text).into_iter().filter(|(code, _)| *code == Code::RepeatedProperty).collect()
}

#[test]
fn two_present_properties_of_a_relationship_template_are_reported() {
    let always = "        - port: {value: 80}\n";
    let sometimes = "        - port: {value: 443, conditions: {variability_input: x}}\n";
    let otherwise = "        - port: {value: 80, conditions: {not: {variability_input: x}}}\n";
    let default = "        - port: {value: 80, default_alternative: true}\n";
    assert_eq!(found(&[always, sometimes].concat()), [(Code::RepeatedProperty, 12)]);
    assert_eq!(found(&[otherwise, sometimes].concat()), []);
    assert_eq!(found(&[default, sometimes].concat()), []);
}
