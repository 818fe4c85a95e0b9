//! `JUnit` XML: a suite for each template, a case for each issue.
//!
//! What makes the command fail is a failure; other issues pass and say what they have to say as output. A template
//! without issues has one case, for a suite without cases counts as a mistake in many places.

use std::fmt::Write as _;

use super::xml::escaped;
use super::{Checked, FindingsReport, Issue};
use crate::output::render::findings::severity;
use crate::source::printable::printable;

pub(super) fn write(report: &FindingsReport) -> String {
    let suites: String = report.templates.iter().map(|template| suite(report, template)).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"variscope check\">\n{suites}</testsuites>\n"
    )
}

fn suite(report: &FindingsReport, template: &Checked) -> String {
    let is_failure = |issue: &&Issue| issue.severity >= report.fail_on;
    let failures = template.issues.iter().filter(is_failure).count();
    let mut cases: String = template.issues.iter().map(|issue| case(issue, is_failure(&issue))).collect();
    let (mut tests, mut skipped) = (template.issues.len(), 0);
    if template.issues.is_empty() || !template.is_exact {
        tests += 1;
        skipped = usize::from(!template.is_exact);
        cases += &closing(template);
    }
    // Written as the places in it are.
    let name = escaped(&report.path(template));
    format!(
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">\n\
         {cases}  </testsuite>\n"
    )
}

fn case(issue: &Issue, is_failure: bool) -> String {
    let (message, word) = (escaped(&printable(&issue.message)), severity(issue.severity));
    let mut text = format!("    <testcase classname=\"{}\" name=\"{}\"", issue.code, escaped(&name(issue)));
    if let Some(place) = issue.place() {
        // Writing to a string cannot fail.
        let _ = write!(text, " file=\"{}\" line=\"{}\"", escaped(&place.path), place.start.line);
    }
    let body = escaped(&issue.paragraph());
    let body = if is_failure {
        format!("<failure type=\"{word}\" message=\"{message}\">{body}</failure>")
    } else {
        format!("<system-out>{word}: {body}</system-out>")
    };
    format!("{text}>\n      {body}\n    </testcase>\n")
}

fn name(issue: &Issue) -> String {
    match issue.place() {
        Some(place) => format!("{}:{}: {}", place.path, place.start.line, printable(&issue.message)),
        None => printable(&issue.message).into_owned(),
    }
}

/// The case of the template as a whole.
fn closing(template: &Checked) -> String {
    let head = "    <testcase classname=\"variscope\" name=\"all variants\"";
    if template.is_exact {
        return format!("{head}/>\n");
    }
    let reasons: Vec<&str> = template.caveats.iter().map(|caveat| caveat.message.as_str()).collect();
    let reasons = if reasons.is_empty() { "not everything was looked at".to_owned() } else { reasons.join("; ") };
    format!("{head}><skipped message=\"{}\"/></testcase>\n", escaped(&reasons))
}
