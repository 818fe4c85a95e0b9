//! Type definitions: each gets the root of its collection as parent when it has none.

use super::clean::source_entry;
use super::{Key, Output, OutputEntries};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::Collection;

/// A collection of types; dropped when it is empty.
pub(super) fn collection(of: Collection, types: Yaml<'_>) -> Option<Output> {
    if !types.is_mapping() {
        return (!types.is_null()).then_some(Output::Source(types.id()));
    }
    let entries: OutputEntries =
        types.entries().map(|(key, body)| (Key::Source(key.id()), definition(key, body, of.root()))).collect();
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
