//! How a case went.

use std::path::PathBuf;
use std::sync::Arc;

use crate::resolve::comparison::Difference;
use crate::source::Sources;
use crate::source::diagnostic::Diagnostic;

/// How a case went.
#[derive(Debug)]
pub struct Verdict {
    /// The path of the case.
    pub name: String,
    /// The file that says what is expected, or else one that makes it a case.
    pub file: String,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a case.
#[derive(Debug)]
pub enum Outcome {
    /// As expected.
    Passed,
    /// Not as expected, and this file now expects it.
    Updated(PathBuf),
    /// Not as expected.
    Failed(Box<Failure>),
}

/// Why a case failed.
#[derive(Debug)]
pub enum Failure {
    /// The case itself is broken, or its files cannot be read.
    Unusable(String),
    /// Its `test.yaml` asks for what there is not, or the expected document cannot be read.
    Malformed(Report),
    /// A document is expected.
    NotResolved(Report),
    /// An error with this sentence is expected, but there is a document.
    Resolved(String),
    /// An error with one sentence is expected, another came first.
    OtherError {
        /// The sentence that is expected.
        expected: String,
        /// The sentence that came.
        actual: String,
        /// All that was said.
        report: Report,
    },
    /// Other codes than the expected ones were reported.
    OtherCodes {
        /// The codes that are expected.
        expected: Vec<String>,
        /// The codes that were reported.
        actual: Vec<String>,
        /// All that was said.
        report: Report,
    },
    /// The time, the memory or the steps that it might take did not suffice.
    Stopped,
    /// The document is not the expected one.
    Different(Vec<Difference>),
    /// This file was edited while it was to be updated; nothing was written.
    Changed(PathBuf),
}

/// What was said about a template.
#[derive(Clone, Debug)]
pub struct Report {
    /// The files that are quoted.
    pub sources: Arc<Sources>,
    /// In the order of the reference.
    pub diagnostics: Vec<Diagnostic>,
}

impl Verdict {
    /// Whether it is unknown whether the case passes.
    pub fn is_stopped(&self) -> bool {
        matches!(&self.outcome, Outcome::Failed(failure) if matches!(**failure, Failure::Stopped))
    }

    /// Whether the case passes now.
    pub fn is_passed(&self) -> bool {
        match self.outcome {
            Outcome::Passed | Outcome::Updated(_) => true,
            Outcome::Failed(_) => false,
        }
    }
}
