//! Certificates of unsatisfiability: clausal proofs in the format DRAT (Wetzler, Heule and Hunt, SAT 2014).
//!
//! Clauses come in, the text of a proof goes out ([`write()`]); a proof comes in beside the clauses, and a verdict goes
//! out ([`check`]). The two share no code: the solver's word is not taken for anything.
//!
//! A line of a proof is a clause that follows from those before it by unit propagation, or `d` and a clause that is no
//! longer needed; the last clause is empty. Public checkers such as drat-trim read the same text.
//!
//! What is claimed of sums becomes clauses by [`keep_below`].

mod check;
mod write;

pub use crate::encodings::pb::{keep_above, keep_below};
pub use check::{CheckError, check};
pub use write::{Outcome, WriteError, write};

#[cfg(test)]
mod tests;
