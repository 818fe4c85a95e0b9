//! Documents without what profiles write differently and mean the same.

use serde_json::{Map, Value as Json, json};

use crate::resolve::transform::root_of;
use crate::tosca::model::FILE_ARTIFACT;

/// Sections that are left out when they are empty, whatever the profile does.
static SECTIONS: [&str; 6] = ["node_templates", "relationship_templates", "groups", "policies", "inputs", "outputs"];

/// The document in one style.
pub(super) fn plain(document: Json) -> Json {
    let Json::Object(mut root) = document else { return document };
    for (collection, types) in &mut root {
        if let Some(root_type) = root_of(collection) {
            types_in_one_style(types, root_type);
        }
    }
    if let Some(Json::Object(topology)) = root.get_mut("topology_template") {
        topology_in_one_style(topology);
    }
    root.retain(|key, value| !(is_empty(value) && (key == "topology_template" || root_of(key).is_some())));
    Json::Object(root)
}

/// Each type has a parent, which may go without saying.
fn types_in_one_style(types: &mut Json, root_type: &str) {
    for (name, body) in types.as_object_mut().into_iter().flatten() {
        if body.is_null() {
            *body = json!({});
        }
        let body = body.as_object_mut().filter(|_| name != root_type);
        body.into_iter().for_each(|body| {
            body.entry("derived_from").or_insert_with(|| json!(root_type));
        });
    }
}

fn topology_in_one_style(topology: &mut Map<String, Json>) {
    for section in ["node_templates", "groups", "inputs", "outputs"] {
        topology.get_mut(section).into_iter().for_each(as_mapping);
    }
    for node in entries(topology, "node_templates") {
        node.get_mut("artifacts").into_iter().for_each(as_mapping);
        for requirement in node.get_mut("requirements").and_then(Json::as_array_mut).into_iter().flatten() {
            requirement.as_object_mut().into_iter().flatten().for_each(|(_, body)| short_target(body));
        }
        node.get_mut("artifacts")
            .and_then(Json::as_object_mut)
            .into_iter()
            .flatten()
            .for_each(|(_, body)| artifact(body));
        without_empty(node, &["requirements", "artifacts", "properties"]);
    }
    entries(topology, "relationship_templates").for_each(|body| without_empty(body, &["properties"]));
    entries(topology, "groups").for_each(|body| without_empty(body, &["properties", "members"]));
    for policy in topology.get_mut("policies").and_then(Json::as_array_mut).into_iter().flatten() {
        let bodies = policy.as_object_mut().into_iter().flatten().filter_map(|(_, body)| body.as_object_mut());
        bodies.for_each(|body| without_empty(body, &["properties"]));
    }
    without_empty(topology, &SECTIONS);
}

/// The bodies of a section.
fn entries<'t>(topology: &'t mut Map<String, Json>, section: &str) -> impl Iterator<Item = &'t mut Map<String, Json>> {
    let section = topology.get_mut(section).and_then(Json::as_object_mut).into_iter().flatten();
    section.filter_map(|(_, body)| body.as_object_mut())
}

/// A list of mappings with one key each, all different, is a mapping.
fn as_mapping(section: &mut Json) {
    let Json::Array(items) = section else { return };
    let mut mapping = Map::new();
    for item in items.iter() {
        let Some((key, body)) = item.as_object().filter(|item| item.len() == 1).and_then(|item| item.iter().next())
        else {
            return;
        };
        if mapping.insert(key.clone(), body.clone()).is_some() {
            return;
        }
    }
    *section = Json::Object(mapping);
}

/// `{node: x}` is `x`.
fn short_target(body: &mut Json) {
    if let Some(target) = body.as_object().filter(|body| body.len() == 1).and_then(|body| body.get("node")) {
        *body = target.clone();
    }
}

/// A file alone is an artifact of this file.
fn artifact(body: &mut Json) {
    if body.is_string() {
        *body = json!({ "file": body });
    }
    if let Some(body) = body.as_object_mut() {
        body.entry("type").or_insert_with(|| json!(FILE_ARTIFACT));
    }
}

fn without_empty(mapping: &mut Map<String, Json>, keys: &[&str]) {
    mapping.retain(|key, value| !(keys.contains(&key.as_str()) && is_empty(value)));
}

fn is_empty(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::Array(items) => items.is_empty(),
        Json::Object(entries) => entries.is_empty(),
        _ => false,
    }
}
