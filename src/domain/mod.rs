//! From inputs to classes: configurations that nothing in the template can tell apart.
//!
//! Comes in: the declared inputs, the values that are given, the expressions that read inputs, and a way to find out
//! what a reader makes of a configuration. Goes out: a [`Partition`] into groups of inputs that are read together;
//! the configurations of a group fall into [`Class`]es by what its readers make of them. Each class has a witness, a
//! configuration that is in it, because classes are found by evaluation and never by reasoning about operators.
//! The day of the week is one more input with seven values where an expression asks for it, though nobody declares it:
//! configurations that differ in the day are two, and a witness names its day ([`crate::value::WEEKDAY`]).
//! Invariant: a partition that is not exact says so with a [`Caveat`].

mod axes;
mod candidate;
mod concatenation;
mod connected;
mod declaration;
mod fallback;
mod finite;
mod found;
mod interval;
mod linear;
mod operands;
mod partition;
mod product;
mod samples;
mod scale;
mod sign;
mod steps;
mod total;
mod usage;
mod words;

pub use candidate::Candidate;
pub use finite::completions;
pub use partition::{Asks, Class, Group, Partition, Reader, Unread};
pub use sign::{Sign, Signs, Told};
pub use total::is_total;

use crate::source::Span;

/// Why a partition may miss classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caveat {
    /// The expression that is to blame, if one is.
    pub span: Option<Span>,
    /// What cannot be analysed about it.
    pub message: String,
}
