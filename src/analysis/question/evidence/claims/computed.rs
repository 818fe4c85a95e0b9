//! That every configuration has an assignment, where constraints choose it.
//!
//! "For every configuration there is an assignment" cannot be said in clauses, "this function gives one" can: cycles of
//! definitions are unrolled, beginning with all or nothing present, and what comes out always fits. Which beginning and how
//! many rounds do is found by trying.

use rustc_hash::{FxHashMap, FxHashSet};
use variscope_encoder::{Atom, Budget, FormulaId, Interrupted, Problem};

use crate::analysis::question::all_variants::lifted::{Lifted, RuleOrigin};

/// How cycles are unrolled: the value that atoms begin with, and rounds.
const ATTEMPTS: [(FormulaId, usize); 6] = [
    (FormulaId::FALSE, 4),
    (FormulaId::TRUE, 4),
    (FormulaId::FALSE, 16),
    (FormulaId::TRUE, 16),
    (FormulaId::FALSE, 64),
    (FormulaId::TRUE, 64),
];

/// The configurations for which the computed assignment breaks a rule, of which there are none; none when no function that
/// is tried gives assignments to all.
pub(super) fn misfits(lifted: &Lifted<'_, '_>, budget: &Budget) -> Result<Option<Problem>, Interrupted> {
    for (start, rounds) in ATTEMPTS {
        let problem = Unrolled::of(lifted, start, rounds);
        if problem.session(|_| None, budget.clone())?.solve()?.is_none() {
            return Ok(Some(problem));
        }
    }
    Ok(None)
}

/// Definitions without cycles.
struct Unrolled<'l> {
    original: &'l Problem,
    problem: Problem,
    /// That something does not fit.
    wrong: Vec<FormulaId>,
}

impl<'l> Unrolled<'l> {
    fn of(lifted: &'l Lifted<'_, '_>, start: FormulaId, rounds: usize) -> Problem {
        let original = lifted.problem();
        let mut problem = Problem::with_atoms(original.atom_count());
        *problem.formulas_mut() = original.formulas().clone();
        let mut unrolled = Self { original, problem, wrong: Vec::new() };
        let cycles = original.cycles(original.atoms());
        cycles.iter().for_each(|cycle| unrolled.unroll(cycle, start, rounds));
        let circular: FxHashSet<Atom> = cycles.into_iter().flatten().collect();
        // Atoms behind those of the rules stand for classes, and stay free.
        let own = lifted.variants().rules().problem().atom_count();
        for atom in original.atoms().filter(|atom| !circular.contains(atom)) {
            match original.definition(atom) {
                Some(rule) => unrolled.problem.define(atom, rule.formula, rule.index),
                None if atom.index() < own => unrolled.problem.define(atom, start, RuleOrigin::Background.index()),
                None => {}
            }
        }
        for rule in original.constraints() {
            // What no author wrote says what configurations are.
            if matches!(RuleOrigin::of(rule.index), RuleOrigin::Template(_)) {
                unrolled.wrong.push(!rule.formula);
            } else {
                unrolled.problem.constrain(rule.formula, rule.index);
            }
        }
        let Self { mut problem, wrong, .. } = unrolled;
        let wrong = problem.formulas_mut().or(wrong);
        problem.constrain(wrong, RuleOrigin::Background.index());
        problem
    }

    /// Computes the atoms of a cycle from what is outside of it.
    fn unroll(&mut self, cycle: &[Atom], start: FormulaId, rounds: usize) {
        let rules: Vec<_> = cycle.iter().filter_map(|&atom| Some((atom, self.original.definition(atom)?))).collect();
        let definitions: Vec<FormulaId> = rules.iter().map(|(_, rule)| rule.formula).collect();
        let mut values: FxHashMap<Atom, FormulaId> = cycle.iter().map(|&atom| (atom, start)).collect();
        for _ in 0..rounds {
            let formulas = self.problem.formulas_mut();
            let next = formulas.substitute_all(&definitions, |atom| values.get(&atom).copied());
            values = rules.iter().map(|(atom, _)| *atom).zip(next).collect();
        }
        for (atom, rule) in rules {
            self.problem.define(atom, values[&atom], rule.index);
            self.wrong.push(self.problem.formulas_mut().xor([atom.into(), rule.formula]));
        }
    }
}
