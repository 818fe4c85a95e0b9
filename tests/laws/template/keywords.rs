//! The keywords that elements have beside `conditions` in profile D.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::Kind;

use super::conditions::{Condition, condition};
use super::modes::mode;
use super::pick::{Pick, pick, seldom};
use super::scope::Scope;

/// What an author may say of an element.
#[derive(Clone, Debug, Default)]
pub struct Keywords {
    /// `default_condition` and its like, in the order of [`SWITCHES`].
    switches: Vec<(Pick, bool)>,
    mode: Option<Vec<Pick>>,
    is_implied: Option<bool>,
    implies: Option<(Condition, Option<Condition>)>,
}

const SWITCHES: [&str; 6] = [
    "default_condition",
    "pruning",
    "default_consistency_condition",
    "default_semantic_condition",
    "consistency_pruning",
    "semantic_pruning",
];

pub fn keywords() -> impl Strategy<Value = Keywords> + Clone {
    let switches = prop::collection::vec((pick(), any::<bool>()), 0..3);
    let mode = prop::option::weighted(0.3, prop::collection::vec(pick(), 1..3));
    let implies = prop::option::weighted(0.2, (condition(), prop::option::of(condition())));
    let some = (switches, mode, prop::option::weighted(0.3, any::<bool>()), implies)
        .prop_map(|(switches, mode, is_implied, implies)| Keywords { switches, mode, is_implied, implies });
    seldom(6).prop_flat_map(move |has| if has { some.clone().boxed() } else { Just(Keywords::default()).boxed() })
}

impl Keywords {
    /// Adds them to the body of an element of this kind.
    pub fn add_to(&self, body: &mut Map<String, Json>, kind: Kind, scope: &Scope) {
        if scope.profile != Profile::D {
            return;
        }
        for (switch, is_on) in &self.switches {
            body.insert(switch.one_of(&SWITCHES).to_owned(), json!(is_on));
        }
        if let Some(mode) = self.mode.as_ref().and_then(|picks| mode(kind, picks)) {
            body.insert("default_condition_mode".to_owned(), json!(mode));
        }
        if let Some(is_implied) = self.is_implied {
            body.insert("implied".to_owned(), json!(is_implied));
        }
        if let Some((target, condition)) = &self.implies {
            let written = [Some(target), condition.as_ref()].into_iter().flatten().map(|side| side.written(scope));
            body.insert("implies".to_owned(), json!([written.collect::<Vec<_>>()]));
        }
    }
}
