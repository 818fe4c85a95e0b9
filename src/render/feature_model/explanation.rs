//! Why something is so.

use serde_json::{Value as Json, json};

use super::{document, status_word};
use crate::feature_model::explain::{Explanation, Verdict};
use crate::feature_model::statement::{Kind, Statement};

/// For people: the verdict, then a line for each statement that forces it.
pub fn text(subject: Option<&str>, explanation: &Explanation) -> String {
    let subject = subject.unwrap_or("the model");
    let verdict = match explanation.verdict {
        Verdict::Void => "there is no variant".to_owned(),
        Verdict::Satisfiable => format!("{subject} has variants"),
        Verdict::Feature(status) => format!("{subject}: {}", status_word(status)),
    };
    let because = if explanation.reasons.is_empty() { "" } else { ", because of" };
    let lines: String = explanation.reasons.iter().map(line).collect();
    format!("{verdict}{because}\n{lines}")
}

fn line(statement: &Statement) -> String {
    let place = statement.line.map_or("--input".to_owned(), |line| format!("line {line}"));
    format!("  {place:<10}  {:<10}  {}\n", kind(statement.kind), statement.text)
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Root => "root",
        Kind::Parent => "parent of",
        Kind::Group => "group",
        Kind::Instances => "instances",
        Kind::Constraint => "constraint",
        Kind::Clause => "clause",
        Kind::Given => "given",
    }
}

/// For programs.
pub fn json(subject: Option<&str>, explanation: &Explanation) -> String {
    let verdict = match explanation.verdict {
        Verdict::Void => "void",
        Verdict::Satisfiable => "satisfiable",
        Verdict::Feature(status) => super::status_name(status),
    };
    let reason =
        |statement: &Statement| json!({ "line": statement.line, "kind": kind(statement.kind), "text": statement.text });
    let reasons: Vec<Json> = explanation.reasons.iter().map(reason).collect();
    document(&json!({
        "schema": "variscope/explain/1",
        "element": subject,
        "verdict": verdict,
        "reasons": reasons,
    }))
}
