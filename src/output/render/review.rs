//! What is suspicious about a model.

use crate::feature::FeatureModel;
use crate::feature::review::Finding;
use crate::output::render::formats::{Checked, FileRange, Issue, Paths};
use crate::source::Position;
use crate::source::diagnostic::Severity;
use crate::source::printable::printable;

/// A finding with the severity that it has here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedFinding {
    /// What was found.
    pub finding: Finding,
    /// How bad it is.
    pub severity: Severity,
}

/// What was found, and whether it is all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reviewed {
    /// In the order in which it is told.
    pub findings: Vec<RatedFinding>,
    /// Whether everything was looked at.
    pub is_complete: bool,
}

/// For people: a line for each finding.
pub fn text(model: &FeatureModel, reviewed: &Reviewed) -> String {
    let end = match reviewed {
        Reviewed { is_complete: false, .. } => "stopped before everything was looked at: there may be more\n",
        Reviewed { findings, .. } if findings.is_empty() => "nothing to complain about\n",
        Reviewed { .. } => "",
    };
    let lines = model.feature_lines();
    let line = |judged: &RatedFinding| {
        let (line, message) = said(model, &lines, &judged.finding);
        let message = printable(&message);
        line.map_or_else(|| format!("{message}\n"), |line| format!("line {line}: {message}\n"))
    };
    reviewed.findings.iter().map(line).chain([end.to_owned()]).collect()
}

/// The line, where there is one, and what is wrong.
///
/// `lines` are those of the features.
fn said(model: &FeatureModel, lines: &[Option<u32>], finding: &Finding) -> (Option<u32>, String) {
    let line = |id: &crate::feature::FeatureId| lines[id.index()];
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

/// For programs: the findings of one model, like those of templates.
pub fn checked(model: &FeatureModel, reviewed: &Reviewed, path: &str, paths: &Paths) -> Checked {
    let lines = model.feature_lines();
    let issue = |judged: &RatedFinding| {
        let (line, message) = said(model, &lines, &judged.finding);
        let element = match &judged.finding {
            Finding::Dead(id) | Finding::FalseOptional(id) => Some(model.feature(*id).name.clone()),
            Finding::Void | Finding::Redundant { .. } => None,
        };
        let start = Position { line: line.unwrap_or(1), column: 1 };
        let place = FileRange { path: paths.show(path), start, end: start, text: String::new(), line: String::new() };
        let issue = Issue::at(judged.finding.code(), message, place);
        Issue { severity: judged.severity, element, ..issue }
    };
    let issues = reviewed.findings.iter().map(issue).collect();
    Checked { is_exact: reviewed.is_complete, ..Checked::new(path, issues) }
}
