//! A Code Quality report of GitLab, shown beside the lines of a merge request.

use serde::Serialize;

use super::fingerprint::Fingerprints;
use super::{Checked, Issue, Report};
use crate::diagnostic::Severity;

/// An entry of the report.
#[derive(Serialize)]
struct Entry<'a> {
    description: String,
    check_name: String,
    content: Content,
    fingerprint: String,
    severity: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Content {
    body: String,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
    end: u32,
}

pub(super) fn write(report: &Report) -> String {
    let mut fingerprints = Fingerprints::default();
    let entries: Vec<Entry<'_>> =
        report.issues().map(|(template, issue)| entry(template, issue, fingerprints.of(issue))).collect();
    // Texts and numbers can always be written.
    serde_json::to_string_pretty(&entries).unwrap_or_default() + "\n"
}

fn entry<'a>(template: &'a Checked, issue: &'a Issue, fingerprint: String) -> Entry<'a> {
    let place = issue.place();
    let severity = match issue.severity {
        Severity::Error => "critical",
        Severity::Warning => "minor",
        Severity::Note => "info",
    };
    let lines =
        place.map_or(Lines { begin: 1, end: 1 }, |place| Lines { begin: place.start.line, end: place.end.line });
    Entry {
        description: format!("{}: {}", issue.code, issue.message),
        check_name: issue.code.to_string(),
        content: Content { body: issue.remarks().join("\n") },
        fingerprint,
        severity,
        kind: "issue",
        location: Location { path: place.map_or(&template.path, |place| &place.path), lines },
    }
}
