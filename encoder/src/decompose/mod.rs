//! Branching orders from the structure of the clauses.
//!
//! Clauses come in; a rank for each variable goes out, low first: deciding the variables of one rank cuts what is left
//! into independent parts. So does a numbering in which such parts are intervals, more or less.

mod elimination;
mod graph;
mod matrix;
mod tree;

use crate::search::Pulse;
use crate::{Cnf, Interrupted, Var};
use graph::Graph;

/// Longer clauses add no edges: they would connect everything with everything and guide nothing.
const LONGEST: usize = 64;

/// How variables are to be branched on and numbered.
pub(crate) struct Arrangement {
    /// By variable: the depth, in a tree decomposition of the primal graph, of the first bag with the variable.
    pub(crate) ranks: Vec<u32>,
    /// All variables; those that become independent of the others together follow each other.
    pub(crate) sequence: Vec<Var>,
}

/// Arranges the variables of `cnf`.
///
/// # Errors
/// [`Interrupted`] when the budget is used up.
pub(crate) fn arrange(cnf: &Cnf, pulse: &mut Pulse<'_>) -> Result<Arrangement, Interrupted> {
    let elimination = elimination::min_fill(Graph::of(cnf, LONGEST), pulse)?;
    let tree::Arrangement { mut ranks, sequence } = tree::TreeDecomposition::new(elimination).arrangement();
    ranks.truncate(cnf.var_count());
    let variables = sequence.into_iter().map(|vertex| vertex as usize).filter(|&vertex| vertex < cnf.var_count());
    Ok(Arrangement { ranks, sequence: variables.map(Var::new).collect() })
}
