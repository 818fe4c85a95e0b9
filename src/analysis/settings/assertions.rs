//! Files of assertions: a list with conditions, names, severities and messages, in YAML or TOML.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use super::{SettingsError, WrongSetting};
use crate::analysis::question::{AssertionSource, AssertionText};
use crate::source::diagnostic::Severity;
use crate::source::package::read_file;
use crate::source::syntax::yaml::{Tree, Yaml};
use crate::source::{Sources, Span};

/// An assertion in TOML.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Assertion {
    name: Option<String>,
    condition: Spanned<String>,
    #[serde(default)]
    severity: AssertionSeverity,
    message: Option<String>,
}

/// How bad it is when a variant breaks an assertion. One that is not wanted is not written.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AssertionSeverity {
    #[default]
    Error,
    Warning,
    Note,
}

impl AssertionSeverity {
    /// As findings have it.
    fn severity(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Note => Severity::Note,
        }
    }
}

/// A TOML file of assertions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AssertionFile {
    assertions: Vec<Assertion>,
}

impl Assertion {
    /// The assertion with its place in the file.
    pub(super) fn in_file(self, file: &AssertionSource) -> AssertionText {
        let (written, condition) = (self.condition.span(), self.condition.into_inner());
        let place = inside(&file.text, written, &condition);
        AssertionText {
            name: self.name,
            severity: self.severity.severity(),
            message: self.message,
            ..AssertionText::in_file(file, &condition, place)
        }
    }
}

/// The bytes of a text without the quotes around it, where it stands there as it is.
fn inside(file: &str, written: Range<usize>, text: &str) -> Range<usize> {
    match file.get(written.clone()).and_then(|quoted| quoted.find(text)) {
        Some(at) if !text.is_empty() => written.start + at..written.start + at + text.len(),
        _ => written,
    }
}

/// The assertions of a file.
///
/// # Errors
/// When the file cannot be read, or is wrong.
pub fn assertions_of(path: &Path) -> Result<Vec<AssertionText>, SettingsError> {
    let text = read_file(path)?;
    read_assertions(&text, path).map_err(|error| SettingsError::Wrong { path: path.to_owned(), error })
}

/// The assertions that a file with this text has; one in TOML when its name says so, otherwise in YAML.
///
/// # Errors
/// What is wrong with the text.
pub fn read_assertions(text: &Arc<str>, path: &Path) -> Result<Vec<AssertionText>, WrongSetting> {
    let file = AssertionSource { name: path.display().to_string(), text: Arc::clone(text) };
    if path.extension().is_some_and(|extension| extension == "toml") {
        let document: AssertionFile = toml::from_str(text).map_err(|error| WrongSetting::of_toml(text, &error))?;
        return Ok(document.assertions.into_iter().map(|assertion| assertion.in_file(&file)).collect());
    }
    of_yaml(&file)
}

fn of_yaml(file: &AssertionSource) -> Result<Vec<AssertionText>, WrongSetting> {
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let id = sources.add(file.name.clone(), Arc::clone(&file.text));
    let (root, errors) = tree.parse(&sources, id);
    let nowhere = |message: &str| WrongSetting { message: message.to_owned(), place: None };
    let at = |span: Span, message: &str| WrongSetting::at(&file.text, span.start as usize, message);
    if let Some(error) = errors.first() {
        return Err(error.span().map_or_else(|| nowhere(&error.message), |span| at(span, &error.message)));
    }
    let root = root.map(|root| tree.at(root)).ok_or_else(|| nowhere("there is no assertion"))?;
    let list = root.get("assertions").unwrap_or(root);
    if !list.is_sequence() {
        return Err(at(list.span(), "a list of assertions has to stand here"));
    }
    let wrong = |(place, message): (Yaml<'_>, String)| at(place.span(), &message);
    list.items().map(|entry| one(entry, file).map_err(wrong)).collect()
}

/// A condition, or a mapping with one.
fn one<'y>(entry: Yaml<'y>, file: &AssertionSource) -> Result<AssertionText, (Yaml<'y>, String)> {
    if let Some(condition) = unquoted(entry) {
        let start = entry.span().start as usize;
        return Ok(AssertionText::in_file(file, condition, start..start + condition.len()));
    }
    let condition = if entry.is_mapping() { entry.get("condition") } else { Some(entry) };
    let condition = condition.filter(|condition| condition.is_scalar());
    let condition = condition.ok_or_else(|| (entry, "`condition` is missing".to_owned()))?;
    let span = condition.span();
    let place = inside(&file.text, span.start as usize..span.end as usize, condition.text());
    let mut assertion = AssertionText::in_file(file, condition.text(), place);
    for (key, value) in entry.entries() {
        match key.text() {
            "condition" => {}
            "name" => assertion.name = Some(value.text().to_owned()),
            "message" => assertion.message = Some(value.text().to_owned()),
            "severity" => {
                assertion.severity = match value.text() {
                    "error" => Severity::Error,
                    "warning" => Severity::Warning,
                    "note" => Severity::Note,
                    other => return Err((value, format!("\"{other}\" is none of error, warning and note"))),
                }
            }
            other => {
                return Err((key, format!("unknown key \"{other}\"; known are condition, name, severity and message")));
            }
        }
    }
    Ok(assertion)
}

/// `for node of TYPE: ...` without quotes, which YAML takes for a mapping.
fn unquoted(entry: Yaml<'_>) -> Option<&str> {
    let mut entries = entry.entries();
    let (key, _) = entries.next().filter(|_| entries.next().is_none())?;
    key.text().starts_with("for ").then(|| entry.written())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_reported_where_it_stands() {
        for (text, line) in [
            ("- condition: a\n  severty: error\n", "line 2: unknown key \"severty\""),
            ("- condition: a\n  name: b\n  severity: bad\n", "line 3: \"bad\" is none of"),
            ("- a\n- name: b\n", "line 2: `condition` is missing"),
        ] {
            let wrong = read_assertions(&Arc::from(text), Path::new("a.yaml")).unwrap_err();
            assert!(wrong.message.starts_with(line), "{wrong}");
            assert!(wrong.place.is_some_and(|place| line.starts_with(&format!("line {}:", place.line))), "{wrong:?}");
        }
    }
}
