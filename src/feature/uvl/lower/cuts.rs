//! Comparisons of sums of unknown numbers with constants.
//!
//! Each comparison becomes an atom of its own, hidden from counting. The atoms of one sum are ordered: what is at most 3 is
//! at most 5. Of a sum that shares no unknown number with another, every choice of atoms that keeps the order has values,
//! because numbers are unbounded; which choices have values where sums share some is for [`super::cells`] to say.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use variscope_encoder::linear::coprime;
use variscope_encoder::{Atom, FormulaId, Problem, RuleIndex};

use super::super::syntax::ComparisonOperator;
use super::open::Aspect;
use crate::source::Span;

/// A number that is not known, at one place of the tree; zero where that is not selected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct FreeNumber {
    pub instance: usize,
    pub aspect: Aspect,
}

/// Factors of unknown numbers, coprime integers, the first positive.
pub(super) type LinearForm = Vec<(FreeNumber, BigInt)>;

/// On which side of a constant a form is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CutSide {
    Below,
    AtMost,
}

/// What a form is asked: whether it is below a constant, or at most that.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Cut {
    pub at: BigRational,
    pub is_inclusive: bool,
}

/// The atoms of all comparisons of numbers.
#[derive(Default)]
pub(super) struct Cuts {
    pub forms: BTreeMap<LinearForm, BTreeMap<Cut, FormulaId>>,
    /// Where forms of several unknown numbers are first compared.
    pub places: BTreeMap<LinearForm, Span>,
}

impl Cuts {
    /// That a sum of unknown numbers and `offset` compares in this way with zero. No factor is zero.
    pub(super) fn compare(
        &mut self,
        (terms, offset): (&BTreeMap<FreeNumber, BigRational>, &BigRational),
        comparison: ComparisonOperator,
        span: Span,
        problem: &mut Problem,
    ) -> FormulaId {
        let closed = || FormulaId::constant(comparison.holds(offset.cmp(&BigRational::zero())));
        let Some((form, factor)) = coprime(terms) else { return closed() };
        let at = -offset * &factor;
        if form.len() > 1 {
            self.places.entry(form.clone()).or_insert(span);
        }
        let turned = if factor.is_negative() { comparison.turned() } else { comparison };
        let open = self.open(&form, at, turned, problem);
        if form.len() > 1 {
            return open;
        }
        let (selected, closed): (FormulaId, _) = (Atom::new(form[0].0.instance).into(), closed());
        let formulas = problem.formulas_mut();
        let when = formulas.and([selected, open]);
        let otherwise = formulas.and([!selected, closed]);
        formulas.or([when, otherwise])
    }

    fn open(
        &mut self,
        form: &LinearForm,
        at: BigRational,
        comparison: ComparisonOperator,
        problem: &mut Problem,
    ) -> FormulaId {
        match comparison {
            ComparisonOperator::Less => self.cut(form, at, CutSide::Below, problem),
            ComparisonOperator::LessOrEqual => self.cut(form, at, CutSide::AtMost, problem),
            ComparisonOperator::GreaterOrEqual => !self.cut(form, at, CutSide::Below, problem),
            ComparisonOperator::Greater => !self.cut(form, at, CutSide::AtMost, problem),
            ComparisonOperator::Equal => {
                let at_most = self.cut(form, at.clone(), CutSide::AtMost, problem);
                let below = self.cut(form, at, CutSide::Below, problem);
                problem.formulas_mut().and([at_most, !below])
            }
            ComparisonOperator::Different => !self.open(form, at, ComparisonOperator::Equal, problem),
        }
    }

    /// That a form is below `at`, or at most that.
    pub(super) fn cut(
        &mut self,
        form: &LinearForm,
        at: BigRational,
        side: CutSide,
        problem: &mut Problem,
    ) -> FormulaId {
        let is_inclusive = side == CutSide::AtMost;
        let cut = if is_integral(form) { whole(&at, is_inclusive) } else { Cut { at, is_inclusive } };
        if matches!(form[..], [(FreeNumber { aspect: Aspect::Length, .. }, _)]) && cut.at.is_negative() {
            return FormulaId::FALSE;
        }
        let known = self.forms.entry(form.clone()).or_default();
        *known.entry(cut).or_insert_with(|| problem.new_atom().into())
    }

    /// Says of each form that what is below a constant is below greater ones.
    pub(super) fn order(&self, problem: &mut Problem, rule: RuleIndex) {
        for cuts in self.forms.values() {
            let atoms: Vec<FormulaId> = cuts.values().copied().collect();
            for pair in atoms.windows(2) {
                let ordered = problem.formulas_mut().implies(pair[0], pair[1]);
                problem.constrain(ordered, rule);
            }
        }
    }

    /// All unknown numbers, each once, in order.
    pub(super) fn unknowns(&self) -> Vec<FreeNumber> {
        let mut unknowns: Vec<FreeNumber> = self.forms.keys().flatten().map(|&(unknown, _)| unknown).collect();
        unknowns.sort_unstable();
        unknowns.dedup();
        unknowns
    }

    /// Says of rounded values that they are next to those from which they come.
    pub(super) fn round(&mut self, problem: &mut Problem, rule: RuleIndex) {
        for unknown in self.unknowns() {
            let (low, high) = match unknown.aspect {
                // The value minus the rounded one is at least 0, and below 1.
                Aspect::Floor => ((0, CutSide::Below), (1, CutSide::Below)),
                // It is above -1, and at most 0.
                Aspect::Ceiling => ((-1, CutSide::AtMost), (0, CutSide::AtMost)),
                Aspect::Integer | Aspect::Real | Aspect::Length => continue,
            };
            let real = FreeNumber { aspect: Aspect::Real, ..unknown };
            let form = vec![(real, BigInt::one()), (unknown, -BigInt::one())];
            let mut cut = |(at, side): (i32, CutSide)| self.cut(&form, BigInt::from(at).into(), side, problem);
            let (below, within) = (cut(low), cut(high));
            problem.constrain(!below, rule);
            problem.constrain(within, rule);
        }
    }
}

/// Whether the values of a form are integers.
pub(super) fn is_integral(form: &LinearForm) -> bool {
    form.iter().all(|(unknown, _)| unknown.aspect.is_integral())
}

/// The cut among the integers: at most the largest that is below the number, or not above it.
fn whole(at: &BigRational, is_inclusive: bool) -> Cut {
    let floor = at.floor();
    let at = if !is_inclusive && floor.cmp(at) == Ordering::Equal { floor - BigRational::one() } else { floor };
    Cut { at, is_inclusive: true }
}
