//! Documents without what profiles write differently and mean the same.

use std::sync::Arc;

use crate::analysis::value::{Entries, Value};
use crate::tosca::model::FILE_ARTIFACT;
use crate::tosca::types::Collection;

/// Sections that are left out when they are empty, whatever the profile does.
static SECTIONS: [&str; 6] = ["node_templates", "relationship_templates", "groups", "policies", "inputs", "outputs"];

/// The document in one style.
pub(super) fn plain(mut document: Value) -> Value {
    let Some(root) = entries_of(&mut document) else { return document };
    for (key, types) in root.iter_mut() {
        if let Some(collection) = Collection::of_key(key) {
            types_in_one_style(types, collection.root());
        }
    }
    if let Some(topology) = root.get_mut("topology_template").and_then(entries_of) {
        topology_in_one_style(topology);
    }
    root.retain(|key, value| {
        !(is_empty(value) && (&**key == "topology_template" || Collection::of_key(key).is_some()))
    });
    document
}

/// Each type has a parent, which may go without saying.
fn types_in_one_style(types: &mut Value, root_type: &str) {
    for (name, body) in entries_of(types).into_iter().flatten() {
        if *body == Value::Null {
            *body = Value::from_iter([]);
        }
        let body = entries_of(body).filter(|_| &**name != root_type);
        body.into_iter().for_each(|body| set_default(body, "derived_from", root_type));
    }
}

fn topology_in_one_style(topology: &mut Entries) {
    for section in ["node_templates", "groups", "inputs", "outputs"] {
        topology.get_mut(section).into_iter().for_each(as_mapping);
    }
    for node in bodies(topology, "node_templates") {
        node.get_mut("artifacts").into_iter().for_each(as_mapping);
        for requirement in node.get_mut("requirements").into_iter().flat_map(items_of) {
            entries_of(requirement).into_iter().flatten().for_each(|(_, body)| short_target(body));
        }
        let artifacts = node.get_mut("artifacts").and_then(entries_of);
        artifacts.into_iter().flatten().for_each(|(_, body)| artifact(body));
        without_empty(node, &["requirements", "artifacts", "properties"]);
    }
    bodies(topology, "relationship_templates").for_each(|body| without_empty(body, &["properties"]));
    bodies(topology, "groups").for_each(|body| without_empty(body, &["properties", "members"]));
    for policy in topology.get_mut("policies").into_iter().flat_map(items_of) {
        let bodies = entries_of(policy).into_iter().flatten().filter_map(|(_, body)| entries_of(body));
        bodies.for_each(|body| without_empty(body, &["properties"]));
    }
    without_empty(topology, &SECTIONS);
}

fn entries_of(value: &mut Value) -> Option<&mut Entries> {
    if let Value::Map(entries) = value { Some(Arc::make_mut(entries)) } else { None }
}

fn items_of(value: &mut Value) -> &mut [Value] {
    if let Value::List(items) = value { Arc::make_mut(items) } else { &mut [] }
}

/// The bodies of a section.
fn bodies<'t>(topology: &'t mut Entries, section: &str) -> impl Iterator<Item = &'t mut Entries> {
    let section = topology.get_mut(section).and_then(entries_of).into_iter().flatten();
    section.filter_map(|(_, body)| entries_of(body))
}

/// A list of mappings with one key each, all different, is a mapping.
fn as_mapping(section: &mut Value) {
    let Value::List(items) = section else { return };
    let mut mapping = Entries::default();
    for item in items.iter() {
        let Some((key, body)) = item.as_map().filter(|item| item.len() == 1).and_then(|item| item.first()) else {
            return;
        };
        if mapping.insert(Arc::clone(key), body.clone()).is_some() {
            return;
        }
    }
    *section = Value::Map(Arc::new(mapping));
}

/// `{node: x}` is `x`.
fn short_target(body: &mut Value) {
    if let Some(target) = body.as_map().filter(|body| body.len() == 1).and_then(|body| body.get("node")) {
        *body = target.clone();
    }
}

/// A file alone is an artifact of this file.
fn artifact(body: &mut Value) {
    if body.as_str().is_some() {
        *body = Value::from_iter([(Arc::from("file"), body.clone())]);
    }
    if let Some(body) = entries_of(body) {
        set_default(body, "type", FILE_ARTIFACT);
    }
}

fn set_default(entries: &mut Entries, key: &str, text: &str) {
    entries.entry(key.into()).or_insert_with(|| Value::string(text));
}

fn without_empty(mapping: &mut Entries, keys: &[&str]) {
    mapping.retain(|key, value| !(keys.contains(&&**key) && is_empty(value)));
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::List(items) => items.is_empty(),
        Value::Map(entries) => entries.is_empty(),
        _ => false,
    }
}
