//! Clauses of three and more literals in one buffer.

use crate::Lit;

/// Where a clause is in the [`Arena`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ClauseRef(u32);

/// Clauses of more literals are searched from where something to watch was found last (Gent, JAIR 2013).
const SHORT: usize = 16;
/// The literals that a clause watches are its first ones.
const WATCHED: usize = 2;

/// Before the literals of a clause stands its length; after those of a long one the position where it last found a literal
/// to watch. Both are stored as the literal with that code.
#[derive(Default)]
pub(super) struct Arena {
    words: Vec<Lit>,
}

impl Arena {
    pub(super) fn push(&mut self, clause: &[Lit]) -> ClauseRef {
        let reference = u32::try_from(self.words.len()).expect("fewer than 2^32 literals");
        self.words.push(Lit::from_code(clause.len()));
        self.words.extend_from_slice(clause);
        self.words.extend((clause.len() > SHORT).then(|| Lit::from_code(WATCHED)));
        ClauseRef(reference)
    }

    /// How many words a clause of so many literals takes.
    pub(super) fn words(length: usize) -> usize {
        1 + length + usize::from(length > SHORT)
    }

    /// Makes room for so many more words.
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

    /// The first position, beyond the watched ones, of a literal that `is_open`.
    #[inline]
    pub(super) fn find_open(&mut self, clause: ClauseRef, is_open: impl Fn(Lit) -> bool) -> Option<usize> {
        let literals = self.get(clause);
        if literals.len() > SHORT {
            return self.find_open_from_last(clause, is_open);
        }
        (WATCHED..literals.len()).find(|&position| is_open(literals[position]))
    }

    fn find_open_from_last(&mut self, clause: ClauseRef, is_open: impl Fn(Lit) -> bool) -> Option<usize> {
        let literals = self.get(clause);
        let end = clause.0 as usize + 1 + literals.len();
        let last = self.words[end].code();
        let mut positions = (last..literals.len()).chain(WATCHED..last);
        let found = positions.find(|&position| is_open(literals[position]))?;
        self.words[end] = Lit::from_code(found);
        Some(found)
    }

    /// Moves `clause` down to `end`, which is at most its place, and gives the new end.
    pub(super) fn move_to(&mut self, clause: ClauseRef, end: ClauseRef) -> ClauseRef {
        let start = clause.0 as usize;
        let length = Self::words(self.words[start].code());
        self.words.copy_within(start..start + length, end.0 as usize);
        ClauseRef(end.0 + length as u32)
    }

    /// Drops everything from `end` on.
    pub(super) fn truncate(&mut self, end: ClauseRef) {
        self.words.truncate(end.0 as usize);
    }
}
