//! Answers about feature models, one file per question; the schemas are those of templates.

pub mod atomic;
mod bound;
pub mod count;
pub mod difference;
pub mod elements;
pub mod explanation;
pub mod optimum;
pub mod review;
pub mod variants;

use serde_json::Value as Json;

use crate::feature_model::FeatureModel;
use crate::feature_model::elements::Status;

/// A document for programs, with a final newline.
fn document(json: &Json) -> String {
    format!("{json:#}\n")
}

/// The names of all features, in their order.
fn names(model: &FeatureModel) -> impl Iterator<Item = &str> {
    model.features().iter().map(|feature| feature.name.as_str())
}

/// A status for people.
fn status_word(status: Status) -> &'static str {
    match status {
        Status::Core => "always",
        Status::Dead => "never",
        Status::Conditional => "depends",
    }
}

/// A status for programs.
fn status_name(status: Status) -> &'static str {
    match status {
        Status::Core => "core",
        Status::Dead => "dead",
        Status::Conditional => "conditional",
    }
}
