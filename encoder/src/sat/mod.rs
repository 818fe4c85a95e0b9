//! The satisfiability solver, behind an interface of our own.
//!
//! Variables keep the numbers their caller gave them. Whoever asks may rely on every answer and on every core:
//! the known defects of a backend end here.

#[cfg(any(test, feature = "batsat"))]
mod batsat;
mod flipped;
mod gate;
mod varisat;

use crate::cnf::Cnf;
use crate::lit::{Lit, Var};

#[cfg(any(test, feature = "batsat"))]
pub use batsat::Batsat;
pub use flipped::Flipped;
pub use varisat::Varisat;

#[cfg(test)]
mod tests;

/// What a solver found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a model; [`Solver::value`] tells it.
    Satisfiable,
    /// There is none; [`Solver::core`] tells which assumptions are to blame.
    Unsatisfiable,
    /// The solver gave up: its budget was used up.
    Unknown,
}

/// An incremental solver.
pub trait Solver {
    /// A variable that no clause or assumption has mentioned.
    fn new_var(&mut self) -> Var;

    /// Adds a clause for good.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Looks for a model in which the assumptions hold.
    fn solve(&mut self, assumptions: &[Lit]) -> Verdict;

    /// The literal's value in the last model; variables that were never mentioned are false.
    fn value(&self, lit: Lit) -> bool;

    /// Assumptions of the last call, which found no model, that by themselves exclude every model. Not minimal.
    fn core(&mut self) -> Vec<Lit>;

    /// Makes an activation literal false for good and forgets its variable, which must not be mentioned again.
    fn retire(&mut self, lit: Lit);

    /// Adds all clauses.
    fn add_cnf(&mut self, cnf: &Cnf) {
        for clause in cnf.clauses() {
            self.add_clause(clause);
        }
    }
}
