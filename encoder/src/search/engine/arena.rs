//! Clauses of three and more literals in one buffer.

use crate::Lit;

/// Where a clause is in the [`Arena`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ClauseRef(u32);

/// The word before the literals of a clause is its length, stored as the literal with that code.
#[derive(Default)]
pub(super) struct Arena {
    words: Vec<Lit>,
}

impl Arena {
    pub(super) fn push(&mut self, clause: &[Lit]) -> ClauseRef {
        let reference = u32::try_from(self.words.len()).expect("fewer than 2^32 literals");
        self.words.push(Lit::from_code(clause.len()));
        self.words.extend_from_slice(clause);
        ClauseRef(reference)
    }

    /// Makes room for so many more words: one for each clause, and its literals.
    pub(super) fn reserve(&mut self, words: usize) {
        self.words.reserve_exact(words);
    }

    #[inline]
    pub(super) fn get(&self, clause: ClauseRef) -> &[Lit] {
        let start = clause.0 as usize + 1;
        &self.words[start..start + self.words[start - 1].code()]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, clause: ClauseRef) -> &mut [Lit] {
        let start = clause.0 as usize + 1;
        let length = self.words[start - 1].code();
        &mut self.words[start..start + length]
    }

    /// Moves `clause` down to `end`, which is at most its place, and gives the new end.
    pub(super) fn move_to(&mut self, clause: ClauseRef, end: ClauseRef) -> ClauseRef {
        let start = clause.0 as usize;
        let length = self.words[start].code() + 1;
        self.words.copy_within(start..start + length, end.0 as usize);
        ClauseRef(end.0 + length as u32)
    }

    /// Drops everything from `end` on.
    pub(super) fn truncate(&mut self, end: ClauseRef) {
        self.words.truncate(end.0 as usize);
    }
}
