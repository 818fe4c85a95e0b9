//! Satisfiability of the clauses over a scope, under the open decisions.

use super::propagate::Conflict;
use super::{Engine, LateImplication};
use crate::engine::Incidence;
use crate::{Budget, Lit, Var};

/// An answer, or none within the budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Satisfiability {
    Satisfiable,
    Unsatisfiable,
    Stopped,
}

/// Conflicts between two looks at the budget.
const CONFLICTS_PER_CHECK: u32 = 64;
/// What an assigned literal costs, in steps: the clauses that watch it are looked at, and may be learned from.
const PROPAGATION: u64 = 16;

impl Engine {
    /// The steps since so many literals were assigned, which are then as many as now.
    fn steps_since(&self, before: &mut u64) -> u64 {
        let assigned = self.propagations - std::mem::replace(before, self.propagations);
        PROPAGATION * assigned
    }

    /// Decides whether the open decisions can be extended to all of `scope`; the phases of its variables become a model.
    ///
    /// `scope` must be closed: no clause that is not satisfied yet may hold variables of it and others. The trail ends
    /// as it was, except for literals that are implied at the current level; after `Unsatisfiable` it may be anything
    /// above the level below.
    pub(crate) fn satisfy(&mut self, scope: &[Var], budget: &Budget) -> Satisfiability {
        if !self.consistent {
            return Satisfiability::Unsatisfiable;
        }
        let base = self.level();
        let (mut conflicts, mut before) = (0, self.propagations);
        // Where to look for the next unassigned variable, for each level above the base.
        let mut positions = vec![0];
        loop {
            if let Some(conflict) = self.propagate() {
                if !self.resolve(conflict, base) {
                    return Satisfiability::Unsatisfiable;
                }
                positions.truncate((self.level() - base) as usize + 1);
                conflicts += 1;
                if conflicts % CONFLICTS_PER_CHECK == 0 && budget.spend(self.steps_since(&mut before)).is_err() {
                    self.backtrack(base);
                    return Satisfiability::Stopped;
                }
                continue;
            }
            let position = positions.last_mut().expect("one for the base");
            while scope.get(*position).is_some_and(|&var| self.is_assigned(var)) {
                *position += 1;
            }
            let Some(&var) = scope.get(*position) else { break };
            let position = *position;
            positions.push(position);
            self.decide(var.lit(self.saved[var.index()]));
        }
        self.keep_model(scope);
        self.backtrack(base);
        Satisfiability::Satisfiable
    }

    /// Decides whether the open decisions can be extended to a model; if so, the phases become one.
    ///
    /// The phases must be a model of all clauses, and agree with the levels below the current one. Only what the current
    /// level changes in it is looked at: a clause is repaired, by a decision, when the change falsifies it. The trail
    /// ends as [`Engine::satisfy`] leaves it.
    pub(crate) fn repair(&mut self, incidence: &Incidence, budget: &Budget) -> Satisfiability {
        let base = self.level();
        let (mut conflicts, mut before) = (0, self.propagations);
        // The literal to be looked at next; and for each level above the base, the one its decision repairs.
        let mut next = self.trail.literals().len() - self.trail.last_level().len();
        let mut repaired = Vec::new();
        loop {
            if let Some(conflict) = self.propagate() {
                if !self.resolve(conflict, base) {
                    return Satisfiability::Unsatisfiable;
                }
                let level = (self.level() - base) as usize;
                if let Some(&earlier) = repaired.get(level) {
                    next = earlier;
                    repaired.truncate(level);
                }
                conflicts += 1;
                if conflicts % CONFLICTS_PER_CHECK == 0 && budget.spend(self.steps_since(&mut before)).is_err() {
                    self.backtrack(base);
                    return Satisfiability::Stopped;
                }
                continue;
            }
            let Some(&lit) = self.trail.literals().get(next) else { break };
            match self.falsified_by(lit, incidence) {
                None => next += 1,
                Some(lit) => {
                    repaired.push(next);
                    self.decide(lit);
                }
            }
        }
        let start = self.trail.start_of(base);
        for &lit in &self.trail.literals()[start..] {
            self.phases[lit.var().index()] = lit.is_positive();
            self.saved[lit.var().index()] = lit.is_positive();
        }
        self.backtrack(base);
        Satisfiability::Satisfiable
    }

    /// An unassigned literal of a clause that holds in the phases only by the complement of `lit`, if there is one.
    fn falsified_by(&self, lit: Lit, incidence: &Incidence) -> Option<Lit> {
        if self.phase(lit.var()) == lit {
            return None;
        }
        let holds =
            |lit: &Lit| if self.is_assigned(lit.var()) { self.is_true(*lit) } else { self.phase(lit.var()) == *lit };
        let mut clauses = incidence.occurrences_of(!lit).iter().map(|&id| incidence.clause(id));
        let falsified = clauses.find(|clause| !clause.iter().any(holds))?;
        falsified
            .iter()
            .copied()
            .filter(|lit| !self.is_assigned(lit.var()))
            .max_by(|a, b| self.activity(a.var()).total_cmp(&self.activity(b.var())))
    }

    /// Takes a model that was found elsewhere, with a value for each variable.
    pub(crate) fn adopt(&mut self, model: &[bool]) {
        self.phases.copy_from_slice(model);
        self.saved.copy_from_slice(model);
    }

    /// Says where to look for a model: literals that had better be true.
    pub(crate) fn suggest(&mut self, preferred: &[Lit]) {
        preferred.iter().for_each(|lit| self.saved[lit.var().index()] = lit.is_positive());
    }

    fn keep_model(&mut self, scope: &[Var]) {
        for &var in scope {
            let value = self.trail.is_true(var.positive());
            self.phases[var.index()] = value;
            self.saved[var.index()] = value;
        }
    }

    /// Learns from `conflict` and goes back as far as `base` allows; false when the conflict holds there.
    fn resolve(&mut self, conflict: Conflict, base: u32) -> bool {
        if !self.enter_level_of(conflict, base) {
            return false;
        }
        let level = self.analyze(conflict);
        let levels = self.learned_levels();
        let refuted = self.level() == base;
        let reason = self.learn(levels);
        let lit = self.analysis.clause[0];
        for &lit in self.trail.last_level() {
            self.saved[lit.var().index()] = lit.is_positive();
        }
        self.backtrack(if refuted { base.saturating_sub(1) } else { level.max(base) });
        if refuted || level < base {
            self.late.push(LateImplication { lit, reason, level });
        }
        if !refuted {
            self.trail.assign(lit, reason);
        }
        self.reduce_learned();
        !refuted
    }

    /// Takes back levels until the conflict holds at the current one; false when it holds without any level, or below
    /// the base.
    fn enter_level_of(&mut self, conflict: Conflict, base: u32) -> bool {
        let level_of = |lit: &Lit| self.trail.level_of(lit.var());
        let level = match conflict {
            Conflict::Binary(first, second) => level_of(&first).max(level_of(&second)),
            Conflict::Clause(clause) => self.arena.get(clause).iter().map(level_of).max().unwrap_or(0),
        };
        if level == 0 || level < base {
            return false;
        }
        self.backtrack(level);
        true
    }
}
