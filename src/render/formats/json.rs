//! One JSON document for all templates.

use serde_json::{Value as Json, json};

use super::{Change, Checked, Gap, Issue, Open, Place, ReadAs, Report};
use crate::render::findings::severity;
use crate::render::witness::document;

pub(super) fn write(report: &Report) -> String {
    let summary = report.summary();
    document(&json!({
        "schema": "variscope/check/1",
        "templates": report.templates.iter().map(template).collect::<Vec<Json>>(),
        "summary": { "errors": summary.errors, "warnings": summary.warnings, "notes": summary.notes },
    }))
}

fn template(template: &Checked) -> Json {
    json!({
        "profile": template.read_as.as_ref().map(profile),
        "exact": template.is_exact,
        "caveats": gaps(&template.gaps),
        "undecided": template.undecided.iter().map(open).collect::<Vec<Json>>(),
        "findings": template.issues.iter().map(issue).collect::<Vec<Json>>(),
        "template": template.path,
    })
}

/// The profile, and the word that decided, if one did and nobody said which profile it is.
fn profile(read_as: &ReadAs) -> Json {
    json!({
        "name": read_as.profile.to_string(),
        "asked": read_as.is_asked,
        "decided_by": read_as.word.as_ref().map(reason),
    })
}

fn open(open: &Open) -> Json {
    json!({ "question": open.question, "element": open.element, "line": open.line, "caveats": gaps(&open.gaps) })
}

fn gaps(gaps: &[Gap]) -> Vec<Json> {
    gaps.iter().map(|gap| json!({ "message": gap.message, "line": gap.line })).collect()
}

/// An issue, whose position is that of its most important place.
pub(super) fn issue(issue: &Issue) -> Json {
    let place = issue.place();
    json!({
        "code": issue.code.to_string(),
        "severity": severity(issue.severity),
        "file": place.map(|place| &place.path),
        "line": place.map(|place| place.start.line),
        "column": place.map(|place| place.start.column),
        "end_line": place.map(|place| place.end.line),
        "end_column": place.map(|place| place.end.column),
        "message": issue.message,
        "reference_message": issue.reference,
        "element": issue.element,
        "witness": issue.witness,
        "because": issue.because.iter().map(reason).collect::<Vec<Json>>(),
        "places": issue.places.iter().skip(1).map(reason).collect::<Vec<Json>>(),
        "notes": issue.notes,
        "help": issue.help,
        "fix": issue.fix.as_ref().map(change),
    })
}

fn reason(place: &Place) -> Json {
    json!({
        "file": place.path,
        "line": place.start.line,
        "column": place.start.column,
        "text": place.text,
    })
}

fn change(change: &Change) -> Json {
    let edit = |(place, replacement): &(Place, String)| {
        json!({
            "file": place.path,
            "line": place.start.line,
            "column": place.start.column,
            "end_line": place.end.line,
            "end_column": place.end.column,
            "replacement": replacement,
        })
    };
    json!({ "title": change.title, "safety": change.safety(), "edits": change.edits.iter().map(edit).collect::<Vec<Json>>() })
}
