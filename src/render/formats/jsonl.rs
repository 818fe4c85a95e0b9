//! One JSON document for each issue, a line each, so that issues can be read while they come.

use super::{Checked, Issue, Report};
use crate::answer::{Finding, FindingLine, json_line};

pub(super) fn write(report: &Report) -> String {
    let line = |(template, issue): (&Checked, &Issue)| {
        json_line(&FindingLine { template: template.path.clone(), finding: Finding::from(issue) })
    };
    report.issues().map(line).collect()
}
