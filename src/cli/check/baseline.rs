//! `--baseline`: findings that are known already, in a file that can be read and compared.
//!
//! Paths in it are relative to the folder of the file, however they were spelt and wherever the command was run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use variscope::answer;
use variscope::output::render::formats::Paths;
use variscope::source::diagnostic::{Code, Diagnostic};
use variscope::source::package::relative;
use variscope::source::{Position, Sources};

use crate::cli::failure::Failure;
use crate::cli::output::write;
use crate::cli::template::{current, read};

/// What the file says.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct BaselineFile {
    schema: String,
    findings: Vec<KnownFinding>,
}

/// The shape of the file.
const SCHEMA: &str = "variscope/baseline/2";

/// The shape of earlier files: paths in them are as they were spelt.
const SPELT_SCHEMA: &str = "variscope/baseline/1";

/// What distinguishes a finding from others, wherever it moves in its file.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(deny_unknown_fields)]
struct KnownFinding {
    code: String,
    path: String,
    message: String,
    /// The line that it is about, without the white space around it, of a long one what is near.
    line: String,
}

impl KnownFinding {
    /// `name` says what a file is called in the baseline.
    fn of(diagnostic: &Diagnostic, sources: &Sources, name: impl Fn(&str) -> String) -> Self {
        let (mut path, mut line) = (String::new(), String::new());
        if let Some(span) = diagnostic.span() {
            let file = sources.file(span.file);
            path = name(file.name());
            file.line_around(span.start as usize).clone_into(&mut line);
        }
        Self { code: diagnostic.code.to_string(), path, message: diagnostic.message.clone(), line }
    }
}

/// Findings that are known, and those that are met.
#[derive(Debug, Default)]
pub struct Baseline {
    /// The folder that paths are relative to; none where they are as they were spelt.
    folder: Option<PathBuf>,
    /// How many of each may still be met.
    known: BTreeMap<KnownFinding, usize>,
    met: Vec<KnownFinding>,
    /// How many were left out.
    pub left_out: usize,
}

impl Baseline {
    /// A baseline in which nothing is known, to be written into a file.
    pub fn for_writing(path: &Path) -> Self {
        Self { folder: Some(folder_of(path)), ..Self::default() }
    }

    /// That of a file.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let mut baseline = Self::for_writing(path);
        let wrong = |message: String, place| Failure::Settings { path: path.to_owned(), message, place };
        let place =
            |error: &serde_json::Error| Position { line: error.line() as u32, column: error.column().max(1) as u32 };
        let document: BaselineFile =
            serde_json::from_str(&read(path)?).map_err(|error| wrong(error.to_string(), Some(place(&error))))?;
        if document.schema == SPELT_SCHEMA {
            baseline.folder = None;
        } else if document.schema != SCHEMA {
            return Err(wrong(format!("`schema` is \"{}\" and not \"{SCHEMA}\"", document.schema), None));
        }
        for known in document.findings {
            *baseline.known.entry(known).or_default() += 1;
        }
        Ok(baseline)
    }

    /// Whether a finding is new; one that is known several times is so as often.
    pub fn is_new(&mut self, diagnostic: &Diagnostic, sources: &Sources, paths: &Paths) -> bool {
        self.meet(&KnownFinding::of(diagnostic, sources, |name| self.name(name, paths)))
    }

    /// [`Self::is_new`] of a finding about the file at `path` whose message says all.
    pub fn is_message_new(&mut self, code: Code, path: &str, message: &str, paths: &Paths) -> bool {
        let (path, message) = (self.name(path, paths), message.to_owned());
        self.meet(&KnownFinding { code: code.to_string(), path, message, line: String::new() })
    }

    /// What a file is called in the baseline.
    fn name(&self, name: &str, paths: &Paths) -> String {
        match &self.folder {
            Some(folder) if !name.starts_with('<') => relative(folder, &real(Path::new(&paths.show(name)))),
            // Stdin has no path.
            Some(_) | None => name.to_owned(),
        }
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
        let text = answer::pretty(&document) + "\n";
        Ok(write(&text, Some(path))?)
    }
}

/// The folder of a file that may not be there yet.
fn folder_of(file: &Path) -> PathBuf {
    let file = real(file);
    file.parent().map_or_else(PathBuf::new, Path::to_owned)
}

/// A path that is the same however it is spelt; what is inside of an archive, or not there, stays as it is.
fn real(path: &Path) -> PathBuf {
    let path = current().join(path);
    let known = |ancestor: &Path| {
        let rest = path.strip_prefix(ancestor).ok()?;
        let real = fs::canonicalize(ancestor).ok()?;
        Some(if rest.as_os_str().is_empty() { real } else { real.join(rest) })
    };
    path.ancestors().find_map(known).unwrap_or_else(|| path.clone())
}
