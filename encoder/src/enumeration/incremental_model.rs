//! Assumptions, one after the other, and always a model that agrees with them.
//!
//! An assumption against the model is made good by changing the model where clauses demand it; what goes wrong on the
//! way is learnt. Where that takes too long, the solver is asked under all assumptions.

use crate::budget::{Budget, Interrupted};
use crate::cnf::Cnf;
use crate::engine::{Engine, Incidence, PROPAGATIONS_PER_VAR, Satisfiability as Repair};
use crate::lit::{Lit, Var};
use crate::sat::Solver;
use crate::signed::normalise_junction;

/// Looks at the budget during one repair; after that the solver is asked.
const MAX_CHECKS: u64 = 64;

/// A model that agrees with all assumptions made so far. Each assumption opens a level, and what follows from it by propagation is known
/// there.
pub(crate) struct IncrementalModel {
    cnf: Cnf,
    /// Its phases are the model.
    engine: Engine,
    incidence: Incidence,
    /// Made when it is needed.
    solver: Option<Solver>,
    budget: Budget,
}

impl IncrementalModel {
    /// Nothing is assumed; `None` when there is no model.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub(crate) fn find(cnf: &Cnf, budget: &Budget) -> Result<Option<Self>, Interrupted> {
        budget.check()?;
        if let Some(model) = Engine::of(cnf).backtracking_model(&[], PROPAGATIONS_PER_VAR) {
            return Ok(Some(Self::new(cnf, &model, budget.clone())));
        }
        let mut solver = Solver::of(cnf, budget);
        let is_satisfiable = solver.solve(&[])?;
        Ok(is_satisfiable.then(|| Self::new(cnf, &solver.model(cnf.var_count()), budget.clone())))
    }

    /// Nothing is assumed; `model` is one of the clauses.
    pub(crate) fn new(cnf: &Cnf, model: &[bool], budget: Budget) -> Self {
        let cnf = normalised(cnf);
        let mut engine = Engine::new(cnf.var_count());
        cnf.clauses().for_each(|clause| engine.add(clause));
        engine.adopt(model);
        Self { incidence: Incidence::new(&cnf), engine, cnf, solver: None, budget }
    }

    /// Assumes the literal if a model agrees, which is the one at hand from then on; whether one does.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up; nothing has changed then.
    pub(crate) fn assume(&mut self, lit: Lit) -> Result<bool, Interrupted> {
        if self.value(lit.var()) == lit.is_positive() {
            self.follow(lit);
            return Ok(true);
        }
        let base = self.level();
        self.engine.decide(lit);
        match self.engine.repair(&self.incidence, &self.budget.clone().with_checks(MAX_CHECKS)) {
            Repair::Satisfiable => return Ok(true),
            Repair::Unsatisfiable => {
                self.engine.backtrack(base);
                return Ok(false);
            }
            Repair::Stopped => self.engine.backtrack(base),
        }
        self.budget.check()?;
        let holds = self.ask(lit)?;
        if holds {
            self.follow(lit);
        }
        Ok(holds)
    }

    /// Assumes a literal that the model makes true.
    pub(crate) fn follow(&mut self, lit: Lit) {
        let is_consistent = self.engine.probe(lit);
        assert!(is_consistent, "the model at hand satisfies the assumption and all that it implies");
    }

    /// How many assumptions there are.
    pub(crate) fn level(&self) -> u32 {
        self.engine.level()
    }

    /// Takes back all assumptions but the first so many.
    pub(crate) fn retreat(&mut self, level: u32) {
        self.engine.backtrack(level);
    }

    /// Whether the literal is assumed, or follows by propagation.
    pub(crate) fn is_true(&self, lit: Lit) -> bool {
        self.engine.is_true(lit)
    }

    /// Whether the variable is assumed to have a value, or that follows by propagation.
    pub(crate) fn is_known(&self, var: Var) -> bool {
        self.engine.is_assigned(var)
    }

    /// The value in the model.
    pub(crate) fn value(&self, var: Var) -> bool {
        self.engine.phase(var).is_positive()
    }

    /// Whether the solver finds a model that agrees with the assumptions and the literal.
    fn ask(&mut self, lit: Lit) -> Result<bool, Interrupted> {
        let solver = self.solver.get_or_insert_with(|| Solver::of(&self.cnf, &self.budget));
        let assumptions: Vec<Lit> = self.engine.decisions().chain([lit]).collect();
        let is_satisfiable = solver.solve(&assumptions)?;
        if is_satisfiable {
            self.engine.adopt(&solver.model(self.cnf.var_count()));
        }
        Ok(is_satisfiable)
    }

    /// What follows by propagation from all these literals together, themselves included; `None` when that is a
    /// conflict. Nothing may be assumed.
    pub(crate) fn consequences(&mut self, literals: &[Lit]) -> Option<Vec<Lit>> {
        debug_assert_eq!(self.level(), 0);
        let engine = &mut self.engine;
        let holds = literals.iter().all(|&lit| engine.is_true(lit) || (!engine.is_false(lit) && engine.probe(lit)));
        let consequences = holds.then(|| engine.above_root().to_vec());
        engine.backtrack(0);
        consequences
    }

    /// Looks for another model, with these values in this order as far as clauses allow it; gives up sometimes, and
    /// keeps the one at hand. Nothing may be assumed.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub(crate) fn prefer(&mut self, preferred: &[Lit]) -> Result<(), Interrupted> {
        debug_assert_eq!(self.level(), 0);
        self.engine.suggest(preferred);
        let order: Vec<Var> = preferred.iter().map(|lit| lit.var()).collect();
        match self.engine.satisfy(&order, &self.budget.clone().with_checks(MAX_CHECKS)) {
            Repair::Stopped => self.budget.check(),
            Repair::Satisfiable | Repair::Unsatisfiable => Ok(()),
        }
    }
}

/// The clauses as the engine takes them: without tautologies and repeated literals.
fn normalised(cnf: &Cnf) -> Cnf {
    let mut normalised = Cnf::with_vars(cnf.var_count());
    let mut literals = Vec::new();
    for clause in cnf.clauses() {
        literals.clear();
        literals.extend_from_slice(clause);
        if !normalise_junction(&mut literals) {
            normalised.add(&literals);
        }
    }
    normalised
}
