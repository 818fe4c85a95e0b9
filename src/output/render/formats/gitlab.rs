//! A Code Quality report of GitLab, shown beside the lines of a merge request.

use serde::Serialize;

use super::fingerprint::Fingerprints;
use super::{Checked, FindingsReport, Issue};
use crate::source::diagnostic::Severity;

/// An entry of the report.
#[derive(Serialize)]
struct CodeQualityIssue<'a> {
    description: String,
    check_name: String,
    content: IssueContent,
    fingerprint: String,
    severity: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct IssueContent {
    body: String,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: LineRange,
}

#[derive(Serialize)]
struct LineRange {
    begin: u32,
    end: u32,
}

pub(super) fn write(report: &FindingsReport) -> String {
    let mut fingerprints = Fingerprints::default();
    let entries: Vec<CodeQualityIssue<'_>> =
        report.issues().map(|(template, issue)| entry(template, issue, fingerprints.of(issue))).collect();
    // Texts and numbers can always be written.
    serde_json::to_string_pretty(&entries).unwrap_or_default() + "\n"
}

fn entry<'a>(template: &'a Checked, issue: &'a Issue, fingerprint: String) -> CodeQualityIssue<'a> {
    let place = issue.place();
    let severity = match issue.severity {
        Severity::Error => "critical",
        Severity::Warning => "minor",
        Severity::Note => "info",
    };
    let lines = place
        .map_or(LineRange { begin: 1, end: 1 }, |place| LineRange { begin: place.start.line, end: place.end.line });
    CodeQualityIssue {
        description: format!("{}: {}", issue.code, issue.message),
        check_name: issue.code.to_string(),
        content: IssueContent { body: issue.remarks().join("\n") },
        fingerprint,
        severity,
        kind: "issue",
        location: Location { path: place.map_or(&template.path, |place| &place.path), lines },
    }
}
