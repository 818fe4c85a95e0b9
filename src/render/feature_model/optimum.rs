//! Best variants.

use serde_json::json;

use super::document;
use super::variants::line;
use crate::feature_model::FeatureModel;
use crate::feature_model::optimum::{Goal, Optimum};

/// For people: the sum, and the features of a variant that has it.
pub fn text(model: &FeatureModel, optimum: &Optimum) -> String {
    format!("{}\n{}", optimum.value, line(model, &optimum.variant))
}

/// For programs.
pub fn json(model: &FeatureModel, goal: Goal, attribute: Option<&str>, optimum: &Optimum) -> String {
    let present: Vec<&str> = model.selected(&optimum.variant).collect();
    let goal = match goal {
        Goal::Least => "min",
        Goal::Greatest => "max",
    };
    document(&json!({
        "schema": "variscope/optimize/1",
        "goal": goal,
        "attribute": attribute,
        "value": optimum.value,
        "exact": true,
        "present": present,
    }))
}
