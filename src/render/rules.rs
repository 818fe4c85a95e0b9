//! What codes mean: a list of all, or their pages.

use serde_json::{Value as Json, json};

use super::findings::severity;
use super::witness::document;
use crate::diagnostic::Code;

/// A line for each code.
pub fn list(codes: &[Code]) -> String {
    let line = |code: &Code| {
        let entry = code.entry();
        format!("{}  {:<7}  {}\n", entry.number, severity(entry.severity), entry.title)
    };
    codes.iter().map(line).collect()
}

/// The page of each code.
pub fn pages(codes: &[Code]) -> String {
    let pages: Vec<&str> = codes.iter().map(|code| code.page().text()).collect();
    pages.join("\n")
}

/// For programs.
pub fn json(codes: &[Code]) -> String {
    document(
        &json!({ "schema": "variscope/rule/1", "rules": codes.iter().map(|code| rule(*code)).collect::<Vec<Json>>() }),
    )
}

fn rule(code: Code) -> Json {
    let (entry, page) = (code.entry(), code.page());
    json!({
        "code": entry.number,
        "severity": severity(entry.severity),
        "title": entry.title,
        "meaning": page.meaning(),
        "page": page.text(),
    })
}
