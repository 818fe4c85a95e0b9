//! Parts of several answers: configurations as arguments, places, and what an answer leaves open.

use std::sync::Arc;

use num_bigint::BigUint;
use serde_json::{Map, Value as Json, json};

use crate::domain::Caveat;
use crate::model::Model;
use crate::printable::{made_printable, printable};
use crate::source::Span;
use crate::value::Value;

/// The line of a place, from 1.
pub(super) fn line(model: &Model, span: Span) -> u32 {
    model.sources().position(span).line
}

/// Values of inputs as arguments that can be pasted back.
pub(super) fn arguments(witness: &[(Arc<str>, Value)]) -> String {
    let words: Vec<String> =
        witness.iter().map(|(input, value)| made_printable(format!("{input}={}", value.to_json()))).collect();
    if words.is_empty() { "any".to_owned() } else { words.join(" ") }
}

/// Values of inputs by name.
pub(super) fn object(witness: &[(Arc<str>, Value)]) -> Json {
    let entry = |(input, value): &(Arc<str>, Value)| {
        let value = serde_json::from_str(&value.to_json()).unwrap_or(Json::Null);
        (input.to_string(), value)
    };
    Json::Object(witness.iter().map(entry).collect::<Map<_, _>>())
}

/// A number of any size, as programs read it.
pub(super) fn decimal(number: Option<&BigUint>) -> Json {
    number.map_or(Json::Null, |number| Json::String(number.to_string()))
}

/// Lines about why an answer is not exact.
pub(super) fn open_ends(model: &Model, is_complete: bool, caveats: &[Caveat]) -> String {
    let mut lines = String::new();
    if !is_complete {
        lines.push_str("stopped before all classes were looked at: there may be more\n");
    }
    lines.extend(
        caveats.iter().map(|caveat| format!("not exact: {}{}\n", printable(&caveat.message), place(model, caveat))),
    );
    lines
}

/// Where a caveat points, behind what it says.
pub(super) fn place(model: &Model, caveat: &Caveat) -> String {
    caveat.span.map(|span| format!(" (line {})", line(model, span))).unwrap_or_default()
}

/// A number of variants, as far as it is known.
pub(super) fn at_least(number: &BigUint, is_exact: bool) -> String {
    if is_exact { number.to_string() } else { format!("at least {number}") }
}

/// [`open_ends`] for programs.
pub(super) fn caveats(model: &Model, caveats: &[Caveat]) -> Json {
    let entry =
        |caveat: &Caveat| json!({ "message": caveat.message, "line": caveat.span.map(|span| line(model, span)) });
    Json::Array(caveats.iter().map(entry).collect())
}

/// A document for programs, with a final newline.
pub(super) fn document(json: &Json) -> String {
    format!("{json:#}\n")
}
