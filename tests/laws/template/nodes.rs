//! Node templates with all that belongs to them.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::Kind;

use super::artifacts::{Artifact, artifact};
use super::elements::{Presence, presence, roles};
use super::pick::{Pick, pick, seldom};
use super::properties::{self, Property};
use super::relations::{Relation, relation};
use super::scope::Scope;
use super::technologies::{Technology, technology};
use super::types::{Types, types};

/// A node template.
#[derive(Clone, Debug)]
pub struct Node {
    pub presence: Presence,
    pub types: Types,
    pub properties: Vec<Property>,
    pub relations: Vec<Relation>,
    pub artifacts: Vec<Artifact>,
    pub technologies: Vec<Technology>,
    is_anchor: bool,
    weight: Option<Pick>,
}

/// What is around a node.
#[derive(Clone, Debug)]
pub struct Around<'a> {
    pub scope: &'a Scope,
    /// How many nodes there are.
    pub nodes: usize,
    /// Values that read something of the topology.
    pub read: &'a [Json],
    /// Whether technologies matter in this template.
    pub has_technologies: bool,
}

const WEIGHTS: [f64; 3] = [0.5, 0.0, 1.0];

fn node() -> impl Strategy<Value = Node> + Clone {
    let relations = prop::collection::vec(relation(), 0..=2);
    let artifacts = prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(artifact(), 1..=2)];
    let technologies = prop_oneof![5 => Just(Vec::new()), 1 => prop::collection::vec(technology(), 1..=2)];
    let parts = (presence(), types(), properties::properties(2), relations, artifacts, technologies);
    (parts, seldom(6), prop::option::weighted(0.3, pick())).prop_map(
        |((presence, types, properties, relations, artifacts, technologies), is_anchor, weight)| Node {
            presence,
            types,
            properties,
            relations,
            artifacts,
            technologies,
            is_anchor,
            weight,
        },
    )
}

pub fn nodes() -> impl Strategy<Value = Vec<Node>> {
    prop::collection::vec(node(), 1..=3)
}

impl Node {
    /// Without relations of the name of another: default conditions of some profiles ask for relations by their names.
    pub fn naming_relations(mut self) -> Self {
        let mut seen = BTreeSet::new();
        self.relations.retain(|relation| seen.insert(relation.name()));
        self
    }

    /// What stands behind `technology`, if it may be there.
    fn technologies(&self, scope: &Scope) -> Option<Json> {
        if self.technologies.is_empty() {
            return None;
        }
        // All technologies of a node are for one place, whatever their names.
        let roles = roles(self.technologies.iter().map(|technology| ((), &technology.presence)));
        Some(self.technologies.iter().zip(roles).map(|(technology, role)| technology.written(role, scope)).collect())
    }

    /// The body of the node with this number.
    pub fn written(&self, number: usize, around: &Around<'_>) -> Json {
        let scope = around.scope;
        let mut body = Map::new();
        let is_managed = around.has_technologies && !self.technologies.is_empty();
        // Technologies are found by the one type of a node and of its hosts.
        let types = if around.has_technologies { self.types.single() } else { self.types.clone() };
        body.insert("type".to_owned(), types.written("node", scope));
        self.presence.add_to(&mut body, Kind::Node, super::elements::Role::Ordinary, scope);
        if scope.profile == Profile::D {
            self.add_late_keywords(&mut body, number, is_managed, scope);
        }
        self.add_parts(&mut body, number, around);
        Json::Object(body)
    }

    fn add_late_keywords(&self, body: &mut Map<String, Json>, number: usize, is_managed: bool, scope: &Scope) {
        if self.is_anchor {
            body.insert("anchor".to_owned(), json!(true));
        }
        if let Some(weight) = self.weight {
            body.insert("weight".to_owned(), json!(weight.one_of(&WEIGHTS)));
        }
        match self.technologies(scope).filter(|_| is_managed) {
            Some(technologies) => drop(body.insert("technology".to_owned(), technologies)),
            // Some stay managed, so that rules find technologies for them.
            None if number == 0 && self.types.number() == 1 => {}
            None => drop(body.insert("managed".to_owned(), json!(false))),
        }
    }

    fn add_parts(&self, body: &mut Map<String, Json>, number: usize, around: &Around<'_>) {
        let scope = around.scope;
        let properties = properties::plain(scope.profile).filter(|_| !self.properties.is_empty());
        if let Some(properties) = properties.or_else(|| properties::written(&self.properties, around.read, scope)) {
            body.insert("properties".to_owned(), properties);
        }
        if !self.relations.is_empty() {
            let roles = roles(self.relations.iter().map(|relation| (relation.name(), &relation.presence)));
            let written = self.relations.iter().zip(roles).enumerate().map(|(place, (relation, role))| {
                relation.written(around.nodes, &template_name(number, place), role, scope)
            });
            body.insert("requirements".to_owned(), written.collect());
        }
        if !self.artifacts.is_empty() {
            let roles = roles(self.artifacts.iter().map(|artifact| (artifact.name(), &artifact.presence)));
            let written = self.artifacts.iter().zip(roles).map(|(artifact, role)| artifact.written(role, scope));
            body.insert("artifacts".to_owned(), written.collect());
        }
    }
}

/// The name of the relationship template of a relation.
pub fn template_name(node: usize, place: usize) -> String {
    format!("r{node}{place}")
}
