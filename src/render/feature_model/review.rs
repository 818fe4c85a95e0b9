//! What is suspicious about a model.

use serde_json::{Value as Json, json};

use crate::diagnostic::Severity;
use crate::feature_model::FeatureModel;
use crate::feature_model::review::Finding;
use crate::render::findings::{Summary, severity};

/// A finding with the severity that it has here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// What was found.
    pub finding: Finding,
    /// How bad it is.
    pub severity: Severity,
}

/// How many findings there are of each severity.
pub fn summary(findings: &[Judged]) -> Summary {
    let count = |severity| findings.iter().filter(|judged| judged.severity == severity).count();
    Summary { errors: count(Severity::Error), warnings: count(Severity::Warning), notes: count(Severity::Note) }
}

/// For people: a line for each finding.
pub fn text(model: &FeatureModel, findings: &[Judged]) -> String {
    if findings.is_empty() {
        return "nothing to complain about\n".to_owned();
    }
    let line = |judged: &Judged| {
        let (line, message) = said(model, &judged.finding);
        line.map_or_else(|| format!("{message}\n"), |line| format!("line {line}: {message}\n"))
    };
    findings.iter().map(line).collect()
}

/// The line, where there is one, and what is wrong.
fn said(model: &FeatureModel, finding: &Finding) -> (Option<u32>, String) {
    let line = |id: &crate::feature_model::FeatureId| model.feature_lines()[id.index()];
    match finding {
        Finding::Void => (None, "there is no variant".to_owned()),
        Finding::Dead(id) => (line(id), format!("\"{}\" is never selected", model.feature(*id).name)),
        Finding::FalseOptional(id) => {
            let name = &model.feature(*id).name;
            (line(id), format!("\"{name}\" looks optional, but is selected whenever its parent is"))
        }
        Finding::Redundant { line, text } => (Some(*line), format!("`{text}` changes nothing")),
    }
}

/// For programs: the findings of one model, with the fields of those of templates.
pub fn json(model: &FeatureModel, findings: &[Judged]) -> Json {
    let entry = |judged: &Judged| {
        let (line, message) = said(model, &judged.finding);
        let element = match &judged.finding {
            Finding::Dead(id) | Finding::FalseOptional(id) => Some(&model.feature(*id).name),
            Finding::Void | Finding::Redundant { .. } => None,
        };
        json!({
            "code": judged.finding.code().to_string(),
            "severity": severity(judged.severity),
            "line": line,
            "column": Json::Null,
            "message": message,
            "reference_message": Json::Null,
            "element": element,
            "witness": Json::Null,
            "because": [],
            "notes": [],
            "help": Json::Null,
        })
    };
    let findings: Vec<Json> = findings.iter().map(entry).collect();
    json!({ "exact": true, "caveats": [], "findings": findings })
}
