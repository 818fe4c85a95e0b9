//! The table of results of [`Diagrams::choose`](super::Diagrams::choose) (Brace, Rudell & Bryant, "Efficient implementation of a BDD
//! package", DAC 1990).
//!
//! Each question has one place in the table, where a later one with the same place replaces it. What was replaced is computed anew
//! when it is asked for again; since equal functions are one node, that makes no node that was not there. Invariant: there
//! are at least as many places as nodes.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::Bdd;

/// Places for each node.
const PLACES: usize = 2;
/// Places at the start.
const FEWEST: usize = 1 << 8;

/// Condition, function where it holds, and function where it does not.
type Question = (Bdd, Bdd, Bdd);

/// Results that are known.
#[derive(Debug)]
pub(super) struct Computed {
    /// As many as a power of two. The constant false as condition is never asked for: such an entry is empty.
    entries: Vec<(Question, Bdd)>,
}

const EMPTY: (Question, Bdd) = ((Bdd::FALSE, Bdd::FALSE, Bdd::FALSE), Bdd::FALSE);

impl Computed {
    pub(super) fn new() -> Self {
        Self { entries: vec![EMPTY; FEWEST] }
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<(Question, Bdd)>()
    }

    pub(super) fn get(&self, question: Question) -> Option<Bdd> {
        let (asked, result) = self.entries[self.place(question)];
        (asked == question).then_some(result)
    }

    pub(super) fn insert(&mut self, question: Question, result: Bdd) {
        let place = self.place(question);
        self.entries[place] = (question, result);
    }

    /// Makes room for the results about so many nodes.
    pub(super) fn grow(&mut self, nodes: usize) {
        if nodes > self.entries.len() {
            let larger = vec![EMPTY; (PLACES * nodes).next_power_of_two()];
            let smaller = std::mem::replace(&mut self.entries, larger);
            smaller
                .into_iter()
                .filter(|entry| *entry != EMPTY)
                .for_each(|(question, result)| self.insert(question, result));
        }
    }

    /// Drops what is about nodes from this place on.
    pub(super) fn forget(&mut self, kept: usize) {
        let stays = |bdd: Bdd| bdd.index() < kept;
        for entry in &mut self.entries {
            let ((condition, high, low), result) = *entry;
            if ![condition, high, low, result].into_iter().all(stays) {
                *entry = EMPTY;
            }
        }
    }

    fn place(&self, question: Question) -> usize {
        FxBuildHasher.hash_one(question) as usize & (self.entries.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Questions about the nodes from 2 on, each with a result of its own.
    fn questions(nodes: u32) -> impl Iterator<Item = (Question, Bdd)> {
        (2..nodes).map(|node| ((Bdd(node), Bdd::TRUE, Bdd(node / 2)), Bdd(node - 1)))
    }

    #[test]
    fn whatever_is_known_is_right() {
        let mut computed = Computed::new();
        for (question, result) in questions(5_000) {
            computed.insert(question, result);
            assert_eq!(computed.get(question), Some(result));
        }
        let right = |(question, result)| computed.get(question).is_none_or(|known| known == result);
        assert!(questions(5_000).all(right));
        assert_eq!(computed.get((Bdd(2), Bdd::TRUE, Bdd(9))), None);
    }

    #[test]
    fn a_larger_table_keeps_what_the_smaller_one_had() {
        let mut computed = Computed::new();
        questions(200).for_each(|(question, result)| computed.insert(question, result));
        let known: Vec<_> = questions(200).filter(|(question, _)| computed.get(*question).is_some()).collect();
        computed.grow(10_000);
        assert!(known.iter().all(|&(question, result)| computed.get(question) == Some(result)));
        assert!(computed.bytes() >= 10_000 * size_of::<(Question, Bdd)>());
    }

    #[test]
    fn forgotten_nodes_are_in_no_result() {
        let mut computed = Computed::new();
        questions(200).for_each(|(question, result)| computed.insert(question, result));
        computed.forget(100);
        for (question, _) in questions(200).filter(|(question, _)| computed.get(*question).is_some()) {
            assert!(question.0.index() < 100);
        }
        assert!(questions(100).any(|(question, _)| computed.get(question).is_some()));
    }
}
