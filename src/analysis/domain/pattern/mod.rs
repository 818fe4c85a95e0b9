//! What regular expressions of declarations let through.
//!
//! Comes in: a pattern. Goes out: some texts that may be like it, or all of them where these are few, and whether they are
//! finitely many; and an automaton for it. Of what patterns can say, that is understood which people write for names, versions and
//! addresses: letters, classes, groups, alternatives, repetitions. Invariant: where all texts are listed, none is missing; the caller
//! checks whether a text is like the pattern.

mod all;
mod automaton;
mod like;
mod parse;

pub(super) use all::{PatternTexts, all};
pub(super) use automaton::PatternAutomaton;
pub(super) use like::like;
