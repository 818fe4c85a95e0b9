//! One JSON document for all templates.

use super::{Change, Checked, FileRange, FindingsReport, Issue, ReadAs};
use crate::answer::{self, Check, CheckedTemplate, Edit, Finding, Fix, Profile, Safety, Summary};

pub(super) fn write(report: &FindingsReport) -> String {
    answer::json(&Check::from(report))
}

impl From<&FindingsReport> for Check {
    fn from(report: &FindingsReport) -> Self {
        let summary = report.summary();
        let summary = Summary { errors: summary.errors, warnings: summary.warnings, notes: summary.notes };
        Self { templates: report.templates.iter().map(CheckedTemplate::from).collect(), summary }
    }
}

impl From<&Checked> for CheckedTemplate {
    fn from(checked: &Checked) -> Self {
        Self {
            template: checked.path.clone(),
            profile: checked.read_as.as_ref().map(Profile::from),
            exact: checked.is_exact,
            complete: checked.is_complete,
            caveats: checked.caveats.clone(),
            undecided: checked.undecided.clone(),
            excluded: checked.excluded.clone(),
            assertions: checked.assertions,
            findings: checked.issues.iter().map(Finding::from).collect(),
        }
    }
}

impl From<&ReadAs> for Profile {
    fn from(read_as: &ReadAs) -> Self {
        Self {
            name: read_as.profile.to_string(),
            asked: read_as.is_asked,
            decided_by: read_as.word.as_ref().map(answer::Place::from),
        }
    }
}

impl From<&Issue> for Finding {
    /// Its position is that of its most important place.
    fn from(issue: &Issue) -> Self {
        let place = issue.place();
        Self {
            code: issue.code.to_string(),
            severity: issue.severity,
            file: place.map(|place| place.path.clone()),
            line: place.map(|place| place.start.line),
            column: place.map(|place| place.start.column),
            end_line: place.map(|place| place.end.line),
            end_column: place.map(|place| place.end.column),
            message: issue.message.clone(),
            reference_message: issue.reference.clone(),
            element: issue.element.clone(),
            witness: issue.witness.clone(),
            because: issue.because.iter().map(answer::Place::from).collect(),
            places: issue.places.iter().skip(1).map(answer::Place::from).collect(),
            notes: issue.notes.clone(),
            help: issue.help.clone(),
            fix: issue.fix.as_ref().map(Fix::from),
        }
    }
}

impl From<&FileRange> for answer::Place {
    fn from(place: &FileRange) -> Self {
        Self { file: place.path.clone(), line: place.start.line, column: place.start.column, text: place.text.clone() }
    }
}

impl From<&Change> for Fix {
    fn from(change: &Change) -> Self {
        let edit = |(place, replacement): &(FileRange, String)| Edit {
            file: place.path.clone(),
            line: place.start.line,
            column: place.start.column,
            end_line: place.end.line,
            end_column: place.end.column,
            replacement: replacement.clone(),
        };
        let safety = if change.is_safe { Safety::Safe } else { Safety::Suggestion };
        Self { title: change.title.clone(), safety, edits: change.edits.iter().map(edit).collect() }
    }
}
