//! Something that is wrong with a template or a feature model, or that its author should know.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Answer, Values};
use crate::source::Position;
use crate::source::diagnostic::{Code, Safety, Severity};

/// Something that is wrong, or that an author should know.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Finding {
    /// Which kind of thing, as `variscope rule` lists them.
    #[schemars(with = "String")]
    pub code: Code,
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
    /// The line that it starts in, without the white space around it, of a long one what is near; of a feature model, the
    /// constraint that it is about.
    #[serde(skip)]
    pub quoted: String,
    /// The values of the witness as people write them.
    #[serde(skip)]
    pub example: Option<String>,
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
    /// Behind its last character.
    #[serde(skip)]
    pub end: Position,
    /// The line that it starts in, without the white space around it, of a long one what is near.
    #[serde(skip)]
    pub quoted: String,
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

impl Finding {
    /// Nothing but what is said, with the usual severity of its code.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.entry().severity,
            file: None,
            line: None,
            column: None,
            end_line: None,
            end_column: None,
            message: message.into(),
            reference_message: None,
            element: None,
            witness: None,
            because: Vec::new(),
            places: Vec::new(),
            notes: Vec::new(),
            help: None,
            fix: None,
            quoted: String::new(),
            example: None,
        }
    }

    /// Something about a file as a whole.
    pub fn of_file(code: Code, message: impl Into<String>, file: String) -> Self {
        Self::new(code, message).at_start_of(file)
    }

    /// Places the finding at the start of a file.
    #[must_use]
    pub fn at_start_of(self, file: String) -> Self {
        let start = Position { line: 1, column: 1 };
        self.at(Some(file), (start, start))
    }

    /// Places the finding from one position to another.
    #[must_use]
    pub fn at(self, file: Option<String>, (start, end): (Position, Position)) -> Self {
        let (line, column) = (Some(start.line), Some(start.column));
        Self { file, line, column, end_line: Some(end.line), end_column: Some(end.column), ..self }
    }

    /// Where it is, if there is a file to point at.
    pub fn place(&self) -> Option<Place> {
        Some(Place {
            file: self.file.clone()?,
            line: self.line?,
            column: self.column?,
            text: String::new(),
            end: Position { line: self.end_line?, column: self.end_column? },
            quoted: self.quoted.clone(),
        })
    }
}
