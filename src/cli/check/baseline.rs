//! `--baseline`: findings that are known already, in a file that can be read and compared.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use variscope::source::Sources;
use variscope::source::diagnostic::{Code, Diagnostic};

use crate::cli::output::write;
use crate::cli::template::read;
use crate::cli::terminal::Failure;

/// What the file says.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct BaselineFile {
    schema: String,
    findings: Vec<KnownFinding>,
}

/// The shape of the file.
const SCHEMA: &str = "variscope/baseline/1";

/// What tells a finding from others, wherever it moves in its file.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(deny_unknown_fields)]
struct KnownFinding {
    code: String,
    path: String,
    message: String,
    /// The line that it is about, without the white space around it.
    line: String,
}

impl KnownFinding {
    fn of(diagnostic: &Diagnostic, sources: &Sources) -> Self {
        let (mut path, mut line) = (String::new(), String::new());
        if let Some(span) = diagnostic.span() {
            let file = sources.file(span.file);
            let start = file.text()[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
            file.name().clone_into(&mut path);
            file.text()[start..].lines().next().unwrap_or_default().trim().clone_into(&mut line);
        }
        Self { code: diagnostic.code.to_string(), path, message: diagnostic.message.clone(), line }
    }
}

/// Findings that are known, and those that are met.
#[derive(Debug, Default)]
pub struct Baseline {
    /// How many of each may still be met.
    known: BTreeMap<KnownFinding, usize>,
    met: Vec<KnownFinding>,
    /// How many were left out.
    pub left_out: usize,
}

impl Baseline {
    /// That of a file; nothing is known without one.
    pub fn read(path: Option<&Path>) -> Result<Self, Failure> {
        let mut baseline = Self::default();
        let Some(path) = path else { return Ok(baseline) };
        let wrong = |message: String| Failure::Settings { path: path.to_owned(), message };
        let document: BaselineFile = serde_json::from_str(&read(path)?).map_err(|error| wrong(error.to_string()))?;
        if document.schema != SCHEMA {
            return Err(wrong(format!("`schema` is \"{}\" and not \"{SCHEMA}\"", document.schema)));
        }
        for known in document.findings {
            *baseline.known.entry(known).or_default() += 1;
        }
        Ok(baseline)
    }

    /// Whether a finding is new; one that is known several times is so as often.
    pub fn is_new(&mut self, diagnostic: &Diagnostic, sources: &Sources) -> bool {
        self.meet(&KnownFinding::of(diagnostic, sources))
    }

    /// [`Self::is_new`] of a finding about the file at `path` whose message says all.
    pub fn is_message_new(&mut self, code: Code, path: &str, message: &str) -> bool {
        let (path, message) = (path.to_owned(), message.to_owned());
        self.meet(&KnownFinding { code: code.to_string(), path, message, line: String::new() })
    }

    fn meet(&mut self, finding: &KnownFinding) -> bool {
        self.met.push(finding.clone());
        match self.known.get_mut(finding) {
            Some(left) if *left > 0 => {
                *left -= 1;
                self.left_out += 1;
                false
            }
            _ => true,
        }
    }

    /// Writes what was met.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let mut findings = self.met.clone();
        findings.sort();
        let document = BaselineFile { schema: SCHEMA.to_owned(), findings };
        let text = serde_json::to_string_pretty(&document).unwrap_or_default() + "\n";
        Ok(write(&text, Some(path))?)
    }
}
