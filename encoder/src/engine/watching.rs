//! How much room clauses take where each watches its first two literals.

use super::arena::Arena;
use crate::Lit;

/// Numbers of clauses, counted before they are stored: lists that grow step by step leave gaps in memory.
pub(super) struct WatchCounts {
    /// By literal: clauses of two literals that begin with it or end with it, and longer ones that watch it.
    pub(super) by_literal: Vec<[u32; 2]>,
    /// What the longer clauses take in the arena.
    pub(super) words: usize,
}

impl WatchCounts {
    /// No clause over so many literals.
    pub(super) fn new(literal_count: usize) -> Self {
        Self { by_literal: vec![[0; 2]; literal_count], words: 0 }
    }

    /// Counts a clause; those of one literal watch nothing.
    pub(super) fn add(&mut self, clause: &[Lit]) {
        let [first, second, ..] = *clause else { return };
        let kind = usize::from(clause.len() > 2);
        self.by_literal[first.code()][kind] += 1;
        self.by_literal[second.code()][kind] += 1;
        self.words += kind * Arena::words(clause.len());
    }
}
