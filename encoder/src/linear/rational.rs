//! Rational numbers that are mostly small.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

use num_bigint::BigInt;
use num_integer::{Integer, gcd};
use num_rational::{BigRational, Ratio};
use num_traits::Signed;

/// A rational number; its numerator and its denominator are machine words while they fit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rational(Parts);

/// Invariant: what fits in machine words is small, so that equal numbers look alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Parts {
    /// Numerator and denominator, which have no divisor in common; the denominator is positive.
    Small(i64, i64),
    Large(Box<BigRational>),
}

impl Rational {
    /// The number 0.
    pub const ZERO: Self = Self(Parts::Small(0, 1));
    /// The number 1.
    pub const ONE: Self = Self(Parts::Small(1, 1));

    /// A fraction whose denominator is positive.
    fn fraction(numerator: i128, denominator: i128) -> Self {
        let divisor = if denominator == 1 { 1 } else { gcd(numerator, denominator) };
        let (numerator, denominator) = (numerator / divisor, denominator / divisor);
        match (i64::try_from(numerator), i64::try_from(denominator)) {
            (Ok(numerator), Ok(denominator)) => Self(Parts::Small(numerator, denominator)),
            _ => Self(Parts::Large(Box::new(Ratio::new_raw(numerator.into(), denominator.into())))),
        }
    }

    /// The number in words of any length.
    pub fn to_big(&self) -> BigRational {
        self.big().into_owned()
    }

    /// The number in words of any length, borrowed where it is large.
    fn big(&self) -> Cow<'_, BigRational> {
        match &self.0 {
            Parts::Small(numerator, denominator) => {
                Cow::Owned(Ratio::new_raw((*numerator).into(), (*denominator).into()))
            }
            Parts::Large(large) => Cow::Borrowed(large),
        }
    }

    /// A fraction of integers of any length, whose denominator is positive. Floating point numbers have powers of two as
    /// denominators, which are divided by shifting: a greatest common divisor takes hundreds of times as long.
    fn large_fraction(mut numerator: BigInt, mut denominator: BigInt) -> Self {
        let zeros = denominator.trailing_zeros().unwrap_or_default();
        if zeros + 1 == denominator.bits() {
            let common = zeros.min(numerator.trailing_zeros().unwrap_or(zeros));
            numerator >>= common;
            denominator >>= common;
        } else {
            let divisor = gcd(numerator.clone(), denominator.clone());
            numerator /= &divisor;
            denominator /= divisor;
        }
        Ratio::new_raw(numerator, denominator).into()
    }

    /// Whether it is an integer.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Parts::Small(_, denominator) => *denominator == 1,
            Parts::Large(large) => large.is_integer(),
        }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Parts::Small(0, _))
    }

    /// Whether it is above 0.
    pub fn is_positive(&self) -> bool {
        self.compare_with_zero() == Ordering::Greater
    }

    /// Whether it is below 0.
    pub fn is_negative(&self) -> bool {
        self.compare_with_zero() == Ordering::Less
    }

    fn compare_with_zero(&self) -> Ordering {
        match &self.0 {
            Parts::Small(numerator, _) => numerator.cmp(&0),
            Parts::Large(large) if large.is_negative() => Ordering::Less,
            Parts::Large(_) => Ordering::Greater,
        }
    }

    /// The greatest integer that is not above it.
    #[must_use]
    pub fn floor(&self) -> Self {
        match &self.0 {
            Parts::Small(numerator, denominator) => Self(Parts::Small(numerator.div_floor(denominator), 1)),
            Parts::Large(large) => large.floor().into(),
        }
    }

    /// 1 divided by it, which is not 0.
    #[must_use]
    pub(super) fn recip(&self) -> Self {
        match &self.0 {
            Parts::Small(numerator, denominator) => {
                let sign = i128::from(numerator.signum());
                Self::fraction(sign * i128::from(*denominator), i128::from(*numerator).abs())
            }
            Parts::Large(large) => large.recip().into(),
        }
    }

    /// Its denominator.
    pub(super) fn denominator(&self) -> BigInt {
        match &self.0 {
            Parts::Small(_, denominator) => (*denominator).into(),
            Parts::Large(large) => large.denom().clone(),
        }
    }

    /// Adds the product of two numbers.
    pub(super) fn add_product(&mut self, one: &Self, other: &Self) {
        if !one.is_zero() && !other.is_zero() {
            *self = &*self + &(one * other);
        }
    }
}

impl From<BigRational> for Rational {
    fn from(number: BigRational) -> Self {
        match (i64::try_from(number.numer()), i64::try_from(number.denom())) {
            (Ok(numerator), Ok(denominator)) => Self(Parts::Small(numerator, denominator)),
            _ => Self(Parts::Large(Box::new(number))),
        }
    }
}

impl From<&BigRational> for Rational {
    fn from(number: &BigRational) -> Self {
        number.clone().into()
    }
}

impl From<i64> for Rational {
    fn from(number: i64) -> Self {
        Self(Parts::Small(number, 1))
    }
}

impl Add for &Rational {
    type Output = Rational;

    fn add(self, other: &Rational) -> Rational {
        let (Parts::Small(a, b), Parts::Small(c, d)) = (&self.0, &other.0) else {
            let (left, right) = (self.big(), other.big());
            let (b, d) = (left.denom(), right.denom());
            return if b == d {
                Rational::large_fraction(left.numer() + right.numer(), b.clone())
            } else {
                Rational::large_fraction(left.numer() * d + right.numer() * b, b * d)
            };
        };
        let [a, b, c, d] = [*a, *b, *c, *d].map(i128::from);
        // Products of two words and a sum of two such products fit in two words.
        if b == d { Rational::fraction(a + c, b) } else { Rational::fraction(a * d + c * b, b * d) }
    }
}

impl Neg for &Rational {
    type Output = Rational;

    fn neg(self) -> Rational {
        match &self.0 {
            Parts::Small(numerator, denominator) => {
                Rational::fraction(-i128::from(*numerator), i128::from(*denominator))
            }
            Parts::Large(large) => (-&**large).into(),
        }
    }
}

impl Sub for &Rational {
    type Output = Rational;

    fn sub(self, other: &Rational) -> Rational {
        self + &-other
    }
}

impl Mul for &Rational {
    type Output = Rational;

    fn mul(self, other: &Rational) -> Rational {
        let (Parts::Small(a, b), Parts::Small(c, d)) = (&self.0, &other.0) else {
            let (left, right) = (self.big(), other.big());
            return Rational::large_fraction(left.numer() * right.numer(), left.denom() * right.denom());
        };
        let [a, b, c, d] = [*a, *b, *c, *d].map(i128::from);
        Rational::fraction(a * c, b * d)
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Parts::Small(a, b), Parts::Small(c, d)) if b == d => a.cmp(c),
            (Parts::Small(a, b), Parts::Small(c, d)) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => {
                let (left, right) = (self.big(), other.big());
                (left.numer() * right.denom()).cmp(&(right.numer() * left.denom()))
            }
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use num_traits::Zero;

    use super::*;

    /// Numbers around 0 and around the ends of machine words.
    fn numbers() -> Vec<BigRational> {
        let ends = [i64::MIN, i64::MIN + 1, i64::MAX - 1, i64::MAX].map(BigInt::from);
        let beyond = [BigInt::from(i64::MAX) + 1, BigInt::from(i64::MIN) - 1, BigInt::from(1) << 70];
        let small = [-7, -2, -1, 0, 1, 3, 6].map(BigInt::from);
        let numerators: Vec<BigInt> = small.into_iter().chain(ends).chain(beyond).collect();
        let denominators: [BigInt; 5] = [1.into(), 2.into(), 3.into(), i64::MAX.into(), BigInt::from(1) << 66];
        let fractions = |numerator: &BigInt| {
            denominators.each_ref().map(|denominator| BigRational::new(numerator.clone(), denominator.clone()))
        };
        numerators.iter().flat_map(fractions).collect()
    }

    #[test]
    fn numbers_of_any_size_are_computed_with_exactly() {
        let of = |number: &BigRational| Rational::from(number);
        for one in &numbers() {
            let number = of(one);
            assert_eq!(number.to_big(), *one);
            assert_eq!((-&number, number.floor()), (of(&-one), of(&one.floor())), "{one}");
            assert_eq!((number.is_integer(), number.is_zero()), (one.is_integer(), one.is_zero()), "{one}");
            assert_eq!((number.is_positive(), number.is_negative()), (one.is_positive(), one.is_negative()), "{one}");
            assert_eq!(number.denominator(), *one.denom());
            if !one.is_zero() {
                assert_eq!(number.recip(), of(&one.recip()), "{one}");
            }
            for other in &numbers() {
                let second = of(other);
                assert_eq!(&number + &second, of(&(one + other)), "{one} + {other}");
                assert_eq!(&number - &second, of(&(one - other)), "{one} - {other}");
                assert_eq!(&number * &second, of(&(one * other)), "{one} * {other}");
                assert_eq!(number.cmp(&second), one.cmp(other), "{one} {other}");
                let mut sum = Rational::ONE;
                sum.add_product(&number, &second);
                assert_eq!(sum, of(&(BigRational::from(BigInt::from(1)) + one * other)), "1 + {one} * {other}");
            }
        }
    }
}
