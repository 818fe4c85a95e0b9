//! From YAML scalars to the texts of variables, as the runtime prints them.

use crate::analysis::value::{Number, Value};
use crate::source::syntax::yaml::{Scalar, Shape, Yaml, number_in_yaml_1_1};
use crate::tosca::types::printed_float;

/// The text of a scalar; none for null. What `true` becomes is the runtime's rule, numbers are printed as Python does.
pub fn scalar_text(yaml: Yaml<'_>) -> Option<String> {
    match yaml.scalar() {
        Scalar::Null => None,
        Scalar::Boolean(value) => Some(boolean(value).to_owned()),
        Scalar::Integer(text) => Some(Number::parse_integer(text).map_or_else(|| text.to_owned(), |it| number(&it))),
        Scalar::Float(value) => Some(printed_float(value)),
        Scalar::String(text) => Some(read_number(yaml).as_ref().map_or_else(|| text.to_owned(), number)),
    }
}

/// The number that the runtime reads in a plain text, as YAML 1.1 has it.
pub fn read_number(yaml: Yaml<'_>) -> Option<Number> {
    if yaml.shape() != Shape::Plain {
        return None;
    }
    let text = number_in_yaml_1_1(yaml.text())?;
    Number::parse_integer(&text).or_else(|| Some(Number::float_literal(text.parse().ok()?, &text)))
}

/// The text of a value; none for null, lists and maps.
pub fn value_text(value: &Value) -> Option<String> {
    match value {
        Value::Null | Value::List(_) | Value::Map(_) => None,
        Value::Boolean(value) => Some(boolean(*value).to_owned()),
        Value::Number(value) => Some(number(value)),
        Value::String(text) => Some(text.to_string()),
        Value::Instant(_) => Some(value.to_text()),
    }
}

fn boolean(value: bool) -> &'static str {
    if value { "true" } else { "" }
}

fn number(number: &Number) -> String {
    match number.to_integer().filter(|_| number.is_integer()) {
        Some(integer) => integer.to_string(),
        None => printed_float(number.to_f64()),
    }
}
