//! Which variable to decide next.

use crate::Var;
use crate::engine::Engine;

/// A fixed order of the variables by rank, low first; conflicts order those of equal rank.
pub(crate) struct Order {
    ranks: Vec<u32>,
    /// By variable: in how many clauses it occurs.
    occurrences: Vec<f32>,
}

impl Order {
    /// Ranks and numbers of occurrences by variable.
    pub(crate) fn new(ranks: Vec<u32>, occurrences: Vec<f32>) -> Self {
        Self { ranks, occurrences }
    }

    /// The projected variable of `scope` to decide; `scope` holds at least one.
    pub(super) fn choose(&self, engine: &Engine, projected: &[bool], scope: &[Var]) -> Var {
        let mut best: Option<(u32, f32, Var)> = None;
        for &var in scope.iter().filter(|var| projected[var.index()]) {
            let rank = self.ranks[var.index()];
            if best.is_some_and(|(least, ..)| rank > least) {
                continue;
            }
            let score = engine.activity(var) + self.occurrences[var.index()];
            if best.is_none_or(|(least, most, _)| rank < least || score > most) {
                best = Some((rank, score, var));
            }
        }
        best.expect("a component to be counted has a projected variable").2
    }
}
