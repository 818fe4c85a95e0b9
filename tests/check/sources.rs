//! Capabilities that take nodes of some types only.

use variscope::source::diagnostic::Code;

use super::{codes, model};

fn found(sources: &str, node_type: &str) -> Vec<u32> {
    let text = format!(
        "tosca_definitions_version: tosca_simple_yaml_1_3
capability_types:
  Slot: {{derived_from: tosca.capabilities.Root{sources}}}
node_types:
  Board: {{derived_from: tosca.nodes.Root, capabilities: {{slot: {{type: Slot}}}}}}
  Card: {{derived_from: tosca.nodes.Root, requirements: [slot: {{capability: Slot}}]}}
  Sound: {{derived_from: Card}}
topology_template:
  node_templates:
    card: {{type: {node_type}, requirements: [slot: board]}}
    board: {{type: Board}}
"
    );
    assert_eq!(model(&text).named(variscope::tosca::model::Kind::Node, "card").len(), 1);
    codes(&text).into_iter().filter(|(code, _)| *code == Code::UnfitSource).map(|(_, line)| line).collect()
}

#[test]
fn a_node_is_of_a_type_that_the_capability_takes() {
    assert_eq!(found(", valid_source_types: [Sound]", "Card"), [10]);
    assert_eq!(found(", valid_source_types: [Sound]", "Sound"), [0_u32; 0]);
    assert_eq!(found(", valid_source_types: [Card]", "Sound"), [0_u32; 0]);
    assert_eq!(found(", valid_source_types: []", "Card"), [0_u32; 0]);
    assert_eq!(found("", "Card"), [0_u32; 0]);
}
