//! Artifacts of nodes.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::Kind;

use super::elements::{Presence, Role, presence};
use super::pick::{Pick, pick};
use super::properties::{self, Property};
use super::scope::Scope;
use super::types::{Types, types};

/// An artifact.
#[derive(Clone, Debug)]
pub struct Artifact {
    name: Pick,
    pub presence: Presence,
    pub types: Types,
    pub properties: Vec<Property>,
}

const NAMES: [&str; 2] = ["image", "script"];

pub fn artifact() -> impl Strategy<Value = Artifact> + Clone {
    (pick(), presence(), types(), properties::properties(1)).prop_map(|(name, presence, types, properties)| Artifact {
        name,
        presence,
        types,
        properties,
    })
}

impl Artifact {
    pub fn name(&self) -> &'static str {
        self.name.one_of(&NAMES)
    }

    /// The entry of the list of artifacts.
    pub fn written(&self, role: Role, scope: &Scope) -> Json {
        let mut body = Map::new();
        body.insert("file".to_owned(), json!("some.tar"));
        body.insert("type".to_owned(), self.types.written("artifact", scope));
        let properties = properties::written(&self.properties, &[], scope);
        if let Some(properties) = properties.filter(|_| scope.profile == Profile::D) {
            body.insert("properties".to_owned(), properties);
        }
        self.presence.add_to(&mut body, Kind::Artifact, role, &scope.in_container());
        json!({ self.name(): body })
    }
}
