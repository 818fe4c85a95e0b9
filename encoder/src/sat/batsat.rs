//! batsat 0.6: the second opinion.

use batsat::{BasicSolver, SolverInterface, lbool};

use super::{Solver, Verdict};
use crate::lit::{Lit, Var};

/// A solver in the manner of `MiniSat`. Not `Send`: make one per thread.
#[derive(Default)]
pub struct Batsat {
    inner: BasicSolver,
    /// The solver's variables by our numbers.
    vars: Vec<batsat::Var>,
    assumptions: Vec<Lit>,
    model: Vec<bool>,
}

impl Batsat {
    /// A solver without clauses.
    pub fn new() -> Self {
        Self::default()
    }

    fn map_lit(&mut self, lit: Lit) -> batsat::Lit {
        while self.vars.len() <= lit.var().index() {
            self.vars.push(self.inner.new_var_default());
        }
        batsat::Lit::new(self.vars[lit.var().index()], lit.is_positive())
    }
}

impl Solver for Batsat {
    fn new_var(&mut self) -> Var {
        let var = Var::new(self.vars.len());
        self.map_lit(var.positive());
        var
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let mut inner: Vec<batsat::Lit> = clause.iter().map(|lit| self.map_lit(*lit)).collect();
        self.inner.add_clause_reuse(&mut inner);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Verdict {
        self.assumptions = assumptions.to_vec();
        let inner: Vec<batsat::Lit> = assumptions.iter().map(|lit| self.map_lit(*lit)).collect();
        let verdict = self.inner.solve_limited(&inner);
        if verdict == lbool::TRUE {
            self.model = self.vars.iter().map(|var| self.inner.value_var(*var) == lbool::TRUE).collect();
            return Verdict::Satisfiable;
        }
        if verdict == lbool::FALSE { Verdict::Unsatisfiable } else { Verdict::Unknown }
    }

    fn value(&self, lit: Lit) -> bool {
        self.model.get(lit.var().index()).copied().unwrap_or(false) == lit.is_positive()
    }

    /// The solver reports the clause that follows, so the literals of its core are negated.
    fn core(&mut self) -> Vec<Lit> {
        let failed = self.inner.unsat_core().to_vec();
        let assumptions = std::mem::take(&mut self.assumptions);
        let core = assumptions.iter().copied().filter(|lit| failed.contains(&!self.map_lit(*lit))).collect();
        self.assumptions = assumptions;
        core
    }

    fn retire(&mut self, lit: Lit) {
        self.add_clause(&[!lit]);
    }
}
