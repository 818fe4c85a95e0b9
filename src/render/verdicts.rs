//! How Variability Tests went: what failed and why, and a closing line.

use crate::render::text::{self, Paint};
use crate::suite::{Difference, Failure, Outcome, Report, Verdict};

/// Differences that are shown of one document; the others are counted.
const MOST_DIFFERENCES: usize = 20;

/// All failures and updates in order, then `N passed, M failed`.
pub fn report(verdicts: &[Verdict], paint: Paint) -> String {
    let mut report = String::new();
    for verdict in verdicts {
        match &verdict.outcome {
            Outcome::Passed => {}
            Outcome::Updated(path) => report.push_str(&format!("updated {}\n", path.display())),
            Outcome::Failed(failure) => {
                report.push_str(&format!("failed {}\n", verdict.name));
                report.push_str(&indented(&explain(failure, paint)));
                report.push('\n');
            }
        }
    }
    let passed = verdicts.iter().filter(|verdict| verdict.is_passed()).count();
    report.push_str(&format!("{passed} passed, {} failed\n", verdicts.len() - passed));
    report
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
    let mut lines: String =
        differences.iter().take(MOST_DIFFERENCES).map(|difference| format!("{difference}\n")).collect();
    if differences.len() > MOST_DIFFERENCES {
        lines.push_str(&format!("and {} more differences\n", differences.len() - MOST_DIFFERENCES));
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
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") }).collect()
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
