//! Whether the parts of conjunctions are independent.

use super::{Circuit, Gate};
use crate::Var;

/// Variables that are looked at in one pass.
const BLOCK: usize = 64;

impl Circuit {
    /// A variable that two parts of a conjunction mention; none when all conjunctions are decomposable.
    ///
    /// An edge is a conjunction too, of its literals and its target.
    pub(super) fn shared_variable(&self) -> Option<Var> {
        let mut mentions = vec![0u64; self.nodes.len()];
        (0..self.var_limit()).step_by(BLOCK).find_map(|first| {
            let shared = self.nodes.iter().enumerate().find_map(|(index, node)| {
                let (mentioned, shared) = self.mentioned(node.gate, node.edges.clone(), first, &mentions);
                mentions[index] = mentioned;
                (shared > 0).then_some(shared)
            })?;
            Some(Var::new(first + shared.trailing_zeros() as usize))
        })
    }

    /// The variables of a block that edges mention, and those that parts share; one bit for each.
    fn mentioned(&self, gate: Gate, edges: std::ops::Range<u32>, first: usize, mentions: &[u64]) -> (u64, u64) {
        let (mut all, mut shared) = (0, 0);
        for edge in &self.edges[edges.start as usize..edges.end as usize] {
            let mut part = mentions[edge.target.index()];
            for lit in self.literals(edge) {
                let bit = lit.var().index().checked_sub(first).filter(|&bit| bit < BLOCK).map_or(0, |bit| 1 << bit);
                shared |= part & bit;
                part |= bit;
            }
            if gate == Gate::And {
                shared |= all & part;
            }
            all |= part;
        }
        (all, shared)
    }
}
