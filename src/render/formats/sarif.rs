//! SARIF 2.1.0 (OASIS standard), for code scanning.

use serde_json::{Map, Value as Json, json};

use super::fingerprint::Fingerprints;
use super::{Change, Issue, Place, Report};
use crate::diagnostic::{Code, Severity};
use crate::render::witness::document;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub(super) fn write(report: &Report) -> String {
    let mut codes: Vec<Code> = report.issues().map(|(_, issue)| issue.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let mut fingerprints = Fingerprints::default();
    let results: Vec<Json> = report.issues().map(|(_, issue)| result(issue, &codes, &fingerprints.of(issue))).collect();
    let artifacts: Vec<Json> =
        report.templates.iter().map(|template| json!({ "location": artifact(&template.path) })).collect();
    document(&json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "variscope",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|code| rule(*code)).collect::<Vec<Json>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "artifacts": artifacts,
            "results": results,
        }],
    }))
}

fn rule(code: Code) -> Json {
    let entry = code.entry();
    json!({
        "id": entry.number,
        "name": format!("{code:?}"),
        "shortDescription": { "text": entry.title },
        "fullDescription": { "text": code.page().meaning() },
        "help": { "text": code.page().text(), "markdown": code.page().text() },
        "defaultConfiguration": { "level": level(entry.severity) },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn result(issue: &Issue, codes: &[Code], fingerprint: &str) -> Json {
    let mut result = json!({
        "ruleId": issue.code.to_string(),
        "ruleIndex": codes.binary_search(&issue.code).unwrap_or_default(),
        "level": level(issue.severity),
        "message": { "text": issue.paragraph() },
        "locations": issue.place().map(|place| json!({ "physicalLocation": physical(place) })).into_iter().collect::<Vec<Json>>(),
        "partialFingerprints": { "variscope/1": fingerprint },
    });
    let related: Vec<Json> = issue.others().enumerate().map(|(place, other)| related(place, other)).collect();
    if !related.is_empty() {
        result["relatedLocations"] = Json::Array(related);
    }
    if let Some(change) = &issue.fix {
        result["fixes"] = json!([fix(change)]);
    }
    if let Some(witness) = &issue.witness {
        result["properties"] = json!({ "witness": witness });
    }
    result
}

fn related(id: usize, place: &Place) -> Json {
    json!({ "id": id, "physicalLocation": physical(place), "message": { "text": place.said() } })
}

fn physical(place: &Place) -> Json {
    json!({ "artifactLocation": artifact(&place.path), "region": region(place) })
}

fn region(place: &Place) -> Json {
    json!({
        "startLine": place.start.line,
        "startColumn": place.start.column,
        "endLine": place.end.line,
        "endColumn": place.end.column,
    })
}

/// Paths are relative to where the tool was run, which a reader takes for the root of the project.
fn artifact(path: &str) -> Json {
    let mut location = Map::new();
    if path.starts_with('/') {
        location.insert("uri".to_owned(), json!(format!("file://{}", encoded(path))));
    } else {
        location.insert("uri".to_owned(), json!(encoded(path)));
        location.insert("uriBaseId".to_owned(), json!("%SRCROOT%"));
    }
    Json::Object(location)
}

/// Percent-encoding of a path (RFC 3986).
fn encoded(path: &str) -> String {
    let is_kept = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes().map(|byte| if is_kept(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

fn fix(change: &Change) -> Json {
    let mut files: Vec<&str> = change.edits.iter().map(|(place, _)| place.path.as_str()).collect();
    files.dedup();
    let replacements = |file: &str| -> Vec<Json> {
        let own = change.edits.iter().filter(|(place, _)| place.path == file);
        own.map(|(place, text)| json!({ "deletedRegion": region(place), "insertedContent": { "text": text } }))
            .collect()
    };
    let changes: Vec<Json> = files
        .into_iter()
        .map(|file| json!({ "artifactLocation": artifact(file), "replacements": replacements(file) }))
        .collect();
    let text = if change.is_safe { change.title.clone() } else { format!("suggestion: {}", change.title) };
    json!({
        "description": { "text": text },
        "artifactChanges": changes,
        "properties": { "safety": change.safety() },
    })
}
