//! Writing what came out into a case.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::names::TEST;
use super::specification::{Expectation, Specification};
use super::{Case, Failure, Outcome};
use crate::resolution::Resolution;

/// Makes the case expect what came out, where that is one text in one place: another document, or another
/// sentence. Everything else stays a `failure`: whether a template should resolve is for people to decide, and archives
/// are not written.
pub(super) fn update(
    case: &Case,
    specification: &Specification,
    resolution: &Resolution,
    failure: Failure,
) -> Result<Outcome, Failure> {
    if case.is_copy() {
        return Err(failure);
    }
    match (&specification.expectation, failure) {
        (Expectation::Document(path), Failure::Different(_)) if is_literal(specification) => {
            let document = resolution.document().expect("a document that differs was made");
            write(path, document)
        }
        (Expectation::Error { place, .. }, Failure::OtherError { actual, .. }) => {
            let path = case.directory().join(TEST);
            let mut text = fs::read_to_string(&path).map_err(|error| unusable(&path, &error))?;
            text.replace_range(place.clone(), &quoted(&actual));
            write(&path, &text)
        }
        (_, failure) => Err(failure),
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
        return crate::value::Value::string(text).to_json();
    }
    format!("'{}'", text.replace('\'', "''"))
}

/// A file is replaced as a whole.
fn write(path: &Path, text: &str) -> Result<Outcome, Failure> {
    let replace = || {
        // The target of a link is replaced, not the link.
        let path = &fs::canonicalize(path)?;
        let mut written = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
        written.write_all(text.as_bytes())?;
        fs::set_permissions(written.path(), fs::metadata(path)?.permissions())?;
        Ok(written.persist(path)?)
    };
    replace().map_err(|error| unusable(path, &error))?;
    Ok(Outcome::Updated(path.to_owned()))
}

fn unusable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Unusable(format!("{}: {error}", path.display()))
}
