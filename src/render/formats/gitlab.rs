//! A Code Quality report of GitLab, shown beside the lines of a merge request.

use serde_json::{Value as Json, json};

use super::fingerprint::Fingerprints;
use super::{Checked, Issue, Report};
use crate::diagnostic::Severity;
use crate::render::witness::document;

pub(super) fn write(report: &Report) -> String {
    let mut fingerprints = Fingerprints::default();
    let issues: Vec<Json> =
        report.issues().map(|(template, issue)| entry(template, issue, &fingerprints.of(issue))).collect();
    document(&Json::Array(issues))
}

fn entry(template: &Checked, issue: &Issue, fingerprint: &str) -> Json {
    let place = issue.place();
    let severity = match issue.severity {
        Severity::Error => "critical",
        Severity::Warning => "minor",
        Severity::Note => "info",
    };
    json!({
        "description": format!("{}: {}", issue.code, issue.message),
        "check_name": issue.code.to_string(),
        "content": { "body": issue.remarks().join("\n") },
        "fingerprint": fingerprint,
        "severity": severity,
        "type": "issue",
        "location": {
            "path": place.map_or(&template.path, |place| &place.path),
            "lines": {
                "begin": place.map_or(1, |place| place.start.line),
                "end": place.map_or(1, |place| place.end.line),
            },
        },
    })
}
