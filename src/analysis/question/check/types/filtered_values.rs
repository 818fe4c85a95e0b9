//! Values that node filters give: Unfurl sets the properties of the node at the end of a requirement to what the filter wants.

use super::owners::Owner;
use super::search::TemplateWalk;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::Collection;
use crate::tosca::types::engine::Engine;

impl<'t> TemplateWalk<'_, 't> {
    /// The relations to a node that give it a property, for engines that follow filters.
    pub(super) fn given_by_filters(&self, owner: &Owner<'t>, is_property: impl Fn(&str) -> bool) -> Vec<ElementId> {
        let node = owner.id.filter(|id| id.kind() == Kind::Node && owner.collection == Collection::Node);
        let Some(node) = node.filter(|_| self.engine == Some(Engine::Unfurl)) else { return Vec::new() };
        let gives = |requirement: Yaml<'t>| {
            let values = requirement.get("node_filter").and_then(|filter| filter.get("properties"));
            values.into_iter().flat_map(listed).any(|(key, value)| is_property(key.text()) && is_value(value))
        };
        let incoming = self.model.node(node).incoming.iter().copied();
        let giving = incoming.filter(|&relation| {
            let body = self.model.element(relation).body.map(|body| self.model.yaml(body));
            body.is_some_and(gives) || self.is_declared(relation, gives)
        });
        giving.collect()
    }

    /// Whether every type that the source of a relation may have declares it so.
    fn is_declared(&self, relation: ElementId, is_so: impl Fn(Yaml<'t>) -> bool) -> bool {
        let (name, types) = (&self.model.element(relation).name, self.own_types(self.model.relation(relation).source));
        let declares = |node_type: &str| {
            let line = self.schemas.line(Collection::Node, node_type).unwrap_or_default().into_iter();
            let sections = line.filter_map(|name| self.schemas.body(Collection::Node, name)?.get("requirements"));
            let mut definitions = sections.flat_map(listed).filter(|(key, _)| key.text() == &**name);
            definitions.any(|(_, body)| is_so(body))
        };
        !types.is_empty() && types.iter().all(|choice| declares(&choice.name))
    }
}

/// The entries of a mapping, or of a list of mappings.
fn listed(section: Yaml<'_>) -> impl Iterator<Item = (Yaml<'_>, Yaml<'_>)> {
    section.items().flat_map(Yaml::entries).chain(section.entries())
}

/// Whether a filter wants this value; other maps are constraints.
fn is_value(wanted: Yaml<'_>) -> bool {
    !wanted.is_mapping() || ["eval", "q"].iter().any(|key| wanted.get(key).is_some_and(|value| !value.is_null()))
}
