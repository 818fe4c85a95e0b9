//! An assignment for each of many formulas, by backtracking.

use super::{ClauseStatus, Session};
use crate::budget::Interrupted;
use crate::engine::{Engine, PROPAGATIONS_PER_VAR};
use crate::formula::{Assignment, FormulaId, Formulas};
use crate::lit::Lit;
use crate::term::Term;

/// Assignments for formulas of a session, each found by backtracking, without a solver that learns.
pub struct Backtracking {
    engine: Engine,
    /// Literals that are tried true, in this order.
    order: Vec<Lit>,
    /// By formula.
    terms: Vec<Term>,
}

/// What backtracking finds about a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BacktrackingOutcome {
    /// An assignment in which it holds.
    Found(Assignment),
    /// It holds in none.
    Impossible,
    /// Too much had to be tried.
    Unknown,
}

impl Session {
    /// Prepares to look for an assignment for each of these formulas. What the session is narrowed to later is not looked at.
    pub fn backtracking(&mut self, formulas: &Formulas, asked: &[FormulaId]) -> Backtracking {
        let terms = asked.iter().map(|&formula| self.term(formulas, formula)).collect();
        Backtracking { engine: Engine::of(&self.reduced.clauses), order: self.inputs(), terms }
    }
}

impl Backtracking {
    /// An assignment of the session in which the formula at a place holds. Unit propagation is quick, and so is each call: it is given up
    /// when a few literals were propagated for each variable.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget of the session is used up.
    pub fn find(&mut self, place: usize, session: &Session) -> Result<BacktrackingOutcome, Interrupted> {
        session.budget.check()?;
        self.engine.backtrack(0);
        let is_possible = self.engine.is_consistent()
            && !matches!(session.status, ClauseStatus::Refuted(_))
            && match self.terms[place] {
                Term::Const(value) => value,
                Term::Lit(lit) => {
                    self.engine.is_assigned(lit.var()) && self.engine.is_true(lit) || self.engine.assume(lit).is_ok()
                }
            };
        if !is_possible {
            return Ok(BacktrackingOutcome::Impossible);
        }
        let Some(model) = self.engine.backtracking_model(&self.order, PROPAGATIONS_PER_VAR) else {
            return Ok(BacktrackingOutcome::Unknown);
        };
        Ok(BacktrackingOutcome::Found(session.assignment(|lit| model[lit.var().index()] == lit.is_positive())))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;

    use crate::Budget;
    use crate::brute_force::satisfies;
    use crate::session::tests::cases;

    proptest! {
        #[test]
        fn backtracking_says_of_each_formula_what_a_solver_says(case in cases()) {
            let built = case.build();
            let mut session = built.problem.session(|_| None, Budget::unlimited()).unwrap();
            let mut backtracking = session.backtracking(built.problem.formulas(), &built.asked);
            for (place, &formula) in built.asked.iter().enumerate() {
                let tried = backtracking.find(place, &session).unwrap();
                let mut other = built.problem.session(|_| None, Budget::unlimited()).unwrap();
                let is_possible = other.solve_under(built.problem.formulas(), formula).unwrap().is_some();
                match tried {
                    super::BacktrackingOutcome::Found(found) => {
                        assert!(satisfies(&built.problem, found.values(), |_| true) && is_possible);
                        assert!(built.problem.formulas().evaluate(formula, |atom| found.value(atom)));
                    }
                    super::BacktrackingOutcome::Impossible => assert!(!is_possible),
                    super::BacktrackingOutcome::Unknown => {}
                }
            }
        }
    }
}
