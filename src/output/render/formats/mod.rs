//! What was found in templates, for other programs: one file per format over the same value.
//!
//! Comes in: a [`FindingsReport`] of [`Finding`]s, each with its places as paths, lines and columns. Goes out: one text. Invariant:
//! every format shows every finding exactly once, and the same report gives the same bytes.

mod concise;
mod finding;
mod fingerprint;
mod github;
mod gitlab;
mod json;
mod jsonl;
pub(in crate::output::render) mod junit;
mod paths;
mod platform;
mod sarif;
pub(in crate::output::render) mod xml;

pub use paths::Paths;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::exactness::place;
use crate::analysis::question::Findings;
use crate::answer::{Assertions, Caveat, CheckedTemplate, Finding, Summary, Undecided};
use crate::source::diagnostic::{Code, Safety, Severity};
use crate::source::printable::printable;
use crate::tosca::model::Model;

/// The formats that are no pictures of the author's lines; those are drawn by [`super::text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// A line for each finding.
    Concise,
    /// One document of JSON.
    Json,
    /// A document of JSON for each finding.
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
    pub templates: Vec<CheckedTemplate>,
    /// How files are named.
    pub paths: Paths,
    /// The least severity that counts as a failure.
    pub fail_on: Severity,
}

impl CheckedTemplate {
    /// Why there may be more than was found, in sentences.
    pub fn open_ends(&self) -> Vec<String> {
        let stopped = (!self.complete).then(|| "not everything was looked at: there may be more".to_owned());
        let caveat = |caveat: &Caveat| format!("not exact: {}{}", printable(&caveat.message), place(caveat));
        stopped.into_iter().chain(self.caveats.iter().map(caveat)).collect()
    }

    /// What was found about the variants of a template.
    pub fn of(path: impl Into<String>, found: &Findings, model: &Model, paths: &Paths) -> Self {
        let findings = found.findings.iter().map(|finding| Finding::found(finding, model, paths)).collect();
        Self {
            exact: found.exactness.is_exact(),
            complete: found.exactness.is_complete,
            undecided: found.undecided.iter().map(|open| Undecided::of(model, open)).collect(),
            caveats: Caveat::all(model, &found.exactness.caveats),
            assertions: Assertions::of(&found.assertions),
            ..Self::new(path, findings)
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
            ReportFormat::Sarif => sarif::write(&self.on_platform()),
            ReportFormat::Junit => junit::write(self),
            ReportFormat::Github => github::write(&self.on_platform()),
            ReportFormat::Gitlab => gitlab::write(&self.on_platform()),
        }
    }

    /// The path of a template, written as the places in it are.
    fn path(&self, template: &CheckedTemplate) -> String {
        self.paths.show(&template.template)
    }

    /// Every finding with the path of the template that it is of.
    fn findings(&self) -> impl Iterator<Item = (&str, &Finding)> {
        self.templates.iter().flat_map(|checked| checked.findings.iter().map(|finding| (&*checked.template, finding)))
    }

    /// How many findings there are of each severity.
    pub fn summary(&self) -> Summary {
        Summary::of(self.findings().map(|(_, finding)| finding))
    }

    /// The last lines for people: how many findings there are, how many of them have a fix, and where to find more.
    pub fn closing(&self) -> String {
        let fixes = |safety| {
            let fixes = self.findings().filter_map(|(_, finding)| finding.fix.as_ref());
            fixes.filter(|fix| fix.safety == safety).count()
        };
        format!("{}\n{}", self.summary().with_fixes(fixes(Safety::Safe), fixes(Safety::Suggestion)), self.codes())
    }

    /// The codes of findings, the worst and then the most frequent first, and where they are explained.
    fn codes(&self) -> String {
        let mut counts: BTreeMap<Code, (Severity, usize)> = BTreeMap::new();
        for (_, finding) in self.findings() {
            let (worst, count) = counts.entry(finding.code).or_insert((finding.severity, 0));
            *worst = finding.severity.max(*worst);
            *count += 1;
        }
        let mut counts: Vec<(Code, (Severity, usize))> = counts.into_iter().collect();
        counts.sort_by_key(|&(code, (worst, count))| (Reverse((worst, count)), code));
        let Some(&(first, _)) = counts.first() else { return String::new() };
        let times = |&(code, (_, count)): &(Code, (Severity, usize))| match count {
            1 => code.to_string(),
            _ => format!("{code} ({count} times)"),
        };
        let listed: Vec<String> = counts.iter().map(times).collect();
        format!("{}: `variscope rule {first}` explains it\n", listed.join(", "))
    }
}

#[cfg(test)]
mod tests;
