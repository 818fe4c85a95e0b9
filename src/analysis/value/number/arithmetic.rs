//! The four operations and the remainder: exact between integers, IEEE doubles otherwise.
//!
//! DEVIATION: the reference computes with doubles alone and lets `Infinity` and `NaN` pass as values. Here
//! integers stay exact beyond 2^53, and what has no finite result is an error.

use std::ops::{Add, Mul, Neg, Rem, Sub};

use num_bigint::BigInt;
use num_traits::Zero;

use super::{Magnitude, Number};

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoNumber {
    /// The divisor is 0.
    #[error("division by zero")]
    DivisionByZero,
    /// The result is larger than a double, or than [`Number::MAX_BITS`] bits.
    #[error("the result is too large")]
    TooLarge,
    /// An operand or the result is not a number.
    #[error("the result is not a number")]
    NotANumber,
}

impl Number {
    /// The sum.
    ///
    /// # Errors
    /// When the result is not finite.
    pub fn plus(&self, other: &Self) -> Result<Self, NoNumber> {
        self.combine(other, i64::checked_add, |a, b| Some(a + b), f64::add)
    }

    /// The difference.
    ///
    /// # Errors
    /// When the result is not finite.
    pub fn minus(&self, other: &Self) -> Result<Self, NoNumber> {
        self.combine(other, i64::checked_sub, |a, b| Some(a - b), f64::sub)
    }

    /// The product.
    ///
    /// # Errors
    /// When the result is not finite.
    pub fn times(&self, other: &Self) -> Result<Self, NoNumber> {
        let product = |a: &BigInt, b: &BigInt| {
            // Checked before multiplying: squaring a few dozen times would exhaust memory.
            (a.bits() + b.bits() <= Self::MAX_BITS).then(|| a * b)
        };
        self.combine(other, i64::checked_mul, product, f64::mul)
    }

    /// The quotient: an integer when it is exact, else a double.
    ///
    /// # Errors
    /// When the divisor is 0 or the result is not finite.
    pub fn divided_by(&self, other: &Self) -> Result<Self, NoNumber> {
        other.refuse_zero()?;
        if let (Some(dividend), Some(divisor)) = (self.exact(), other.exact())
            && (&dividend % &divisor).is_zero()
        {
            return Ok(Self::from(dividend / divisor));
        }
        finite(self.to_f64() / other.to_f64())
    }

    /// The remainder of the division towards zero; it has the sign of the dividend.
    ///
    /// # Errors
    /// When the divisor is 0 or the result is not finite.
    pub fn modulo(&self, other: &Self) -> Result<Self, NoNumber> {
        other.refuse_zero()?;
        match (self.exact(), other.exact()) {
            (Some(dividend), Some(divisor)) => Ok(Self::from(dividend % divisor)),
            _ => finite(self.to_f64().rem(other.to_f64())),
        }
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negated(&self) -> Self {
        match &self.magnitude {
            Magnitude::Float(value) => Self::float(value.neg()),
            Magnitude::Small(_) | Magnitude::Big(_) => {
                self.exact().map_or_else(|| self.clone(), |value| Self::from(-value))
            }
        }
    }

    fn refuse_zero(&self) -> Result<(), NoNumber> {
        if self.is_zero() { Err(NoNumber::DivisionByZero) } else { Ok(()) }
    }

    /// The integer stored here; doubles are inexact even when they are whole.
    fn exact(&self) -> Option<BigInt> {
        match &self.magnitude {
            Magnitude::Small(value) => Some(BigInt::from(*value)),
            Magnitude::Big(value) => Some(BigInt::clone(value)),
            Magnitude::Float(_) => None,
        }
    }

    fn combine(
        &self,
        other: &Self,
        small: impl Fn(i64, i64) -> Option<i64>,
        big: impl Fn(&BigInt, &BigInt) -> Option<BigInt>,
        float: impl Fn(f64, f64) -> f64,
    ) -> Result<Self, NoNumber> {
        if let (Magnitude::Small(a), Magnitude::Small(b)) = (&self.magnitude, &other.magnitude)
            && let Some(result) = small(*a, *b)
        {
            return Ok(Self::integer(result));
        }
        match (self.exact(), other.exact()) {
            (Some(a), Some(b)) => {
                let result = big(&a, &b).filter(|result| result.bits() <= Self::MAX_BITS);
                result.map(Self::from).ok_or(NoNumber::TooLarge)
            }
            _ => finite(float(self.to_f64(), other.to_f64())),
        }
    }
}

/// Refuses infinities and NaN.
fn finite(value: f64) -> Result<Number, NoNumber> {
    match value {
        _ if value.is_nan() => Err(NoNumber::NotANumber),
        _ if value.is_infinite() => Err(NoNumber::TooLarge),
        _ => Ok(Number::float(value)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number(value: i128) -> Number {
        Number::from(BigInt::from(value))
    }

    /// Integers around all the edges of 64 bits.
    fn integers() -> impl Strategy<Value = i128> {
        let limit = i128::from(i64::MAX) * 4;
        prop_oneof![-100..100_i128, -limit..limit, Just(i64::MAX.into()), Just(i64::MIN.into())]
    }

    proptest! {
        #[test]
        fn integers_agree_with_128_bits(a in integers(), b in integers()) {
            prop_assert_eq!(number(a).plus(&number(b)).unwrap().to_string(), (a + b).to_string());
            prop_assert_eq!(number(a).minus(&number(b)).unwrap().to_string(), (a - b).to_string());
            prop_assert_eq!(number(a).negated().to_string(), (-a).to_string());
            if let Some(product) = a.checked_mul(b) {
                prop_assert_eq!(number(a).times(&number(b)).unwrap().to_string(), product.to_string());
            }
            if b != 0 {
                prop_assert_eq!(number(a).modulo(&number(b)).unwrap().to_string(), (a % b).to_string());
                let quotient = number(a).divided_by(&number(b)).unwrap();
                prop_assert_eq!(quotient.is_integer(), a % b == 0);
                if quotient.is_integer() {
                    prop_assert_eq!(quotient.to_string(), (a / b).to_string());
                }
            }
        }

        #[test]
        fn doubles_agree_with_the_machine(a in -1e10..1e10_f64, b in -1e10..1e10_f64) {
            let (x, y) = (Number::float(a), Number::float(b));
            prop_assert_eq!(x.plus(&y).unwrap().to_f64().to_bits(), (a + b).to_bits());
            prop_assert_eq!(x.times(&y).unwrap().to_f64().to_bits(), (a * b).to_bits());
        }
    }

    #[test]
    fn what_has_no_result_is_an_error() {
        let (zero, one, huge) = (Number::integer(0), Number::integer(1), Number::float(1e308));
        assert_eq!(one.divided_by(&zero).unwrap_err(), NoNumber::DivisionByZero);
        assert_eq!(one.modulo(&Number::float(0.0)).unwrap_err(), NoNumber::DivisionByZero);
        assert_eq!(huge.times(&Number::integer(10)).unwrap_err(), NoNumber::TooLarge);
        let infinite = Number::float(f64::INFINITY);
        assert_eq!(infinite.minus(&infinite).unwrap_err(), NoNumber::NotANumber);
    }

    #[test]
    fn squaring_stops_at_the_limit_of_bits() {
        let mut number = Number::integer(3);
        let stopped = std::iter::repeat_with(|| number.times(&number.clone()).map(|square| number = square));
        assert_eq!(stopped.take(100).find_map(Result::err), Some(NoNumber::TooLarge));
    }

    #[test]
    fn the_remainder_has_the_sign_of_the_dividend() {
        let five = Number::integer(-5);
        assert_eq!(five.modulo(&Number::integer(3)), Ok(Number::integer(-2)));
        assert_eq!(five.modulo(&Number::float(3.0)), Ok(Number::float(-2.0)));
    }
}
