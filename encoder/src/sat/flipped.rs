//! The opposite default: a solver that is told every literal negated.

use super::{Solver, Verdict};
use crate::lit::{Lit, Var};

/// A solver that prefers true where the one inside prefers false.
#[derive(Default)]
pub struct Flipped<S>(S);

impl<S: Solver> Flipped<S> {
    /// Turns a solver without clauses around.
    pub fn new(inner: S) -> Self {
        Self(inner)
    }
}

fn flip(lits: &[Lit]) -> Vec<Lit> {
    lits.iter().map(|lit| !*lit).collect()
}

impl<S: Solver> Solver for Flipped<S> {
    fn new_var(&mut self) -> Var {
        self.0.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.0.add_clause(&flip(clause));
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Verdict {
        self.0.solve(&flip(assumptions))
    }

    fn value(&self, lit: Lit) -> bool {
        self.0.value(!lit)
    }

    fn core(&mut self) -> Vec<Lit> {
        flip(&self.0.core())
    }

    fn retire(&mut self, lit: Lit) {
        self.0.retire(!lit);
    }
}
