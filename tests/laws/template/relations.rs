//! Relations with their relationship templates.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};
use variscope::tosca::model::Kind;

use super::elements::{Presence, Role, presence};
use super::pick::{Pick, pick, seldom};
use super::properties::{self, Property};
use super::scope::Scope;
use super::types::{Types, types};

/// A requirement assignment.
#[derive(Clone, Debug)]
pub struct Relation {
    name: Pick,
    target: Pick,
    pub presence: Presence,
    pub template: Option<RelationshipTemplate>,
}

/// The template that one relation refers to.
#[derive(Clone, Debug)]
pub struct RelationshipTemplate {
    pub types: Types,
    pub properties: Vec<Property>,
}

const NAMES: [&str; 4] = ["uses", "host", "uses", "dev_host"];

pub fn relation() -> impl Strategy<Value = Relation> + Clone {
    let template =
        (types(), properties::properties(2)).prop_map(|(types, properties)| RelationshipTemplate { types, properties });
    let template = (seldom(4), template).prop_map(|(has, template)| has.then_some(template));
    (pick(), pick(), presence(), template).prop_map(|(name, target, presence, template)| Relation {
        name,
        target,
        presence,
        template,
    })
}

impl Relation {
    pub fn name(&self) -> &'static str {
        self.name.one_of(&NAMES)
    }

    /// The node that it points to, out of so many.
    pub fn target(&self, nodes: usize) -> usize {
        self.target.among(nodes).unwrap_or_default()
    }

    /// The entry of the list of requirements; `template` is the name of the relationship template.
    pub fn written(&self, nodes: usize, template: &str, role: Role, scope: &Scope) -> Json {
        let target = format!("n{}", self.target(nodes));
        let mut body = Map::new();
        body.insert("node".to_owned(), json!(target));
        if self.template.is_some() {
            body.insert("relationship".to_owned(), json!(template));
        }
        self.presence.add_to(&mut body, Kind::Relation, role, &scope.in_relation());
        let body = if body.len() == 1 { json!(target) } else { Json::Object(body) };
        json!({ self.name(): body })
    }
}

impl RelationshipTemplate {
    pub fn written(&self, read: &[Json], scope: &Scope) -> Json {
        let mut body = Map::new();
        body.insert("type".to_owned(), self.types.written("relation", scope));
        if let Some(properties) = properties::written(&self.properties, read, scope) {
            body.insert("properties".to_owned(), properties);
        }
        Json::Object(body)
    }
}
