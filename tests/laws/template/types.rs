//! Types of elements; in profile D out of several.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::Kind;

use super::elements::{Presence, presence, roles};
use super::pick::{Pick, pick};
use super::scope::Scope;

/// The alternatives for the type of an element; there is at least one.
#[derive(Clone, Debug)]
pub struct Types(Vec<(Pick, Presence)>);

/// The last parts of the names of types. Those of nodes are defined, so that technologies can be found for them.
pub const NAMES: [&str; 2] = ["One", "Other"];

pub fn types() -> impl Strategy<Value = Types> + Clone {
    let several = prop::collection::vec((pick(), presence()), 1..=2);
    let plain = pick().prop_map(|name| vec![(name, Presence::default())]);
    prop_oneof![5 => plain, 1 => several].prop_map(Types)
}

impl Types {
    pub fn number(&self) -> usize {
        self.0.len()
    }

    /// Only the first of them.
    pub fn single(&self) -> Self {
        Self(self.0[..1].to_vec())
    }

    /// What stands behind `type`, for types whose names begin with `prefix`.
    pub fn written(&self, prefix: &str, scope: &Scope) -> Json {
        let name = |pick: &Pick| format!("{prefix}.{}", pick.one_of(&NAMES));
        if scope.profile != Profile::D {
            return json!(name(&self.0[0].0));
        }
        // All alternatives of an element are for one place, whatever their names.
        let roles = roles(self.0.iter().map(|(_, presence)| ((), presence)));
        let inside = scope.in_container();
        let alternatives = self.0.iter().zip(roles).map(|((pick, presence), role)| {
            let mut body = Map::new();
            presence.add_to(&mut body, Kind::Type, role, &inside);
            (name(pick), body)
        });
        let alternatives: Vec<(String, Map<String, Json>)> = alternatives.collect();
        match alternatives.as_slice() {
            [(name, body)] if body.is_empty() => json!(name),
            several => several.iter().map(|(name, body)| json!({ name.as_str(): body })).collect(),
        }
    }
}
