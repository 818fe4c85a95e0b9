//! Documents without keys that say nothing: some engines refuse these where others read them as if they were not there.

use super::Output;
use super::parts::{InterfaceOwner, Level, Rewriting, rewritten};
use crate::source::syntax::vocabulary::is_interface_key;
use crate::source::syntax::yaml::Tree;

/// Keys that say nothing without a value, wherever they stand.
const SECTIONS: &[&str] = &[
    "description",
    "metadata",
    "imports",
    "repositories",
    "requirements",
    "attributes",
    "capabilities",
    "artifacts",
    "interfaces",
    "triggers",
    "operations",
    "notifications",
    "inputs",
    "version",
    "checksum",
    "checksum_algorithm",
];

/// The document without its empty keys.
pub(super) fn without_empty(tree: &Tree, document: Output) -> Output {
    rewritten(tree, document, &mut Pruning { tree })
}

struct Pruning<'t> {
    tree: &'t Tree,
}

impl Rewriting for Pruning<'_> {
    fn part(&mut self, level: Level, _name: &str, part: Output) -> Output {
        let source = match part {
            Output::Source(id) => Some(id),
            _ => None,
        };
        let mut entries = match part.into_entries(self.tree) {
            Ok(entries) => entries,
            Err(part) => return part,
        };
        let count = entries.len();
        entries.retain(|(key, value)| !(value.is_null(self.tree) && leaves_out(level, key.as_text(self.tree))));
        source.filter(|_| entries.len() == count).map_or(Output::Mapping(entries), Output::Source)
    }
}

/// Whether a key without a value says nothing. In types, interfaces and operations without a value are declared.
fn leaves_out(level: Level, key: &str) -> bool {
    match level {
        Level::ServiceTemplate
        | Level::Topology
        | Level::NodeTemplate
        | Level::Template
        | Level::Artifact
        | Level::Declaration
        | Level::Operation(InterfaceOwner::Template) => SECTIONS.contains(&key),
        Level::Type => SECTIONS.contains(&key) || key == "properties",
        Level::Interfaces(InterfaceOwner::Template) | Level::Operations(InterfaceOwner::Template) => true,
        Level::Interface(InterfaceOwner::Template) => SECTIONS.contains(&key) || !is_interface_key(key),
        _ => false,
    }
}
