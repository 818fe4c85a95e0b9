//! Answers as JSON.

use schemars::JsonSchema;
use serde::Serialize;

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

/// An answer as a document, with a final newline.
pub fn json<A: Answer>(answer: &A) -> String {
    // Texts, numbers and names can always be written.
    serde_json::to_string_pretty(&Named::of(answer)).unwrap_or_default() + "\n"
}

/// An answer as a document on one line, with a final newline.
pub fn json_line<A: Answer>(answer: &A) -> String {
    serde_json::to_string(&Named::of(answer)).unwrap_or_default() + "\n"
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
    format!("{separator}{INDENTED}{}", serde_json::to_string(variant).unwrap_or_default())
}
