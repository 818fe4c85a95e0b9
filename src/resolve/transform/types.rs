//! Type definitions: each gets the root of its collection as parent when it has none.

use super::clean::source_entry;
use super::{Key, Output, OutputEntries};
use crate::source::syntax::yaml::Yaml;

static ROOTS: &[(&str, &str)] = &[
    ("node_types", "tosca.nodes.Root"),
    ("relationship_types", "tosca.relationships.Root"),
    ("artifact_types", "tosca.artifacts.Root"),
    ("capability_types", "tosca.capabilities.Root"),
    ("data_types", "tosca.datatypes.Root"),
    ("group_types", "tosca.groups.Root"),
    ("interface_types", "tosca.interfaces.Root"),
    ("policy_types", "tosca.policies.Root"),
];

/// The type from which all types of `collection`, a section of types, derive.
pub fn root_of(collection: &str) -> Option<&'static str> {
    ROOTS.iter().find(|(name, _)| *name == collection).map(|&(_, root)| root)
}

/// A collection of types; dropped when it is empty.
pub(super) fn collection(name: Yaml<'_>, types: Yaml<'_>) -> Option<Output> {
    let root = root_of(name.text()).expect("the caller asked for a collection of types");
    if !types.is_mapping() {
        return (!types.is_null()).then_some(Output::Source(types.id()));
    }
    let entries: OutputEntries =
        types.entries().map(|(key, body)| (Key::Source(key.id()), definition(key, body, root))).collect();
    (!entries.is_empty()).then_some(Output::Mapping(entries))
}

fn definition(name: Yaml<'_>, body: Yaml<'_>, root: &str) -> Output {
    if body.get("derived_from").is_some() || name.text() == root || !(body.is_mapping() || body.is_null()) {
        return Output::Source(body.id());
    }
    let mut entries: OutputEntries = body.entries().map(|(key, value)| source_entry(key, value)).collect();
    entries.push((Key::text("derived_from"), Output::text(root)));
    Output::Mapping(entries)
}
