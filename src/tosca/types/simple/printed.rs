//! Scalars as the runtime prints them, which is written in Python.

use super::integer;
use crate::source::syntax::yaml::Scalar;
use crate::tosca::types::Datum;

/// The text that a scalar becomes where a string is wanted; none for null and what is no scalar.
pub(in crate::tosca::types) fn printed(value: &Datum<'_>) -> Option<String> {
    Some(match value.scalar()? {
        Scalar::Null => return None,
        Scalar::Boolean(true) => "True".to_owned(),
        Scalar::Boolean(false) => "False".to_owned(),
        Scalar::Integer(text) => integer(text).map_or_else(|| text.to_owned(), |number| number.to_string()),
        Scalar::Float(number) => printed_float(number),
        Scalar::String(text) => text.to_owned(),
    })
}

/// The shortest digits that give the number back, with an exponent below 1e-4 and from 1e16 on.
///
/// # Panics
/// Never: the format of numbers is that of the standard library.
pub fn printed_float(value: f64) -> String {
    if !value.is_finite() {
        let sign = if value < 0.0 { "-" } else { "" };
        return if value.is_nan() { "nan".to_owned() } else { format!("{sign}inf") };
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
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
        ] {
            assert_eq!(printed_float(value), expected);
        }
    }
}
