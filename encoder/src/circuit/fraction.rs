//! Fractions of all assignments: natural numbers divided by powers of two.

use num_bigint::BigUint;

use crate::natural::Natural;

/// `numerator / 2^halvings`.
#[derive(Clone, Debug)]
pub(super) struct Fraction {
    pub(super) numerator: Natural,
    pub(super) halvings: usize,
}

impl Fraction {
    pub(super) const ZERO: Self = Self { numerator: Natural::ZERO, halvings: 0 };
    pub(super) const ONE: Self = Self { numerator: Natural::ONE, halvings: 0 };

    pub(super) fn is_zero(&self) -> bool {
        self.numerator == Natural::ZERO
    }

    /// This fraction divided by two so many times.
    pub(super) fn halve(mut self, times: usize) -> Self {
        self.halvings += times;
        self
    }

    pub(super) fn multiply(self, other: &Self) -> Self {
        Self { numerator: self.numerator.multiply(&other.numerator), halvings: self.halvings + other.halvings }
    }

    pub(super) fn add(self, other: Self) -> Self {
        if self.is_zero() {
            return other;
        }
        if other.is_zero() {
            return self;
        }
        let halvings = self.halvings.max(other.halvings);
        let [first, second] = [self, other].map(|fraction| fraction.numerator.shift(halvings - fraction.halvings));
        Self { numerator: first.add(second), halvings }
    }

    /// This fraction of `2^exponent`.
    ///
    /// # Panics
    /// When that is not a natural number, if the exponent is less than the number of halvings.
    pub(super) fn of_power(&self, exponent: usize) -> BigUint {
        let number = BigUint::from(self.numerator.clone());
        match exponent.checked_sub(self.halvings) {
            Some(left) => number << left,
            None => {
                let right = self.halvings - exponent;
                debug_assert!(number.trailing_zeros().is_none_or(|zeros| zeros >= right as u64));
                number >> right
            }
        }
    }
}
