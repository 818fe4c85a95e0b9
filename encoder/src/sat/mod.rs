//! The satisfiability solver: varisat, behind an interface of our own.
//!
//! Variables keep the numbers their caller gave them. Every answer and every core is reliable: the known
//! defects of varisat end in `solver`, and the one way to stop it is in `gate`.

mod gate;
mod solver;

pub use solver::Solver;

#[cfg(test)]
mod tests;
