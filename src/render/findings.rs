//! Findings about all variants.

use super::text::{Paint, report_findings};
use super::witness::{line, open_ends, options};
use crate::answer::Values;
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::model::Model;
use crate::question::{Finding, Findings, Undecided};
use crate::source::Sources;

/// Questions without an answer that are written out.
const MOST_QUESTIONS: usize = 10;

/// How many findings there are of each severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Notes.
    pub notes: usize,
}

impl Summary {
    /// Counts by severity.
    pub fn of(severities: impl IntoIterator<Item = Severity>) -> Self {
        let mut summary = Self::default();
        for severity in severities {
            match severity {
                Severity::Error => summary.errors += 1,
                Severity::Warning => summary.warnings += 1,
                Severity::Note => summary.notes += 1,
            }
        }
        summary
    }

    /// Nothing was found.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// For people: "1 error, 2 warnings".
    pub fn text(self) -> String {
        let part = |count: usize, word: &str| match count {
            0 => None,
            1 => Some(format!("1 {word}")),
            count => Some(format!("{count} {word}s")),
        };
        let parts = [part(self.errors, "error"), part(self.warnings, "warning"), part(self.notes, "note")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "no findings".to_owned() } else { parts.join(", ") }
    }
}

/// For people: every finding with its lines and its witness.
pub fn text(model: &Model, findings: &Findings, sources: &Sources, paint: Paint) -> String {
    let shown: Vec<Diagnostic> = findings.findings.iter().map(shown).collect();
    let open_ends = open_ends(model, findings.is_complete, &findings.caveats);
    format!("{}{}{open_ends}", report_findings(&shown, sources, paint), undecided(model, findings))
}

/// Questions that are not decided, the first of them.
fn undecided(model: &Model, findings: &Findings) -> String {
    let line = |open: &Undecided| {
        let place = open.span.map(|span| format!(" (line {})", line(model, span))).unwrap_or_default();
        format!("not decided: {}{place}\n", open.question)
    };
    let mut lines: String = findings.undecided.iter().take(MOST_QUESTIONS).map(line).collect();
    if findings.undecided.len() > MOST_QUESTIONS {
        let more = (findings.undecided.len() - MOST_QUESTIONS).to_string();
        lines.extend(["and ", &more, " more questions\n"]);
    }
    lines
}

/// The finding with all that is known about it.
pub fn shown(finding: &Finding) -> Diagnostic {
    let mut diagnostic = finding.diagnostic.clone();
    for label in &finding.because {
        let is_known = |known: &Label| known.span == label.span;
        match diagnostic.labels.iter_mut().find(|known| is_known(known)) {
            Some(known) if known.text.is_empty() => known.text.clone_from(&label.text),
            Some(_) => {}
            None => diagnostic.labels.push(label.clone()),
        }
    }
    match &finding.witness {
        Some(witness) if !witness.is_empty() => {
            diagnostic.note(format!("for example with {}", options(&Values::from(witness))))
        }
        _ => diagnostic,
    }
}

/// The word for a severity.
pub fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
