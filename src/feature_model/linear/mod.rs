//! Comparisons of weighted sums as formulas.
//!
//! The methods are those of `MiniSat+` (Eén and Sörensson, JSAT 2006): a decision diagram, which is small as long as few different
//! sums are possible, or else binary adders. All of it is formulas over the terms, so that nothing is added that is free.

mod adder;
mod diagram;

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};
use variscope_encoder::{FormulaId, Formulas};

/// A sum of weights, each counted when its formula holds.
pub(super) type Sum = BTreeMap<FormulaId, BigInt>;

/// That the sum is at least `bound`.
pub(super) fn at_least(formulas: &mut Formulas, sum: &Sum, bound: &BigInt) -> FormulaId {
    let (terms, bound) = normal_form(sum, bound);
    diagram::at_least(formulas, &terms, &bound).unwrap_or_else(|| {
        let terms: Vec<(FormulaId, BigUint)> =
            terms.into_iter().map(|(term, weight)| (term, weight.into_parts().1)).collect();
        // A diagram with a bound that is not positive has one node.
        adder::at_least(formulas, &terms, bound.magnitude())
    })
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

#[cfg(test)]
mod tests {
    use variscope_encoder::Problem;

    use super::*;

    /// Weights and bounds, the same on every run.
    fn numbers(seed: u64) -> impl Iterator<Item = i64> {
        let mut state = seed;
        std::iter::from_fn(move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            Some((state >> 33).cast_signed() % 23 - 11)
        })
    }

    #[test]
    fn both_methods_are_right_for_all_assignments() {
        for seed in 0..40 {
            let weights: Vec<i64> = numbers(seed).take(6).collect();
            let mut problem = Problem::new();
            let atoms: Vec<FormulaId> = weights.iter().map(|_| problem.new_atom().into()).collect();
            let sum: Sum = atoms.iter().copied().zip(weights.iter().map(|&weight| weight.into())).collect();
            for bound in [-20i64, -3, 0, 1, 4, 19] {
                let formula = at_least(problem.formulas_mut(), &sum, &bound.into());
                let (terms, normal) = normal_form(&sum, &bound.into());
                let terms: Vec<(FormulaId, BigUint)> =
                    terms.into_iter().map(|(term, weight)| (term, weight.into_parts().1)).collect();
                let is_open = normal.is_positive();
                let added = adder::at_least(problem.formulas_mut(), &terms, normal.magnitude());
                for set in 0..1u32 << weights.len() {
                    let holds = |atom: variscope_encoder::Atom| set >> atom.index() & 1 == 1;
                    let total: i64 = (0..weights.len()).filter(|at| set >> at & 1 == 1).map(|at| weights[at]).sum();
                    assert_eq!(
                        problem.formulas().evaluate(formula, holds),
                        total >= bound,
                        "{weights:?} {bound} {set}"
                    );
                    let by_adders = !is_open || problem.formulas().evaluate(added, holds);
                    assert_eq!(by_adders, total >= bound, "{weights:?} {bound} {set}");
                }
            }
        }
    }

    #[test]
    fn many_different_sums_take_little_room() {
        let mut problem = Problem::new();
        let sum: Sum =
            (0..200u64).map(|at| (problem.new_atom().into(), BigInt::from((at * 7919 + 13) % 100_003))).collect();
        let half = sum.values().sum::<BigInt>() / 2;
        let formula = at_least(problem.formulas_mut(), &sum, &half);
        assert!(problem.formulas().evaluate(formula, |_| true) && !problem.formulas().evaluate(formula, |_| false));
    }
}
