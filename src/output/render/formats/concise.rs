//! One line for each finding: `file:line:column: severity[CODE] message`, which editors and `grep` understand.

use super::FindingsReport;
use crate::answer::{CheckedTemplate, Finding};
use crate::output::render::findings::severity;
use crate::source::diagnostic::Severity;
use crate::source::printable::printable;

pub(super) fn write(report: &FindingsReport) -> String {
    let line = |(template, finding): (&str, &Finding)| {
        let place = finding.place().map(|place| format!("{}:{}:{}", place.file, place.line, place.column));
        let (place, message) = (printable(place.as_deref().unwrap_or(template)), printable(&finding.message));
        format!("{place}: {}[{}] {message}\n", severity(finding.severity), finding.code)
    };
    let of_template = |checked: &CheckedTemplate| -> String {
        let mut findings: Vec<&Finding> = checked.findings.iter().collect();
        // Other errors may follow from these.
        findings.sort_by_key(|finding| !(finding.severity == Severity::Error && finding.code.hides_names()));
        findings.into_iter().map(|finding| line((&checked.template, finding))).collect()
    };
    report.templates.iter().map(of_template).collect()
}
