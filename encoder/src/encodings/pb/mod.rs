//! Weighted sums (pseudo-Boolean constraints).
//!
//! [`at_least`] compares a sum with a bound, as a formula over the terms, so that nothing is added that is free. The
//! methods are those of `MiniSat+` (Eén and Sörensson, JSAT 2006): a decision diagram, which is small as long as few
//! different sums are possible, or else binary adders. [`keep_below`] and [`keep_above`] say the same in clauses: with
//! them, "nothing is better" is "there is no model". A totalizer counts, in clauses, up to a bound that grows.

mod adder;
mod diagram;
mod totalizer;

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

use crate::cnf::Cnf;
use crate::formula::{Atom, FormulaId, Formulas};
use crate::lit::Lit;
use crate::tseitin::Translator;

pub(crate) use totalizer::Totalizer;

/// A sum of weights, each counted when its formula holds.
pub type Sum = BTreeMap<FormulaId, BigInt>;

/// That the sum is at least `bound`.
pub fn at_least(formulas: &mut Formulas, sum: &Sum, bound: &BigInt) -> FormulaId {
    let (terms, bound) = normal_form(sum, bound);
    // A diagram with a bound that is not positive has one node.
    diagram::at_least(formulas, &terms, &bound).unwrap_or_else(|| adder::at_least(formulas, &terms, &bound))
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
    let divisor = terms.iter().fold(BigInt::zero(), |divisor, (_, weight)| divisor.gcd(weight));
    if !divisor.is_zero() {
        terms.iter_mut().for_each(|(_, weight)| *weight /= &divisor);
        // Rounded up; a bound that is not positive stays so.
        bound = (&bound + &divisor - 1) / &divisor;
    }
    terms.sort_by(|(one, first), (other, second)| second.cmp(first).then(one.cmp(other)));
    (terms, bound)
}

/// Leaves only the models of clauses in which the weights of the true literals sum up to less than `bound`: further
/// variables are determined by those that were there.
pub fn keep_below(cnf: &mut Cnf, terms: &[(Lit, u64)], bound: u128) {
    let mut formulas = Formulas::default();
    let mut sum = Sum::new();
    for &(lit, weight) in terms {
        cnf.include_var(lit.var());
        let term = FormulaId::atom(Atom::new(lit.var().index())).negated_if(!lit.is_positive());
        *sum.entry(term).or_default() += weight;
    }
    let reached = at_least(&mut formulas, &sum, &bound.into());
    let mut translator = Translator::over_atoms(cnf.var_count());
    translator.assert(&formulas, !reached);
    translator.gates().cnf().clauses().for_each(|clause| cnf.add(clause));
}

/// Leaves only the models of clauses in which the weights of the true literals sum up to more than `bound`.
pub fn keep_above(cnf: &mut Cnf, terms: &[(Lit, u64)], bound: u128) {
    // What is missing from a greater sum is less.
    let total: u128 = terms.iter().map(|&(_, weight)| u128::from(weight)).sum();
    let missing: Vec<(Lit, u64)> = terms.iter().map(|&(lit, weight)| (!lit, weight)).collect();
    keep_below(cnf, &missing, total.saturating_sub(bound));
}

#[cfg(test)]
mod tests;
