//! Values that features are free to take, and what constraints make of them: sums of them with constant factors.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use variscope_encoder::{FormulaId, Formulas};

use super::super::syntax::FeatureKind;
use super::polynomial::TooLarge;

/// Cases of a number, at most.
const MAX_CASES: usize = 1024;

/// What is not known of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Aspect {
    /// The value of an `Integer` feature.
    Integer,
    /// The value of a `Real` feature.
    Real,
    /// The largest integer that is not above the value of a `Real` feature.
    Floor,
    /// The smallest integer that is not below it.
    Ceiling,
    /// The length of the value of a `String` feature.
    Length,
}

impl Aspect {
    /// That of the value of a feature, unless it is a text or there is none.
    pub(super) fn of(kind: FeatureKind) -> Option<Self> {
        match kind {
            FeatureKind::Integer => Some(Self::Integer),
            FeatureKind::Real => Some(Self::Real),
            FeatureKind::Boolean | FeatureKind::String => None,
        }
    }

    pub(super) fn is_integral(self) -> bool {
        self != Self::Real
    }
}

/// Whose value it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Owner {
    /// One place of the tree.
    Instance(usize),
    /// Any selected instance of a feature, in one comparison always the same.
    AnyOf(usize),
}

impl Owner {
    /// The feature of which any instance is meant.
    pub(super) fn any_of(self) -> Option<usize> {
        match self {
            Self::Instance(_) => None,
            Self::AnyOf(feature) => Some(feature),
        }
    }
}

/// A number that is not known; of what is not selected, zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Quantity {
    pub owner: Owner,
    pub aspect: Aspect,
}

/// Factors, none of which is zero, of quantities, and what is added to them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OpenSum {
    pub terms: BTreeMap<Quantity, BigRational>,
    pub offset: BigRational,
}

impl OpenSum {
    pub(super) fn constant(offset: BigRational) -> Self {
        Self { terms: BTreeMap::new(), offset }
    }

    pub(super) fn add(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        sum.offset += &other.offset;
        for (&quantity, factor) in &other.terms {
            *sum.terms.entry(quantity).or_insert_with(BigRational::zero) += factor;
        }
        sum.terms.retain(|_, factor| !factor.is_zero());
        sum
    }

    pub(super) fn times(&self, factor: &BigRational) -> Self {
        let mut product = Self::constant(&self.offset * factor);
        if !factor.is_zero() {
            product.terms = self.terms.iter().map(|(&quantity, by)| (quantity, by * factor)).collect();
        }
        product
    }

    /// The product, where at most one of both depends on quantities.
    fn product(&self, other: &Self) -> Option<Self> {
        if other.terms.is_empty() {
            Some(self.times(&other.offset))
        } else {
            self.terms.is_empty().then(|| other.times(&self.offset))
        }
    }
}

/// Why a number cannot be computed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NotOpen {
    /// Two values of features are multiplied, or one is divided by.
    NotLinear,
    TooLarge,
}

/// A sum in each of several cases that exclude each other, and no number where none of the cases holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OpenNumber {
    pub cases: Vec<(FormulaId, OpenSum)>,
    /// Whether the feature is selected of which this is the value.
    pub selected: Option<FormulaId>,
}

impl OpenNumber {
    pub(super) fn quantity(owner: Owner, aspect: Aspect) -> Self {
        let terms = BTreeMap::from([(Quantity { owner, aspect }, BigRational::one())]);
        Self { cases: vec![(FormulaId::TRUE, OpenSum { terms, offset: BigRational::zero() })], selected: None }
    }

    /// A number that is the first of these for which the formula holds.
    pub(super) fn known(cases: Vec<(FormulaId, BigRational)>) -> Self {
        let cases = cases.into_iter().map(|(guard, value)| (guard, OpenSum::constant(value))).collect();
        Self { cases, selected: None }
    }

    pub(super) fn add(&self, other: &Self, formulas: &mut Formulas) -> Result<Self, NotOpen> {
        self.combine(other, formulas, |one, other| Some(one.add(other)))
    }

    pub(super) fn negate(&self) -> Self {
        let minus = BigRational::from(BigInt::from(-1));
        let cases = self.cases.iter().map(|(guard, sum)| (*guard, sum.times(&minus))).collect();
        Self { cases, selected: None }
    }

    pub(super) fn multiply(&self, other: &Self, formulas: &mut Formulas) -> Result<Self, NotOpen> {
        self.combine(other, formulas, OpenSum::product)
    }

    /// The quotient; where the divisor is zero there is no number.
    pub(super) fn divide(&self, other: &Self, formulas: &mut Formulas) -> Result<Self, NotOpen> {
        let mut inverse = Vec::new();
        for (guard, sum) in &other.cases {
            if !sum.terms.is_empty() {
                return Err(NotOpen::NotLinear);
            }
            if !sum.offset.is_zero() {
                inverse.push((*guard, sum.offset.recip()));
            }
        }
        self.multiply(&Self::known(inverse), formulas)
    }

    fn combine(
        &self,
        other: &Self,
        formulas: &mut Formulas,
        operation: impl Fn(&OpenSum, &OpenSum) -> Option<OpenSum>,
    ) -> Result<Self, NotOpen> {
        if self.cases.len() * other.cases.len() > MAX_CASES {
            return Err(NotOpen::TooLarge);
        }
        let mut cases = Vec::new();
        for (one, left) in &self.cases {
            for (other, right) in &other.cases {
                cases.push((formulas.and([*one, *other]), operation(left, right).ok_or(NotOpen::NotLinear)?));
            }
        }
        Ok(Self { cases, selected: None })
    }
}

impl From<TooLarge> for NotOpen {
    fn from(_: TooLarge) -> Self {
        Self::TooLarge
    }
}

/// The value of a `String` feature; empty when the feature is not selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OpenText {
    pub feature: usize,
    pub selected: FormulaId,
}
