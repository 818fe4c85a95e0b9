//! Features that always come together.

use serde_json::{Value as Json, json};

use super::document;
use crate::feature_model::FeatureModel;
use crate::feature_model::atomic::Member;
use crate::printable::made_printable;

/// For people: a line for each set.
pub fn text(model: &FeatureModel, sets: &[Vec<Member>]) -> String {
    let line = |set: &Vec<Member>| {
        set.iter().map(|&member| made_printable(name(model, member))).collect::<Vec<_>>().join(" = ") + "\n"
    };
    sets.iter().map(line).collect()
}

fn name(model: &FeatureModel, member: Member) -> String {
    let negation = if member.is_equal { "" } else { "not " };
    format!("{negation}{}", model.feature(member.feature).name)
}

/// For programs.
pub fn json(model: &FeatureModel, sets: &[Vec<Member>]) -> String {
    let entry = |member: &Member| json!({ "id": model.feature(member.feature).name, "equal": member.is_equal });
    let sets: Vec<Json> = sets.iter().map(|set| Json::Array(set.iter().map(entry).collect())).collect();
    document(&json!({ "schema": "variscope/atomic-sets/1", "exact": true, "sets": sets }))
}
