//! How Variability Tests went: what failed and why, and a closing line.

use crate::render::text::{self, Paint};
use crate::suite::{Difference, Failure, Outcome, Report, Verdict};

/// Differences that are shown of one document; the others are counted.
const MOST_DIFFERENCES: usize = 20;

/// All failures and updates in order, then `N passed, M failed`.
pub fn report(verdicts: &[Verdict], paint: Paint) -> String {
    let paragraphs: Vec<String> = verdicts.iter().map(|verdict| paragraph(verdict, paint)).collect();
    let passed = verdicts.iter().filter(|verdict| verdict.is_passed()).count();
    paragraphs.concat() + &format!("{passed} passed, {} failed\n", verdicts.len() - passed)
}

fn paragraph(verdict: &Verdict, paint: Paint) -> String {
    match &verdict.outcome {
        Outcome::Passed => String::new(),
        Outcome::Updated(path) => format!("updated {}\n", path.display()),
        Outcome::Failed(failure) => format!("failed {}\n{}\n", verdict.name, indented(&explain(failure, paint))),
    }
}

fn explain(failure: &Failure, paint: Paint) -> String {
    match failure {
        Failure::Unusable(message) => format!("{message}\n"),
        Failure::NotResolved(report) => format!("expected a document, got errors\n{}", quote(report, paint)),
        Failure::Resolved(expected) => format!("expected the error: {expected}\ngot a document\n"),
        Failure::OtherError { expected, actual, report } => {
            format!("expected the error: {expected}\ngot the error:      {actual}\n{}", quote(report, paint))
        }
        Failure::OtherCodes { expected, actual, report } => {
            format!("expected codes: {}\ngot codes:      {}\n{}", list(expected), list(actual), quote(report, paint))
        }
        Failure::Different(differences) => explain_differences(differences),
    }
}

fn explain_differences(differences: &[Difference]) -> String {
    let mut lines: Vec<String> = differences.iter().take(MOST_DIFFERENCES).map(ToString::to_string).collect();
    if differences.len() > MOST_DIFFERENCES {
        lines.push(format!("and {} more differences", differences.len() - MOST_DIFFERENCES));
    }
    lines.join("\n")
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
    use crate::value::Value;

    fn verdict(outcome: Outcome) -> Verdict {
        Verdict { name: "suite/case".to_owned(), outcome }
    }

    #[test]
    fn failures_are_explained_and_counted() {
        let difference = Difference {
            path: "topology_template.node_templates.shop.type".to_owned(),
            expected: Some(Value::string("Shop")),
            actual: None,
        };
        let failure = Failure::Different(vec![difference; MOST_DIFFERENCES + 2]);
        let verdicts = [verdict(Outcome::Passed), verdict(Outcome::Failed(Box::new(failure)))];
        let report = report(&verdicts, Paint::Plain);
        assert!(report.starts_with(
            "failed suite/case\n  topology_template.node_templates.shop.type: expected \"Shop\", got nothing\n"
        ));
        assert_eq!(report.matches("expected").count(), MOST_DIFFERENCES);
        assert!(report.contains("  and 2 more differences\n"));
        assert!(report.ends_with("\n1 passed, 1 failed\n"));
    }

    #[test]
    fn sentences_are_set_against_each_other() {
        let failure = Failure::Resolved("Could not solve".to_owned());
        let report = report(&[verdict(Outcome::Failed(Box::new(failure)))], Paint::Plain);
        assert!(report.contains("  expected the error: Could not solve\n  got a document\n"));
    }
}
