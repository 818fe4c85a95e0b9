//! Affine functions of inputs, and the hyperplanes where they are 0.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use variscope_encoder::linear::coprime;

/// Coefficients times variables, and a constant. No coefficient is 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Form {
    terms: BTreeMap<usize, BigRational>,
    constant: BigRational,
}

impl Form {
    /// The function with one value.
    pub(super) fn constant(constant: BigRational) -> Self {
        Self { terms: BTreeMap::new(), constant }
    }

    /// The variable with that index.
    pub(super) fn variable(variable: usize) -> Self {
        Self { terms: BTreeMap::from([(variable, BigRational::one())]), constant: BigRational::zero() }
    }

    /// Its one value, if it has only one.
    pub(super) fn as_constant(&self) -> Option<&BigRational> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// Whether its value is an integer where all variables are.
    pub(super) fn has_integral_coefficients(&self) -> bool {
        self.terms.values().chain([&self.constant]).all(BigRational::is_integer)
    }

    /// The variables that it depends on.
    pub(super) fn variables(&self) -> impl Iterator<Item = usize> {
        self.terms.keys().copied()
    }

    /// For each variable, an integer, after how many steps of it the function has gone on by a multiple of `divisor`.
    pub(super) fn periods(&self, divisor: &BigRational) -> impl Iterator<Item = (usize, BigInt)> {
        self.terms.iter().map(move |(&variable, coefficient)| (variable, (coefficient / divisor).denom().clone()))
    }

    /// The greatest number of which `other` is a multiple, and all values when variables are integers.
    pub(super) fn grain(&self, other: &BigRational) -> BigRational {
        let numbers = || self.terms.values().chain([&self.constant, other]);
        let multiple = numbers().fold(BigInt::one(), |all, number| num_integer::lcm(all, number.denom().clone()));
        let scaled = numbers().map(|number| (number * &multiple).to_integer());
        let grain = scaled.fold(BigInt::zero(), num_integer::gcd);
        BigRational::new(grain, multiple)
    }

    /// The sum of this and `factor` times another.
    pub(super) fn plus(mut self, factor: &BigRational, other: &Self) -> Self {
        self.constant += factor * &other.constant;
        for (&variable, coefficient) in &other.terms {
            *self.terms.entry(variable).or_insert_with(BigRational::zero) += factor * coefficient;
        }
        self.terms.retain(|_, coefficient| !coefficient.is_zero());
        self
    }

    /// The difference of this and another.
    pub(super) fn minus(&self, other: &Self) -> Self {
        self.clone().plus(&-BigRational::one(), other)
    }

    /// The product, if one of both is constant.
    pub(super) fn product(&self, other: &Self) -> Option<Self> {
        let factor = other.as_constant().map(|factor| self.times(factor));
        factor.or_else(|| self.as_constant().map(|factor| other.times(factor)))
    }

    /// That many times this.
    pub(super) fn times(&self, factor: &BigRational) -> Self {
        Self::constant(BigRational::zero()).plus(factor, self)
    }

    /// The hyperplane on which it is 0, and whether its values above 0 lie below the plane; none for a constant.
    pub(super) fn plane(&self) -> Option<(Plane, bool)> {
        let (terms, factor) = coprime(&self.terms)?;
        let offset = -&self.constant * &factor;
        Some((Plane { terms, offset }, factor.is_negative()))
    }
}

/// The points where a sum of variables times coefficients is `offset`: coprime integer coefficients, the first positive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Plane {
    /// By variable, in rising order.
    pub(super) terms: Vec<(usize, BigInt)>,
    pub(super) offset: BigRational,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    #[test]
    fn multiples_of_a_form_share_their_plane() {
        let form = Form::variable(0)
            .plus(&number(-2, 3), &Form::variable(1))
            .plus(&number(1, 1), &Form::constant(number(5, 1)));
        let (plane, is_flipped) = form.plane().unwrap();
        assert_eq!(
            (plane.terms.clone(), plane.offset.clone()),
            (vec![(0, 3.into()), (1, (-2).into())], number(-15, 1))
        );
        assert!(!is_flipped);
        assert_eq!(form.times(&number(-7, 2)).plane(), Some((plane, true)));
    }

    #[test]
    fn steps_of_integers_are_multiples_of_the_grain() {
        // 3 x / 2 + 1, divided by 2: multiples of 1/2, the same again after 4 steps.
        let form = Form::constant(number(1, 1)).plus(&number(3, 2), &Form::variable(0));
        assert_eq!(form.grain(&number(2, 1)), number(1, 2));
        assert_eq!(form.periods(&number(2, 1)).collect::<Vec<_>>(), [(0, 4.into())]);
    }

    #[test]
    fn variables_that_cancel_out_leave_a_constant() {
        let form = Form::variable(3).plus(&number(-1, 1), &Form::variable(3));
        assert_eq!(form.as_constant(), Some(&number(0, 1)));
        assert_eq!(form.plane(), None);
    }
}
