//! Weighted optima: which models break soft literals of the least total weight.
//!
//! In come satisfiable clauses and soft literals (literals that should be true, each with the weight of breaking it), out
//! come the least weight and clauses that leave exactly the models with that weight.

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

/// The least weight of broken soft literals.
#[derive(Clone, Debug)]
pub(crate) struct Optimum {
    pub weight: u128,
    /// Clauses that, added to the given ones, leave exactly the models of that weight. They may use further
    /// variables.
    pub narrowing: Cnf,
}

#[cfg(test)]
mod tests;
