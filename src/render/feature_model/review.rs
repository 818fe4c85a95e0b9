//! What is suspicious about a model.

use serde_json::{Value as Json, json};

use super::document;
use crate::feature_model::FeatureModel;
use crate::feature_model::review::Finding;

/// For people: a line for each finding.
pub fn text(model: &FeatureModel, findings: &[Finding]) -> String {
    if findings.is_empty() {
        return "nothing to complain about\n".to_owned();
    }
    let lines = model.feature_lines();
    findings.iter().map(|finding| line(model, &lines, finding)).collect()
}

fn line(model: &FeatureModel, lines: &[Option<u32>], finding: &Finding) -> String {
    let (line, message) = match finding {
        Finding::Void => (None, "there is no variant".to_owned()),
        Finding::Dead(id) => (lines[id.index()], format!("\"{}\" is never selected", model.feature(*id).name)),
        Finding::FalseOptional(id) => {
            let name = &model.feature(*id).name;
            (lines[id.index()], format!("\"{name}\" looks optional, but is selected whenever its parent is"))
        }
        Finding::Redundant { line, text } => (Some(*line), format!("`{text}` changes nothing")),
    };
    line.map_or_else(|| format!("{message}\n"), |line| format!("line {line}: {message}\n"))
}

/// For programs.
pub fn json(model: &FeatureModel, findings: &[Finding]) -> String {
    let lines = model.feature_lines();
    let feature = |kind: &str, id: &crate::feature_model::FeatureId| json!({ "kind": kind, "element": model.feature(*id).name, "line": lines[id.index()] });
    let entry = |finding: &Finding| match finding {
        Finding::Void => json!({ "kind": "void" }),
        Finding::Dead(id) => feature("dead", id),
        Finding::FalseOptional(id) => feature("false-optional", id),
        Finding::Redundant { line, text } => json!({ "kind": "redundant", "line": line, "text": text }),
    };
    let findings: Vec<Json> = findings.iter().map(entry).collect();
    document(&json!({ "schema": "variscope/check/1", "exact": true, "findings": findings }))
}
