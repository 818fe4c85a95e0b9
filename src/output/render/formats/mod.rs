//! What was found in templates, for other programs: one file per format over the same value.
//!
//! Comes in: a [`FindingsReport`] of [`Issue`]s, each with its places as paths, lines and columns. Goes out: one text. Invariant:
//! every format shows every issue exactly once, and the same report gives the same bytes.

mod concise;
mod fingerprint;
mod github;
mod gitlab;
mod issue;
mod json;
mod jsonl;
mod junit;
mod paths;
mod read_as;
mod sarif;
pub(in crate::output::render) mod xml;

pub use issue::{Change, FileRange, Issue};
pub use paths::Paths;
pub use read_as::ReadAs;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::PathBuf;

use super::exactness::place;
use super::findings::Summary;
use crate::analysis::question::Findings;
use crate::answer::{Assertions, Caveat, Excluded, Undecided};
use crate::source::diagnostic::Severity;
use crate::source::printable::printable;
use crate::tosca::model::Model;

/// The formats that are no pictures of the author's lines; those are drawn by [`super::text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// A line for each issue.
    Concise,
    /// One document of JSON.
    Json,
    /// A document of JSON for each issue.
    Jsonl,
    /// SARIF 2.1.0.
    Sarif,
    /// `JUnit` XML.
    Junit,
    /// Annotations of GitHub Actions.
    Github,
    /// A Code Quality report of GitLab.
    Gitlab,
}

impl ReportFormat {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Concise, Self::Json, Self::Jsonl, Self::Sarif, Self::Junit, Self::Github, Self::Gitlab];
}

/// What was found in some templates.
#[derive(Clone, Debug)]
pub struct FindingsReport {
    /// In the order of the arguments.
    pub templates: Vec<Checked>,
    /// The folder that paths are relative to; empty where they stay as they are.
    pub current: PathBuf,
    /// The least severity that counts as a failure.
    pub fail_on: Severity,
}

/// What was found in one template.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The path as the user typed it.
    pub path: String,
    /// The profile that it was read with, where that is known.
    pub read_as: Option<ReadAs>,
    /// In the order of their places.
    pub issues: Vec<Issue>,
    /// Whether there is nothing else to find.
    pub is_exact: bool,
    /// Whether everything was looked at.
    pub is_complete: bool,
    /// Questions that are not decided.
    pub undecided: Vec<Undecided>,
    /// Why there may be more.
    pub caveats: Vec<Caveat>,
    /// What constraints exclude, where there are some and that was asked.
    pub excluded: Option<Excluded>,
    /// What came of assertions, where there are some.
    pub assertions: Option<Assertions>,
}

impl Checked {
    /// Nothing but these issues was found, and there is nothing else to find.
    pub fn new(path: impl Into<String>, issues: Vec<Issue>) -> Self {
        Self {
            path: path.into(),
            read_as: None,
            issues,
            is_exact: true,
            is_complete: true,
            undecided: Vec::new(),
            caveats: Vec::new(),
            excluded: None,
            assertions: None,
        }
    }

    /// These issues are what is known, as not everything could be looked at.
    pub fn unfinished(path: impl Into<String>, issues: Vec<Issue>) -> Self {
        Self { is_exact: false, is_complete: false, ..Self::new(path, issues) }
    }

    /// Why there may be more than was found, in sentences.
    pub fn open_ends(&self) -> Vec<String> {
        let stopped = (!self.is_complete).then(|| "not everything was looked at: there may be more".to_owned());
        let caveat = |caveat: &Caveat| format!("not exact: {}{}", printable(&caveat.message), place(caveat));
        stopped.into_iter().chain(self.caveats.iter().map(caveat)).collect()
    }

    /// What was found about the variants of a template.
    pub fn of(path: impl Into<String>, found: &Findings, model: &Model, paths: &Paths) -> Self {
        let issues = found.findings.iter().map(|finding| Issue::found(finding, model, paths)).collect();
        Self {
            is_exact: found.exactness.is_exact(),
            is_complete: found.exactness.is_complete,
            undecided: found.undecided.iter().map(|open| Undecided::of(model, open)).collect(),
            caveats: Caveat::all(model, &found.exactness.caveats),
            assertions: Assertions::of(&found.assertions),
            ..Self::new(path, issues)
        }
    }
}

impl FindingsReport {
    /// All in one text.
    pub fn write(&self, format: ReportFormat) -> String {
        match format {
            ReportFormat::Concise => concise::write(self),
            ReportFormat::Json => json::write(self),
            ReportFormat::Jsonl => jsonl::write(self),
            ReportFormat::Sarif => sarif::write(self),
            ReportFormat::Junit => junit::write(self),
            ReportFormat::Github => github::write(self),
            ReportFormat::Gitlab => gitlab::write(self),
        }
    }

    /// The path of a template, written as the places in it are.
    fn path(&self, template: &Checked) -> String {
        Paths::new(&*self.current).show(&template.path)
    }

    /// Every issue with the template that it is of.
    fn issues(&self) -> impl Iterator<Item = (&Checked, &Issue)> {
        self.templates.iter().flat_map(|template| template.issues.iter().map(move |issue| (template, issue)))
    }

    /// How many issues there are of each severity.
    pub fn summary(&self) -> Summary {
        Summary::of(self.issues().map(|(_, issue)| issue.severity))
    }

    /// The last lines for people: how many issues there are, how many of them have a fix, and where more is told.
    pub fn closing(&self) -> String {
        let fixes = |is_safe| {
            let changes = self.issues().filter_map(|(_, issue)| issue.fix.as_ref());
            changes.filter(|change| change.is_safe == is_safe).count()
        };
        format!("{}\n{}", self.summary().with_fixes(fixes(true), fixes(false)), self.codes())
    }

    /// The codes of issues, the worst and then the most frequent first, and where they are explained.
    fn codes(&self) -> String {
        let mut counts: BTreeMap<&str, (Severity, usize)> = BTreeMap::new();
        for (_, issue) in self.issues() {
            let (worst, count) = counts.entry(issue.code.entry().number).or_insert((issue.severity, 0));
            *worst = issue.severity.max(*worst);
            *count += 1;
        }
        let mut counts: Vec<(&str, (Severity, usize))> = counts.into_iter().collect();
        counts.sort_by_key(|&(code, (worst, count))| (Reverse((worst, count)), code));
        let Some(&(first, _)) = counts.first() else { return String::new() };
        let times = |&(code, (_, count)): &(&str, (Severity, usize))| match count {
            1 => code.to_owned(),
            _ => format!("{code} ({count} times)"),
        };
        let listed: Vec<String> = counts.iter().map(times).collect();
        format!("{}: `variscope rule {first}` explains it\n", listed.join(", "))
    }
}

#[cfg(test)]
mod tests;
