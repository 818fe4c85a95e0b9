//! Weighted optima: which models break soft literals of the least total weight.
//!
//! In come satisfiable clauses and soft literals (literals that should be true, each with the weight of breaking it), out
//! come the least weight and clauses that leave exactly the models with that weight; or, when the budget ends first, the best
//! model that was found and a bound on all others.

mod core_guided;
mod exclusion;
mod propagated;

use crate::cnf::Cnf;
use crate::lit::Lit;

pub(crate) use core_guided::minimise;

/// A literal that should be true. Soft literals about one variable are merged before they come here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SoftLiteral {
    pub lit: Lit,
    /// What breaking the soft literal costs; never 0.
    pub weight: u128,
}

/// What is asked of some clauses.
#[derive(Clone, Debug, Default)]
pub(crate) struct SoftProblem {
    pub soft: Vec<SoftLiteral>,
    /// Groups of literals of which the clauses allow at most one to be true.
    pub exclusive: Vec<Vec<Lit>>,
    /// Some model of the clauses, by variable.
    pub model: Vec<bool>,
}

/// What is known of the least weight of broken soft literals.
#[derive(Clone, Debug)]
pub(crate) struct Optimum {
    /// What the best model that was found breaks.
    pub weight: u128,
    /// No model breaks less; the same as the weight unless the budget ended first.
    pub bound: u128,
    /// The best model that was found, by variable of the given clauses.
    pub model: Vec<bool>,
    /// Clauses that, added to the given ones, leave exactly the models of the least weight. They may use further
    /// variables. None when the budget ended before that was known.
    pub narrowing: Option<Cnf>,
}

#[cfg(test)]
mod tests;
