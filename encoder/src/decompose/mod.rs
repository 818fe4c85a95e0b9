//! Branching orders from the structure of the clauses.
//!
//! Clauses come in; a rank for each variable goes out, low first: deciding the variables of one rank cuts what is left
//! into independent parts.

mod elimination;
mod graph;
mod tree;

use crate::search::Pulse;
use crate::{Cnf, Interrupted};
use graph::Graph;

/// Longer clauses add no edges: they would connect everything with everything and guide nothing.
const LONGEST: usize = 64;

/// Ranks by variable: the depth, in a tree decomposition of the primal graph, of the first bag with the variable.
///
/// # Errors
/// [`Interrupted`] when the budget is used up.
pub(crate) fn ranks(cnf: &Cnf, pulse: &mut Pulse<'_>) -> Result<Vec<u32>, Interrupted> {
    let elimination = elimination::min_fill(Graph::of(cnf, LONGEST), pulse)?;
    let mut ranks = tree::TreeDecomposition::new(elimination).ranks();
    ranks.truncate(cnf.var_count());
    Ok(ranks)
}
