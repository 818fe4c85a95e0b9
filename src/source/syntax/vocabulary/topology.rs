//! Where a service template says what its topology is.

use super::Section;
use crate::source::syntax::yaml::Yaml;

/// The topology of a service template: `topology_template`, or the template itself where the sections of the topology
/// stand at its top, as in the dialect that TOSCA grew out of.
pub fn topology_of(root: Yaml<'_>) -> Option<Yaml<'_>> {
    root.get("topology_template").or_else(|| root.get("node_templates").map(|_| root))
}

/// Whether a key at the top of such a template belongs to its topology.
pub fn is_of_topology(key: &str) -> bool {
    Section::Topology.keys().any(|entry| entry.name == key) && Section::Template.keys().all(|entry| entry.name != key)
}
