//! Formulas that unit propagation alone excludes (failed literals).

use super::{ClauseStatus, Session};
use crate::budget::Interrupted;
use crate::engine::Engine;
use crate::formula::{FormulaId, Formulas};
use crate::term::Term;

impl Session {
    /// By formula: whether unit propagation shows that it holds in no assignment. Of others nothing is said.
    ///
    /// Each costs what its literal implies; a solver that is asked for one of many such formulas decides everything else first,
    /// and once more after each conflict.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn excluded_by_propagation(
        &mut self,
        formulas: &Formulas,
        asked: &[FormulaId],
    ) -> Result<Vec<bool>, Interrupted> {
        let terms: Vec<Term> = asked.iter().map(|&formula| self.term(formulas, formula)).collect();
        let mut engine = Engine::of(&self.reduced.clauses);
        if !engine.is_consistent() || matches!(self.status, ClauseStatus::Refuted(_)) {
            return Ok(vec![true; asked.len()]);
        }
        let mut has_failed = |term: Term| {
            let before = engine.propagations();
            let has_failed = match term {
                Term::Const(value) => !value,
                Term::Lit(lit) => engine.is_false(lit) || !engine.is_true(lit) && !engine.probe(lit),
            };
            engine.backtrack(0);
            self.budget.spend(1 + engine.propagations() - before)?;
            Ok(has_failed)
        };
        terms.into_iter().map(&mut has_failed).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;

    use crate::Budget;
    use crate::session::tests::cases;

    proptest! {
        #[test]
        fn what_propagation_excludes_holds_nowhere(case in cases()) {
            let built = case.build();
            let mut session = built.problem.session(|_| None, Budget::unlimited()).unwrap();
            let excluded = session.excluded_by_propagation(built.problem.formulas(), &built.asked).unwrap();
            for (&formula, is_excluded) in built.asked.iter().zip(excluded) {
                let is_possible = session.solve_under(built.problem.formulas(), formula).unwrap().is_some();
                assert!(!is_excluded || !is_possible);
            }
        }
    }

    #[test]
    fn what_excludes_itself_in_a_chain_is_excluded() {
        let mut problem = crate::Problem::new();
        let chain: Vec<crate::FormulaId> = (0..20).map(|_| problem.new_atom().into()).collect();
        for pair in chain.windows(2) {
            let follows = problem.formulas_mut().or([!pair[0], pair[1]]);
            problem.constrain(follows, crate::RuleIndex::new(0));
        }
        let never = problem.formulas_mut().or([!chain[0], !chain[19]]);
        problem.constrain(never, crate::RuleIndex::new(1));
        let mut session = problem.session(|_| None, Budget::unlimited()).unwrap();
        let excluded = session.excluded_by_propagation(problem.formulas(), &[chain[0], chain[1], !chain[0]]).unwrap();
        assert_eq!(excluded, [true, false, false]);
    }
}
