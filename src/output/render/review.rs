//! What is suspicious about a model.

use crate::feature::review::{Finding, Together};
use crate::feature::{FeatureId, FeatureModel, FileLine};
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
    /// The command that says why there is no variant; none where nothing can say it.
    pub explained_by: Option<String>,
}

/// For people: a line for each finding, behind `name` where several models are told apart by their names.
pub fn text(model: &FeatureModel, reviewed: &Reviewed, name: Option<&str>) -> String {
    let end = match reviewed {
        Reviewed { is_complete: false, .. } => "stopped before everything was looked at: there may be more",
        Reviewed { findings, .. } if !findings.is_empty() => "",
        _ if model.cnf().is_none() => {
            "nothing to complain about; constraints were not looked at: a compiled model has none"
        }
        _ => "nothing to complain about",
    };
    let lines = model.feature_lines();
    let told = |judged: &RatedFinding| {
        let (place, message) = said(model, &lines, &judged.finding);
        let more = more(reviewed, &judged.finding).map(|more| format!(": {more}")).unwrap_or_default();
        let told = format!("{}{}", printable(&message), printable(&more));
        match place {
            None => told,
            Some(FileLine { file: None, line }) => format!("line {line}: {told}"),
            Some(FileLine { file: Some(file), line }) => format!("{}:{line}: {told}", printable(&file)),
        }
    };
    let name = name.map(|name| format!("{}: ", printable(name))).unwrap_or_default();
    let all = reviewed.findings.iter().map(told).chain([end.to_owned()]);
    all.filter(|told| !told.is_empty()).flat_map(|told| [name.clone(), told, "\n".to_owned()]).collect()
}

/// The line, where there is one, and what is wrong.
///
/// `lines` are those of the features.
fn said(model: &FeatureModel, lines: &[Option<FileLine>], finding: &Finding) -> (Option<FileLine>, String) {
    let line = |id: &FeatureId| lines[id.index()].clone();
    match finding {
        Finding::Void => (None, "there is no variant".to_owned()),
        Finding::Dead(id) => (line(id), format!("\"{}\" is never selected", model.feature(*id).name)),
        Finding::FalseOptional(id) => {
            let name = &model.feature(*id).name;
            (line(id), format!("\"{name}\" looks optional, but is selected whenever its parent is"))
        }
        Finding::Redundant { place, text, with, .. } => {
            let with = match with {
                None => String::new(),
                Some(Together::One(other)) if other.file == place.file => format!(" beside line {}", other.line),
                Some(Together::One(FileLine { file, line })) => {
                    format!(" beside line {line} of {}", file.as_deref().unwrap_or("the model"))
                }
                Some(Together::Several) => " beside the other constraints that change nothing".to_owned(),
            };
            (Some(place.clone()), format!("`{text}` changes nothing{with}"))
        }
        Finding::Broken(broken) => {
            let place =
                broken.place().map(|(file, Position { line, .. })| FileLine { file: Some(file.to_owned()), line });
            (place, broken.message())
        }
    }
}

/// What is worth knowing beside what is wrong.
fn more(reviewed: &Reviewed, finding: &Finding) -> Option<String> {
    match finding {
        Finding::Void => reviewed.explained_by.as_ref().map(|command| format!("`{command}` says why")),
        Finding::Broken(broken) => Some(format!("a variant that breaks it is {}", broken.shown_example())),
        Finding::Dead(_) | Finding::FalseOptional(_) | Finding::Redundant { .. } => None,
    }
}

/// For programs: the findings of one model, like those of templates.
pub fn checked(model: &FeatureModel, reviewed: &Reviewed, path: &str, paths: &Paths) -> Checked {
    let lines = model.feature_lines();
    let issue = |judged: &RatedFinding| {
        let (place, message) = said(model, &lines, &judged.finding);
        let element = match &judged.finding {
            Finding::Dead(id) | Finding::FalseOptional(id) => Some(model.feature(*id).name.clone()),
            Finding::Void | Finding::Redundant { .. } | Finding::Broken(_) => None,
        };
        let FileLine { file, line } = place.unwrap_or(FileLine { file: None, line: 1 });
        let range = match &judged.finding {
            Finding::Broken(broken) => broken.place().map(|(_, position)| (position, position)),
            Finding::Dead(id) | Finding::FalseOptional(id) => model.feature_range(*id),
            Finding::Redundant { range, .. } => Some(*range),
            Finding::Void => None,
        };
        let start = Position { line, column: 1 };
        let (start, end) = range.unwrap_or((start, start));
        let path = paths.show(file.as_deref().unwrap_or(path));
        let place = FileRange { path, start, end, text: String::new(), line: String::new() };
        let issue = Issue::at(judged.finding.code(), message, place);
        let more = more(reviewed, &judged.finding);
        let (notes, help) = if judged.finding == Finding::Void { (None, more) } else { (more, None) };
        Issue { severity: judged.severity, element, notes: notes.into_iter().collect(), help, ..issue }
    };
    let issues = reviewed.findings.iter().map(issue).collect();
    let Reviewed { is_complete, .. } = *reviewed;
    Checked { is_exact: is_complete, is_complete, ..Checked::new(path, issues) }
}
