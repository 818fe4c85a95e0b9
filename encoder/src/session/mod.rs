//! Questions to what is left of a problem after folding.
//!
//! A [`Session`] answers several questions one after the other. Optimisation narrows it: afterwards exactly the
//! optimal assignments remain, and later questions range over them. Formulas given to it belong to the arena of
//! the problem; they may have been built after the session. Answers are the same on every run.
//!
//! A session holds a solver and so is not `Send`; make one per thread from the shared [`Problem`].

mod backtracking;
mod failed_literals;
mod greedy;
mod minimum;
mod optimisation;
mod preparation;

use crate::budget::{Account, Budget, CHECK, Interrupted};
use crate::cardinality;
use crate::engine::{Engine, PROPAGATIONS_PER_VAR};
use crate::formula::{Atom, FormulaId, Formulas};
use crate::lit::Lit;
use crate::preprocess::{self, Reduced};
use crate::problem::{Problem, Residual};
use crate::sat::Solver;
use crate::term::Term;
use crate::tseitin::Translator;

pub use crate::formula::Assignment;
pub use backtracking::{Backtracking, BacktrackingOutcome};
pub use optimisation::BestSum;

/// A problem being solved.
///
/// Clauses come from the translator, over its own variables, and are reduced by what was found out at the start. That
/// holds for all that is added later: nothing that is added can make equal literals differ.
pub struct Session {
    atom_count: usize,
    translator: Translator,
    /// How many of the translator's clauses were taken over.
    taken_over: usize,
    /// What the remaining assignments satisfy.
    reduced: Reduced,
    solver: Solver,
    /// How many of the reduced clauses the solver has.
    loaded: usize,
    /// By variable, false beyond the end; a model of the reduced clauses while the status says so.
    model: Vec<bool>,
    status: ClauseStatus,
    budget: Budget,
    /// What the clauses take.
    account: Account,
}

/// The translator and the solver have clauses too.
const COPIES: usize = 3;

/// What is known of the reduced clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ClauseStatus {
    Open,
    Satisfied,
    Refuted(Refutation),
}

/// How the reduced clauses were found to have no model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Refutation {
    Propagation,
    Counting,
    Search,
}

impl Problem {
    /// Folds, and prepares to solve what is left.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget does not suffice for the preparation.
    pub fn session(&self, known: impl Fn(Atom) -> Option<bool>, budget: Budget) -> Result<Session, Interrupted> {
        Session::new(self, self.fold(known), budget)
    }
}

impl Session {
    /// Prepares to solve what `residual` left open of `problem`.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget does not suffice.
    pub fn new(problem: &Problem, residual: Residual, budget: Budget) -> Result<Self, Interrupted> {
        budget.check()?;
        preparation::prepare(problem, residual, budget)
    }

    /// Some satisfying assignment; `None` when there is none.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn solve(&mut self) -> Result<Option<Assignment>, Interrupted> {
        Ok(self.has_model()?.then(|| self.assignment(|lit| self.value(lit))))
    }

    /// Whether a counting argument showed the problem to be unsatisfiable, which a search might not find in time.
    pub(crate) fn is_refuted_by_counting(&self) -> bool {
        self.status == ClauseStatus::Refuted(Refutation::Counting)
    }

    /// From now on only assignments that satisfy `formula` count.
    pub fn constrain(&mut self, formulas: &Formulas, formula: FormulaId) {
        self.translator.assert(formulas, formula);
        self.reduce_new_clauses();
    }

    /// Some assignment that satisfies the problem and `condition`; the session stays as it is.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn solve_under(
        &mut self,
        formulas: &Formulas,
        condition: FormulaId,
    ) -> Result<Option<Assignment>, Interrupted> {
        let assumption = match self.term(formulas, condition) {
            Term::Const(false) => return Ok(None),
            Term::Const(true) => return self.solve(),
            Term::Lit(lit) => lit,
        };
        if matches!(self.status, ClauseStatus::Refuted(_)) {
            return Ok(None);
        }
        if self.status == ClauseStatus::Satisfied && self.value(assumption) {
            return self.solve();
        }
        if self.ask(&[assumption])? { self.solve() } else { Ok(None) }
    }

    /// What the formula became over reduced literals; clauses that define it are added.
    fn term(&mut self, formulas: &Formulas, formula: FormulaId) -> Term {
        let term = self.translator.term(formulas, formula);
        self.reduce_new_clauses();
        match term {
            Term::Const(_) => term,
            Term::Lit(lit) => self.reduced.term(lit),
        }
    }

    /// Whether the reduced clauses have a model; if so, there is one afterwards. The cheapest way to find out comes first.
    fn has_model(&mut self) -> Result<bool, Interrupted> {
        if self.status == ClauseStatus::Open {
            self.budget.check()?;
            if let Some(model) = self.backtracking_model() {
                self.model = model;
                self.status = ClauseStatus::Satisfied;
            } else if let Some(refutation) = self.strengthen() {
                self.status = ClauseStatus::Refuted(refutation);
            } else if !self.ask(&[])? {
                self.status = ClauseStatus::Refuted(Refutation::Search);
            }
        }
        Ok(self.status == ClauseStatus::Satisfied)
    }

    /// A model that backtracking along the inputs of definitions finds soon.
    fn backtracking_model(&self) -> Option<Vec<bool>> {
        let clauses = &self.reduced.clauses;
        Engine::of(clauses).backtracking_model(&self.inputs(), PROPAGATIONS_PER_VAR)
    }

    /// Before the solver sees the first clause, looks for what it would have to find out tediously.
    fn strengthen(&mut self) -> Option<Refutation> {
        if self.loaded > 0 {
            return None;
        }
        if !preprocess::strengthen(&mut self.reduced) {
            return Some(Refutation::Propagation);
        }
        let groups = self.exclusive_groups();
        cardinality::refutes(&self.reduced.clauses, &groups).then_some(Refutation::Counting)
    }

    /// The reduced literals by which all others are determined, as they are in the last model, false if there is none.
    fn inputs(&self) -> Vec<Lit> {
        let literal = |input: &Lit| match self.reduced.term(*input) {
            Term::Const(_) => None,
            Term::Lit(lit) => Some(if self.value(lit) { lit } else { !lit }),
        };
        self.translator.inputs().iter().filter_map(literal).collect()
    }

    /// Groups of reduced literals of which at most one is true. A group of which one literal is known to be true says
    /// nothing more, and one in which literals have become equal or opposite has become something else.
    fn exclusive_groups(&self) -> Vec<Vec<Lit>> {
        let reduced = |group: &Vec<Lit>| {
            let mut lits = Vec::new();
            for lit in group {
                match self.reduced.term(*lit) {
                    Term::Const(true) => return None,
                    Term::Const(false) => {}
                    Term::Lit(lit) => lits.push(lit),
                }
            }
            lits.sort_by_key(|lit| lit.var());
            let is_distinct = lits.windows(2).all(|pair| pair[0].var() != pair[1].var());
            (is_distinct && lits.len() > 1).then_some(lits)
        };
        self.translator.gates().exclusive().iter().filter_map(reduced).collect()
    }

    /// Whether the solver finds a model under the assumptions, which is then the model of the session.
    fn ask(&mut self, assumptions: &[Lit]) -> Result<bool, Interrupted> {
        self.account.set(COPIES * self.reduced.clauses.bytes());
        // What a model says of each atom is looked up when it is found.
        self.budget.spend(CHECK.max(self.atom_count as u64))?;
        self.load();
        let is_satisfiable = self.solver.solve(assumptions)?;
        if is_satisfiable {
            self.model = self.solver.model(self.reduced.clauses.var_count());
            self.status = ClauseStatus::Satisfied;
        }
        Ok(is_satisfiable)
    }

    /// The literal's value in the model.
    fn value(&self, lit: Lit) -> bool {
        self.model.get(lit.var().index()).is_some_and(|value| *value) == lit.is_positive()
    }

    fn load(&mut self) {
        let clauses = &self.reduced.clauses;
        for index in self.loaded..clauses.len() {
            self.solver.add_clause(clauses.clause(index));
        }
        self.loaded = clauses.len();
    }

    /// Takes over the clauses that the translator made since the last time.
    fn reduce_new_clauses(&mut self) {
        let cnf = self.translator.gates().cnf();
        let fresh: Vec<Vec<Lit>> =
            (self.taken_over..cnf.len()).filter_map(|index| self.reduced.clause(cnf.clause(index))).collect();
        self.taken_over = cnf.len();
        for clause in fresh {
            self.add_hard(&clause);
        }
    }

    /// Adds a clause over reduced literals.
    fn add_hard(&mut self, clause: &[Lit]) {
        self.reduced.add(clause);
        if self.status == ClauseStatus::Satisfied {
            self.status = ClauseStatus::Open;
        }
    }

    /// Extends values of reduced literals to all atoms. Atoms that nothing mentions are false.
    fn assignment(&self, value: impl Fn(Lit) -> bool) -> Assignment {
        let values = (0..self.atom_count).map(|index| match self.atom_term(Atom::new(index)) {
            Term::Const(value) => value,
            Term::Lit(lit) => value(lit),
        });
        Assignment::new(values.collect())
    }

    fn atom_term(&self, atom: Atom) -> Term {
        match self.translator.atom(atom) {
            None => Term::FALSE,
            Some(Term::Lit(lit)) => self.reduced.term(lit),
            Some(term) => term,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
