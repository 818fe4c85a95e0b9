//! Whether given values fit the declarations of their inputs.
//!
//! The reference checks nothing of this, so only what can never be meant is an error: text where a number is
//! declared, a list or map where a scalar is, a value outside the declared constraints, and in profile D an
//! input that is not declared. Any other mismatch of types is a warning. Null, defaults and, in profiles A to
//! C, assigned expressions are not checked.

use super::constraint::violated;
use super::{Configuration, Given};
use crate::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use crate::syntax::vocabulary::Profile;
use crate::syntax::yaml::Yaml;
use crate::value::{Language, Value};

/// What is wrong with the given values, in the order in which they were given.
pub fn check_given(language: &Language<'_>, configuration: &Configuration) -> Vec<Diagnostic> {
    configuration.iter().filter_map(|(input, given)| check(language, input, given)).collect()
}

fn check(language: &Language<'_>, input: &str, given: &Given) -> Option<Diagnostic> {
    let Some(declaration) = language.input(input) else {
        return (language.profile() == Profile::D).then(|| undeclared(language, input, given));
    };
    let is_expression = language.profile() != Profile::D && given.value.as_map().is_some();
    if given.value == Value::Null || is_expression {
        return None;
    }
    let type_name = declaration.get("type").and_then(Yaml::as_str).unwrap_or_default();
    match fit(&given.value, type_name) {
        Fit::Fits => {}
        Fit::Otherwise => return Some(ill_typed(input, given, declaration, type_name, Severity::Warning)),
        Fit::Never => return Some(ill_typed(input, given, declaration, type_name, Severity::Error)),
    }
    let clause = violated(&given.value, declaration)?;
    let message = format!("input \"{input}\" must not be {}", given.value.to_json());
    let diagnostic = located(Code::IllTypedInput, message, given);
    Some(diagnostic.and(clause.span(), "violates this constraint"))
}

/// How well a value fits a type.
enum Fit {
    /// It is of the type.
    Fits,
    /// It is of another type, but can work.
    Otherwise,
    /// It cannot be meant.
    Never,
}

fn fit(value: &Value, type_name: &str) -> Fit {
    let is_number = matches!(type_name, "integer" | "float" | "number");
    let is_scalar = is_number || matches!(type_name, "string" | "boolean");
    let fits = match type_name {
        "string" => matches!(value, Value::String(_) | Value::Instant(_)),
        "boolean" => value.as_bool().is_some(),
        "integer" => value.as_number().is_some_and(|number| number.to_integer().is_some()),
        "float" | "number" => value.as_number().is_some(),
        "list" => value.as_list().is_some(),
        "map" => value.as_map().is_some(),
        _ => true,
    };
    match value {
        _ if fits => Fit::Fits,
        Value::List(_) | Value::Map(_) if is_scalar => Fit::Never,
        Value::String(_) | Value::Instant(_) if is_number => Fit::Never,
        _ => Fit::Otherwise,
    }
}

fn ill_typed(input: &str, given: &Given, declaration: Yaml<'_>, type_name: &str, severity: Severity) -> Diagnostic {
    let message = format!("input \"{input}\" is declared as {type_name}, but is given {}", given.value.kind());
    let declared = declaration.get("type").unwrap_or(declaration).span();
    Diagnostic { severity, ..located(Code::IllTypedInput, message, given).and(declared, "declared here") }
}

fn undeclared(language: &Language<'_>, input: &str, given: &Given) -> Diagnostic {
    let diagnostic = located(Code::UndeclaredInput, format!("input \"{input}\" is not declared"), given);
    let names: Vec<_> = language.inputs().map(|(name, _)| name).collect();
    match did_you_mean(input, names.iter().copied()) {
        Some(other) => diagnostic.help(format!("did you mean \"{other}\"?")),
        None if names.is_empty() => diagnostic.note("the template declares no variability inputs"),
        None => diagnostic.note(format!("declared inputs: {}", names.join(", "))),
    }
}

/// A diagnostic at the given value, or with a line that says where it came from when that is no file.
fn located(code: Code, message: String, given: &Given) -> Diagnostic {
    use super::Provenance::{Argument, Assumed, Default, Environment, File, Preset};
    match &given.provenance {
        File(span) | Default(span) => Diagnostic::new(code, *span, message),
        Preset { name, span } => Diagnostic::new(code, *span, message).note(format!("given by preset \"{name}\"")),
        Argument(text) => Diagnostic::unplaced(code, message).note(format!("given by `--input {text}`")),
        Environment(variable) => Diagnostic::unplaced(code, message).note(format!("given by ${variable}")),
        Assumed => Diagnostic::unplaced(code, message),
    }
}
