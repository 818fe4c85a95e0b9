//! A Code Quality report of GitLab, shown beside the lines of a merge request.

use serde::Serialize;

use super::FindingsReport;
use super::fingerprint::Fingerprints;
use crate::answer::{self, Finding};
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
        report.findings().map(|(template, finding)| entry(template, finding, fingerprints.of(finding))).collect();
    // Texts and numbers can always be written.
    answer::pretty(&entries) + "\n"
}

fn entry<'a>(template: &'a str, finding: &'a Finding, fingerprint: String) -> CodeQualityIssue<'a> {
    let severity = match finding.severity {
        Severity::Error => "critical",
        Severity::Warning => "minor",
        Severity::Note => "info",
    };
    let lines = LineRange { begin: finding.line.unwrap_or(1), end: finding.end_line.unwrap_or(1) };
    CodeQualityIssue {
        description: format!("{}: {}", finding.code, finding.message),
        check_name: finding.code.to_string(),
        content: IssueContent { body: finding.remarks().join("\n") },
        fingerprint,
        severity,
        kind: "issue",
        location: Location { path: finding.file.as_deref().unwrap_or(template), lines },
    }
}
