//! One line for each issue: `file:line:column: severity[CODE] message`, which editors and `grep` understand.

use super::FindingsReport;
use crate::output::render::findings::severity;
use crate::source::printable::printable;

pub(super) fn write(report: &FindingsReport) -> String {
    let line = |(template, issue): (&super::Checked, &super::Issue)| {
        let place = issue.place().map_or_else(
            || template.path.clone(),
            |place| format!("{}:{}:{}", place.path, place.start.line, place.start.column),
        );
        let message = printable(&issue.message);
        format!("{place}: {}[{}] {message}\n", severity(issue.severity), issue.code)
    };
    report.issues().map(line).collect()
}
