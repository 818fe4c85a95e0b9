//! Scenarios: the situations that rules assess technologies for.

use super::rule::text;
use crate::source::syntax::yaml::Yaml;

/// A component, possibly deployed from an artifact, in a hosting environment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Scenario<'t> {
    /// The node type.
    pub(super) component: &'t str,
    /// The management operations that have to be defined.
    pub(super) operations: Vec<&'t str>,
    /// The artifact type.
    pub(super) artifact: Option<&'t str>,
    /// The node types of the hosts, from the component downwards; `*` stands for any number of hosts.
    pub(super) hosting: Vec<&'t str>,
}

impl<'t> Scenario<'t> {
    /// Reads the keys of a rule, or of the scenario of a technology, that say where it applies.
    pub(super) fn read(body: Yaml<'t>) -> Option<Self> {
        Some(Self {
            component: text(body, "component")?,
            operations: names(body.get("operations")),
            artifact: text(body, "artifact"),
            hosting: names(body.get("hosting")),
        })
    }

    /// `component[#artifact][@host->host...]`.
    pub(super) fn key(&self) -> String {
        self.name_with("")
    }

    /// `component[#artifact]::technology[@host->host...]`.
    pub(super) fn rule_name(&self, technology: &str) -> String {
        self.name_with(&format!("::{technology}"))
    }

    fn name_with(&self, technology: &str) -> String {
        let artifact = self.artifact.map_or_else(String::new, |artifact| format!("#{artifact}"));
        let hosting = if self.hosting.is_empty() { String::new() } else { format!("@{}", self.hosting.join("->")) };
        format!("{}{artifact}{technology}{hosting}", self.component)
    }
}

/// The type that implements a component of type `node_type` by a rule.
pub(super) fn implementation_name(node_type: &str, rule_name: &str) -> String {
    format!("{node_type}~{rule_name}")
}

/// A list of names; one name alone is a list of one.
fn names(list: Option<Yaml<'_>>) -> Vec<&str> {
    match list.filter(|list| !list.is_null()) {
        None => Vec::new(),
        Some(list) if list.is_sequence() => list.items().map(Yaml::text).collect(),
        Some(name) => vec![name.text()],
    }
}
