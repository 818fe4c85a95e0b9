//! One JSON document for each issue, a line each, so that issues can be read while they come.

use super::{Checked, FindingsReport, Issue};
use crate::answer::{Finding, FindingLine, json_line};

pub(super) fn write(report: &FindingsReport) -> String {
    let line = |(template, issue): (&Checked, &Issue)| {
        json_line(&FindingLine { template: template.path.clone(), finding: Finding::from(issue) })
    };
    report.issues().map(line).collect()
}
