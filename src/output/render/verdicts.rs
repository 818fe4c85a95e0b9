//! How Variability Tests went: what failed and why, and a closing line.

use crate::answer::{CheckedTemplate, Finding};
use crate::output::render::formats::junit::{self, SuiteCounts};
use crate::output::render::formats::xml::escaped;
use crate::output::render::formats::{self, Paths, ReportFormat};
use crate::output::render::text::{self, Paint};
use crate::resolve::comparison::Difference;
use crate::resolve::suite::{Failure, Outcome, Report, Verdict};
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::printable::{made_printable, printable, printable_path};

/// Differences that are shown of one document; the others are counted.
const MAX_DIFFERENCES: usize = 20;

/// All failures and updates in order, then `N passed, M failed`.
pub fn report(verdicts: &[Verdict], paint: Paint) -> String {
    let paragraphs: Vec<String> = verdicts.iter().map(|verdict| paragraph(verdict, paint)).collect();
    let passed = verdicts.iter().filter(|verdict| verdict.is_passed()).count();
    paragraphs.concat() + &format!("{passed} passed, {} failed\n", verdicts.len() - passed)
}

/// All failures for other programs. In `JUnit` XML each test is a case, in all other formats each failure is a finding, followed
/// by what was said about the template.
pub fn write(verdicts: &[Verdict], format: ReportFormat, paths: &Paths) -> String {
    if format == ReportFormat::Junit {
        return junit_of(verdicts);
    }
    let templates = verdicts.iter().map(|verdict| checked(verdict, paths)).collect();
    formats::FindingsReport { templates, paths: paths.clone(), fail_on: Severity::Error }.write(format)
}

fn checked(verdict: &Verdict, paths: &Paths) -> CheckedTemplate {
    let path = paths.show(&verdict.name);
    let findings = match &verdict.outcome {
        Outcome::Passed | Outcome::Updated(_) => Vec::new(),
        Outcome::Failed(failure) => findings(failure, &paths.show(&verdict.file), paths),
    };
    if verdict.is_stopped() {
        CheckedTemplate::unfinished(path, findings)
    } else {
        CheckedTemplate::new(path, findings)
    }
}

/// The failure itself, and what was said about the template; what has no place is about the test in `file`.
fn findings(failure: &Failure, file: &str, paths: &Paths) -> Vec<Finding> {
    let mut lines = lines(failure).into_iter();
    let headline = lines.next().unwrap_or_default();
    let own = Finding::of_file(Code::FailedTest, headline, file.to_owned());
    let own = Finding { notes: lines.collect(), ..own };
    let diagnostics = report_of(failure).map(|report| (report.diagnostics.iter(), &report.sources));
    let report_of = diagnostics
        .into_iter()
        .flat_map(|(diagnostics, sources)| diagnostics.map(move |diagnostic| Finding::of(diagnostic, sources, paths)));
    let placed = |finding: Finding| if finding.file.is_some() { finding } else { finding.at_start_of(file.to_owned()) };
    std::iter::once(own).chain(report_of.map(placed)).collect()
}

fn junit_of(verdicts: &[Verdict]) -> String {
    let failures = verdicts.iter().filter(|verdict| !verdict.is_passed()).count();
    let cases: String = verdicts.iter().map(case).collect();
    let counts = SuiteCounts { tests: verdicts.len(), failures, skipped: 0 };
    junit::document("variscope test", &junit::suite("Variability Tests", &counts, &cases))
}

fn case(verdict: &Verdict) -> String {
    let (folder, name) = verdict.name.rsplit_once('/').unwrap_or(("", &verdict.name));
    let head = format!("    <testcase classname=\"{}\" name=\"{}\"", escaped(folder), escaped(name));
    match &verdict.outcome {
        Outcome::Passed => format!("{head}/>\n"),
        Outcome::Updated(path) => {
            format!("{head}><system-out>updated {}</system-out></testcase>\n", escaped(&printable_path(path)))
        }
        Outcome::Failed(failure) => {
            let (message, body) = (printable_parts(failure).join("; "), explain(failure, Paint::Plain));
            let code = Code::FailedTest;
            format!(
                "{head}>\n      <failure type=\"{code}\" message=\"{}\">{}</failure>\n    </testcase>\n",
                escaped(&message),
                escaped(&body)
            )
        }
    }
}

fn paragraph(verdict: &Verdict, paint: Paint) -> String {
    match &verdict.outcome {
        Outcome::Passed => String::new(),
        Outcome::Updated(path) => format!("updated {}\n", printable_path(path)),
        Outcome::Failed(failure) => {
            format!("failed {}\n{}\n", printable(&verdict.name), indented(&explain(failure, paint)))
        }
    }
}

fn explain(failure: &Failure, paint: Paint) -> String {
    let mut text = printable_parts(failure).join("\n");
    if !matches!(failure, Failure::Different(_)) {
        text.push('\n');
    }
    text + &match failure {
        Failure::Malformed(report) => text::report_findings(&report.diagnostics, &report.sources, paint),
        _ => report_of(failure).map_or_else(String::new, |report| quote(report, paint)),
    }
}

/// What is wrong as people may read it, each part on a line of its own.
fn printable_parts(failure: &Failure) -> Vec<String> {
    lines(failure).into_iter().map(made_printable).collect()
}

/// What is wrong, the headline first.
fn lines(failure: &Failure) -> Vec<String> {
    match failure {
        Failure::Unusable(message) => vec![message.clone()],
        Failure::Malformed(report) => vec![format!("its {} cannot be used", malformed_file(report))],
        Failure::NotResolved(_) => vec!["expected a document, got errors".to_owned()],
        Failure::Resolved(expected) => vec![format!("expected the error: {expected}"), "got a document".to_owned()],
        Failure::OtherError { expected, actual, .. } => {
            vec![format!("expected the error: {expected}"), format!("got the error:      {actual}")]
        }
        Failure::OtherCodes { expected, actual, .. } => {
            vec![format!("expected codes: {}", list(expected)), format!("got codes:      {}", list(actual))]
        }
        Failure::Stopped => vec!["stopped before it was known what comes of it".to_owned()],
        Failure::Different(differences) => of_differences(differences),
        Failure::Changed(path) => {
            vec![format!("{}: it has changed since it was read, and nothing was written", printable_path(path))]
        }
    }
}

/// The name of the file of a test that is wrong.
fn malformed_file(report: &Report) -> String {
    let span = report.diagnostics.iter().find_map(Diagnostic::span);
    let path = span.map_or("test.yaml", |span| report.sources.file(span.file).name());
    path.rsplit('/').next().map(printable).unwrap_or_default().into_owned()
}

/// What was said about the template, or about the test itself.
fn report_of(failure: &Failure) -> Option<&Report> {
    match failure {
        Failure::Malformed(report)
        | Failure::NotResolved(report)
        | Failure::OtherError { report, .. }
        | Failure::OtherCodes { report, .. } => Some(report),
        Failure::Unusable(_)
        | Failure::Resolved(_)
        | Failure::Stopped
        | Failure::Different(_)
        | Failure::Changed(_) => None,
    }
}

fn of_differences(differences: &[Difference]) -> Vec<String> {
    let mut lines: Vec<String> = differences.iter().take(MAX_DIFFERENCES).map(ToString::to_string).collect();
    if differences.len() > MAX_DIFFERENCES {
        lines.push(format!("and {} more differences", differences.len() - MAX_DIFFERENCES));
    }
    lines
}

fn list(codes: &[String]) -> String {
    if codes.is_empty() { "none".to_owned() } else { codes.join(", ") }
}

fn quote(report: &Report, paint: Paint) -> String {
    text::report(&report.diagnostics, &report.sources, paint)
}

fn indented(text: &str) -> String {
    let lines = text.lines().flat_map(|line| [if line.is_empty() { "" } else { "  " }, line, "\n"]);
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::value::Value;

    fn verdict(outcome: Outcome) -> Verdict {
        Verdict { name: "suite/case".to_owned(), file: "suite/case/test.yaml".to_owned(), outcome }
    }

    #[test]
    fn failures_are_explained_and_counted() {
        let difference = Difference {
            path: "topology_template.node_templates.shop.type".to_owned(),
            expected: Some(Value::string("Shop")),
            actual: None,
        };
        let failure = Failure::Different(vec![difference; MAX_DIFFERENCES + 2]);
        let verdicts = [verdict(Outcome::Passed), verdict(Outcome::Failed(Box::new(failure)))];
        let report = report(&verdicts, Paint::Plain);
        assert!(report.starts_with(
            "failed suite/case\n  topology_template.node_templates.shop.type: expected \"Shop\", got nothing\n"
        ));
        assert_eq!(report.matches("expected").count(), MAX_DIFFERENCES);
        assert!(report.contains("  and 2 more differences\n"));
        assert!(report.ends_with("\n1 passed, 1 failed\n"));
    }

    #[test]
    fn every_test_is_a_case_of_junit() {
        let failed = |message: &str| Outcome::Failed(Box::new(Failure::Unusable(message.to_owned())));
        let verdicts = [verdict(Outcome::Passed), verdict(Outcome::Updated("a&b".into())), verdict(failed("<no>"))];
        let text = write(&verdicts, ReportFormat::Junit, &Paths::default());
        let read = junit_parser::from_reader(std::io::Cursor::new(&text)).unwrap();
        let suite = &read.suites[0];
        assert_eq!((suite.tests, suite.failures, suite.cases.len()), (3, 1, 3));
        let failures: Vec<&str> =
            suite.cases.iter().filter(|case| case.status.is_failure()).map(|case| case.name.as_str()).collect();
        assert_eq!(failures, ["suite::case"]);
        assert!(text.contains("classname=\"suite\"") && text.contains("message=\"&lt;no&gt;\""), "{text}");
    }

    #[test]
    fn every_failure_is_a_finding_elsewhere() {
        let failure = || Outcome::Failed(Box::new(Failure::Resolved("Could not solve".to_owned())));
        let verdicts = [verdict(Outcome::Passed), verdict(failure())];
        let text = |format| write(&verdicts, format, &Paths::default());
        assert_eq!(
            text(ReportFormat::Concise),
            "suite/case/test.yaml:1:1: error[V801] expected the error: Could not solve\n"
        );
        for format in ReportFormat::ALL.into_iter().filter(|&format| format != ReportFormat::Junit) {
            assert_eq!(text(format).matches("expected the error: Could not solve").count(), 1, "{format:?}");
        }
    }

    #[test]
    fn sentences_are_set_against_each_other() {
        let failure = Failure::Resolved("Could not solve".to_owned());
        let report = report(&[verdict(Outcome::Failed(Box::new(failure)))], Paint::Plain);
        assert!(report.contains("  expected the error: Could not solve\n  got a document\n"));
    }
}
