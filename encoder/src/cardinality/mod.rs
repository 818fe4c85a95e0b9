//! Counting arguments that resolution finds hard: more things to place than places.
//!
//! In come clauses and groups of mutually exclusive literals, out comes whether they contradict each other by
//! counting alone. Every "yes" is right; a "no" means nothing.

mod exclusive;
mod hall;

use crate::cnf::Cnf;
use crate::lit::Lit;

/// Whether the clauses are refuted by counting, given groups of which at most one literal each is true.
pub(crate) fn refutes(cnf: &Cnf, groups: &[Vec<Lit>]) -> bool {
    let groups = exclusive::with_cliques(cnf, groups);
    hall::ClauseOrder::ALL.into_iter().any(|order| hall::is_violated(cnf, &groups, order))
}

#[cfg(test)]
mod tests;
