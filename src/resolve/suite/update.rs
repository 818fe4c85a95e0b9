//! Writing what came out into a case.

use std::path::PathBuf;
use std::sync::Arc;

use super::names::TEST;
use super::specification::{Expectation, Specification};
use super::{Case, Failure, Outcome};
use crate::resolve::resolution::Resolution;
use crate::source::writing::{Replacement, Snapshot, WriteError, replace};

/// Makes the case expect what came out, where that is one text in one place: another document, or another
/// sentence. Everything else stays a `failure`: whether a template should resolve is for people to decide, and archives
/// are not written.
pub(super) fn update(
    case: &Case,
    specification: &Specification,
    resolution: &Resolution,
    before: Option<Snapshot>,
    failure: Failure,
) -> Result<Outcome, Failure> {
    if case.is_copy() {
        return Err(failure);
    }
    if let Some(document) = resolution.document()
        && let Some((path, before)) = unfilled(specification, before.as_ref())
    {
        return write(Replacement { path, before, after: document.to_owned() });
    }
    match (&specification.expectation, failure, before) {
        (Expectation::Document(path), Failure::Different(_), Some(before)) if is_literal(specification) => {
            let document = resolution.document().expect("a document that differs was made");
            write(Replacement { path: path.clone(), before, after: document.to_owned() })
        }
        (Expectation::Error { place, .. }, Failure::OtherError { actual, .. }, _) => {
            let mut text = specification.text.to_string();
            text.replace_range(place.clone(), &quoted(&actual));
            let before = Snapshot::Text(Arc::clone(&specification.text));
            write(Replacement { path: case.directory().join(TEST), before, after: text })
        }
        (_, failure, _) => Err(failure),
    }
}

/// The file of the expected document, where nothing stands in it yet.
fn unfilled(specification: &Specification, before: Option<&Snapshot>) -> Option<(PathBuf, Snapshot)> {
    let path = match &specification.expectation {
        Expectation::Document(path) | Expectation::Unwritten(path) => path.clone(),
        Expectation::Error { .. } | Expectation::Codes => return None,
    };
    let is_blank = match before? {
        Snapshot::Absent => true,
        Snapshot::Text(text) => text.trim().is_empty(),
        Snapshot::Bytes(bytes) => bytes.iter().all(u8::is_ascii_whitespace),
    };
    (is_blank && is_literal(specification)).then(|| (path, before.cloned().unwrap_or(Snapshot::Absent)))
}

/// The document that a case expects, as it is before anything is compared with it.
pub(super) fn snapshot(specification: &Specification) -> Option<Snapshot> {
    match &specification.expectation {
        Expectation::Document(path) | Expectation::Unwritten(path) => Snapshot::of(path).ok(),
        Expectation::Error { .. } | Expectation::Codes => None,
    }
}

/// Whether the expected file is compared as it stands.
fn is_literal(specification: &Specification) -> bool {
    specification.replacements.is_empty() && specification.addition.is_none()
}

/// A text as a YAML scalar in single quotes.
fn quoted(text: &str) -> String {
    // Single quotes know no escapes for line breaks; JSON strings are YAML and do.
    if text.contains('\n') {
        return crate::analysis::value::Value::string(text).to_json();
    }
    format!("'{}'", text.replace('\'', "''"))
}

/// A file is replaced as a whole, unless it was edited meanwhile.
fn write(file: Replacement) -> Result<Outcome, Failure> {
    match replace(std::slice::from_ref(&file)) {
        Ok(()) => Ok(Outcome::Updated(file.path)),
        Err(WriteError::Changed(path)) => Err(Failure::Changed(path)),
        Err(error @ WriteError::Failed { .. }) => Err(Failure::Unusable(error.to_string())),
    }
}
