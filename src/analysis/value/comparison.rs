//! Equality and order of the language: JavaScript's `===` and `<`.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use super::{Number, Value};

impl Value {
    /// `===`: same type and same value, `1` and `1.0` included; two lists or maps only when they are one and
    /// the same, such as one input read twice.
    pub fn is_identical(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::List(a), Self::List(b)) => Arc::ptr_eq(a, b),
            (Self::Map(a), Self::Map(b)) => Arc::ptr_eq(a, b),
            (a, b) => a == b,
        }
    }

    /// The order of `<`: two texts by their UTF-16 code units, everything else by number; none when a side
    /// has no number.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self.comparable_text(), other.comparable_text()) {
            (Some(a), Some(b)) => Some(a.encode_utf16().cmp(b.encode_utf16())),
            _ => self.as_compared()?.partial_cmp(&other.as_compared()?),
        }
    }

    /// The text as which a text, list or map is compared.
    fn comparable_text(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::String(text) => Some(Cow::Borrowed(text)),
            Self::List(_) | Self::Map(_) => Some(Cow::Owned(self.to_text())),
            Self::Null | Self::Boolean(_) | Self::Number(_) | Self::Instant(_) => None,
        }
    }

    /// The number that an order takes this value for where the other side is no text, list or map.
    pub fn as_compared(&self) -> Option<Number> {
        match self {
            Self::Null => Some(Number::integer(0)),
            Self::Boolean(value) => Some(Number::integer(i64::from(*value))),
            Self::Number(number) => Some(number.clone()),
            Self::Instant(instant) => Some(Number::integer(instant.epoch())),
            Self::String(_) | Self::List(_) | Self::Map(_) => parse_number(&self.to_text()),
        }
    }
}

/// How long a text is: what `length` and its like compare, in UTF-16 code units.
pub(in crate::analysis) fn text_length(text: &str) -> Number {
    let units = text.encode_utf16().count();
    Number::integer(i64::try_from(units).expect("a text in memory has fewer than 2^63 units"))
}

/// Reads a text as JavaScript's `Number(text)` does; blank is 0.
pub(super) fn parse_number(text: &str) -> Option<Number> {
    // The white space of JavaScript: that of Unicode with the byte order mark, but without NEL.
    let text = text.trim_matches(|c: char| c == '\u{feff}' || c.is_whitespace() && c != '\u{85}');
    if text.is_empty() {
        return Some(Number::integer(0));
    }
    let has_sign_and_radix =
        text.starts_with(['+', '-']) && text[1..].starts_with('0') && text.contains(['x', 'o', 'b']);
    if text.contains('_') || has_sign_and_radix {
        return None;
    }
    Number::parse_integer(text).or_else(|| parse_float(text))
}

/// Reads a decimal; unlike Rust, JavaScript knows `Infinity` in this spelling only, and no `nan`.
fn parse_float(text: &str) -> Option<Number> {
    let unsigned = text.trim_start_matches(['+', '-']);
    let starts_well = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') || unsigned == "Infinity";
    if starts_well { text.parse().ok().map(Number::float) } else { None }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn scalars() -> impl Strategy<Value = Value> {
        prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (-3..3_i64).prop_map(Value::integer),
            (-3..3_i32).prop_map(|n| Value::from(Number::float(f64::from(n) / 2.0))),
            "[a0-2 .-]{0,3}".prop_map(|text| Value::string(&text)),
            prop::collection::vec((0..3_i64).prop_map(Value::integer), 0..3).prop_map(Value::from),
        ]
    }

    proptest! {
        #[test]
        fn order_is_antisymmetric(a in scalars(), b in scalars()) {
            prop_assert_eq!(a.compare(&b), b.compare(&a).map(Ordering::reverse));
        }

        #[test]
        fn equality_is_symmetric_and_agrees_with_order(a in scalars(), b in scalars()) {
            prop_assert_eq!(a.is_identical(&b), b.is_identical(&a));
            if a.is_identical(&b) && !matches!(a, Value::List(_)) {
                prop_assert_eq!(a.compare(&b), Some(Ordering::Equal));
            }
        }
    }

    #[test]
    fn equality_is_strict_about_types() {
        let one = Value::integer(1);
        assert!(one.is_identical(&Value::from(Number::float(1.0))));
        assert!(!one.is_identical(&Value::string("1")));
        assert!(!one.is_identical(&Value::from(true)));
        assert!(!Value::Null.is_identical(&Value::from(false)));
    }

    #[test]
    fn lists_are_equal_to_themselves_only() {
        let list = Value::from(vec![Value::integer(1)]);
        assert!(list.is_identical(&list.clone()));
        assert!(!list.is_identical(&Value::from(vec![Value::integer(1)])));
    }

    #[test]
    fn mixed_types_compare_as_numbers() {
        let text = Value::string;
        let cases = [
            (Value::integer(10), text("9"), Some(Ordering::Greater)),
            (text("10"), text("9"), Some(Ordering::Less)),
            (Value::from(true), Value::integer(1), Some(Ordering::Equal)),
            (Value::integer(0), text("  "), Some(Ordering::Equal)),
            (Value::integer(16), text("0x10"), Some(Ordering::Equal)),
            (Value::integer(5), text("\u{a0}5\u{feff}"), Some(Ordering::Equal)),
            (Value::integer(5), text("\u{85}5"), None),
            (Value::integer(1), text("abc"), None),
            (Value::integer(1), text("nan"), None),
            (Value::integer(1), text("Infinity"), Some(Ordering::Less)),
            (Value::integer(1), text("inf"), None),
            (Value::integer(1), text("1_0"), None),
            (Value::integer(-16), text("-0x10"), None),
            (Value::integer(1), Value::from(vec![text("2")]), Some(Ordering::Less)),
        ];
        for (a, b, expected) in cases {
            assert_eq!(a.compare(&b), expected, "{a:?} {b:?}");
        }
    }
}
