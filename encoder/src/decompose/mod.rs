//! Branching orders from the structure of the clauses.
//!
//! Clauses come in; a rank for each variable goes out, low first: deciding the variables of one rank cuts what is left
//! into independent parts. So does a numbering in which such parts are intervals, more or less.

mod elimination;
mod graph;
mod matrix;
mod tree;

use crate::budget::Ticker;
use crate::preprocess::Simplified;
use crate::{Interrupted, Var};
use graph::Graph;

/// What a tree decomposition is made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shape {
    /// Clauses of more literals add no edges: they would connect everything with everything and guide nothing.
    longest: usize,
    /// Decides where the heuristic has no preference.
    seed: u32,
}

/// The first is the usual one.
const SHAPES: [Shape; 6] = [
    Shape { longest: 64, seed: 1 },
    Shape { longest: 32, seed: 1 },
    Shape { longest: 16, seed: 1 },
    Shape { longest: 64, seed: 2 },
    Shape { longest: 32, seed: 2 },
    Shape { longest: 64, seed: 7 },
];

/// How variables are to be branched on and numbered.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Arrangement {
    /// By variable: the depth, in a tree decomposition of the primal graph, of the first bag with the variable.
    pub(crate) ranks: Vec<u32>,
    /// All variables; those that become independent of the others together follow each other.
    pub(crate) sequence: Vec<Var>,
    /// What a search takes, roughly: only good to compare arrangements of the same clauses.
    pub(crate) cost: f64,
    /// What it took to find, in the steps of a [`Ticker`].
    pub(crate) steps: u64,
}

/// Arranges the variables of a formula in the usual way.
///
/// # Errors
/// [`Interrupted`] when the budget is used up.
pub(crate) fn arrange(simplified: &Simplified, ticker: &mut Ticker<'_>) -> Result<Arrangement, Interrupted> {
    shaped(simplified, SHAPES[0], ticker)
}

/// Arranges the variables of a formula in several ways, the usual one first.
///
/// # Errors
/// [`Interrupted`] when the budget is used up.
pub(crate) fn arrangements(
    simplified: &Simplified,
    ticker: &mut Ticker<'_>,
) -> Result<[Arrangement; SHAPES.len()], Interrupted> {
    let [first, second, third, fourth, fifth, sixth] = SHAPES.map(|shape| shaped(simplified, shape, ticker));
    Ok([first?, second?, third?, fourth?, fifth?, sixth?])
}

fn shaped(simplified: &Simplified, shape: Shape, ticker: &mut Ticker<'_>) -> Result<Arrangement, Interrupted> {
    let before = ticker.spent();
    let count = simplified.projected.len();
    let elimination = elimination::min_fill(Graph::of(simplified, shape.longest), shape.seed, ticker)?;
    let tree::Arrangement { mut ranks, sequence, cost } = tree::TreeDecomposition::new(elimination).arrangement();
    ranks.truncate(count);
    let variables = sequence.into_iter().map(|vertex| vertex as usize).filter(|&vertex| vertex < count);
    Ok(Arrangement {
        ranks,
        sequence: variables.map(Var::new).collect(),
        cost,
        steps: (ticker.spent() - before) as u64,
    })
}
