//! The functions by which conditions ask for presences.

use serde_json::{Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;

use super::Template;
use super::nodes::Node;
use super::vocabulary::{Word, call};

/// What may be asked about a node and all that belongs to it.
pub fn of_node(template: &Template, number: usize) -> Vec<Json> {
    let (profile, node) = (template.profile, &template.nodes[number]);
    let name = format!("n{number}");
    let mut asked = vec![Word::NodePresence.call(profile, name.as_str())];
    let relations = (0..node.relations.len()).map(|place| Word::RelationPresence.call(profile, json!([name, place])));
    asked.extend(relations);
    if profile == Profile::D {
        asked.extend(around_node(&name));
        asked.extend(inside_node(&name, node, template));
    }
    asked
}

/// The functions of profile D about what surrounds a node, and its id, which is a condition too.
fn around_node(name: &str) -> Vec<Json> {
    let functions = [
        "host_presence",
        "has_source",
        "has_incoming_relation",
        "has_incoming_relation_naive",
        "has_outgoing_relation",
        "has_outgoing_relation_naive",
        "has_artifact",
        "has_artifact_naive",
    ];
    functions.map(|function| call(function, name)).into_iter().chain([json!(format!("node.{name}"))]).collect()
}

/// The functions of profile D about what a node contains.
fn inside_node(name: &str, node: &Node, template: &Template) -> Vec<Json> {
    let technologies = if template.names_technologies() { node.technologies.len() } else { 0 };
    let parts = [
        ("node_type_presence", if template.has_technologies() { 1 } else { node.types.number() }),
        ("node_property_presence", node.properties.len()),
        ("artifact_presence", node.artifacts.len()),
        ("technology_presence", technologies),
    ];
    let mut asked = Vec::new();
    for (function, number) in parts {
        asked.extend((0..number).map(|place| call(function, json!([name, place]))));
    }
    for (place, artifact) in node.artifacts.iter().enumerate() {
        asked.push(call("artifact_type_presence", json!([name, place, 0])));
        let properties = 0..artifact.properties.len();
        asked.extend(properties.map(|property| call("artifact_property_presence", json!([name, place, property]))));
    }
    for (place, relation) in node.relations.iter().enumerate() {
        let Some(template) = &relation.template else { continue };
        asked.push(call("relation_type_presence", json!([name, place, 0])));
        let properties = 0..template.properties.len();
        asked.extend(properties.map(|property| call("relation_property_presence", json!([name, place, property]))));
    }
    asked
}

/// What may be asked about groups and policies.
pub fn of_groups(template: &Template) -> Vec<Json> {
    let profile = template.profile;
    if profile == Profile::A {
        return Vec::new();
    }
    let groups = template.ordinary_groups().into_iter();
    let mut asked: Vec<Json> = groups.map(|name| Word::HasPresentMember.call(profile, name)).collect();
    let policies = 0..template.policies.len();
    asked.extend(policies.clone().map(|place| Word::HasPresentTarget.call(profile, format!("p{place}"))));
    if profile == Profile::D {
        asked.extend(template.ordinary_groups().into_iter().map(|name| call("group_presence", name)));
        asked.extend(policies.map(|place| call("policy_presence", place)));
    }
    asked
}

/// What may be asked about topology inputs, outputs and imports (profile D).
pub fn of_topology(template: &Template) -> Vec<Json> {
    if template.profile != Profile::D {
        return Vec::new();
    }
    let numbers = [
        (["input_presence", "is_consumed"], template.topology_inputs.len()),
        (["output_presence", "is_produced"], template.outputs.len()),
    ];
    let mut asked = Vec::new();
    for (functions, number) in numbers {
        asked.extend((0..number).flat_map(|place| functions.map(|function| call(function, place))));
    }
    asked.extend((0..template.imports.len()).map(|place| call("import_presence", place)));
    asked
}
