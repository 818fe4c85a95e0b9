//! The search in one connected part.

use std::collections::BTreeSet;

use super::BackboneValue;
use crate::budget::Ticker;
use crate::budget::{Budget, Interrupted};
use crate::cnf::Cnf;
use crate::engine::Engine;
use crate::lit::{Lit, Var};
use crate::sat::Solver;

/// Literals that are propagated for each variable before a model is left to the solver: there are many such attempts.
const PROPAGATIONS_PER_VAR: usize = 5;
/// Attempts at a model by backtracking that may fail in a row before no further one is made.
const MAX_FAILED_ATTEMPTS: usize = 3;

/// Candidates and the means to drop them.
pub(crate) struct BackboneSearch<'a> {
    cnf: &'a Cnf,
    /// Knows the fixed literals.
    engine: Engine,
    /// Literals that are true in every model seen, and neither fixed nor found to be free.
    candidates: BTreeSet<Lit>,
    /// By literal: the clauses that hold it, if it was a candidate at first.
    occurrences: Vec<Vec<u32>>,
    /// Prefers false, and so drops positive candidates; the other one drops negative ones. Made when needed.
    solver: Option<Solver>,
    opposite: Option<Solver>,
    attempts_left: usize,
    budget: &'a Budget,
}

impl<'a> BackboneSearch<'a> {
    /// Starts with two models; `None` when there is none. Only the variables that are `asked` for are searched.
    pub(crate) fn new(cnf: &'a Cnf, asked: &BTreeSet<Var>, budget: &'a Budget) -> Result<Option<Self>, Interrupted> {
        let mut search = Self {
            cnf,
            engine: Engine::with_clauses(cnf.var_count(), || cnf.clauses(), &mut Ticker::new(budget))?,
            candidates: BTreeSet::new(),
            occurrences: vec![Vec::new(); 2 * cnf.var_count()],
            solver: None,
            opposite: None,
            attempts_left: MAX_FAILED_ATTEMPTS,
            budget,
        };
        budget.check()?;
        let Some(low) = search.first_model(false)? else { return Ok(None) };
        budget.check()?;
        let Some(high) = search.first_model(true)? else { return Ok(None) };
        budget.check()?;
        let agreed = asked.iter().filter(|var| low[var.index()] == high[var.index()]);
        search.candidates = agreed.map(|var| var.lit(low[var.index()])).collect();
        search.find_occurrences();
        search.drop_false(&low);
        search.drop_false(&high);
        Ok(Some(search))
    }

    /// What is known of a variable that was asked for.
    pub(crate) fn value(&self, var: Var) -> BackboneValue {
        let literals = [var.positive(), var.negative()];
        if let Some(fixed) = literals.into_iter().find(|&lit| self.engine.is_true(lit)) {
            return BackboneValue::Fixed(fixed.is_positive());
        }
        let is_candidate = literals.iter().any(|lit| self.candidates.contains(lit));
        if is_candidate { BackboneValue::Undecided } else { BackboneValue::Free }
    }

    /// Looks at all candidates.
    pub(crate) fn finish(&mut self) -> Result<(), Interrupted> {
        while let Some(lit) = self.next_candidate() {
            self.budget.check()?;
            if self.drops_with(lit) {
                continue;
            }
            match self.solve(!lit.is_positive(), &[!lit])? {
                Some(model) => self.drop_false(&model),
                None => self.fix(lit),
            }
        }
        Ok(())
    }

    fn find_occurrences(&mut self) {
        let mut is_candidate = vec![false; self.occurrences.len()];
        self.candidates.iter().for_each(|lit| is_candidate[lit.code()] = true);
        for (id, clause) in self.cnf.clauses().enumerate() {
            for lit in clause.iter().filter(|lit| is_candidate[lit.code()]) {
                self.occurrences[lit.code()].push(id as u32);
            }
        }
    }

    fn first_model(&mut self, preferred: bool) -> Result<Option<Vec<bool>>, Interrupted> {
        let order: Vec<Lit> = (0..self.cnf.var_count()).map(|index| Var::new(index).lit(preferred)).collect();
        if let Some(model) = self.engine.backtracking_model(&order, PROPAGATIONS_PER_VAR) {
            return Ok(Some(model));
        }
        self.solve(preferred, &[])
    }

    /// The first candidate that unit propagation does not settle.
    fn next_candidate(&mut self) -> Option<Lit> {
        loop {
            let lit = *self.candidates.first()?;
            if self.engine.is_assigned(lit.var()) {
                self.candidates.remove(&lit);
            } else if self.engine.probe(!lit) {
                self.engine.backtrack(0);
                return Some(lit);
            } else {
                self.fix(lit);
            }
        }
    }

    /// Looks for a model in which the candidate, and after it as many others as go along with it, are false, and drops all of these
    /// from the candidates; whether there is one soon.
    fn drops_with(&mut self, lit: Lit) -> bool {
        if self.attempts_left == 0 {
            return false;
        }
        let order: Vec<Lit> = self.candidates.iter().map(|lit| !*lit).collect();
        let model =
            if self.engine.probe(!lit) { self.engine.backtracking_model(&order, PROPAGATIONS_PER_VAR) } else { None };
        self.engine.backtrack(0);
        if let Some(model) = &model {
            self.drop_false(model);
            self.attempts_left = MAX_FAILED_ATTEMPTS;
        } else {
            self.attempts_left -= 1;
        }
        model.is_some()
    }

    fn fix(&mut self, lit: Lit) {
        self.candidates.remove(&lit);
        self.engine.add(&[lit]);
        if let Some(solver) = &mut self.solver {
            solver.add_clause(&[lit]);
        }
        if let Some(solver) = &mut self.opposite {
            solver.add_clause(&[lit]);
        }
    }

    /// Drops candidates that are false in the model, or could be: no clause needs them to be true.
    fn drop_false(&mut self, model: &[bool]) {
        let is_true = |lit: Lit| model[lit.var().index()] == lit.is_positive();
        let (cnf, occurrences) = (self.cnf, &self.occurrences);
        let is_needed = |lit: Lit| {
            let mut clauses = occurrences[lit.code()].iter().map(|&id| cnf.clause(id as usize));
            clauses.any(|clause| clause.iter().all(|&other| other == lit || !is_true(other)))
        };
        self.candidates.retain(|&lit| is_true(lit) && is_needed(lit));
    }

    /// A model under the assumptions, from the solver that prefers this value.
    fn solve(&mut self, preferred: bool, assumptions: &[Lit]) -> Result<Option<Vec<bool>>, Interrupted> {
        self.budget.check()?;
        let (cnf, budget) = (self.cnf, self.budget);
        let solver = if preferred { &mut self.opposite } else { &mut self.solver };
        let solver = solver.get_or_insert_with(|| {
            let solver = Solver::within(budget);
            let mut solver = if preferred { solver.preferring_true() } else { solver };
            solver.add_cnf(cnf);
            solver
        });
        Ok(solver.solve(assumptions)?.then(|| solver.model(cnf.var_count())))
    }
}
