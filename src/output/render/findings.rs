//! Findings about all variants.

use super::text::{Detail, MAX_QUOTED, Paint, quotations_with, report_findings};
use super::witness::{Example, line, open_ends};
use crate::analysis::question::{Finding, Findings, Undecided};
use crate::answer::Summary;
use crate::source::Sources;
use crate::source::counted::counted;
use crate::source::diagnostic::{Diagnostic, Label, Severity};
use crate::tosca::model::Model;

/// Questions without an answer that are written out.
const MAX_QUESTIONS: usize = 10;

impl Summary {
    /// For people: also how many of the findings can be repaired, "2 warnings; 1 fix is safe".
    pub fn with_fixes(self, safe: usize, suggested: usize) -> String {
        let of_safe = match safe {
            0 => None,
            1 => Some("1 fix is safe".to_owned()),
            _ => Some(format!("{safe} fixes are safe")),
        };
        let of_suggested = match suggested {
            0 => None,
            1 => Some("1 fix is a suggestion".to_owned()),
            _ => Some(format!("{suggested} fixes are suggestions")),
        };
        let fixes: Vec<String> = of_safe.into_iter().chain(of_suggested).collect();
        if fixes.is_empty() { self.text() } else { format!("{}; {}", self.text(), fixes.join(", ")) }
    }

    /// Nothing was found.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// For people: "1 error, 2 warnings".
    pub fn text(self) -> String {
        let part = |count: usize, word: &str| (count > 0).then(|| counted(count, word));
        let parts = [part(self.errors, "error"), part(self.warnings, "warning"), part(self.notes, "note")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "no findings".to_owned() } else { parts.join(", ") }
    }
}

/// For people: every finding with its lines and its witness, and how many there are.
pub fn text(model: &Model, findings: &Findings, sources: &Sources, paint: Paint) -> String {
    format!("{}{}", report_findings(&all_shown(findings), sources, paint), what_is_open(model, findings))
}

/// For people: what was said while reading, and the findings with their lines and witnesses, where more is to follow.
pub fn part(
    model: &Model,
    diagnostics: &[Diagnostic],
    findings: &Findings,
    sources: &Sources,
    paint: Paint,
    detail: Detail,
) -> String {
    let mut all: Vec<Diagnostic> = findings.findings.iter().map(with_reasons).collect();
    let is_new = |diagnostic: &&Diagnostic| {
        !all.iter().any(|known| {
            (known.code, known.span(), &known.message) == (diagnostic.code, diagnostic.span(), &diagnostic.message)
        })
    };
    let new: Vec<Diagnostic> = diagnostics.iter().filter(is_new).cloned().collect();
    all.extend(new);
    let note = |place: usize| example(findings.findings.get(place)?);
    format!("{}{}", quotations_with(&all, note, sources, paint, detail), what_is_open(model, findings))
}

fn all_shown(findings: &Findings) -> Vec<Diagnostic> {
    findings.findings.iter().map(shown).collect()
}

/// What is not decided, and why.
pub fn what_is_open(model: &Model, findings: &Findings) -> String {
    undecided(model, findings) + &open_ends(model, &findings.exactness)
}

/// Questions that are not decided, the first of them.
fn undecided(model: &Model, findings: &Findings) -> String {
    let line = |open: &Undecided| {
        let place = open.span.map(|span| format!(" (line {})", line(model, span))).unwrap_or_default();
        format!("not decided: {}{place}\n", open.question)
    };
    let mut lines: String = findings.undecided.iter().take(MAX_QUESTIONS).map(line).collect();
    if findings.undecided.len() > MAX_QUESTIONS {
        let more = (findings.undecided.len() - MAX_QUESTIONS).to_string();
        lines.extend(["and ", &more, " more questions\n"]);
    }
    lines
}

/// The finding with all that is known about it.
pub fn shown(finding: &Finding) -> Diagnostic {
    let mut diagnostic = with_reasons(finding);
    diagnostic.notes.extend(example(finding));
    diagnostic
}

/// Values for which it is so.
fn example(finding: &Finding) -> Option<String> {
    Some(format!("for example with {}", Example::of(finding)?.options()))
}

/// The finding with the lines that bring it about: those that are shown where there is room for few, the nearest, before the others.
fn with_reasons(finding: &Finding) -> Diagnostic {
    let mut diagnostic = finding.diagnostic.clone();
    let mut further: Vec<Label> = Vec::new();
    for label in &finding.because {
        let is_known = |known: &Label| known.span == label.span;
        match diagnostic.labels.iter_mut().find(|known| is_known(known)) {
            Some(known) if known.text.is_empty() => known.text.clone_from(&label.text),
            Some(_) => {}
            None => further.push(label.clone()),
        }
    }
    let room = MAX_QUOTED.saturating_sub(diagnostic.labels.len()).min(further.len());
    let (near, far) = further.split_at_mut(room);
    [near, far].into_iter().for_each(|labels| labels.sort_by_key(|label| label.span));
    diagnostic.labels.extend(further);
    diagnostic
}

/// The word for a severity.
pub fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
