//! Projected enumeration: every combination of values that some literals have in models, each once.
//!
//! The search is chronological: a decision is false first, then true, and nothing is learnt, so that no clause is
//! ever added: blocking clauses would make the solver slower with every model. Whether a decision leaves a model is
//! seen from a model at hand if possible, else from a walk, else by the solver under the decisions as assumptions.

use crate::backtracking;
use crate::budget::{Budget, Interrupted};
use crate::cnf::Cnf;
use crate::lit::{Lit, Var};
use crate::sat::{Solver, Varisat, Verdict};
use crate::unit_propagation::{Position, Propagator};

/// Each clause is looked at about so many times before a walk gives up.
const EFFORT: usize = 2;

/// The combinations in lexicographic order, false before true.
pub(crate) struct Combinations {
    cnf: Cnf,
    literals: Vec<Lit>,
    propagator: Propagator,
    /// Made when it is needed.
    solver: Option<Varisat>,
    /// Decisions, and literals that follow from them by the solver's word.
    path: Vec<Step>,
    /// A model that agrees with the path.
    model: Vec<bool>,
    /// Whether the path leads to a combination that has been given.
    is_given: bool,
    is_exhausted: bool,
    budget: Budget,
}

/// A literal made true on the way down.
struct Step {
    /// Which of the projected literals it is about.
    index: usize,
    lit: Lit,
    before: Position,
    /// The other value has not been tried.
    is_open: bool,
}

impl Combinations {
    /// Starts from a model of the clauses.
    pub(crate) fn new(cnf: Cnf, literals: Vec<Lit>, model: Vec<bool>, budget: Budget) -> Self {
        Self {
            propagator: Propagator::new(&cnf),
            cnf,
            literals,
            solver: None,
            path: Vec::new(),
            model,
            is_given: false,
            is_exhausted: false,
            budget,
        }
    }

    /// The next combination, by projected literal; `None` when all have been given.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up; the next call goes on from there.
    pub(crate) fn advance(&mut self) -> Result<Option<Vec<bool>>, Interrupted> {
        if self.is_exhausted || (self.is_given && !self.turn()?) {
            self.is_exhausted = true;
            return Ok(None);
        }
        self.is_given = false;
        self.descend()?;
        self.is_given = true;
        Ok(Some(self.combination()))
    }

    /// Goes on with the first combination that comes after this one, whether or not this one is among them.
    /// To be called before anything else.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up; to go on, start again.
    pub(crate) fn resume_after(&mut self, combination: &[bool]) -> Result<(), Interrupted> {
        self.is_given = true;
        for (index, wanted) in combination.iter().copied().enumerate() {
            let value = self.decide(index, wanted)?;
            if value != wanted {
                // All below comes after the combination if the value is true, and before it otherwise.
                self.is_given = !value;
                break;
            }
        }
        Ok(())
    }

    /// Decides every projected literal, false first.
    fn descend(&mut self) -> Result<(), Interrupted> {
        let start = self.path.last().map_or(0, |step| step.index + 1);
        for index in start..self.literals.len() {
            self.decide(index, false)?;
        }
        Ok(())
    }

    /// Gives the projected literal this value if possible, and tells the value it has. Only false leaves the other
    /// value to be tried later.
    fn decide(&mut self, index: usize, value: bool) -> Result<bool, Interrupted> {
        let lit = self.literals[index];
        if let Some(known) = self.propagator.value(lit) {
            return Ok(known);
        }
        let first = if value { lit } else { !lit };
        let holds = self.step(index, first, !value)?;
        if !holds {
            self.force(index, !first);
        }
        Ok(value == holds)
    }

    /// Makes the literal true if a model agrees.
    fn step(&mut self, index: usize, lit: Lit, is_open: bool) -> Result<bool, Interrupted> {
        let before = self.propagator.position();
        let holds = self.propagator.assume(lit);
        if holds {
            self.path.push(Step { index, lit, before, is_open });
            match self.has_model() {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(interrupted) => {
                    self.retreat();
                    return Err(interrupted);
                }
            }
            self.path.pop();
        }
        self.propagator.undo(before);
        Ok(false)
    }

    /// Makes a literal true that follows from the path.
    fn force(&mut self, index: usize, lit: Lit) {
        let before = self.propagator.position();
        self.propagator.assume(lit);
        self.path.push(Step { index, lit, before, is_open: false });
    }

    fn retreat(&mut self) -> Option<Step> {
        let step = self.path.pop()?;
        self.propagator.undo(step.before);
        Some(step)
    }

    /// Reverses the last decision that can be reversed; whether there is one.
    fn turn(&mut self) -> Result<bool, Interrupted> {
        while let Some(step) = self.retreat() {
            if !step.is_open {
                continue;
            }
            match self.step(step.index, !step.lit, false) {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(interrupted) => {
                    self.propagator.assume(step.lit);
                    self.path.push(step);
                    return Err(interrupted);
                }
            }
        }
        Ok(false)
    }

    fn combination(&self) -> Vec<bool> {
        self.literals.iter().map(|lit| self.propagator.value(*lit) == Some(true)).collect()
    }

    /// Whether some model agrees with the path; if so, it is the model from now on.
    fn has_model(&mut self) -> Result<bool, Interrupted> {
        let Some(last) = self.path.last() else { return Ok(true) };
        if self.agrees(last.lit) {
            return Ok(true);
        }
        self.budget.check()?;
        let effort = EFFORT * (self.cnf.var_count() + self.cnf.len());
        let preferences = self.preferences();
        if let Some(model) = backtracking::model_within(&mut self.propagator, &preferences, effort) {
            self.model = model;
            return Ok(true);
        }
        self.ask()
    }

    fn agrees(&self, lit: Lit) -> bool {
        self.model[lit.var().index()] == lit.is_positive()
    }

    /// What comes next should be false, so that the model serves the way down.
    fn preferences(&self) -> Vec<Lit> {
        let next = self.path.last().map_or(0, |step| step.index + 1);
        self.literals[next..].iter().map(|lit| !*lit).collect()
    }

    fn ask(&mut self) -> Result<bool, Interrupted> {
        let solver = self.solver.get_or_insert_with(|| {
            let mut solver = Varisat::within(&self.budget);
            solver.add_cnf(&self.cnf);
            solver
        });
        let assumptions: Vec<Lit> = self.path.iter().map(|step| step.lit).collect();
        match solver.solve(&assumptions) {
            Verdict::Unknown => Err(Interrupted),
            Verdict::Unsatisfiable => Ok(false),
            Verdict::Satisfiable => {
                let value = |index| solver.value(Var::new(index).positive());
                self.model = (0..self.cnf.var_count()).map(value).collect();
                Ok(true)
            }
        }
    }
}

#[cfg(test)]
mod tests;
