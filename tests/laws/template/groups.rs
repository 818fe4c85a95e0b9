//! Groups and policies.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::Kind;

use super::elements::{Presence, Role, presence};
use super::nodes::Node;
use super::pick::{Pick, pick, seldom};
use super::properties::{self, Property};
use super::scope::Scope;
use super::types::{Types, types};

/// A group.
#[derive(Clone, Debug)]
pub struct Group {
    presence: Presence,
    types: Types,
    properties: Vec<Property>,
    /// Nodes, or relations of nodes where these have some.
    members: Vec<(Pick, Option<Pick>)>,
    wants_to_hand_on: bool,
}

/// A policy.
#[derive(Clone, Debug)]
pub struct Policy {
    presence: Presence,
    types: Types,
    properties: Vec<Property>,
    targets: Vec<Pick>,
}

pub fn groups() -> impl Strategy<Value = Vec<Group>> {
    let members = prop::collection::vec((pick(), prop::option::weighted(0.3, pick())), 0..3);
    let group = (presence(), types(), properties::properties(1), members, seldom(3)).prop_map(
        |(presence, types, properties, members, wants_to_hand_on)| Group {
            presence,
            types,
            properties,
            members,
            wants_to_hand_on,
        },
    );
    prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(group, 1..=2)]
}

pub fn policies() -> impl Strategy<Value = Vec<Policy>> {
    let targets = prop::collection::vec(pick(), 0..3);
    let policy = (presence(), types(), properties::properties(1), targets)
        .prop_map(|(presence, types, properties, targets)| Policy { presence, types, properties, targets });
    prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(policy, 1..=2)]
}

impl Group {
    /// Whether its conditions are those of its members, and it is never there itself.
    pub fn hands_on(&self, profile: Profile) -> bool {
        match profile {
            Profile::A => !self.presence.conditions.is_empty(),
            Profile::B | Profile::C | Profile::D => self.wants_to_hand_on,
        }
    }

    pub fn written(&self, nodes: &[Node], scope: &Scope) -> Json {
        let mut body = Map::new();
        let hands_on = self.hands_on(scope.profile);
        if hands_on && scope.profile > Profile::A {
            body.insert("type".to_owned(), json!("variability.groups.ConditionalMembers"));
        } else {
            body.insert("type".to_owned(), self.types.written("group", scope));
        }
        body.insert(
            "members".to_owned(),
            self.members.iter().filter_map(|&member| written_member(member, nodes)).collect(),
        );
        let properties = properties::written(&self.properties, &[], scope);
        if let Some(properties) = properties.filter(|_| scope.profile == Profile::D && !hands_on) {
            body.insert("properties".to_owned(), properties);
        }
        self.presence.add_to(&mut body, Kind::Group, Role::Ordinary, scope);
        Json::Object(body)
    }
}

fn written_member((node, relation): (Pick, Option<Pick>), nodes: &[Node]) -> Option<Json> {
    let node = node.among(nodes.len())?;
    let name = format!("n{node}");
    match relation.and_then(|relation| relation.among(nodes[node].relations.len())) {
        Some(place) => Some(json!([name, place])),
        None => Some(json!(name)),
    }
}

impl Policy {
    /// The body, with targets out of these.
    pub fn written(&self, targets: &[String], scope: &Scope) -> Json {
        let mut body = Map::new();
        body.insert("type".to_owned(), self.types.written("policy", scope));
        body.insert("targets".to_owned(), self.targets.iter().filter_map(|target| target.of(targets)).collect());
        let properties = properties::written(&self.properties, &[], scope);
        if let Some(properties) = properties.filter(|_| scope.profile == Profile::D) {
            body.insert("properties".to_owned(), properties);
        }
        self.presence.add_to(&mut body, Kind::Policy, Role::Ordinary, scope);
        Json::Object(body)
    }
}
