//! What `variscope serve` answers besides what commands do.

use schemars::JsonSchema;
use serde::Serialize;

use super::finding::Finding;
use super::{Answer, Written};

/// Which of the mentioned values of each input can be chosen beside the given ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PossibleValues {
    /// For each input.
    pub inputs: Vec<InputValues>,
}

/// The values of an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InputValues {
    /// Its name.
    pub name: String,
    /// The values that the template mentions.
    pub values: Vec<PossibleValue>,
}

/// A value that may be chosen, or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PossibleValue {
    /// The value.
    pub value: Written,
    /// Whether a valid variant has it; none when that is not known.
    #[serde(rename = "possible")]
    pub is_possible: Option<bool>,
}

/// The document of a variant, or what stands against it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Resolved {
    /// The document, as YAML; none when there is no such variant.
    pub document: Option<String>,
    /// What was said about it.
    pub diagnostics: Vec<Finding>,
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refused {
    /// What is wrong with the question.
    pub message: String,
}

/// Which state of the files is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Changes {
    /// The number of the state; another one whenever a file has changed.
    pub revision: u64,
}

impl Answer for PossibleValues {
    const NAME: &'static str = "values";
    const VERSION: u32 = 1;
}

impl Answer for Resolved {
    const NAME: &'static str = "resolve";
    const VERSION: u32 = 1;
}

impl Answer for Refused {
    const NAME: &'static str = "error";
    const VERSION: u32 = 1;
}

impl Answer for Changes {
    const NAME: &'static str = "changes";
    const VERSION: u32 = 1;
}
