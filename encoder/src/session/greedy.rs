//! One assignment for many formulas, one after the other (greedy).

use super::{ClauseStatus, Session};
use crate::engine::Engine;
use crate::formula::{Assignment, FormulaId, Formulas};
use crate::lit::Lit;

/// Literals that are propagated for each variable before some of the formulas are given up: fewer than where a model is needed, as what
/// leads to one without many conflicts leads there soon.
const PROPAGATIONS_PER_VAR: usize = 3;

impl Session {
    /// An assignment for as many of `wanted` as can be made true one after the other by unit propagation; none where that
    /// does not lead to an assignment soon, which says nothing of whether there is one. Where all of them together lead to none, the
    /// later half is given up.
    ///
    /// A solver that is asked for each formula alone decides all variables each time, and keeps those that it had.
    pub fn greedy(&mut self, formulas: &Formulas, wanted: &[FormulaId]) -> Option<Assignment> {
        let terms: Vec<Option<Lit>> = wanted.iter().map(|&formula| self.term(formulas, formula).literal()).collect();
        if self.budget.check().is_err() || matches!(self.status, ClauseStatus::Refuted(_)) {
            return None;
        }
        let clauses = &self.reduced.clauses;
        let mut engine = Engine::of(clauses);
        for lit in terms.into_iter().flatten() {
            if engine.is_consistent() && !engine.is_assigned(lit.var()) {
                // What conflicts is left out.
                let _ = engine.assume(lit);
            }
        }
        let order = self.inputs();
        self.model = loop {
            match engine.backtracking_model(&order, PROPAGATIONS_PER_VAR) {
                Some(model) => break model,
                None if engine.level() == 0 => return None,
                None => engine.backtrack(engine.level() / 2),
            }
        };
        self.status = ClauseStatus::Satisfied;
        Some(self.assignment(|lit| self.value(lit)))
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
        fn what_is_found_satisfies_the_problem_and_stays_the_model(case in cases()) {
            let built = case.build();
            let mut session = built.problem.session(|_| None, Budget::unlimited()).unwrap();
            let Some(found) = session.greedy(built.problem.formulas(), &built.asked) else { return Ok(()) };
            assert!(satisfies(&built.problem, found.values(), |_| true));
            let again = session.solve().unwrap().unwrap();
            assert_eq!(again.values(), found.values());
        }

        #[test]
        fn choices_of_their_own_all_hold_together(count in 1_usize..40) {
            let mut problem = crate::Problem::new();
            let mut wanted = Vec::new();
            for _ in 0..count {
                let group: Vec<crate::FormulaId> = (0..3).map(|_| problem.new_atom().into()).collect();
                let one = problem.formulas_mut().exactly_one(group.iter().copied());
                problem.constrain(one, crate::RuleIndex::new(0));
                wanted.push(group[1]);
            }
            let mut session = problem.session(|_| None, Budget::unlimited()).unwrap();
            let found = session.greedy(problem.formulas(), &wanted).unwrap();
            assert!(wanted.iter().all(|&one| problem.formulas().evaluate(one, |atom| found.value(atom))));
        }
    }
}
