//! Why commands end without a result.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error as ErrorMessage;
use variscope::Error;
use variscope::analysis::settings::SettingsError;
use variscope::resolve::suite::SuiteError;
use variscope::source::Position;
use variscope::source::diagnostic::Diagnostic;
use variscope::source::printable::printable_path;
use variscope::source::writing::WriteError;

/// Why a command cannot be carried out.
#[derive(Debug)]
pub enum Failure {
    /// The arguments contradict each other or name nothing.
    Usage(String),
    /// A template or inputs file cannot be read.
    Unreadable(Error),
    /// There are no tests to run.
    Suite(SuiteError),
    /// The settings beside a template make no sense.
    Settings {
        /// Where they are.
        path: PathBuf,
        /// What is wrong.
        message: String,
        /// Where, where that is known.
        place: Option<Position>,
    },
    /// The budget did not suffice for anything to show.
    Stopped(String),
    /// A variant cannot be written as a template.
    Template(Vec<Diagnostic>),
    /// The result cannot be written.
    Output(OutputError),
    /// A file of the author cannot be replaced, or has changed since it was read.
    WriteError(WriteError),
}

impl Failure {
    /// What is said about it, in one line.
    pub fn message(&self) -> String {
        match self {
            Self::Usage(message) | Self::Stopped(message) => message.clone(),
            Self::Template(diagnostics) => {
                let messages: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
                messages.join("; ")
            }
            Self::Settings { path, message, .. } => format!("{}: {message}", printable_path(path)),
            Self::Unreadable(error) => error.to_string(),
            Self::Suite(error) => error.to_string(),
            Self::Output(error) => error.to_string(),
            Self::WriteError(error) => error.to_string(),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Unreadable(error)
    }
}

impl From<SuiteError> for Failure {
    fn from(error: SuiteError) -> Self {
        Self::Suite(error)
    }
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        match error {
            SettingsError::Unreadable(error) => Self::Unreadable(error),
            SettingsError::Wrong { path, error } => Self::Settings { path, message: error.message, place: error.place },
        }
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        Self::WriteError(error)
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Self {
        Self::Output(error)
    }
}

/// Why a result could not be written.
#[derive(Debug, ErrorMessage)]
#[error("{}: {source}", printable_path(path))]
pub struct OutputError {
    path: PathBuf,
    source: io::Error,
}

impl OutputError {
    /// Nothing could be written at `path`.
    pub fn new(path: &Path, source: io::Error) -> Self {
        Self { path: path.to_owned(), source }
    }
}
