//! Answers about feature models, one file per question; the schemas are those of templates.

pub mod atomic;
pub mod difference;
pub mod optimum;
pub mod review;
pub mod variants;

use serde_json::Value as Json;

/// A document for programs, with a final newline.
fn document(json: &Json) -> String {
    format!("{json:#}\n")
}
