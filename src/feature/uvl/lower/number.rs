//! Numbers that depend on what is selected.
//!
//! A [`Polynomial`] is a sum of weights that count when formulas hold; a [`Ratio`] divides two of them; a [`Number`] is a
//! ratio in each of several cases that exclude each other, and no number where none of the cases holds.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use variscope_encoder::encodings::pb::{self, Sum};
use variscope_encoder::{FormulaId, Formulas};

use crate::analysis::question::Decimal;

/// Terms of a polynomial, at most.
const MAX_TERMS: usize = 1 << 16;
/// Cases of a number, at most.
const MAX_CASES: usize = 64;
/// Values that a number is distinguished by, at most.
const MAX_VALUES: usize = 256;
/// Binary digits of a weight, at most.
const MAX_BITS: u64 = 1 << 12;

/// A product would take more than memory should hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooLarge;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Polynomial(pub Sum);

impl Polynomial {
    pub(super) fn constant(value: BigInt) -> Self {
        Self::weighted(FormulaId::TRUE, value)
    }

    /// `weight`, when `formula` holds.
    pub(super) fn weighted(formula: FormulaId, weight: BigInt) -> Self {
        Self(BTreeMap::from([(formula, weight)]))
    }

    /// The value, when it depends on nothing.
    pub(super) fn as_constant(&self) -> Option<BigInt> {
        let varies = self.0.iter().any(|(formula, weight)| *formula != FormulaId::TRUE && !weight.is_zero());
        (!varies).then(|| self.0.get(&FormulaId::TRUE).cloned().unwrap_or_default())
    }

    /// All that it may be, sums of its weights.
    fn values(&self) -> Result<BTreeSet<BigInt>, TooLarge> {
        let mut values = BTreeSet::from([BigInt::zero()]);
        for (&formula, weight) in &self.0 {
            let sums: Vec<BigInt> = values.iter().map(|value| value + weight).collect();
            match formula.as_constant() {
                Some(true) => values = sums.into_iter().collect(),
                Some(false) => {}
                None => values.extend(sums),
            }
            if values.len() > MAX_VALUES {
                return Err(TooLarge);
            }
        }
        Ok(values)
    }

    /// Where the number is `value`.
    fn equals(&self, value: &BigInt, formulas: &mut Formulas) -> FormulaId {
        let difference = self.clone().add(Self::constant(-value));
        let at_least = pb::at_least(formulas, &difference.0, &BigInt::zero());
        let above = pb::at_least(formulas, &difference.0, &BigInt::one());
        formulas.and([at_least, !above])
    }

    pub(super) fn add(mut self, other: Self) -> Self {
        for (formula, weight) in other.0 {
            *self.0.entry(formula).or_default() += weight;
        }
        self
    }

    pub(super) fn negate(self) -> Self {
        Self(self.0.into_iter().map(|(formula, weight)| (formula, -weight)).collect())
    }

    pub(super) fn multiply(&self, other: &Self, formulas: &mut Formulas) -> Result<Self, TooLarge> {
        if self.0.len() * other.0.len() > MAX_TERMS {
            return Err(TooLarge);
        }
        let mut product = Sum::new();
        for (&one, first) in &self.0 {
            for (&other, second) in &other.0 {
                let weight = first * second;
                if weight.bits() > MAX_BITS {
                    return Err(TooLarge);
                }
                *product.entry(formulas.and([one, other])).or_default() += weight;
            }
        }
        Ok(Self(product))
    }
}

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

    fn add(&self, other: &Self, formulas: &mut Formulas) -> Result<Self, TooLarge> {
        let is_positive = self.is_positive && other.is_positive;
        if self.denominator == other.denominator {
            let numerator = self.numerator.clone().add(other.numerator.clone());
            return Ok(Self { numerator, denominator: self.denominator.clone(), is_positive });
        }
        let left = self.numerator.multiply(&other.denominator, formulas)?;
        let right = other.numerator.multiply(&self.denominator, formulas)?;
        let denominator = self.denominator.multiply(&other.denominator, formulas)?;
        Ok(Self { numerator: left.add(right), denominator, is_positive })
    }

    fn multiply(&self, other: &Self, formulas: &mut Formulas) -> Result<Self, TooLarge> {
        Ok(Self {
            numerator: self.numerator.multiply(&other.numerator, formulas)?,
            denominator: self.denominator.multiply(&other.denominator, formulas)?,
            is_positive: self.is_positive && other.is_positive,
        })
    }

    /// A sum with the sign of this ratio.
    pub(super) fn sign(&self, formulas: &mut Formulas) -> Result<Sum, TooLarge> {
        if self.is_positive {
            return Ok(self.numerator.0.clone());
        }
        Ok(self.numerator.multiply(&self.denominator, formulas)?.0)
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
            for numerator in ratio.numerator.values()? {
                let dividend = ratio.numerator.equals(&numerator, formulas);
                for denominator in ratio.denominator.values()? {
                    let divisor = ratio.denominator.equals(&denominator, formulas);
                    let when = formulas.and([*guard, dividend, divisor]);
                    if when != FormulaId::FALSE && !denominator.is_zero() {
                        values.push((when, BigRational::new(numerator.clone(), denominator)));
                    }
                    if values.len() > MAX_VALUES {
                        return Err(TooLarge);
                    }
                }
            }
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
        operation: impl Fn(&Ratio, &Ratio, &mut Formulas) -> Result<Ratio, TooLarge>,
    ) -> Result<Self, TooLarge> {
        if self.cases.len() * other.cases.len() > MAX_CASES {
            return Err(TooLarge);
        }
        let mut cases = Vec::new();
        for (one, left) in &self.cases {
            for (other, right) in &other.cases {
                cases.push((formulas.and([*one, *other]), operation(left, right, formulas)?));
            }
        }
        Ok(Self { cases })
    }
}
