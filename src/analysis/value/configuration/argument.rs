//! Values that come as text: `--input name=value` and environment variables.

use std::borrow::Cow;

use super::assembly::Assignment;
use super::{Given, Provenance};
use crate::analysis::value::Value;
use crate::source::Sources;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Tree;

/// Reads `name=value`. The value is YAML; an empty one is the empty text. A name between quotes may have any letters.
pub(super) fn read(argument: &str) -> Result<Assignment, Box<Diagnostic>> {
    let malformed = |reason: &str| -> Box<Diagnostic> {
        let message = format!("`--input {argument}` cannot be used: {reason}");
        Box::new(Diagnostic::unplaced(Code::MalformedInputs, message).help("write `--input name=value`"))
    };
    let between_quotes = quoted(argument);
    let plain = || argument.split_once('=').map(|(name, text)| (name.trim().to_owned(), text));
    let (name, text) = between_quotes.or_else(plain).ok_or_else(|| malformed("there is no `=`"))?;
    if name.is_empty() {
        return Err(malformed("there is no name before the `=`"));
    }
    let value = parse_yaml(text).map_err(|reason| malformed(&reason))?;
    Ok((name.as_str().into(), Given { value, provenance: Provenance::Argument(argument.into()) }))
}

/// A name as it stands before the `=` of an argument: between quotes where it would end early, or lose spaces.
pub fn argument_name(name: &str) -> Cow<'_, str> {
    let is_plain = !name.contains('=') && name.trim() == name && !name.starts_with('"');
    if is_plain { Cow::Borrowed(name) } else { Cow::Owned(serde_json::Value::from(name).to_string()) }
}

/// The name between quotes that an argument begins with, and what stands behind the `=` that follows it.
fn quoted(argument: &str) -> Option<(String, &str)> {
    let mut names = serde_json::Deserializer::from_str(argument).into_iter::<String>();
    let name = names.next()?.ok()?;
    let text = argument[names.byte_offset()..].trim_start().strip_prefix('=')?;
    Some((name, text))
}

/// The value that `text` is in JSON, else `text` itself.
pub(super) fn json_or_text(text: &str) -> Value {
    let is_json = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    // JSON is YAML, and our YAML keeps integers of any size.
    let value = if is_json { parse_yaml(text).ok() } else { None };
    value.unwrap_or_else(|| Value::string(text))
}

/// Reads one YAML value that is in no file; an empty one is the empty text.
fn parse_yaml(text: &str) -> Result<Value, String> {
    if text.trim().is_empty() {
        return Ok(Value::string(""));
    }
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let file = sources.add("value", text);
    let (root, diagnostics) = tree.parse(&sources, file);
    match (root, diagnostics.into_iter().find(Diagnostic::is_error)) {
        (_, Some(diagnostic)) => Err(diagnostic.message),
        (Some(root), None) => Ok(Value::from_yaml(tree.at(root))),
        (None, None) => Ok(Value::Null),
    }
}
