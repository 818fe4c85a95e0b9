//! All assignments of a few terms, by every method.

use super::*;
use crate::brute_force::assignments;
use crate::problem::Problem;
use crate::random::Congruential;
use crate::sat::Solver;
use crate::{Budget, Var};

const VARS: usize = 5;

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
            let is_open = normal.is_positive();
            let added = adder::at_least(problem.formulas_mut(), &terms, &normal);
            for set in 0..1u32 << weights.len() {
                let holds = |atom: Atom| set >> atom.index() & 1 == 1;
                let total: i64 = (0..weights.len()).filter(|at| set >> at & 1 == 1).map(|at| weights[at]).sum();
                assert_eq!(problem.formulas().evaluate(formula, holds), total >= bound, "{weights:?} {bound} {set}");
                let by_adders = !is_open || problem.formulas().evaluate(added, holds);
                assert_eq!(by_adders, total >= bound, "{weights:?} {bound} {set}");
            }
        }
    }
}

/// A large diagram has its terms in another order, and nodes of another form.
#[test]
fn diagrams_in_any_order_are_right_for_all_assignments() {
    for seed in 0..40 {
        let weights: Vec<i64> = numbers(seed).map(|weight| weight.abs() + 1).take(6).collect();
        let mut problem = Problem::new();
        let terms: Vec<(FormulaId, BigInt)> =
            weights.iter().map(|&weight| (problem.new_atom().into(), weight.into())).collect();
        for bound in [1_i64, 4, 19, 40] {
            let forms = [diagram::NodeForm::Monotone, diagram::NodeForm::Choice];
            let found = forms.map(|form| {
                diagram::at_least_within(1_000, form, problem.formulas_mut(), &terms, &bound.into()).unwrap()
            });
            for set in 0..1u32 << weights.len() {
                let holds = |atom: Atom| set >> atom.index() & 1 == 1;
                let total: i64 = (0..weights.len()).filter(|at| set >> at & 1 == 1).map(|at| weights[at]).sum();
                let values = found.map(|formula| problem.formulas().evaluate(formula, holds));
                assert_eq!(values, [total >= bound; 2], "{weights:?} {bound} {set}");
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

/// Up to seven terms, of which some are about the same variable.
fn terms(random: &mut Congruential) -> Vec<(Lit, u64)> {
    (0..random.below(8)).map(|_| (random.lit(VARS), random.below(7) as u64)).collect()
}

fn sum(terms: &[(Lit, u64)], values: &[bool]) -> u128 {
    let holds = |lit: Lit| values[lit.var().index()] == lit.is_positive();
    terms.iter().filter(|(lit, _)| holds(*lit)).map(|&(_, weight)| u128::from(weight)).sum()
}

/// The combinations of values that the clauses leave.
fn left(cnf: &Cnf) -> Vec<Vec<bool>> {
    let mut solver = Solver::of(cnf, &Budget::unlimited());
    let mut is_left = |values: &Vec<bool>| {
        let literals = values.iter().enumerate().map(|(index, &value)| Var::new(index).lit(value));
        solver.solve(&literals.collect::<Vec<Lit>>()) == Ok(true)
    };
    assignments(VARS).filter(|values| is_left(values)).collect()
}

#[test]
fn exactly_the_sums_below_are_left() {
    for seed in 0..120 {
        let mut random = Congruential::new(seed);
        let terms = terms(&mut random);
        let bound = random.below(18) as u128;
        let mut cnf = Cnf::with_vars(VARS);
        keep_below(&mut cnf, &terms, bound);
        let below: Vec<Vec<bool>> = assignments(VARS).filter(|values| sum(&terms, values) < bound).collect();
        assert_eq!(left(&cnf), below, "seed {seed}");
        let mut cnf = Cnf::with_vars(VARS);
        keep_above(&mut cnf, &terms, bound);
        let above: Vec<Vec<bool>> = assignments(VARS).filter(|values| sum(&terms, values) > bound).collect();
        assert_eq!(left(&cnf), above, "seed {seed}");
    }
}

#[test]
fn great_weights_are_summed_up_exactly() {
    let terms: Vec<(Lit, u64)> = (0..VARS).map(|index| (Var::new(index).positive(), u64::MAX)).collect();
    for count in 0..=VARS {
        let mut cnf = Cnf::with_vars(VARS);
        keep_below(&mut cnf, &terms, u128::from(u64::MAX) * count as u128 + 1);
        assert!(left(&cnf).iter().all(|values| values.iter().filter(|value| **value).count() <= count));
        assert_eq!(left(&cnf).len(), (0..=count).map(|chosen| [1, 5, 10, 10, 5, 1][chosen]).sum::<usize>());
    }
}

#[test]
fn many_different_sums_take_few_clauses() {
    let terms: Vec<(Lit, u64)> = (0..60).map(|index| (Var::new(index).positive(), 1 << index)).collect();
    let mut cnf = Cnf::with_vars(60);
    keep_below(&mut cnf, &terms, 1 << 59);
    assert!(cnf.len() < 10_000, "{}", cnf.len());
}
