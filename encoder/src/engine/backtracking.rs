//! A first model by chronological backtracking, which a solver that learns would take longer to find.

use super::Engine;
use super::trail::Reason;
use crate::{Lit, Var};

/// Literals that are propagated for each variable before a model is left to a solver.
pub(crate) const PROPAGATIONS_PER_VAR: usize = 20;

impl Engine {
    /// A model that agrees with the open decisions: `order` says which literals are tried true, one after the other, then
    /// all other variables false. Given up when about `per_var` literals were propagated for each variable. Afterwards all is
    /// as before.
    ///
    /// This is chronological backtracking (Davis, Logemann and Loveland, CACM 1962). Formulas that come from definitions
    /// are easy when the inputs of the definitions are decided first, in the order in which the definitions mention them:
    /// everything else follows by propagation, and a conflict is close to its cause. A solver that learns decides in any
    /// order and jumps back far, which costs it a pass over a large formula per conflict.
    pub(crate) fn backtracking_model(&mut self, order: &[Lit], per_var: usize) -> Option<Vec<bool>> {
        if !self.consistent {
            return None;
        }
        let base = self.level();
        // What the reversal of the first decision implies goes here too.
        self.trail.open_level();
        let effort = per_var.saturating_mul(self.var_count());
        let is_total = self.descend(order, self.propagations.saturating_add(effort as u64));
        let value = |index| self.is_true(Var::new(index).positive());
        let model = is_total.then(|| (0..self.var_count()).map(value).collect());
        self.backtrack(base);
        model
    }

    /// Decides until all variables are assigned; false when that is impossible, or the propagations reach `end`.
    fn descend(&mut self, order: &[Lit], end: u64) -> bool {
        let rest = (0..self.var_count()).map(|index| Var::new(index).negative());
        let order: Vec<Lit> = order.iter().copied().chain(rest).collect();
        // By decision: where in the order the next one is to be looked for.
        let mut decided: Vec<usize> = Vec::new();
        let mut next = 0;
        while let Some(&lit) = order.get(next) {
            next += 1;
            if self.is_assigned(lit.var()) {
                continue;
            }
            decided.push(next);
            self.decide(lit);
            while self.propagate().is_some() {
                let Some(earlier) = decided.pop().filter(|_| self.propagations < end) else { return false };
                next = earlier;
                let reversed = self.trail.last_level()[0];
                self.backtrack(self.level() - 1);
                self.trail.assign(!reversed, Reason::Decision);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cnf;
    use crate::brute_force::{assignments, lit};
    use crate::random::Congruential;
    use crate::search::oracle::random_cnf;

    fn holds(cnf: &Cnf, values: &[bool]) -> bool {
        cnf.clauses().all(|clause| clause.iter().any(|lit| values[lit.var().index()] == lit.is_positive()))
    }

    #[test]
    fn what_is_found_is_a_model_and_satisfiable_formulas_of_this_size_have_one() {
        let mut found = 0;
        for seed in 0..1_000 {
            let mut random = Congruential::new(seed);
            let cnf = random_cnf(&mut random, 7);
            let order: Vec<Lit> = (0..random.below(7)).map(|_| random.lit(cnf.var_count())).collect();
            let mut engine = Engine::of(&cnf);
            let before = engine.above_root().len();
            match engine.backtracking_model(&order, usize::MAX) {
                Some(values) => assert!(holds(&cnf, &values), "seed {seed}"),
                None => assert!(!assignments(cnf.var_count()).any(|values| holds(&cnf, &values)), "seed {seed}"),
            }
            assert_eq!((engine.level(), engine.above_root().len()), (0, before));
            found += usize::from(engine.backtracking_model(&order, 0).is_some());
        }
        assert!(found > 100, "{found} of 1000 need no reversal");
    }

    #[test]
    fn values_that_cannot_be_false_are_reversed_one_by_one() {
        let mut cnf = Cnf::with_vars(8);
        for index in 0..4 {
            let [left, right] = [2 * index, 2 * index + 1];
            for (a, b) in [(true, true), (true, false), (false, true)] {
                cnf.add(&[lit(left, a), lit(right, b)]);
            }
        }
        assert_eq!(Engine::of(&cnf).backtracking_model(&[], 1_000), Some(vec![true; 8]));
    }
}
