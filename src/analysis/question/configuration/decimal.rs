//! Numbers that are added up exactly.

use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};

use crate::analysis::value::Number;
use crate::tosca::model::DecimalText;

/// Powers of ten that numbers of properties are written with, at most.
const MAX_DIGITS: u32 = 64;

/// A decimal number: `digits` divided by ten, `scale` times.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// The digits, with their sign.
    pub digits: BigInt,
    /// How many of them are behind the point.
    pub scale: u32,
}

impl Decimal {
    /// The number that a text such as `-1.50` or `2e3` writes down; `None` for other texts and very many digits.
    fn parse(text: &str) -> Option<Self> {
        let DecimalText { whole, fraction, exponent } = DecimalText::of(text)?;
        let scale = i32::try_from(isize::try_from(fraction.len()).ok()?.checked_sub(exponent)?).ok()?;
        let digits: BigInt = [whole, fraction].concat().parse().ok()?;
        if scale.unsigned_abs() > MAX_DIGITS {
            return None;
        }
        let (shift, scale) = (scale.min(0).unsigned_abs(), scale.max(0).unsigned_abs());
        Some(Self { digits: digits * BigInt::from(10).pow(shift), scale })
    }

    /// A finite number, with the digits that its author wrote.
    pub(crate) fn of(number: &Number) -> Option<Self> {
        if !number.is_finite() {
            return None;
        }
        if let Some(digits) = number.to_integer() {
            return Some(Self { digits, scale: 0 });
        }
        // The shortest text that is read as this number again stands for it where the author's is not known.
        number.source_text().and_then(Self::parse).or_else(|| Self::parse(&number.to_f64().to_string()))
    }

    /// The digits with so many of them behind the point, which are at least as many.
    pub(crate) fn at(&self, scale: u32) -> BigInt {
        &self.digits * BigInt::from(10).pow(scale - self.scale)
    }
}

/// All digits before the point, and those behind it up to the last that is not zero.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = BigUint::from(10u8).pow(self.scale);
        let (whole, fraction) = (self.digits.magnitude() / &power, self.digits.magnitude() % &power);
        let sign = if self.digits.is_negative() { "-" } else { "" };
        if fraction.is_zero() {
            return write!(f, "{sign}{whole}");
        }
        let fraction = format!("{:0>width$}", fraction.to_string(), width = self.scale as usize);
        write!(f, "{sign}{whole}.{}", fraction.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact() {
        for (text, digits, scale) in [("1.50", 150, 2), ("-0.1", -1, 1), ("2e3", 2000, 0), ("12.5e-1", 125, 2)] {
            assert_eq!(Decimal::parse(text), Some(Decimal { digits: digits.into(), scale }), "{text}");
        }
        for text in ["", ".", "x", "1.-5", "1e999", "1e", "inf"] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }
}
