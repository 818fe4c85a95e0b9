//! That a weighted sum stays below a bound, as clauses: with them, "nothing is better" is "there is no model".
//!
//! Clauses and weighted literals come in; clauses with further variables go out. Invariant: the models of the new clauses,
//! restricted to the variables that were there, are the models of the old ones whose sum is below the bound.

mod adder;
mod totals;

use crate::{Cnf, Lit};

/// Clauses for tables of totals, at most; adders need fewer, but propagate less.
const MOST_CLAUSES: usize = 1 << 18;

/// Leaves only models in which the weights of the true literals sum up to less than `bound`.
pub fn keep_below(cnf: &mut Cnf, terms: &[(Lit, u64)], bound: u128) {
    let terms: Vec<(Lit, u64)> = terms.iter().copied().filter(|&(_, weight)| weight > 0).collect();
    match bound.checked_sub(1) {
        None => cnf.add(&[]),
        Some(most) if totals::size(&terms, most) <= MOST_CLAUSES => totals::keep_within(cnf, &terms, most),
        Some(most) => adder::keep_within(cnf, &terms, most),
    }
}

/// Leaves only models in which the weights of the true literals sum up to more than `bound`.
pub fn keep_above(cnf: &mut Cnf, terms: &[(Lit, u64)], bound: u128) {
    // What is missing from a greater sum is less.
    let total: u128 = terms.iter().map(|&(_, weight)| u128::from(weight)).sum();
    let missing: Vec<(Lit, u64)> = terms.iter().map(|&(lit, weight)| (!lit, weight)).collect();
    keep_below(cnf, &missing, total.saturating_sub(bound));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Var;
    use crate::brute_force::assignments;
    use crate::sat::{Solver, Varisat, Verdict};
    use crate::search::oracle::Random;

    type KeepWithin = fn(&mut Cnf, &[(Lit, u64)], u128);

    const VARS: usize = 5;

    /// Up to seven terms, of which some are about the same variable.
    fn terms(random: &mut Random) -> Vec<(Lit, u64)> {
        (0..random.below(8)).map(|_| (random.lit(VARS), 1 + random.below(6) as u64)).collect()
    }

    fn sum(terms: &[(Lit, u64)], values: &[bool]) -> u128 {
        let holds = |lit: Lit| values[lit.var().index()] == lit.is_positive();
        terms.iter().filter(|(lit, _)| holds(*lit)).map(|&(_, weight)| u128::from(weight)).sum()
    }

    /// The combinations of values that the clauses leave.
    fn left(cnf: &Cnf) -> Vec<Vec<bool>> {
        let mut solver = Varisat::default();
        solver.add_cnf(cnf);
        let mut is_left = |values: &Vec<bool>| {
            let literals = values.iter().enumerate().map(|(index, &value)| Var::new(index).lit(value));
            solver.solve(&literals.collect::<Vec<Lit>>()) == Verdict::Satisfiable
        };
        assignments(VARS).filter(|values| is_left(values)).collect()
    }

    #[test]
    fn exactly_the_sums_below_are_left() {
        let ways: [KeepWithin; 2] = [totals::keep_within, adder::keep_within];
        for seed in 0..120 {
            let mut random = Random::new(seed);
            let terms = terms(&mut random);
            let bound = random.below(18) as u128;
            let expected: Vec<Vec<bool>> = assignments(VARS).filter(|values| sum(&terms, values) < bound).collect();
            let mut cnf = Cnf::with_vars(VARS);
            keep_below(&mut cnf, &terms, bound);
            assert_eq!(left(&cnf), expected, "seed {seed}");
            let mut cnf = Cnf::with_vars(VARS);
            keep_above(&mut cnf, &terms, bound);
            let above: Vec<Vec<bool>> = assignments(VARS).filter(|values| sum(&terms, values) > bound).collect();
            assert_eq!(left(&cnf), above, "seed {seed}");
            let Some(most) = bound.checked_sub(1) else { continue };
            for keep_within in ways {
                let mut cnf = Cnf::with_vars(VARS);
                keep_within(&mut cnf, &terms, most);
                assert_eq!(left(&cnf), expected, "seed {seed}");
            }
        }
    }

    #[test]
    fn great_weights_are_added_in_binary() {
        let lits: Vec<Lit> = (0..VARS).map(|index| Var::new(index).positive()).collect();
        let terms: Vec<(Lit, u64)> = lits.iter().map(|&lit| (lit, u64::MAX)).collect();
        for count in 0..=VARS {
            let mut cnf = Cnf::with_vars(VARS);
            adder::keep_within(&mut cnf, &terms, u128::from(u64::MAX) * count as u128);
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
}
