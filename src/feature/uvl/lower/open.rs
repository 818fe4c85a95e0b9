//! Values that features are free to take: numbers and texts that only comparisons limit.
//!
//! Each comparison with a constant becomes an atom of its own, hidden from counting. The atoms of one value are ordered:
//! what is at most 3 is at most 5. Every choice of atoms that keeps the order has a value, because numbers and
//! texts are unbounded, so that a set of features is a variant exactly when values for it exist.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use variscope_encoder::{FormulaId, Problem, RuleIndex};

use super::super::syntax::{ComparisonOperator, FeatureKind};

/// What a value is asked: whether it is below a constant, or at most that.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cut {
    numerator: BigInt,
    /// Positive.
    denominator: BigInt,
    is_inclusive: bool,
}

impl Ord for Cut {
    fn cmp(&self, other: &Self) -> Ordering {
        let values = (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator));
        values.then(self.is_inclusive.cmp(&other.is_inclusive))
    }
}

impl PartialOrd for Cut {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A number that a feature is free to take, or the length of its text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Unknown {
    /// The value of an `Integer` feature.
    Integer(usize),
    /// The value of a `Real` feature.
    Real(usize),
    /// The length of the value of a `String` feature.
    Length(usize),
}

/// `(factor * unknown + offset) / divisor`; of a feature that is not selected, the unknown is zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OpenNumber {
    pub unknown: Unknown,
    pub selected: FormulaId,
    /// Not zero.
    pub factor: BigInt,
    pub offset: BigInt,
    /// Positive.
    pub divisor: BigInt,
}

/// The value of a `String` feature; empty when the feature is not selected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OpenText {
    pub feature: usize,
    pub selected: FormulaId,
}

impl OpenNumber {
    pub(super) fn new(unknown: Unknown, selected: FormulaId) -> Self {
        Self { unknown, selected, factor: BigInt::one(), offset: BigInt::zero(), divisor: BigInt::one() }
    }

    /// The value of a feature, unless it is a text.
    pub(super) fn of(feature: usize, kind: FeatureKind, selected: FormulaId) -> Option<Self> {
        match kind {
            FeatureKind::Integer => Some(Self::new(Unknown::Integer(feature), selected)),
            FeatureKind::Real => Some(Self::new(Unknown::Real(feature), selected)),
            FeatureKind::Boolean | FeatureKind::String => None,
        }
    }

    /// Whether the feature is selected, if nothing was done with its value.
    pub(super) fn as_selected(&self) -> Option<FormulaId> {
        let is_plain = *self == Self::new(self.unknown, self.selected) && !matches!(self.unknown, Unknown::Length(_));
        is_plain.then_some(self.selected)
    }

    /// `self + numerator / denominator`.
    pub(super) fn plus(self, numerator: &BigInt, denominator: &BigInt) -> Self {
        let factor = self.factor * denominator;
        let offset = self.offset * denominator + numerator * &self.divisor;
        Self { factor, offset, divisor: self.divisor * denominator, ..self }
    }

    /// `self * numerator / denominator`; `None` when that is zero whatever the value.
    pub(super) fn times(self, numerator: &BigInt, denominator: &BigInt) -> Option<Self> {
        if numerator.is_zero() {
            return None;
        }
        let (numerator, denominator) = if denominator.is_negative() {
            (-numerator, -denominator)
        } else {
            (numerator.clone(), denominator.clone())
        };
        let (factor, offset) = (self.factor * &numerator, self.offset * &numerator);
        Some(Self { factor, offset, divisor: self.divisor * denominator, ..self })
    }
}

/// The atoms of all comparisons of values.
#[derive(Default)]
pub(super) struct Unknowns {
    cuts: BTreeMap<Unknown, BTreeMap<Cut, FormulaId>>,
    /// By feature and text: that this is the value.
    texts: BTreeMap<usize, BTreeMap<String, FormulaId>>,
}

impl Unknowns {
    /// That the number compares in this way with zero.
    pub(super) fn compare(
        &mut self,
        number: &OpenNumber,
        comparison: ComparisonOperator,
        problem: &mut Problem,
    ) -> FormulaId {
        // factor * x + offset ? 0, so x ? -offset / factor, turned round when the factor is negative.
        let (mut numerator, mut denominator) = (-&number.offset, number.factor.clone());
        let mut turned = comparison;
        if denominator.is_negative() {
            (numerator, denominator) = (-numerator, -denominator);
            turned = comparison.turned();
        }
        let open = match turned {
            ComparisonOperator::Less => self.cut(number.unknown, &numerator, &denominator, false, problem),
            ComparisonOperator::LessOrEqual => self.cut(number.unknown, &numerator, &denominator, true, problem),
            ComparisonOperator::GreaterOrEqual => !self.cut(number.unknown, &numerator, &denominator, false, problem),
            ComparisonOperator::Greater => !self.cut(number.unknown, &numerator, &denominator, true, problem),
            ComparisonOperator::Equal | ComparisonOperator::Different => {
                let at_most = self.cut(number.unknown, &numerator, &denominator, true, problem);
                let below = self.cut(number.unknown, &numerator, &denominator, false, problem);
                let equal = problem.formulas_mut().and([at_most, !below]);
                if turned == ComparisonOperator::Equal { equal } else { !equal }
            }
        };
        let closed = FormulaId::constant(comparison.holds(number.offset.cmp(&BigInt::zero())));
        either(number.selected, open, closed, problem)
    }

    /// That the text is `text`.
    pub(super) fn equal(&mut self, open: OpenText, text: &str, problem: &mut Problem) -> FormulaId {
        let known = self.texts.entry(open.feature).or_default();
        let atom = *known.entry(text.to_owned()).or_insert_with(|| problem.new_atom().into());
        either(open.selected, atom, FormulaId::constant(text.is_empty()), problem)
    }

    /// That the unknown is below a quotient, or at most that.
    fn cut(
        &mut self,
        unknown: Unknown,
        numerator: &BigInt,
        denominator: &BigInt,
        is_inclusive: bool,
        problem: &mut Problem,
    ) -> FormulaId {
        let cut = match unknown {
            Unknown::Real(_) => {
                let divisor = numerator.gcd(denominator);
                Cut { numerator: numerator / &divisor, denominator: denominator / divisor, is_inclusive }
            }
            Unknown::Integer(_) | Unknown::Length(_) => whole(numerator, denominator, is_inclusive),
        };
        if matches!(unknown, Unknown::Length(_)) && cut.numerator.is_negative() {
            return FormulaId::FALSE;
        }
        let known = self.cuts.entry(unknown).or_default();
        *known.entry(cut).or_insert_with(|| problem.new_atom().into())
    }

    /// Says what the atoms have to do with each other.
    pub(super) fn relate(&self, problem: &mut Problem, rule: RuleIndex) {
        for cuts in self.cuts.values() {
            let atoms: Vec<FormulaId> = cuts.values().copied().collect();
            for pair in atoms.windows(2) {
                let ordered = problem.formulas_mut().implies(pair[0], pair[1]);
                problem.constrain(ordered, rule);
            }
        }
        for (&feature, texts) in &self.texts {
            let one = problem.formulas_mut().at_most_one(texts.values().copied());
            problem.constrain(one, rule);
            for (cut, &is_short) in self.cuts.get(&Unknown::Length(feature)).into_iter().flatten() {
                relate_length(cut, is_short, texts, problem, rule);
            }
        }
    }
}

/// Says which of the texts are as short as a cut demands; only the empty one has length zero.
fn relate_length(
    cut: &Cut,
    is_short: FormulaId,
    texts: &BTreeMap<String, FormulaId>,
    problem: &mut Problem,
    rule: RuleIndex,
) {
    for (text, &is_text) in texts {
        let fits = BigInt::from(text.chars().count()) <= cut.numerator;
        let length = if fits { is_short } else { !is_short };
        let has_length = problem.formulas_mut().implies(is_text, length);
        problem.constrain(has_length, rule);
    }
    if let Some(&is_empty) = texts.get("").filter(|_| cut.numerator.is_zero()) {
        let only = problem.formulas_mut().implies(is_short, is_empty);
        problem.constrain(only, rule);
    }
}

/// The cut among the integers: at most the largest that is below the quotient, or not above it.
fn whole(numerator: &BigInt, denominator: &BigInt, is_inclusive: bool) -> Cut {
    let floor = floor(numerator, denominator);
    let is_exact = &floor * denominator == *numerator;
    let numerator = if is_exact && !is_inclusive { floor - 1 } else { floor };
    Cut { numerator, denominator: BigInt::one(), is_inclusive: true }
}

/// The largest integer that is not above a quotient with a positive denominator.
pub(super) fn floor(numerator: &BigInt, denominator: &BigInt) -> BigInt {
    let quotient = numerator / denominator;
    if &quotient * denominator > *numerator { quotient - 1 } else { quotient }
}

fn either(selected: FormulaId, open: FormulaId, closed: FormulaId, problem: &mut Problem) -> FormulaId {
    let formulas = problem.formulas_mut();
    let when = formulas.and([selected, open]);
    let otherwise = formulas.and([!selected, closed]);
    formulas.or([when, otherwise])
}
