//! Answers as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use crate::source::printable::json_with_escapes;

/// What a question answers.
pub trait Answer: Serialize + JsonSchema {
    /// Its name.
    const NAME: &'static str;
    /// How often its shape has changed, from 1.
    const VERSION: u32;

    /// What stands in its documents as their `schema`.
    fn id() -> String {
        format!("variscope/{}/{}", Self::NAME, Self::VERSION)
    }
}

/// An answer with the name of its schema.
#[derive(Serialize)]
struct Named<'a, A> {
    schema: String,
    #[serde(flatten)]
    answer: &'a A,
}

impl<'a, A: Answer> Named<'a, A> {
    fn of(answer: &'a A) -> Self {
        Self { schema: A::id(), answer }
    }
}

/// Anything as JSON on several lines. All JSON is written here or by [`compact`]: nothing that terminals obey is raw in it.
pub fn pretty(document: &impl Serialize) -> String {
    // Texts, numbers and names can always be written.
    json_with_escapes(serde_json::to_string_pretty(document).unwrap_or_default())
}

/// Anything as JSON on one line.
pub fn compact(document: &impl Serialize) -> String {
    json_with_escapes(serde_json::to_string(document).unwrap_or_default())
}

/// An answer as a document, with a final newline.
pub fn json<A: Answer>(answer: &A) -> String {
    pretty(&Named::of(answer)) + "\n"
}

/// An answer as a document on one line, with a final newline.
pub fn json_line<A: Answer>(answer: &A) -> String {
    compact(&Named::of(answer)) + "\n"
}

/// What stands between two members of a list of variants, or before the first.
const INDENTED: &str = "\n    ";

/// A document whose `variants` are written one by one: what comes before the first of them, and what comes behind the last.
pub fn frame<A: Answer>(answer: &A) -> (String, String) {
    let text = json(answer);
    // A quote inside of a text has a backslash before it.
    let (before, behind) = text.split_once("\"variants\": []").unwrap_or_default();
    (format!("{before}\"variants\": ["), format!("\n  ]{behind}"))
}

/// A variant in a [`frame`], the first one or a later one.
pub fn framed(variant: &impl Serialize, is_first: bool) -> String {
    let separator = if is_first { "" } else { "," };
    format!("{separator}{INDENTED}{}", compact(variant))
}
