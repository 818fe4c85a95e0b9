//! What an edit does.

use serde_json::{Value as Json, json};

use super::document;
use crate::feature_model::difference::{Change, Difference, Relation};
use crate::printable::printable;

/// For people.
pub fn text(difference: &Difference) -> String {
    let relation = match difference.relation() {
        Relation::Refactoring => "refactoring: the same features and variants",
        Relation::Specialization => "specialization: variants were only lost",
        Relation::Generalization => "generalization: variants were only won",
        Relation::ArbitraryEdit => "arbitrary edit: features or variants are other ones",
    };
    let mut text = format!("{relation}\n");
    for (title, names) in [("only old", &difference.old_features), ("only new", &difference.new_features)] {
        if !names.is_empty() {
            text.extend([title, ": ", &printable(&names.join(", ")), "\n"]);
        }
    }
    text.extend(["kept     ", &difference.kept.to_string(), "\n"]);
    text.push_str(&change("added", &difference.added));
    text.push_str(&change("removed", &difference.removed));
    text
}

fn change(title: &str, change: &Change) -> String {
    let witness = change.witness.as_ref().map(|names| format!("  such as: {}", printable(&names.join(" "))));
    format!("{title:<8} {}{}\n", change.count, witness.unwrap_or_default())
}

/// For programs.
pub fn json(difference: &Difference) -> String {
    let relation = match difference.relation() {
        Relation::Refactoring => "refactoring",
        Relation::Specialization => "specialization",
        Relation::Generalization => "generalization",
        Relation::ArbitraryEdit => "arbitrary-edit",
    };
    let witness = |change: &Change| change.witness.as_ref().map_or(Json::Null, |names| json!({ "present": names }));
    document(&json!({
        "schema": "variscope/diff/1",
        "relation": relation,
        "exact": true,
        "kept": difference.kept.to_string(),
        "added": difference.added.count.to_string(),
        "removed": difference.removed.count.to_string(),
        "added_witness": witness(&difference.added),
        "removed_witness": witness(&difference.removed),
        "only_old": difference.old_features,
        "only_new": difference.new_features,
    }))
}
