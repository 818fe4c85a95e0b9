//! Which sets of literals hold together in some model: 64 questions in one pass.

use super::{Circuit, Edge, Gate};
use crate::Lit;

impl Circuit {
    /// For each set of literals of counted variables, whether a model makes all of them true.
    ///
    /// # Panics
    /// When a variable is beyond all those that are counted.
    pub fn feasible<'a>(&self, sets: impl IntoIterator<Item = &'a [Lit]>) -> Vec<bool> {
        let mut sets = sets.into_iter();
        let mut falsified = vec![0u64; 2 * self.var_limit()];
        let mut answers = Vec::new();
        loop {
            let batch: Vec<&[Lit]> = sets.by_ref().take(64).collect();
            if batch.is_empty() {
                return answers;
            }
            let mut possible = u64::MAX;
            for (bit, set) in batch.iter().enumerate() {
                for &lit in *set {
                    falsified[(!lit).code()] |= 1 << bit;
                    possible &= !(falsified[lit.code()] & 1 << bit);
                }
            }
            possible &= self.possible(&falsified);
            answers.extend((0..batch.len()).map(|bit| possible >> bit & 1 == 1));
            batch.iter().flat_map(|set| set.iter()).for_each(|lit| falsified[(!*lit).code()] = 0);
        }
    }

    /// The questions, one in each bit, that the root can satisfy without the literals that are false in them.
    fn possible(&self, falsified: &[u64]) -> u64 {
        let mut words: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for node in self.nodes() {
            let word = |edge: &Edge| {
                self.literals(edge).iter().fold(words[edge.target.index()], |word, lit| word & !falsified[lit.code()])
            };
            let edges = self.edges(node).iter().map(word);
            let word = match self.gate(node) {
                Gate::And => edges.fold(u64::MAX, |all, edge| all & edge),
                Gate::Or => edges.fold(0, |any, edge| any | edge),
            };
            words.push(word);
        }
        words[self.root().index()]
    }
}
