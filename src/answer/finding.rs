//! Something that is wrong with a template or a feature model, or that its author should know.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Answer, Values};
pub use crate::source::diagnostic::Severity;

/// Something that is wrong, or that an author should know.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Finding {
    /// Which kind of thing, as `variscope rule` lists them.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// The file that it is in; none when there is no file to point at.
    pub file: Option<String>,
    /// The line where it starts, from 1.
    pub line: Option<u32>,
    /// The column where it starts, from 1.
    pub column: Option<u32>,
    /// The line where it ends.
    pub end_line: Option<u32>,
    /// The column behind its last character.
    pub end_column: Option<u32>,
    /// What is wrong.
    pub message: String,
    /// The sentence of the reference implementation for the same error.
    pub reference_message: Option<String>,
    /// The path of the element, or the name of the feature, that it is about.
    pub element: Option<String>,
    /// Values for inputs that show it.
    pub witness: Option<Values>,
    /// The lines that force it.
    pub because: Vec<Place>,
    /// Other lines that have to do with it.
    pub places: Vec<Place>,
    /// What else there is to say.
    pub notes: Vec<String>,
    /// One thing to type or change.
    pub help: Option<String>,
    /// The help as edits.
    pub fix: Option<Fix>,
}

/// A line and what is to be seen there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// What is to be seen there; may be empty.
    pub text: String,
}

/// Edits that mend something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fix {
    /// What is done.
    pub title: String,
    /// Whether they can be made without looking.
    pub safety: Safety,
    /// The edits.
    pub edits: Vec<Edit>,
}

/// Whether edits can be made without looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Safety {
    /// The document of every variant stays as it is.
    Safe,
    /// It may change.
    Suggestion,
}

/// Something written in place of a range of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Edit {
    /// The file.
    pub file: String,
    /// The line where the range starts, from 1.
    pub line: u32,
    /// The column where it starts, from 1.
    pub column: u32,
    /// The line where it ends.
    pub end_line: u32,
    /// The column behind its last character.
    pub end_column: u32,
    /// What is written there.
    pub replacement: String,
}

/// A finding as a document of its own, a line of the format `jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FindingLine {
    /// The template or the feature model that it is of.
    pub template: String,
    /// The finding.
    #[serde(flatten)]
    pub finding: Finding,
}

impl Answer for FindingLine {
    const NAME: &'static str = "finding";
    const VERSION: u32 = 1;
}
