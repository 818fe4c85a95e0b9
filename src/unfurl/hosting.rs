//! Who can host whom: hosting by the name of the requirement, or by the type of the relationship.

use std::sync::Arc;

use super::lineage::{line, lineage};
use super::matched_hosts::{HostMatching, MatchedHost};
use crate::analysis::presence::When;
use crate::tosca::model::{ElementId, Kind, Model, is_hosting_name};
use crate::tosca::topology::Topology;
use crate::tosca::types::{Collection, wanted_relationship};

/// What relationships of hosting derive from.
const HOSTED_ON: &str = "tosca.relationships.HostedOn";

/// Where nodes are hosted, whatever is present.
pub(super) struct Hosting {
    /// Each host with where it is one, if it is present, by place of the node.
    by_node: Vec<Vec<(When, ElementId)>>,
    /// Where a host is matched with a requirement, by place of the node.
    matched: Vec<Vec<When>>,
}

impl Hosting {
    pub(super) fn of(model: &Model) -> Self {
        let (topology, mut matching) = (Topology::of(model), HostMatching::new(model));
        let (mut by_node, mut all_matched) = (Vec::new(), Vec::new());
        for node in model.of_kind(Kind::Node) {
            let named = topology.outgoing(node).into_iter().filter(|&(relation, _)| is_hosting(model, relation));
            let by_name = |(relation, host)| (When::present([relation]), host);
            let mut hosts: Vec<(When, ElementId)> = named.map(by_name).collect();
            let relations = model.node(node).relations.iter().copied();
            let open = relations.filter(|&it| model.relation(it).is_open && is_hosting(model, it));
            let mut matched: Vec<MatchedHost> = open.map(|relation| matching.open(relation)).collect();
            matched.extend(matching.declared_by_types(node, &|node_type, name| {
                is_hosting_name(name, model.profile())
                    || wanted(model, node_type, name).is_some_and(|it| is_hosted_on(model, &it))
            }));
            hosts.extend(matched.iter().flat_map(|matched| matched.hosts.iter().cloned()));
            by_node.push(hosts);
            all_matched.push(matched.into_iter().map(|matched| matched.place).collect());
        }
        Self { by_node, matched: all_matched }
    }

    pub(super) fn of_node(&self, node: ElementId) -> &[(When, ElementId)] {
        &self.by_node[node.place()]
    }

    /// Where a host of a node is matched with a requirement.
    pub(super) fn matched(&self, node: ElementId) -> &[When] {
        &self.matched[node.place()]
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
