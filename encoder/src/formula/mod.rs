//! Formulas: hash-consed, folded as they are built, and cheap to keep by the hundred thousand.
//!
//! A [`Formulas`] arena owns the nodes; a [`FormulaId`] names a formula of that arena in four bytes. Negation is a
//! bit of the id and an atom is an id of its own, so neither takes a node. Operands always have smaller node numbers
//! than the node above them: a pass in ascending order visits operands first, whatever the depth.

mod arena;
mod assignment;
mod build;
mod cone;
mod evaluate;
mod id;
mod monotone;
mod operator;
mod substitute;

pub use arena::{Formulas, Node};
pub use assignment::Assignment;
pub use evaluate::FormulaParts;
pub(crate) use id::Root;
pub use id::{Atom, FormulaId};
pub(crate) use operator::{Operator, Tally};

#[cfg(test)]
mod tests;
