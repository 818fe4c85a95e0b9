//! One JSON document for each finding, a line each, so that findings can be read while they come.

use super::FindingsReport;
use crate::answer::{FindingLine, json_line};

pub(super) fn write(report: &FindingsReport) -> String {
    let line = |(template, finding): (&str, &_)| {
        json_line(&FindingLine { template: template.to_owned(), finding: Clone::clone(finding) })
    };
    report.findings().map(line).collect()
}
