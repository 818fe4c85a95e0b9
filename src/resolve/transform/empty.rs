//! Documents without keys that say nothing: some engines refuse these where others read them as if they were not there.

use super::{Key, Output, OutputEntries};
use crate::source::syntax::yaml::{Tree, Yaml};
use crate::tosca::types::is_interface_key;

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

/// What a mapping is, as far as it decides which of its keys are left out.
#[derive(Clone, Copy)]
enum Level {
    ServiceTemplate,
    Topology,
    /// A section of things with names, or a list of such.
    Section(&'static Level),
    Type,
    Node,
    Interfaces,
    Interface,
    Operations,
    /// Anything with sections of its own.
    Plain,
}

/// The document without its empty keys.
pub(super) fn without_empty(tree: &Tree, document: Output) -> Output {
    pruned(tree, &document, Level::ServiceTemplate).unwrap_or(document)
}

/// What is left; none where nothing is left out.
fn pruned(tree: &Tree, output: &Output, level: Level) -> Option<Output> {
    if let Some(items) = items_of(tree, output) {
        let Level::Section(_) = level else { return None };
        let changed: Vec<Option<Output>> = items.iter().map(|item| pruned(tree, item, level)).collect();
        let is_changed = changed.iter().any(Option::is_some);
        let items = changed.into_iter().zip(items).map(|(changed, item)| changed.unwrap_or(item)).collect();
        return is_changed.then_some(Output::Sequence(items));
    }
    let (mut kept, mut is_changed) = (OutputEntries::new(), false);
    for (key, value) in entries_of(tree, output)? {
        let name = match &key {
            Key::Source(id) => tree.at(*id).text().to_owned(),
            Key::Text(text) => text.to_string(),
        };
        if is_null(tree, &value) && level.leaves_out(&name) {
            is_changed = true;
            continue;
        }
        let inner = level.inner(&name).and_then(|inner| pruned(tree, &value, inner));
        is_changed |= inner.is_some();
        kept.push((key, inner.unwrap_or(value)));
    }
    is_changed.then_some(Output::Mapping(kept))
}

impl Level {
    fn leaves_out(self, key: &str) -> bool {
        match self {
            Self::Section(_) => false,
            Self::Interfaces | Self::Operations => true,
            Self::Interface => SECTIONS.contains(&key) || !is_interface_key(key),
            Self::Type => SECTIONS.contains(&key) || key == "properties",
            Self::ServiceTemplate | Self::Topology | Self::Node | Self::Plain => SECTIONS.contains(&key),
        }
    }

    /// What the value of a key is, where one looks into it.
    fn inner(self, key: &str) -> Option<Self> {
        Some(match (self, key) {
            (Self::ServiceTemplate, "topology_template") => Self::Topology,
            (Self::ServiceTemplate, section) if section.ends_with("_types") => Self::Section(&Self::Type),
            (Self::Topology, "node_templates" | "relationship_templates") => Self::Section(&Self::Node),
            (Self::Topology, "groups" | "policies" | "inputs" | "outputs") | (Self::Node, "artifacts") => {
                Self::Section(&Self::Plain)
            }
            (Self::Node, "interfaces") => Self::Interfaces,
            (Self::Section(inner), _) => *inner,
            (Self::Interfaces, _) => Self::Interface,
            (Self::Interface, "operations") => Self::Operations,
            (Self::Interface, key) if !is_interface_key(key) => Self::Plain,
            (Self::Operations, _) => Self::Plain,
            _ => return None,
        })
    }
}

fn is_null(tree: &Tree, output: &Output) -> bool {
    matches!(output, Output::Source(id) if tree.at(*id).is_null())
}

/// The items of a list.
pub(super) fn items_of(tree: &Tree, output: &Output) -> Option<Vec<Output>> {
    match output {
        Output::Sequence(items) => Some(items.clone()),
        Output::Source(id) if tree.at(*id).is_sequence() => {
            Some(tree.at(*id).items().map(|item| Output::Source(item.id())).collect())
        }
        _ => None,
    }
}

/// The entries of a mapping.
pub(super) fn entries_of(tree: &Tree, output: &Output) -> Option<OutputEntries> {
    match output {
        Output::Mapping(entries) => Some(entries.clone()),
        Output::Source(id) if tree.at(*id).is_mapping() => {
            let entry = |(key, value): (Yaml<'_>, Yaml<'_>)| (Key::Source(key.id()), Output::Source(value.id()));
            Some(tree.at(*id).entries().map(entry).collect())
        }
        _ => None,
    }
}
