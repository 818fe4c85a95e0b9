//! Findings about all variants.

use serde_json::{Value as Json, json};

use super::text::{Paint, report_findings};
use super::witness::{arguments, caveats, document, object, open_ends};
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::model::Model;
use crate::question::{Finding, Findings};
use crate::source::Sources;

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
    pub fn of(findings: &[Finding]) -> Self {
        let count = |severity| findings.iter().filter(|finding| finding.severity() == severity).count();
        Self { errors: count(Severity::Error), warnings: count(Severity::Warning), notes: count(Severity::Note) }
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            errors: self.errors + other.errors,
            warnings: self.warnings + other.warnings,
            notes: self.notes + other.notes,
        }
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
    // What a Variability Test expects matters where one is run.
    let plain = |finding: &Finding| Diagnostic { reference: None, ..shown(finding) };
    let shown: Vec<Diagnostic> = findings.findings.iter().map(plain).collect();
    let open_ends = open_ends(model, findings.is_complete, &findings.caveats);
    format!("{}{open_ends}", report_findings(&shown, sources, paint))
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
        Some(witness) if !witness.is_empty() => diagnostic.note(format!("for example with {}", options(witness))),
        _ => diagnostic,
    }
}

/// Values of inputs as options that can be pasted back; "any values" when there are none.
pub(super) fn options(witness: &[(std::sync::Arc<str>, crate::value::Value)]) -> String {
    let option = |pair: &(std::sync::Arc<str>, crate::value::Value)| {
        format!("--input {}", quoted(&arguments(std::slice::from_ref(pair))))
    };
    if witness.is_empty() {
        return "any values".to_owned();
    }
    witness.iter().map(option).collect::<Vec<_>>().join(" ")
}

/// As one word of a shell.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-=.:/@%+,".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// For programs: the findings of one template.
pub fn json(model: &Model, findings: &Findings) -> Json {
    let list: Vec<Json> = findings.findings.iter().map(|found| finding(model, found)).collect();
    json!({
        "exact": findings.is_complete && findings.caveats.is_empty(),
        "caveats": caveats(model, &findings.caveats),
        "findings": list,
    })
}

/// For programs: all templates.
pub fn json_document(templates: &[Json], summary: Summary) -> String {
    document(&json!({
        "schema": "variscope/check/1",
        "templates": templates,
        "summary": { "errors": summary.errors, "warnings": summary.warnings, "notes": summary.notes },
    }))
}

fn finding(model: &Model, finding: &Finding) -> Json {
    let sources = model.sources();
    let diagnostic = &finding.diagnostic;
    let position = diagnostic.span().map(|span| sources.position(span));
    let because = finding.because.iter().map(|label| {
        let position = sources.position(label.span);
        json!({ "line": position.line, "column": position.column, "text": label.text })
    });
    json!({
        "code": diagnostic.code.to_string(),
        "severity": severity(diagnostic.severity),
        "line": position.map(|position| position.line),
        "column": position.map(|position| position.column),
        "message": diagnostic.message,
        "reference_message": diagnostic.reference,
        "element": finding.element.map(|id| model.path(id)),
        "witness": finding.witness.as_ref().map(|witness| object(witness)),
        "because": because.collect::<Vec<Json>>(),
        "notes": diagnostic.notes,
        "help": diagnostic.help,
    })
}

/// The word for a severity.
pub fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
