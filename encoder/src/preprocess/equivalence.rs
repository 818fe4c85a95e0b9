//! Equal literals: strongly connected components of the implications in clauses of two literals (Aspvall, Plass and
//! Tarjan, 1979).
//!
//! Tarjan's algorithm (1972) by hand, on the lists that the engine has anyway. petgraph's `tarjan_scc` recurses, so that a
//! long chain of implications overflows the stack; its `kosaraju_scc` wants the implications copied into a graph, with
//! which the backbones of large feature models took a fifth longer.

use crate::Lit;
use crate::engine::Engine;

const UNSEEN: u32 = u32::MAX;

/// A depth-first search with an explicit stack.
struct EquivalenceSearch<'a> {
    engine: &'a Engine,
    /// By literal: when it was reached.
    index: Vec<u32>,
    /// By literal: the earliest literal it is known to lead back to; `UNSEEN` again when its component is complete.
    low: Vec<u32>,
    /// Literals of components that are not complete.
    open: Vec<Lit>,
    /// The path: a literal, and how many of its implications have been followed.
    path: Vec<(Lit, usize)>,
    next: u32,
    equal: Vec<(Lit, Lit)>,
}

/// Pairs of equal literals that, closed transitively, say all that the clauses of two literals say.
pub(super) fn equivalences(engine: &Engine) -> Vec<(Lit, Lit)> {
    let count = 2 * engine.var_count();
    let (index, low) = (vec![UNSEEN; count], vec![UNSEEN; count]);
    let mut search =
        EquivalenceSearch { engine, index, low, open: Vec::new(), path: Vec::new(), next: 0, equal: Vec::new() };
    for lit in (0..count).map(Lit::from_code) {
        if search.index[lit.code()] == UNSEEN && !engine.is_assigned(lit.var()) {
            search.explore(lit);
        }
    }
    search.equal
}

impl EquivalenceSearch<'_> {
    fn explore(&mut self, start: Lit) {
        self.reach(start);
        while let Some((lit, followed)) = self.path.last_mut() {
            let lit = *lit;
            let Some(&next) = self.engine.implied_by(lit).get(*followed) else {
                self.leave(lit);
                continue;
            };
            *followed += 1;
            if self.engine.is_assigned(next.var()) {
                continue;
            }
            if self.index[next.code()] == UNSEEN {
                self.reach(next);
            } else if self.low[next.code()] != UNSEEN {
                self.low[lit.code()] = self.low[lit.code()].min(self.index[next.code()]);
            }
        }
    }

    fn reach(&mut self, lit: Lit) {
        self.index[lit.code()] = self.next;
        self.low[lit.code()] = self.next;
        self.next += 1;
        self.open.push(lit);
        self.path.push((lit, 0));
    }

    fn leave(&mut self, lit: Lit) {
        self.path.pop();
        let low = self.low[lit.code()];
        if let Some(&(parent, _)) = self.path.last() {
            self.low[parent.code()] = self.low[parent.code()].min(low);
        }
        if low == self.index[lit.code()] {
            self.complete(lit);
        }
    }

    /// Everything that was reached since `root` is equal to it. The smallest stands for all, so that they need no chain.
    fn complete(&mut self, root: Lit) {
        let start = self.open.iter().rposition(|&lit| lit == root).unwrap_or_default();
        let smallest = self.open[start..].iter().copied().min().unwrap_or(root);
        for lit in self.open.drain(start..) {
            self.low[lit.code()] = UNSEEN;
            if lit != smallest {
                self.equal.push((smallest, lit));
            }
        }
    }
}
