//! Long clauses of counted variables that are nowhere else, for counting.
//!
//! Whether such a clause holds depends on whether *some* of these variables make it true, and of the assignments of `m` of them
//! all but one do. One of them stands for all: true, it counts `2ᵐ - 1` times; false, once.

use super::Simplified;
use super::simplified::renamed;
use crate::factor::Factor;
use crate::natural::Natural;
use crate::{Cnf, Lit, Var};

/// In a clause with fewer such variables they stay: they are summed out one by one.
const MANY: usize = 8;

/// Leaves one of many variables that are in no other clause.
pub(crate) fn join_lone_variables(simplified: Simplified) -> Simplified {
    let mut times = vec![0_u32; simplified.projected.len()];
    simplified.clauses.clauses().flatten().for_each(|lit| times[lit.var().index()] += 1);
    let is_lone = |lit: &&Lit| times[lit.var().index()] == 1 && simplified.projected[lit.var().index()];
    let mut joined = Joined::default();
    let mut is_gone = vec![false; times.len()];
    for clause in simplified.clauses.clauses().filter(|clause| clause.len() > MANY) {
        let lone: Vec<Lit> = clause.iter().filter(is_lone).copied().collect();
        // The last one stays as it is, so that the clause does not become a unit.
        let [first, others @ .., _] = &lone[..] else { continue };
        if lone.len() > MANY {
            others.iter().for_each(|lit| is_gone[lit.var().index()] = true);
            joined.factors.push(some_of(*first, others.len() + 1));
        }
    }
    if joined.factors.is_empty() {
        return simplified;
    }
    for clause in simplified.clauses.clauses() {
        let left: Vec<Lit> = clause.iter().filter(|lit| !is_gone[lit.var().index()]).copied().collect();
        joined.clauses.add(&left);
    }
    joined.renumbered(simplified, &is_gone)
}

/// That one of `count` literals is true, of which the first stands for all.
fn some_of(first: Lit, count: usize) -> Factor {
    let mut values = vec![Natural::ONE, Natural::ones(count)];
    if !first.is_positive() {
        values.reverse();
    }
    Factor { vars: vec![first.var()], values }
}

/// What is left, over the variables as they were numbered.
#[derive(Default)]
struct Joined {
    clauses: Cnf,
    factors: Vec<Factor>,
}

impl Joined {
    fn renumbered(self, simplified: Simplified, is_gone: &[bool]) -> Simplified {
        let kept = || (0..is_gone.len()).filter(|&index| !is_gone[index]);
        let mut numbers = vec![None; is_gone.len()];
        kept().enumerate().for_each(|(number, index)| numbers[index] = Some(Var::new(number)));
        let count = kept().count();
        Simplified {
            clauses: renamed(&self.clauses, &numbers, count),
            implied: renamed(&simplified.implied, &numbers, count),
            factors: self.factors.iter().map(|factor| factor.renamed(&numbers)).collect(),
            projected: kept().map(|index| simplified.projected[index]).collect(),
            originals: kept().map(|index| simplified.originals[index]).collect(),
            ..simplified
        }
    }
}
