//! Who can host whom: hosting by the name of the requirement, or by the type of the relationship.

use std::sync::Arc;

use super::lineage::{line, lineage};
use crate::tosca::model::{ElementId, Kind, Model};
use crate::tosca::topology::Topology;
use crate::tosca::types::{Collection, wanted_relationship};

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
    let candidates = model.type_candidates(source).into_iter();
    candidates.filter_map(|(_, node_type)| wanted(model, &node_type, &element.name)).collect()
}

/// The relationship type that a node type wants for a requirement.
pub(super) fn wanted(model: &Model, node_type: &str, requirement: &str) -> Option<Arc<str>> {
    let line = line(model, Collection::Node, node_type, None);
    let wanted = wanted_relationship(line.into_iter().filter_map(|(_, definition)| definition), requirement)?;
    Some(Arc::from(wanted.text()))
}
