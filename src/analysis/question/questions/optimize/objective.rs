//! Sums as solvers take them: without negative numbers.

use std::ops::Not;

use num_bigint::{BigInt, BigUint};
use num_traits::Signed;
use variscope_encoder::proof::{keep_above, keep_below};
use variscope_encoder::{BestSum, Budget, Cnf, FormulaId, Formulas, Interrupted, Lit, Session};

use super::Decimal;
use crate::tosca::model::Direction;

/// A sum that is to be as small or as great as can be, over literals or formulas.
pub struct Objective<L> {
    direction: Direction,
    /// What counts how much when it is true.
    terms: Vec<(L, u64)>,
    /// What is added to their sum.
    offset: BigInt,
    /// How many digits of all this are behind the point.
    scale: u32,
}

impl<L: Not<Output = L>> Objective<L> {
    /// The sum of the numbers of what is true; none when they do not fit into 64 bits once all have as many digits behind the
    /// point.
    pub fn of(direction: Direction, numbers: Vec<(L, Decimal)>) -> Option<Self> {
        let scale = numbers.iter().map(|(_, number)| number.scale).max().unwrap_or_default();
        let mut sum = Self { direction, terms: Vec::with_capacity(numbers.len()), offset: BigInt::ZERO, scale };
        for (counted, number) in numbers {
            let weight = number.at(scale);
            let size = u64::try_from(weight.magnitude()).ok()?;
            // What is lost when it counts is won when it does not.
            if weight.is_negative() {
                sum.offset += weight;
                sum.terms.push((!counted, size));
            } else {
                sum.terms.push((counted, size));
            }
        }
        Some(sum)
    }
}

impl Objective<FormulaId> {
    /// The best sum; none when there is no assignment. Afterwards exactly the assignments with this sum remain, or, when the
    /// budget ended before it was known, all, of which the session gives the best one that was found.
    ///
    /// # Errors
    /// [`Interrupted`] when the session's own budget is used up before an assignment is found.
    pub fn best(
        &self,
        session: &mut Session,
        formulas: &Formulas,
        budget: &Budget,
    ) -> Result<Option<BestSum<Decimal>>, Interrupted> {
        let best = session.minimise_within(formulas, &self.losses(), budget)?;
        Ok(best.map(|best| best.map(|lost| self.at_loss(lost))))
    }

    /// What counts how much against an assignment when it is true.
    pub(crate) fn losses(&self) -> Vec<(FormulaId, u64)> {
        let is_lost = |formula: FormulaId| formula.negated_if(self.direction == Direction::Max);
        self.terms.iter().map(|&(formula, weight)| (is_lost(formula), weight)).collect()
    }

    /// The sum of an assignment with such a sum of [losses](Self::losses).
    pub(crate) fn at_loss(&self, lost: u128) -> Decimal {
        let sum = match self.direction {
            Direction::Min => lost,
            Direction::Max => self.terms.iter().map(|&(_, weight)| u128::from(weight)).sum::<u128>() - lost,
        };
        Decimal { digits: BigInt::from(BigUint::from(sum)) + &self.offset, scale: self.scale }
    }

    /// The sum over the literals that stand for its formulas.
    pub(crate) fn over(self, mut literal: impl FnMut(FormulaId) -> Lit) -> Objective<Lit> {
        let Self { direction, terms, offset, scale } = self;
        let terms = terms.into_iter().map(|(formula, weight)| (literal(formula), weight)).collect();
        Objective { direction, terms, offset, scale }
    }
}

impl Objective<Lit> {
    /// Leaves only the models of clauses whose sum is better than one that was found; none when that is no such sum.
    pub fn keep_better(&self, cnf: &mut Cnf, than: &Decimal) -> Option<()> {
        let sum = u128::try_from(than.at(self.scale) - &self.offset).ok()?;
        match self.direction {
            Direction::Min => keep_below(cnf, &self.terms, sum),
            Direction::Max => keep_above(cnf, &self.terms, sum),
        }
        Some(())
    }
}
