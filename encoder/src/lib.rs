//! The solver layer of variscope: formulas, clauses, and the questions asked of them.
//!
//! Nothing here knows TOSCA, files or terminals. Left to right:
//!
//! [`formula`] (what is said) → [`problem`] (definitions and constraints, each with its rule; folding) →
//! [`session`] (solving, optimisation, tie-breaks over what folding left) and [`explain`] (minimal cores of rules).

#[cfg(test)]
mod brute_force;
pub mod budget;
mod cardinality;
pub mod cnf;
mod component;
pub mod dimacs;
pub mod explain;
pub mod formula;
pub mod lit;
mod optimum;
pub mod problem;
mod reduction;
pub mod sat;
pub mod session;
mod signed;
pub mod tseitin;
mod unit_propagation;

pub use budget::{Budget, Interrupted};
pub use cnf::Cnf;
pub use explain::{Explainer, Reason};
pub use formula::{Atom, FormulaId, Formulas};
pub use lit::{Lit, Var};
pub use problem::{Folded, Problem, RuleIndex};
pub use session::{Assignment, Session};
