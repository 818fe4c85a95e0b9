//! Parts of a list of variants that are as equal as can be.
//!
//! A list counts classes, of which several may lead to one variant. Where parts begin is known once variants are compiled:
//! then the one with a certain number is found along the order of the list, and the classes before it are counted.
//! Invariant: parts depend on the template and on what is given alone, so that those of different calls fit together.

use num_bigint::BigUint;
use num_traits::Zero;
use variscope_encoder::circuit::{self, Circuit};
use variscope_encoder::{Budget, Interrupted, Lit, Var};

use super::listing::Listing;
use crate::analysis::question::all_variants::limits::{self, Limits};

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The rank at which it begins.
    pub start: BigUint,
    /// The rank at which the next one begins.
    pub end: BigUint,
    /// Whether all parts have the same number of variants, one more or less; otherwise the same number of classes.
    pub is_equal: bool,
}

impl Listing<'_, '_> {
    /// Part `number`, from 1, of `parts` parts, none of which has two variants more than another.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up before it is known where the part begins.
    ///
    /// # Panics
    /// When there are no parts.
    pub fn shard(&mut self, number: u64, parts: u64, limits: &Limits) -> Result<Shard, Interrupted> {
        let numbers = [number.saturating_sub(1), number];
        let Some(circuit) = self.compiled(&limits.budget)? else {
            let [start, end] = numbers.map(|number| self.total() * number / parts);
            return Ok(Shard { start, end, is_equal: false });
        };
        let variants = circuit.count();
        let [start, end] = numbers.map(|number| self.rank(&circuit, &variants, &variants * number / parts));
        Ok(Shard { start: start?, end: end?, is_equal: true })
    }

    /// The variants as the values of the presences that decide all others; none where that takes too much memory.
    fn compiled(&self, budget: &Budget) -> Result<Option<Circuit>, Interrupted> {
        let bounds = limits::of_some_variants(budget);
        match circuit::compile(&self.lifted().valid_problem().to_cnf(), Some(&self.vars()), &bounds) {
            Ok(circuit) => Ok(Some(circuit)),
            Err(Interrupted) => budget.check().map(|()| None),
        }
    }

    fn vars(&self) -> Vec<Var> {
        self.deciding().iter().map(|&atom| Var::from(atom)).collect()
    }

    /// How many classes lead to the variants before the one with this number.
    fn rank(&mut self, circuit: &Circuit, variants: &BigUint, number: BigUint) -> Result<BigUint, Interrupted> {
        if number >= *variants {
            return Ok(self.total().clone());
        }
        let values = values(circuit, &self.vars(), number);
        self.parts().rank_of(&values).map_err(|_| Interrupted)
    }
}

/// The values of `vars` in the model with this number, from 0, in lexicographic order.
fn values(circuit: &Circuit, vars: &[Var], mut number: BigUint) -> Vec<bool> {
    let mut chosen: Vec<Lit> = Vec::new();
    for var in vars {
        chosen.push(var.negative());
        let without = circuit.count_under(&chosen);
        if number >= without {
            number -= without;
            chosen.pop();
            chosen.push(var.positive());
        }
    }
    debug_assert!(number.is_zero(), "all variables that are counted have a value");
    chosen.into_iter().map(Lit::is_positive).collect()
}
