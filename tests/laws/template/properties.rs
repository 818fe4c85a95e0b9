//! Properties of nodes, relationship templates, groups, policies and artifacts.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::Kind;

use super::elements::{Presence, Role, presence, roles};
use super::expressions::{Expression, expression, knows_expressions};
use super::pick::{Pick, pick};
use super::scope::Scope;

/// A value for a property, with what decides whether it is the one.
#[derive(Clone, Debug)]
pub struct Property {
    name: Pick,
    presence: Presence,
    form: Pick,
    number: Pick,
    expression: Expression,
}

/// A property that is always a number, so that it can be added up.
pub const PRICE: &str = "price";
const NAMES: [&str; 4] = ["p", PRICE, "q", "p"];

pub fn properties(most: usize) -> impl Strategy<Value = Vec<Property>> + Clone {
    let property = (pick(), presence(), pick(), pick(), expression())
        .prop_map(|(name, presence, form, number, expression)| Property { name, presence, form, number, expression });
    prop_oneof![3 => Just(Vec::new()), 2 => prop::collection::vec(property, 1..=most)]
}

/// What stands behind `properties`; `read` are values that read something of the topology.
pub fn written(properties: &[Property], read: &[Json], scope: &Scope) -> Option<Json> {
    if properties.is_empty() {
        return None;
    }
    let roles = roles(properties.iter().map(|property| (property.name.one_of(&NAMES), &property.presence)));
    let inside = scope.in_container();
    let entry = |(property, role): (&Property, Role)| json!({ property.name.one_of(&NAMES): property.body(role, read, &inside) });
    Some(properties.iter().zip(roles).map(entry).collect())
}

impl Property {
    /// Another value, where it is a number.
    pub fn change_value(&mut self) {
        self.number = self.number.next();
    }

    fn body(&self, role: Role, read: &[Json], scope: &Scope) -> Json {
        let mut body = Map::new();
        let is_price = self.name.one_of(&NAMES) == PRICE;
        let (key, value) = self.content(is_price, read, scope);
        body.insert(key.to_owned(), value);
        self.presence.add_to(&mut body, Kind::Property, role, scope);
        match body.get("value") {
            // Nothing but a number is written as it is.
            Some(value) if body.len() == 1 && value.is_number() && self.form.below(2) == 0 => value.clone(),
            _ => Json::Object(body),
        }
    }

    fn content(&self, is_price: bool, read: &[Json], scope: &Scope) -> (&'static str, Json) {
        let number = json!(self.number.below(4));
        match (self.form.below(7), self.number.of(read)) {
            (0..3, _) => ("value", number),
            (3, Some(read)) if !is_price => ("value", read),
            (4.., _) if knows_expressions(scope.profile) && is_price => ("expression", self.expression.integer(scope)),
            (4.., _) if knows_expressions(scope.profile) => ("expression", self.computed(scope)),
            _ if is_price => ("value", number),
            _ => ("value", json!(["a-b", "text"][usize::from(self.number.below(2) == 0)])),
        }
    }

    fn computed(&self, scope: &Scope) -> Json {
        match self.number.of(&scope.presences) {
            // Logic inside of values is accepted in all profiles that compute values; a text would be a value there.
            Some(presence) if self.form.below(5) == 0 && presence.is_object() => presence,
            _ => self.expression.any(scope),
        }
    }
}

/// The name that stands for what contains an element, where a profile writes values in place of properties.
pub fn plain(profile: Profile) -> Option<Json> {
    (profile == Profile::A).then(|| json!({ "size": 1 }))
}
