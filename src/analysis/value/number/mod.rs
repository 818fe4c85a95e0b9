//! Numbers: integers of any size, and doubles.
//!
//! Comes in: the text of a literal, or a result. Goes out: an exact value that remembers how the author wrote
//! it, so that `1.10` leaves as it came. Invariant: an integer that fits 64 bits is never stored as a big one,
//! and no integer has more than [`Number::MAX_BITS`] bits.

mod arithmetic;
mod javascript;

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{FromPrimitive, Num, ToPrimitive};

pub use arithmetic::NoNumber;
pub(super) use javascript::{round_cents, to_fixed};

use crate::source::syntax::yaml::number_in_javascript;

/// A number, with the text it was written as where that differs from how it prints.
#[derive(Clone, Debug)]
pub struct Number {
    magnitude: Magnitude,
    text: Option<Arc<str>>,
}

#[derive(Clone, Debug)]
enum Magnitude {
    Small(i64),
    Big(Arc<BigInt>),
    Float(f64),
}

impl Number {
    /// The largest integer, in bits; what is larger has no result ([`NoNumber::TooLarge`]).
    pub const MAX_BITS: u64 = 1 << 16;

    /// A number of digits that certainly fits [`Number::MAX_BITS`].
    const MAX_DIGITS: usize = 19_000;

    /// An integer of 64 bits.
    pub fn integer(value: i64) -> Self {
        Magnitude::Small(value).into()
    }

    /// A double.
    pub fn float(value: f64) -> Self {
        Magnitude::Float(value).into()
    }

    /// A double as it was written.
    pub fn float_literal(value: f64, text: &str) -> Self {
        Self::float(value).written_as(text)
    }

    /// Reads an integer literal: decimal, `0x`, `0o` or `0b`, with a sign and `_` between digits. One of more
    /// than about 19000 digits becomes the nearest double.
    pub fn parse_integer(text: &str) -> Option<Self> {
        if let Ok(value) = text.parse::<i64>() {
            let number = Self::integer(value);
            // Literals come in hundreds of thousands; printing each to compare would be most of the work.
            let prints_alike = !text.starts_with(['+', '0']) && !text.starts_with("-0");
            return Some(if prints_alike { number } else { number.written_as(text) });
        }
        let compact: String = text.chars().filter(|&character| character != '_').collect();
        let unsigned = compact.trim_start_matches(['+', '-']);
        let (digits, radix) = split_radix(unsigned);
        if digits.is_empty() || compact.len() > unsigned.len() + 1 {
            return None;
        }
        if digits.len() > Self::MAX_DIGITS {
            return compact.parse().ok().map(|value| Self::float_literal(value, text));
        }
        let magnitude = BigInt::from_str_radix(digits, radix).ok()?;
        let value = if compact.starts_with('-') { -magnitude } else { magnitude };
        Some(Self::from(value).written_as(text))
    }

    /// Whether this is an integer and not a double.
    pub fn is_integer(&self) -> bool {
        !matches!(self.magnitude, Magnitude::Float(_))
    }

    /// Whether this is neither infinite nor NaN.
    pub fn is_finite(&self) -> bool {
        match self.magnitude {
            Magnitude::Small(_) | Magnitude::Big(_) => true,
            Magnitude::Float(value) => value.is_finite(),
        }
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        match self.magnitude {
            Magnitude::Small(value) => value == 0,
            Magnitude::Big(_) => false,
            Magnitude::Float(value) => value == 0.0,
        }
    }

    /// The integer that this is exactly, be it stored as one or as a double.
    pub fn to_integer(&self) -> Option<BigInt> {
        match &self.magnitude {
            Magnitude::Small(value) => Some(BigInt::from(*value)),
            Magnitude::Big(value) => Some(BigInt::clone(value)),
            Magnitude::Float(value) if value.fract() == 0.0 => BigInt::from_f64(*value),
            Magnitude::Float(_) => None,
        }
    }

    /// The integer that this is exactly, when it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match self.magnitude {
            Magnitude::Small(value) => Some(value),
            Magnitude::Big(_) => None,
            Magnitude::Float(_) => self.to_integer()?.to_i64(),
        }
    }

    /// The nearest double; infinite when there is none.
    pub fn to_f64(&self) -> f64 {
        match &self.magnitude {
            Magnitude::Small(value) => nearest(*value),
            Magnitude::Big(value) => value.to_f64().unwrap_or(f64::INFINITY),
            Magnitude::Float(value) => *value,
        }
    }

    /// How the author wrote it, when it is an unchanged literal that prints differently.
    pub fn source_text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// How it goes into a document: as it came, else as it prints, with a point where there is an exponent: without one, YAML 1.1
    /// takes it for a text.
    pub fn document_text(&self) -> String {
        let printed = || {
            let text = self.to_string();
            match text.split_once('e') {
                Some((digits, exponent)) if !digits.contains('.') => format!("{digits}.0e{exponent}"),
                _ => text,
            }
        };
        self.text.as_deref().map_or_else(printed, str::to_owned)
    }

    fn written_as(mut self, text: &str) -> Self {
        if self.to_string() != text {
            self.text = Some(text.into());
        }
        self
    }
}

/// The digits behind `0x`, `0o`, `0b` or nothing, and what they count in.
fn split_radix(unsigned: &str) -> (&str, u32) {
    match unsigned.as_bytes() {
        [b'0', b'x', ..] => (&unsigned[2..], 16),
        [b'0', b'o', ..] => (&unsigned[2..], 8),
        [b'0', b'b', ..] => (&unsigned[2..], 2),
        _ => (unsigned, 10),
    }
}

/// Rounds to the nearest double, as JavaScript reads integer literals.
#[expect(clippy::cast_precision_loss, reason = "rounding is what is asked for")]
fn nearest(value: i64) -> f64 {
    value as f64
}

impl From<Magnitude> for Number {
    fn from(magnitude: Magnitude) -> Self {
        Self { magnitude, text: None }
    }
}

impl From<BigInt> for Number {
    fn from(value: BigInt) -> Self {
        value.to_i64().map_or_else(|| Magnitude::Big(Arc::new(value)), Magnitude::Small).into()
    }
}

/// Numbers are equal when their values are: `1` and `1.0`.
impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

/// Exact also between integers and doubles; NaN compares with nothing.
impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        use Magnitude::{Big, Float, Small};
        match (&self.magnitude, &other.magnitude) {
            (Small(a), Small(b)) => Some(a.cmp(b)),
            (Float(a), Float(b)) => a.partial_cmp(b),
            (Float(a), Small(_) | Big(_)) => compare_with_float(other, *a).map(Ordering::reverse),
            (Small(_) | Big(_), Float(b)) => compare_with_float(self, *b),
            (Small(_) | Big(_), Small(_) | Big(_)) => self.to_integer().partial_cmp(&other.to_integer()),
        }
    }
}

/// Compares an integer with a double without rounding the integer.
fn compare_with_float(integer: &Number, float: f64) -> Option<Ordering> {
    if !float.is_finite() {
        return 0.0.partial_cmp(&float);
    }
    let whole = BigInt::from_f64(float.trunc())?;
    let ordering = integer.to_integer()?.cmp(&whole);
    Some(ordering.then(0.0.partial_cmp(&float.fract())?))
}

/// As JavaScript prints it, integers of any size in full.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.magnitude {
            Magnitude::Small(value) => value.fmt(f),
            Magnitude::Big(value) => value.fmt(f),
            Magnitude::Float(value) => f.write_str(&number_in_javascript(*value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(text: &str) -> Number {
        Number::parse_integer(text).unwrap()
    }

    #[test]
    fn literals_of_every_radix_are_read() {
        for (text, value) in
            [("31", 31), ("+31", 31), ("-31", -31), ("0x1F", 31), ("0o37", 31), ("-0b11111", -31), ("3_1", 31)]
        {
            assert_eq!(integer(text), Number::integer(value), "{text}");
        }
        for text in ["", "+", "--1", "0x", "1.0", "abc", "0xG"] {
            assert!(Number::parse_integer(text).is_none(), "{text}");
        }
    }

    #[test]
    fn only_literals_that_print_differently_keep_their_text() {
        assert_eq!(integer("31").source_text(), None);
        for text in ["0x1F", "007", "+7", "-0", "-07", "1_0"] {
            assert_eq!(integer(text).source_text(), Some(text));
        }
        for text in ["0", "-7", "70", "9223372036854775808"] {
            assert_eq!(integer(text).source_text(), None);
        }
        assert_eq!(Number::float_literal(1.1, "1.10").document_text(), "1.10");
        assert_eq!(Number::float_literal(2e-7, "2E-7").document_text(), "2E-7");
        assert_eq!(Number::float_literal(1.1, "1.10").to_string(), "1.1");
    }

    #[test]
    fn exponents_in_documents_are_numbers_in_yaml_1_1_too() {
        for (value, text) in
            [(2e-7, "2.0e-7"), (-1e22, "-1.0e+22"), (1.5e21, "1.5e+21"), (0.25, "0.25"), (f64::INFINITY, "Infinity")]
        {
            assert_eq!(Number::float(value).document_text(), text);
        }
    }

    #[test]
    fn integers_beyond_64_bits_are_exact() {
        let text = "123456789012345678901234567890";
        assert_eq!(integer(text).to_string(), text);
        assert_eq!(integer("-9223372036854775809").to_string(), "-9223372036854775809");
    }

    #[test]
    fn an_endless_literal_is_a_double() {
        assert!(!integer(&"9".repeat(20_000)).is_finite());
    }

    #[test]
    fn integers_and_doubles_compare_exactly() {
        let above = integer("9007199254740993");
        assert!(above > Number::float(9_007_199_254_740_992.0));
        assert!(Number::float(9_007_199_254_740_992.0) < above);
        assert_eq!(Number::integer(1), Number::float(1.0));
        assert!(Number::integer(-1) > Number::float(-1.5));
        assert!(Number::integer(1) < Number::float(1.5));
        assert!(integer(&"9".repeat(400)) < Number::float(f64::INFINITY));
        assert_ne!(Number::float(f64::NAN), Number::integer(0));
    }
}
