//! Comparisons of weighted sums as formulas.
//!
//! The method is that of `MiniSat+` by decision diagrams (Eén and Sörensson, JSAT 2006): the heaviest term first, a node
//! for each bound that is left. The diagrams are formulas over the terms, so that nothing is added that is free.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use variscope_encoder::{FormulaId, Formulas};

/// Nodes of a diagram, at most.
const MOST_NODES: usize = 1 << 18;

/// A sum of weights, each counted when its formula holds.
pub(super) type Sum = BTreeMap<FormulaId, BigInt>;

/// The comparison would take more than memory should hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooLarge;

/// That the sum is at least `bound`.
pub(super) fn at_least(formulas: &mut Formulas, sum: &Sum, bound: &BigInt) -> Result<FormulaId, TooLarge> {
    let (terms, bound) = normal_form(sum, bound);
    let mut rest = vec![BigInt::zero(); terms.len() + 1];
    for (at, (_, weight)) in terms.iter().enumerate().rev() {
        rest[at] = &rest[at + 1] + weight;
    }
    let mut levels = vec![BTreeSet::from([bound.clone()])];
    let mut nodes = 1;
    for (at, (_, weight)) in terms.iter().enumerate() {
        let is_open = |bound: &BigInt| bound.is_positive() && *bound <= rest[at + 1];
        let level = &levels[at];
        let next: BTreeSet<BigInt> =
            level.iter().flat_map(|bound| [bound.clone(), bound - weight]).filter(is_open).collect();
        nodes += next.len();
        if nodes > MOST_NODES {
            return Err(TooLarge);
        }
        levels.push(next);
    }
    let mut below: BTreeMap<BigInt, FormulaId> = BTreeMap::new();
    for (at, (term, weight)) in terms.iter().enumerate().rev() {
        let known = |bound: &BigInt| decided(bound, &rest[at + 1]).unwrap_or_else(|| below[bound]);
        let build = |bound: BigInt| {
            let formula = match decided(&bound, &rest[at]) {
                Some(decided) => decided,
                None => {
                    let (without, with) = (known(&bound), known(&(&bound - weight)));
                    let with = formulas.and([*term, with]);
                    formulas.or([without, with])
                }
            };
            (bound, formula)
        };
        below = std::mem::take(&mut levels[at]).into_iter().map(build).collect();
    }
    Ok(decided(&bound, &rest[0]).unwrap_or_else(|| below[&bound]))
}

/// That a sum of at most `rest` is at least `bound`, where nothing else matters.
fn decided(bound: &BigInt, rest: &BigInt) -> Option<FormulaId> {
    if !bound.is_positive() {
        Some(FormulaId::TRUE)
    } else if bound > rest {
        Some(FormulaId::FALSE)
    } else {
        None
    }
}

/// The terms with positive weights without common divisor, the heaviest first, and the bound for them.
fn normal_form(sum: &Sum, bound: &BigInt) -> (Vec<(FormulaId, BigInt)>, BigInt) {
    let mut bound = bound.clone();
    let mut terms: Vec<(FormulaId, BigInt)> = Vec::with_capacity(sum.len());
    for (&term, weight) in sum.iter().filter(|(_, weight)| !weight.is_zero()) {
        if let Some(value) = term.as_constant() {
            bound -= if value { weight.clone() } else { BigInt::zero() };
        } else if weight.is_negative() {
            // What counts when it holds is lost when it does not.
            bound -= weight;
            terms.push((!term, -weight));
        } else {
            terms.push((term, weight.clone()));
        }
    }
    let divisor = terms.iter().fold(BigInt::zero(), |divisor, (_, weight)| common_divisor(divisor, weight.clone()));
    if !divisor.is_zero() {
        terms.iter_mut().for_each(|(_, weight)| *weight /= &divisor);
        // Rounded up; a bound that is not positive stays so.
        bound = (&bound + &divisor - 1) / &divisor;
    }
    terms.sort_by(|(one, first), (other, second)| second.cmp(first).then(one.cmp(other)));
    (terms, bound)
}

/// The greatest common divisor of two numbers that are not negative (Euclid).
pub(super) fn common_divisor(mut one: BigInt, mut other: BigInt) -> BigInt {
    while !other.is_zero() {
        (one, other) = (other.clone(), one % other);
    }
    one
}
