//! What codes mean.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Answer, Severity};
use crate::source::diagnostic::Code;

/// What codes of findings mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rules {
    /// One for each code.
    pub rules: Vec<Rule>,
}

/// What a code means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rule {
    /// The code.
    pub code: String,
    /// How bad its findings are, unless set otherwise.
    pub severity: Severity,
    /// What it is about, in a few words.
    pub title: String,
    /// What it means, in a paragraph.
    pub meaning: String,
    /// All that there is to say, in Markdown.
    pub page: String,
}

impl Answer for Rules {
    const NAME: &'static str = "rule";
    const VERSION: u32 = 1;
}

impl From<&[Code]> for Rules {
    fn from(codes: &[Code]) -> Self {
        Self { rules: codes.iter().map(|&code| Rule::of(code)).collect() }
    }
}

impl Rule {
    fn of(code: Code) -> Self {
        let (entry, page) = (code.entry(), code.page());
        Self {
            code: entry.number.to_owned(),
            severity: entry.severity,
            title: entry.title.to_owned(),
            meaning: page.meaning().to_owned(),
            page: page.text().to_owned(),
        }
    }
}
