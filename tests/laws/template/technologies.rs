//! Technologies of nodes, and the rules by which technologies are found for nodes.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};
use variscope::tosca::model::Kind;

use super::conditions::{Condition, conditions, written};
use super::elements::{Presence, Role, presence};
use super::pick::{Pick, pick};
use super::scope::Scope;

/// A technology that the author names.
#[derive(Clone, Debug)]
pub struct Technology {
    name: Pick,
    pub presence: Presence,
    weight: Option<Pick>,
}

/// A technology that a rule finds for components.
#[derive(Clone, Debug)]
pub struct TechnologyRule {
    name: Pick,
    /// Whether the component has to be hosted.
    is_hosted: bool,
    conditions: Vec<Condition>,
    weight: Pick,
}

const NAMES: [&str; 2] = ["ansible", "terraform"];
const WEIGHTS: [f64; 3] = [0.5, 1.0, 0.25];

pub fn technology() -> impl Strategy<Value = Technology> + Clone {
    (pick(), presence(), prop::option::of(pick())).prop_map(|(name, presence, weight)| Technology {
        name,
        presence,
        weight,
    })
}

pub fn rules() -> impl Strategy<Value = Vec<TechnologyRule>> {
    let rule = (pick(), any::<bool>(), conditions(), pick())
        .prop_map(|(name, is_hosted, conditions, weight)| TechnologyRule { name, is_hosted, conditions, weight });
    prop_oneof![4 => Just(Vec::new()), 1 => prop::collection::vec(rule, 1..3)]
}

impl Technology {
    /// The entry of the list of technologies.
    pub fn written(&self, role: Role, scope: &Scope) -> Json {
        let mut body = Map::new();
        if let Some(weight) = self.weight {
            body.insert("weight".to_owned(), json!(weight.one_of(&WEIGHTS)));
        }
        self.presence.add_to(&mut body, Kind::Technology, role, &scope.in_container());
        json!({ self.name.one_of(&NAMES): body })
    }
}

/// The section of rules: those that are drawn, and one without conditions for every technology and component, so that no
/// authored technology is without implementation.
pub fn section(rules: &[TechnologyRule], scope: &Scope) -> Option<Json> {
    if rules.is_empty() {
        return None;
    }
    let always = NAMES.map(|name| json!({ "component": "tosca.nodes.Root", "technology": name }));
    let drawn = rules.iter().map(|rule| {
        let mut body = Map::new();
        body.insert("component".to_owned(), json!("node.One"));
        body.insert("technology".to_owned(), json!(rule.name.one_of(&NAMES)));
        body.insert("weight".to_owned(), json!(rule.weight.one_of(&WEIGHTS)));
        if rule.is_hosted {
            body.insert("hosting".to_owned(), json!(["tosca.nodes.Root"]));
        }
        if let Some(conditions) = written(&rule.conditions, scope) {
            body.insert("conditions".to_owned(), conditions);
        }
        Json::Object(body)
    });
    Some(always.into_iter().chain(drawn).collect())
}
