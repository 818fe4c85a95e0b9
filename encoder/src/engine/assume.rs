//! Assumptions without learning: what they imply, and which of them conflict.

use super::Engine;
use super::propagate::Conflict;
use super::trail::Reason;
use crate::Lit;

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
    use crate::random::Congruential;
    use crate::search::oracle::random_cnf;

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

    /// Assumptions are made until one fails; those that are to blame conflict by themselves.
    #[test]
    fn blamed_assumptions_conflict_by_propagation() {
        let mut failed = 0;
        for seed in 0..2_000 {
            let mut random = Congruential::new(seed);
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
