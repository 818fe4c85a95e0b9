//! Polynomials over sums of weights that count when formulas hold.
//!
//! Factors stay sums: what `sum(price) * avg(price)` comes to depends on two totals, and not on every pair of features.

use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::{One, Zero};
use variscope_encoder::encodings::pb::{self, Sum};
use variscope_encoder::{FormulaId, Formulas};

use super::sum_diagram::{Interval, SumDiagram};

/// Products of a polynomial, at most, and factors of each.
const MAX_PRODUCTS: usize = 1 << 12;
const MAX_FACTORS: usize = 1 << 4;
/// Terms of a polynomial that is multiplied out, at most.
const MAX_TERMS: usize = 1 << 16;
/// Binary digits of a weight, at most.
const MAX_BITS: u64 = 1 << 12;

/// A product would take more than memory should hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooLarge;

/// Factors, two at least, in order.
type Factors = Vec<Rc<Sum>>;

/// A sum, and multiples of products of sums.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Polynomial {
    linear: Sum,
    products: BTreeMap<Factors, BigInt>,
}

impl From<Sum> for Polynomial {
    fn from(linear: Sum) -> Self {
        Self { linear, products: BTreeMap::new() }
    }
}

impl Polynomial {
    pub(super) fn constant(value: BigInt) -> Self {
        Self::weighted(FormulaId::TRUE, value)
    }

    /// `weight`, when `formula` holds.
    pub(super) fn weighted(formula: FormulaId, weight: BigInt) -> Self {
        Sum::from([(formula, weight)]).into()
    }

    /// The value, when it depends on nothing.
    pub(super) fn as_constant(&self) -> Option<BigInt> {
        let varies = |(formula, weight): (&FormulaId, &BigInt)| *formula != FormulaId::TRUE && !weight.is_zero();
        let is_constant = self.products.is_empty() && !self.linear.iter().any(varies);
        is_constant.then(|| self.linear.get(&FormulaId::TRUE).cloned().unwrap_or_default())
    }

    pub(super) fn add(mut self, other: Self) -> Self {
        for (formula, weight) in other.linear {
            *self.linear.entry(formula).or_default() += weight;
        }
        for (factors, weight) in other.products {
            *self.products.entry(factors).or_default() += weight;
        }
        self.products.retain(|_, weight| !weight.is_zero());
        self
    }

    pub(super) fn negate(self) -> Self {
        Self {
            linear: self.linear.into_iter().map(|(formula, weight)| (formula, -weight)).collect(),
            products: self.products.into_iter().map(|(factors, weight)| (factors, -weight)).collect(),
        }
    }

    pub(super) fn multiply(&self, other: &Self) -> Result<Self, TooLarge> {
        for (factor, polynomial) in [(self, other), (other, self)] {
            if let Some(factor) = factor.as_constant() {
                return polynomial.times(&factor);
            }
        }
        let (ones, others) = (self.addends(), other.addends());
        if ones.len() * others.len() > MAX_PRODUCTS {
            return Err(TooLarge);
        }
        let mut product = Self::default();
        for (one, first) in &ones {
            for (other, second) in &others {
                let mut factors = [&one[..], &other[..]].concat();
                if factors.len() > MAX_FACTORS {
                    return Err(TooLarge);
                }
                factors.sort_unstable();
                *product.products.entry(factors).or_default() += first * second;
            }
        }
        product.products.retain(|_, weight| !weight.is_zero());
        Ok(product)
    }

    fn times(&self, factor: &BigInt) -> Result<Self, TooLarge> {
        if factor.is_zero() {
            return Ok(Self::default());
        }
        let is_large = |weight: &BigInt| weight.bits() + factor.bits() > MAX_BITS;
        if self.linear.values().chain(self.products.values()).any(is_large) {
            return Err(TooLarge);
        }
        Ok(Self {
            linear: self.linear.iter().map(|(&formula, weight)| (formula, weight * factor)).collect(),
            products: self.products.iter().map(|(factors, weight)| (factors.clone(), weight * factor)).collect(),
        })
    }

    /// Factors with what they are multiplied by; the sum is one of a single factor.
    fn addends(&self) -> Vec<(Factors, BigInt)> {
        let linear = (!self.linear.is_empty()).then(|| (vec![Rc::new(self.linear.clone())], BigInt::one()));
        let products = self.products.iter().map(|(factors, weight)| (factors.clone(), weight.clone()));
        linear.into_iter().chain(products).collect()
    }

    /// That it is at least `bound`.
    ///
    /// # Errors
    /// [`TooLarge`] where neither a diagram nor all that its products consist of can be held.
    pub(super) fn at_least(&self, formulas: &mut Formulas, bound: &BigInt) -> Result<FormulaId, TooLarge> {
        if self.products.is_empty() {
            return Ok(pb::at_least(formulas, &self.linear, bound));
        }
        let sums = self.sums();
        let of_totals = self.over(&sums);
        let decide = |totals: &[Interval]| {
            let (least, most) = of_totals.within(totals);
            if least >= *bound { Some(true) } else { (most < *bound).then_some(false) }
        };
        if let Some(formula) = SumDiagram::of(&sums).holds(formulas, decide) {
            return Ok(formula);
        }
        let multiplied = self.multiplied_out(formulas)?;
        Ok(pb::at_least(formulas, &multiplied, bound))
    }

    /// That it is not zero.
    pub(super) fn nonzero(&self, formulas: &mut Formulas) -> Result<FormulaId, TooLarge> {
        let positive = self.at_least(formulas, &BigInt::one())?;
        let not_negative = self.at_least(formulas, &BigInt::zero())?;
        Ok(formulas.or([positive, !not_negative]))
    }

    /// The sums that it depends on, ascending.
    pub(super) fn sums(&self) -> Vec<&Sum> {
        let factors = self.products.keys().flatten().map(Rc::as_ref);
        let mut sums: Vec<&Sum> = factors.chain([&self.linear]).collect();
        sums.sort_unstable();
        sums.dedup();
        sums
    }

    /// The polynomial over the totals of these sums, ascending, which have all its own among them.
    pub(super) fn over(&self, sums: &[&Sum]) -> TotalsPolynomial {
        let place = |sum: &Sum| sums.binary_search(&sum).expect("each sum is in the list");
        let of_totals = |(factors, weight): (&Factors, &BigInt)| {
            (factors.iter().map(|factor| place(factor)).collect(), weight.clone())
        };
        TotalsPolynomial { linear: place(&self.linear), products: self.products.iter().map(of_totals).collect() }
    }

    /// A weight for each choice of terms, one of each factor.
    fn multiplied_out(&self, formulas: &mut Formulas) -> Result<Sum, TooLarge> {
        let mut whole = self.linear.clone();
        for (factors, weight) in &self.products {
            let mut product = Sum::from([(FormulaId::TRUE, weight.clone())]);
            for factor in factors {
                if product.len() * factor.len() > MAX_TERMS {
                    return Err(TooLarge);
                }
                let mut longer = Sum::new();
                for (&one, first) in &product {
                    for (&other, second) in factor.iter() {
                        *longer.entry(formulas.and([one, other])).or_default() += first * second;
                    }
                }
                product = longer;
            }
            for (formula, weight) in product {
                *whole.entry(formula).or_default() += weight;
            }
        }
        Ok(whole)
    }
}

/// A polynomial over the totals of sums, which have places in a list.
pub(super) struct TotalsPolynomial {
    linear: usize,
    /// Places of factors, with what their product is multiplied by.
    products: Vec<(Vec<usize>, BigInt)>,
}

impl TotalsPolynomial {
    /// What it comes to.
    pub(super) fn value(&self, totals: &[BigInt]) -> BigInt {
        let products = self.products.iter();
        let products =
            products.map(|(factors, weight)| factors.iter().fold(weight.clone(), |product, &at| product * &totals[at]));
        products.fold(totals[self.linear].clone(), |sum, product| sum + product)
    }

    /// What it may come to where the totals are within these bounds.
    fn within(&self, totals: &[Interval]) -> Interval {
        let mut whole = totals[self.linear].clone();
        for (factors, weight) in &self.products {
            let start = (weight.clone(), weight.clone());
            let (least, most) = factors.iter().fold(start, |product, &at| multiplied(&product, &totals[at]));
            whole = (whole.0 + least, whole.1 + most);
        }
        whole
    }
}

/// What products may come to.
fn multiplied(one: &Interval, other: &Interval) -> Interval {
    let corners = [&one.0 * &other.0, &one.0 * &other.1, &one.1 * &other.0, &one.1 * &other.1];
    let least = corners.iter().min().cloned().unwrap_or_default();
    let most = corners.iter().max().cloned().unwrap_or_default();
    (least, most)
}
