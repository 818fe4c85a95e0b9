//! `JUnit` XML: a suite for each template, a case for each finding.
//!
//! What makes the command fail is a failure; other findings pass and say what they have to say as output. A template
//! without findings has one case, for a suite without cases counts as a mistake in many places.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::FindingsReport;
use super::xml::escaped;
use crate::answer::{CheckedTemplate, Finding};
use crate::output::render::findings::severity;
use crate::source::printable::printable;

pub(super) fn write(report: &FindingsReport) -> String {
    let suites: String = report.templates.iter().map(|template| template_suite(report, template)).collect();
    document("variscope check", &suites)
}

/// A whole document with these suites.
pub(in crate::output::render) fn document(command: &str, suites: &str) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{command}\">\n{suites}</testsuites>\n")
}

/// How many cases of a suite ended how.
pub(in crate::output::render) struct SuiteCounts {
    pub(in crate::output::render) tests: usize,
    pub(in crate::output::render) failures: usize,
    pub(in crate::output::render) skipped: usize,
}

/// A suite with these cases.
pub(in crate::output::render) fn suite(name: &str, counts: &SuiteCounts, cases: &str) -> String {
    let (name, SuiteCounts { tests, failures, skipped }) = (escaped(name), counts);
    format!(
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">\n\
         {cases}  </testsuite>\n"
    )
}

fn template_suite(report: &FindingsReport, template: &CheckedTemplate) -> String {
    let is_failure = |finding: &&Finding| finding.severity >= report.fail_on;
    let failures = template.findings.iter().filter(is_failure).count();
    let mut names = Names::default();
    let cases = template.findings.iter().map(|finding| case(finding, &names.of(finding), is_failure(&finding)));
    let mut cases: String = cases.collect();
    let (mut tests, mut skipped) = (template.findings.len(), 0);
    if template.findings.is_empty() || !template.exact {
        tests += 1;
        skipped = usize::from(!template.exact);
        cases += &closing(template);
    }
    // Written as the places in it are.
    suite(&report.path(template), &SuiteCounts { tests, failures, skipped }, &cases)
}

fn case(finding: &Finding, name: &str, is_failure: bool) -> String {
    let (message, word) = (escaped(&printable(&finding.message)), severity(finding.severity));
    let mut text = format!("    <testcase classname=\"{}\" name=\"{}\"", finding.code, escaped(name));
    if let Some(place) = finding.place() {
        // Writing to a string cannot fail.
        let _ = write!(text, " file=\"{}\" line=\"{}\"", escaped(&place.file), place.line);
    }
    let body = escaped(&finding.paragraph());
    let body = if is_failure {
        format!("<failure type=\"{word}\" message=\"{message}\">{body}</failure>")
    } else {
        format!("<system-out>{word}: {body}</system-out>")
    };
    format!("{text}>\n      {body}\n    </testcase>\n")
}

/// How often each name of a case was given: what is alike differs by its number, which stays where lines move.
#[derive(Default)]
struct Names(BTreeMap<String, usize>);

impl Names {
    fn of(&mut self, finding: &Finding) -> String {
        let name = match finding.place() {
            Some(place) => format!("{}: {}", place.file, printable(&finding.message)),
            None => printable(&finding.message).into_owned(),
        };
        let count = self.0.entry(name.clone()).or_default();
        *count += 1;
        if *count > 1 { format!("{name} ({count})") } else { name }
    }
}

/// The case of the template as a whole.
fn closing(template: &CheckedTemplate) -> String {
    let head = "    <testcase classname=\"variscope\" name=\"all variants\"";
    if template.exact {
        return format!("{head}/>\n");
    }
    let reasons: Vec<&str> = template.caveats.iter().map(|caveat| caveat.message.as_str()).collect();
    let reasons = if reasons.is_empty() { "not everything was looked at".to_owned() } else { reasons.join("; ") };
    format!("{head}><skipped message=\"{}\"/></testcase>\n", escaped(&reasons))
}
