//! What an author may have meant by a value that does not fit.

use crate::source::diagnostic::{did_you_mean, did_you_mean_text, likely_meant};
use crate::source::syntax::yaml::{Scalar, Yaml, boolean_in_yaml_1_1};
use crate::tosca::types::Datum;
use crate::tosca::types::simple::scalar_text;

/// Functions of TOSCA that give a value.
static TOSCA_FUNCTIONS: &[&str] =
    &["get_input", "get_property", "get_attribute", "get_operation_output", "get_artifact", "concat", "join", "token"];

/// Units of a type with an example.
static UNITS: &[(&str, &str)] = &[
    ("scalar-unit.size", "4 GB"),
    ("scalar-unit.time", "10 s"),
    ("scalar-unit.frequency", "2.4 GHz"),
    ("scalar-unit.bitrate", "10 Mbps"),
];

/// What to write for a value that is not of a type.
pub(super) fn of_type(wanted: &str, found: &Datum<'_>) -> Option<String> {
    if let Some((_, example)) = UNITS.iter().find(|(name, _)| *name == wanted) {
        return Some(format!("write a number with a unit, such as `{example}`"));
    }
    if let Some(function) = function_meant(found) {
        return Some(format!("did you mean the function `{function}`?"));
    }
    let Some(Scalar::String(text)) = found.scalar() else { return None };
    match (wanted, scalar_of_type(wanted, found)) {
        ("boolean", Some(meant)) => Some(format!("write `{meant}`")),
        (_, Some(meant)) => Some(format!("write `{meant}` without quotes")),
        ("list", None) => Some(format!("write `[{text}]`")),
        (_, None) => None,
    }
}

/// The number or the boolean that a text says, where one is wanted.
pub(super) fn scalar_of_type(wanted: &str, found: &Datum<'_>) -> Option<String> {
    let Some(Scalar::String(text)) = found.scalar() else { return None };
    match wanted {
        // Zeros before it say something else in YAML 1.1.
        "integer" => text.parse::<i64>().is_ok_and(|number| number.to_string() == *text).then(|| text.to_string()),
        "float" => text.parse::<f64>().is_ok_and(f64::is_finite).then(|| text.to_string()),
        "boolean" => boolean_in_yaml_1_1(text).map(|meant| meant.to_string()),
        _ => None,
    }
}

/// What to do about a value that is not written where it is wrong, but comes of a function.
pub(super) fn by_function(found: &Datum<'_>) -> String {
    let value = scalar_text(found).map_or_else(String::new, |text| format!(" `{text}`"));
    format!("the function gives the {}{value}: change what it reads", found.kind())
}

/// The function that a mapping with one key looks like.
fn function_meant(found: &Datum<'_>) -> Option<&'static str> {
    let entries = found.entries();
    let [entry] = entries.as_slice() else { return None };
    did_you_mean(entry.key, TOSCA_FUNCTIONS.iter().copied()).filter(|function| *function != entry.key)
}

/// What to write for a value that a clause excludes.
pub(super) fn by_clause(clause: Yaml<'_>, value: &Datum<'_>) -> Option<String> {
    let valid: Vec<&str> = clause.get("valid_values")?.items().map(Yaml::text).collect();
    let Some(Scalar::String(text)) = value.scalar() else { return Some(format!("one of {}", valid.join(", "))) };
    Some(match likely_meant(text, valid.iter().copied()) {
        Some(near) => did_you_mean_text(near),
        None => format!("one of {}", valid.join(", ")),
    })
}
