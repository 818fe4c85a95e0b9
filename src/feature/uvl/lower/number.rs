//! Numbers that depend on what is selected.
//!
//! A [`Ratio`] divides two polynomials; a [`Number`] is a ratio in each of several cases that exclude each other, and no number
//! where none of the cases holds.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use variscope_encoder::encodings::pb::Sum;
use variscope_encoder::{FormulaId, Formulas};

use super::polynomial::{Polynomial, TooLarge};
use super::sum_diagram::SumDiagram;
use crate::analysis::question::Decimal;

/// Cases of a number, at most.
const MAX_CASES: usize = 64;
/// Values that a number is distinguished by, at most.
pub(super) const MAX_VALUES: usize = 1024;

/// A quotient; the caller ensures that the denominator is not zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ratio {
    pub numerator: Polynomial,
    pub denominator: Polynomial,
    /// Whether the denominator is known to be positive.
    pub is_positive: bool,
}

impl Ratio {
    pub(super) fn whole(numerator: Polynomial) -> Self {
        Self { numerator, denominator: Polynomial::constant(BigInt::one()), is_positive: true }
    }

    pub(super) fn scaled(numerator: Polynomial, scale: u32) -> Self {
        let denominator = Polynomial::constant(BigInt::from(10u8).pow(scale));
        Self { numerator, denominator, is_positive: true }
    }

    fn negate(self) -> Self {
        Self { numerator: self.numerator.negate(), ..self }
    }

    fn add(&self, other: &Self) -> Result<Self, TooLarge> {
        let is_positive = self.is_positive && other.is_positive;
        if self.denominator == other.denominator {
            let numerator = self.numerator.clone().add(other.numerator.clone());
            return Ok(Self { numerator, denominator: self.denominator.clone(), is_positive });
        }
        let left = self.numerator.multiply(&other.denominator)?;
        let right = other.numerator.multiply(&self.denominator)?;
        let denominator = self.denominator.multiply(&other.denominator)?;
        Ok(Self { numerator: left.add(right), denominator, is_positive })
    }

    fn multiply(&self, other: &Self) -> Result<Self, TooLarge> {
        Ok(Self {
            numerator: self.numerator.multiply(&other.numerator)?,
            denominator: self.denominator.multiply(&other.denominator)?,
            is_positive: self.is_positive && other.is_positive,
        })
    }

    /// A polynomial with the sign of this ratio.
    pub(super) fn sign(&self) -> Result<Polynomial, TooLarge> {
        if self.is_positive { Ok(self.numerator.clone()) } else { self.numerator.multiply(&self.denominator) }
    }

    /// Its values, each with the formula for which it is taken.
    fn values(&self, formulas: &mut Formulas) -> Result<Vec<(FormulaId, BigRational)>, TooLarge> {
        let mut sums: Vec<&Sum> = [self.numerator.sums(), self.denominator.sums()].concat();
        sums.sort_unstable();
        sums.dedup();
        let mut values: BTreeMap<BigRational, Vec<FormulaId>> = BTreeMap::new();
        let [numerator, denominator] = [&self.numerator, &self.denominator].map(|polynomial| polynomial.over(&sums));
        for (totals, formula) in SumDiagram::of(&sums).totals(formulas).ok_or(TooLarge)? {
            let (numerator, denominator) = (numerator.value(&totals), denominator.value(&totals));
            if !denominator.is_zero() {
                values.entry(BigRational::new(numerator, denominator)).or_default().push(formula);
            }
        }
        Ok(values.into_iter().map(|(value, ways)| (formulas.or(ways), value)).collect())
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Number {
    pub cases: Vec<(FormulaId, Ratio)>,
}

impl Number {
    pub(super) fn certain(ratio: Ratio) -> Self {
        Self { cases: vec![(FormulaId::TRUE, ratio)] }
    }

    pub(super) fn decimal(decimal: &Decimal) -> Self {
        Self::certain(Ratio::scaled(Polynomial::constant(decimal.digits.clone()), decimal.scale))
    }

    /// Possible values, each with the formula for which it is taken.
    pub(super) fn values(&self, formulas: &mut Formulas) -> Result<Vec<(FormulaId, BigRational)>, TooLarge> {
        let mut values = Vec::new();
        for (guard, ratio) in &self.cases {
            for (formula, value) in ratio.values(formulas)? {
                let when = formulas.and([*guard, formula]);
                if when != FormulaId::FALSE {
                    values.push((when, value));
                }
            }
        }
        if values.len() > MAX_VALUES {
            return Err(TooLarge);
        }
        Ok(values)
    }

    pub(super) fn negate(self) -> Self {
        Self { cases: self.cases.into_iter().map(|(guard, ratio)| (guard, ratio.negate())).collect() }
    }

    pub(super) fn add(&self, other: &Self, formulas: &mut Formulas) -> Result<Self, TooLarge> {
        self.combine(other, formulas, Ratio::add)
    }

    pub(super) fn multiply(&self, other: &Self, formulas: &mut Formulas) -> Result<Self, TooLarge> {
        self.combine(other, formulas, Ratio::multiply)
    }

    fn combine(
        &self,
        other: &Self,
        formulas: &mut Formulas,
        operation: impl Fn(&Ratio, &Ratio) -> Result<Ratio, TooLarge>,
    ) -> Result<Self, TooLarge> {
        if self.cases.len() * other.cases.len() > MAX_CASES {
            return Err(TooLarge);
        }
        let mut cases = Vec::new();
        for (one, left) in &self.cases {
            for (other, right) in &other.cases {
                cases.push((formulas.and([*one, *other]), operation(left, right)?));
            }
        }
        Ok(Self { cases })
    }
}
