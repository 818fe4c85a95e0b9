//! A best variant.

use serde_json::json;

use super::sample::{arguments, entry, present};
use super::witness::{caveats, document, open_ends};
use crate::feature_model::optimum::decimal;
use crate::model::{Direction, Model};
use crate::printable::made_printable;
use crate::question::Best;

/// For people: the value, arguments that give the variant, and what is present.
pub fn text(model: &Model, best: &Best) -> String {
    let (value, sample) = (decimal(&best.value.digits, best.value.scale), &best.sample);
    let present = made_printable(present(model, sample).join(" "));
    format!("{value}\n{}\n    {present}\n", arguments(&sample.configuration))
        + &open_ends(model, best.is_complete, &best.caveats)
}

/// For programs.
pub fn json(model: &Model, best: &Best, direction: Direction, measure: &str) -> String {
    let goal = match direction {
        Direction::Min => "min",
        Direction::Max => "max",
    };
    let entry = entry(model, &best.sample);
    document(&json!({
        "schema": "variscope/optimize/1",
        "goal": goal,
        "attribute": measure,
        "value": decimal(&best.value.digits, best.value.scale),
        "exact": best.is_exact(),
        "caveats": caveats(model, &best.caveats),
        "configuration": entry["configuration"],
        "present": entry["present"],
    }))
}
