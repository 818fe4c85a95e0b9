//! From YAML scalars to the texts of variables, as the runtime prints them.

use crate::syntax::yaml::{Scalar, Yaml};
use crate::value::{Number, Value};

/// The text of a scalar; none for null. What `true` becomes is the runtime's rule, numbers are printed as Python does.
pub fn scalar_text(yaml: Yaml<'_>) -> Option<String> {
    match yaml.scalar() {
        Scalar::Null => None,
        Scalar::Boolean(value) => Some(boolean(value).to_owned()),
        Scalar::Integer(text) => Some(Number::parse_integer(text).map_or_else(|| text.to_owned(), |it| number(&it))),
        Scalar::Float(value) => Some(float(value)),
        Scalar::String(text) => Some(text.to_owned()),
    }
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
        None => float(number.to_f64()),
    }
}

/// The shortest digits that give the number back, with an exponent below 1e-4 and from 1e16 on.
fn float(value: f64) -> String {
    if !value.is_finite() {
        return if value.is_nan() {
            "nan"
        } else if value > 0.0 {
            "inf"
        } else {
            "-inf"
        }
        .to_owned();
    }
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').expect("the format has an exponent");
    let exponent: i32 = exponent.parse().expect("the exponent of a double is a small integer");
    if value == 0.0 || (-4..16).contains(&exponent) {
        return format!("{value:?}");
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_printed_as_python_does() {
        for (value, expected) in [
            (2.0, "2.0"),
            (1.5, "1.5"),
            (-0.0, "-0.0"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.25e22, "1.25e+22"),
            (1e-100, "1e-100"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "nan"),
        ] {
            assert_eq!(float(value), expected);
        }
    }
}
