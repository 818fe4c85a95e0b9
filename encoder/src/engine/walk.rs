//! Assumptions without learning: what they imply, which of them conflict, and walks to a model.

use super::Engine;
use super::propagate::Conflict;
use super::trail::Reason;
use crate::{Lit, Var};

impl Engine {
    /// Opens a level with `lit`, which is not true yet, and all that follows. On a conflict the level is gone again; the
    /// decisions that lead to it are given, `lit` among them, the latest first.
    pub(crate) fn assume(&mut self, lit: Lit) -> Result<(), Vec<Lit>> {
        if self.is_false(lit) {
            let mut core = self.core_behind(&[lit]);
            core.insert(0, lit);
            return Err(core);
        }
        self.decide(lit);
        let Some(conflict) = self.propagate() else { return Ok(()) };
        let literals = self.literals_of(conflict);
        let core = self.core_behind(&literals);
        self.backtrack(self.level() - 1);
        Err(core)
    }

    /// A model that agrees with the open decisions: `order` tells which literals are tried true, one after the other, then
    /// all other variables false. Given up when about `effort` literals were propagated. Afterwards all is as before.
    ///
    /// This is chronological backtracking (Davis, Logemann and Loveland, CACM 1962). Formulas that come from definitions
    /// are easy when the inputs of the definitions are decided first, in the order in which the definitions mention them:
    /// everything else follows by propagation, and a conflict is close to its cause. A solver that learns decides in any
    /// order and jumps back far, which costs it a pass over a large formula per conflict.
    pub(crate) fn walk(&mut self, order: &[Lit], effort: usize) -> Option<Vec<bool>> {
        if !self.consistent {
            return None;
        }
        let base = self.level();
        // What the reversal of the first decision implies goes here too.
        self.trail.open_level();
        let is_total = self.descend(order, self.propagations + effort as u64);
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

    pub(super) fn literals_of(&self, conflict: Conflict) -> Vec<Lit> {
        match conflict {
            Conflict::Binary(first, second) => vec![first, second],
            Conflict::Clause(clause) => self.arena.get(clause).to_vec(),
        }
    }

    /// The decisions that lead to the values of `roots`, in no particular order.
    pub(super) fn decisions_behind(&mut self, roots: &[Lit]) -> Vec<Lit> {
        let mut decisions = Vec::new();
        let mut pending = roots.to_vec();
        while let Some(lit) = pending.pop() {
            let var = lit.var();
            if self.trail.level_of(var) == 0 || !self.analysis.visit(var) {
                continue;
            }
            match self.trail.reason_of(var) {
                Reason::Decision => decisions.push(if self.is_true(lit) { lit } else { !lit }),
                Reason::Binary(other) => pending.push(other),
                Reason::Clause(reason) => pending.extend_from_slice(self.arena.get(reason)),
            }
        }
        self.analysis.forget_visits();
        decisions
    }

    fn core_behind(&mut self, roots: &[Lit]) -> Vec<Lit> {
        let mut core = self.decisions_behind(roots);
        core.sort_unstable_by_key(|lit| std::cmp::Reverse(self.trail.level_of(lit.var())));
        core
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cnf;
    use crate::brute_force::{assignments, lit};
    use crate::search::oracle::{Random, random_cnf};

    fn holds(cnf: &Cnf, values: &[bool]) -> bool {
        cnf.clauses().all(|clause| clause.iter().any(|lit| values[lit.var().index()] == lit.is_positive()))
    }

    /// Unit propagation by going through all clauses until nothing changes; `None` on a conflict.
    fn closure(cnf: &Cnf, start: &[Lit]) -> Option<Vec<Lit>> {
        let mut truths = start.to_vec();
        loop {
            let before = truths.len();
            for clause in cnf.clauses().filter(|clause| !clause.iter().any(|lit| start.contains(lit))) {
                if clause.iter().any(|lit| truths.contains(lit)) {
                    continue;
                }
                let mut open: Vec<Lit> = clause.iter().copied().filter(|lit| !truths.contains(&!*lit)).collect();
                open.dedup();
                match open[..] {
                    [] => return None,
                    [single] => truths.push(single),
                    _ => {}
                }
            }
            if truths.len() == before {
                return Some(truths);
            }
        }
    }

    #[test]
    fn what_is_found_is_a_model_and_satisfiable_formulas_of_this_size_have_one() {
        let mut found = 0;
        for seed in 0..1_000 {
            let mut random = Random::new(seed);
            let cnf = random_cnf(&mut random, 7);
            let order: Vec<Lit> = (0..random.below(7)).map(|_| random.lit(cnf.var_count())).collect();
            let mut engine = Engine::of(&cnf);
            let before = engine.above_root().len();
            match engine.walk(&order, usize::MAX >> 1) {
                Some(values) => assert!(holds(&cnf, &values), "seed {seed}"),
                None => assert!(!assignments(cnf.var_count()).any(|values| holds(&cnf, &values)), "seed {seed}"),
            }
            assert_eq!((engine.level(), engine.above_root().len()), (0, before));
            found += usize::from(engine.walk(&order, 0).is_some());
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
        assert_eq!(Engine::of(&cnf).walk(&[], 1_000), Some(vec![true; 8]));
    }

    /// Assumptions are made until one fails; those that are to blame conflict by themselves.
    #[test]
    fn blamed_assumptions_conflict_by_propagation() {
        let mut failed = 0;
        for seed in 0..2_000 {
            let mut random = Random::new(seed);
            let cnf = random_cnf(&mut random, 8);
            let mut engine = Engine::of(&cnf);
            let mut assumed = Vec::new();
            while engine.is_consistent() && assumed.len() < 8 {
                let lit = random.lit(cnf.var_count());
                assumed.push(lit);
                if engine.is_true(lit) {
                    continue;
                }
                let level = engine.level();
                let Err(core) = engine.assume(lit) else {
                    assert_eq!(engine.level(), level + 1);
                    continue;
                };
                assert_eq!((engine.level(), core[0]), (level, lit));
                assert!(core.iter().all(|lit| assumed.contains(lit)));
                let contradict = core.iter().any(|lit| core.contains(&!*lit));
                assert!(contradict || closure(&cnf, &core).is_none(), "seed {seed}: {core:?}");
                failed += 1;
                break;
            }
        }
        assert!(failed > 100, "{failed}");
    }
}
