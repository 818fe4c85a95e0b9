//! One line for each finding: `file:line:column: severity[CODE] message`, which editors and `grep` understand.

use super::FindingsReport;
use crate::answer::Finding;
use crate::output::render::findings::severity;
use crate::source::printable::printable;

pub(super) fn write(report: &FindingsReport) -> String {
    let line = |(template, finding): (&str, &Finding)| {
        let place = finding.place().map(|place| format!("{}:{}:{}", place.file, place.line, place.column));
        let (place, message) = (place.as_deref().unwrap_or(template), printable(&finding.message));
        format!("{place}: {}[{}] {message}\n", severity(finding.severity), finding.code)
    };
    report.findings().map(line).collect()
}
