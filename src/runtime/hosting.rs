//! Who can host whom: hosting by the name of the requirement, or by the type of the relationship.

use std::sync::Arc;

use super::lineage::{defined, lineage};
use crate::model::{ElementId, Kind, Model};
use crate::syntax::yaml::Yaml;
use crate::topology::Topology;
use crate::types::Collection;

/// What relationships of hosting derive from.
const HOSTED_ON: &str = "tosca.relationships.HostedOn";

/// The relations that say where nodes are hosted, whatever is present.
pub(super) struct Hosting {
    /// Each relation with the host, by place of the node.
    by_node: Vec<Vec<(ElementId, ElementId)>>,
}

impl Hosting {
    pub(super) fn of(model: &Model) -> Self {
        let topology = Topology::of(model);
        let hosts = |node| {
            let relations = topology.outgoing(node).into_iter();
            relations.filter(|&(relation, _)| is_hosting(model, relation)).collect()
        };
        Self { by_node: model.of_kind(Kind::Node).map(hosts).collect() }
    }

    pub(super) fn of_node(&self, node: ElementId) -> &[(ElementId, ElementId)] {
        &self.by_node[node.place()]
    }
}

fn is_hosting(model: &Model, relation: ElementId) -> bool {
    model.relation(relation).is_hosting
        || relationship_types(model, relation).iter().any(|name| is_hosted_on(model, name))
}

fn is_hosted_on(model: &Model, name: &str) -> bool {
    lineage(model.types(), Collection::Relationship, name).iter().any(|ancestor| **ancestor == *HOSTED_ON)
}

/// The types that a relation may have: of its relationship template, else those that the types of its source define for
/// the requirement.
pub(super) fn relationship_types(model: &Model, relation: ElementId) -> Vec<Arc<str>> {
    let bound: Vec<Arc<str>> = model.type_candidates(relation).into_iter().map(|(_, name)| name).collect();
    if !bound.is_empty() {
        return bound;
    }
    let element = model.element(relation);
    let inline = element.body.and_then(|body| model.yaml(body).get("relationship"));
    if let Some(own_type) = inline.and_then(|relationship| relationship.get("type")) {
        return vec![own_type.text().into()];
    }
    let source = model.relation(relation).source;
    let lines =
        model.type_candidates(source).into_iter().map(|(_, name)| lineage(model.types(), Collection::Node, &name));
    lines.filter_map(|line| required(model, &line, &element.name)).collect()
}

/// The relationship type that a line of node types wants for a requirement.
fn required(model: &Model, line: &[Arc<str>], name: &str) -> Option<Arc<str>> {
    let requirements = defined(model, Collection::Node, line, "requirements");
    let relationship = requirements.get(name)?.get("relationship")?;
    let relationship: Yaml<'_> = if relationship.is_mapping() { relationship.get("type")? } else { relationship };
    Some(relationship.text().into())
}
