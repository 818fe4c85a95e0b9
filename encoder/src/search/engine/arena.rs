//! Clauses of three and more literals in one buffer.

use crate::Lit;

/// Where a clause is in the [`Arena`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ClauseRef(u32);

/// Words before the literals of a clause.
const HEADER: usize = 2;
/// The literals that a clause watches are its first ones.
pub(super) const WATCHED: usize = 2;

/// Before the literals of a clause stand its length, and the position where it last found a literal to watch (Gent, JAIR
/// 2013): long clauses are searched from there. Both are stored as the literal with that code.
#[derive(Default)]
pub(super) struct Arena {
    words: Vec<Lit>,
}

impl Arena {
    pub(super) fn push(&mut self, clause: &[Lit]) -> ClauseRef {
        let reference = u32::try_from(self.words.len()).expect("fewer than 2^32 literals");
        self.words.extend([Lit::from_code(clause.len()), Lit::from_code(WATCHED)]);
        self.words.extend_from_slice(clause);
        ClauseRef(reference)
    }

    /// Makes room for so many more clauses with so many literals together.
    pub(super) fn reserve(&mut self, clauses: usize, literals: usize) {
        self.words.reserve_exact(HEADER * clauses + literals);
    }

    #[inline]
    pub(super) fn get(&self, clause: ClauseRef) -> &[Lit] {
        let start = clause.0 as usize + HEADER;
        &self.words[start..start + self.words[clause.0 as usize].code()]
    }

    /// The position where the clause last found a literal to watch, and its literals.
    #[inline]
    pub(super) fn get_mut(&mut self, clause: ClauseRef) -> (&mut Lit, &mut [Lit]) {
        let (header, rest) = self.words[clause.0 as usize..].split_at_mut(HEADER);
        let length = header[0].code();
        (&mut header[1], &mut rest[..length])
    }

    /// Moves `clause` down to `end`, which is at most its place, and gives the new end.
    pub(super) fn move_to(&mut self, clause: ClauseRef, end: ClauseRef) -> ClauseRef {
        let start = clause.0 as usize;
        let length = HEADER + self.words[start].code();
        self.words.copy_within(start..start + length, end.0 as usize);
        ClauseRef(end.0 + length as u32)
    }

    /// Drops everything from `end` on.
    pub(super) fn truncate(&mut self, end: ClauseRef) {
        self.words.truncate(end.0 as usize);
    }
}
