//! Conflict analysis: the first unique implication point (Zhang et al., ICCAD 2001), and minimisation of the clause
//! it gives (Sörensson and Biere, SAT 2009).

use super::Engine;
use super::arena::ClauseRef;
use super::propagate::Conflict;
use super::trail::Reason;
use crate::{Lit, Var};

/// Work space and activities.
pub(super) struct Analysis {
    seen: Vec<bool>,
    /// Variables that are marked in `seen`.
    marked: Vec<Var>,
    /// The learned clause: first the asserted literal, then one of the highest level among the others.
    pub(super) clause: Vec<Lit>,
    activities: Vec<f32>,
    increment: f32,
    /// Literals still to be shown redundant.
    pending: Vec<Lit>,
}

/// Growth of the weight of a conflict over the one before.
const GROWTH: f32 = 1.0 / 0.95;
const ACTIVITY_LIMIT: f32 = 1e30;

impl Analysis {
    pub(super) fn new(var_count: usize) -> Self {
        Self {
            seen: vec![false; var_count],
            marked: Vec::new(),
            clause: Vec::new(),
            activities: vec![0.0; var_count],
            increment: 1.0,
            pending: Vec::new(),
        }
    }

    pub(super) fn grow(&mut self, var_count: usize) {
        self.seen.resize(var_count, false);
        self.activities.resize(var_count, 0.0);
    }

    #[inline]
    pub(super) fn activity(&self, var: Var) -> f32 {
        self.activities[var.index()]
    }

    fn mark(&mut self, var: Var) {
        self.seen[var.index()] = true;
        self.marked.push(var);
    }

    /// Marks `var`; false when it was marked before.
    pub(super) fn visit(&mut self, var: Var) -> bool {
        let new = !self.seen[var.index()];
        if new {
            self.mark(var);
        }
        new
    }

    /// Takes all marks back.
    pub(super) fn forget_visits(&mut self) {
        for var in self.marked.drain(..) {
            self.seen[var.index()] = false;
        }
    }

    fn bump(&mut self, var: Var) {
        let activity = &mut self.activities[var.index()];
        *activity += self.increment;
        if *activity > ACTIVITY_LIMIT {
            self.activities.iter_mut().for_each(|activity| *activity /= ACTIVITY_LIMIT);
            self.increment /= ACTIVITY_LIMIT;
        }
    }

    fn finish(&mut self) {
        self.forget_visits();
        self.increment *= GROWTH;
    }
}

impl Engine {
    /// Learns from `conflict`, which holds at the current level; the clause is left in the analysis.
    ///
    /// Gives the level where the clause becomes unit.
    pub(super) fn analyze(&mut self, conflict: Conflict) -> u32 {
        self.analysis.clause.clear();
        let asserted = self.first_implication_point(conflict);
        self.minimize();
        self.analysis.clause.insert(0, asserted);
        self.analysis.finish();
        self.order_clause()
    }

    /// Resolves until one literal of the current level is left; the others go to the clause.
    fn first_implication_point(&mut self, conflict: Conflict) -> Lit {
        let mut open = match conflict {
            Conflict::Binary(first, second) => self.absorb(first) + self.absorb(second),
            Conflict::Clause(clause) => self.absorb_clause(clause),
        };
        let mut position = self.trail.literals().len();
        loop {
            position -= 1;
            let lit = self.trail.literals()[position];
            if !self.analysis.seen[lit.var().index()] {
                continue;
            }
            if open == 1 {
                return !lit;
            }
            open -= 1;
            open += match self.trail.reason_of(lit.var()) {
                Reason::Decision => 0,
                Reason::Binary(other) => self.absorb(other),
                Reason::Clause(clause) => self.absorb_clause(clause),
            };
        }
    }

    /// Takes the literals of a clause into the analysis; the one it implied, if any, is there already.
    fn absorb_clause(&mut self, clause: ClauseRef) -> usize {
        self.learned.used(clause);
        (0..self.arena.get(clause).len()).map(|at| self.absorb(self.arena.get(clause)[at])).sum()
    }

    /// Takes a false literal into the analysis; 1 when it is a new one of the current level.
    fn absorb(&mut self, lit: Lit) -> usize {
        let var = lit.var();
        let level = self.trail.level_of(var);
        if level == 0 || self.analysis.seen[var.index()] {
            return 0;
        }
        self.analysis.mark(var);
        self.analysis.bump(var);
        if level == self.trail.level() {
            return 1;
        }
        self.analysis.clause.push(lit);
        0
    }

    /// Drops literals that the others imply to be false.
    fn minimize(&mut self) {
        let mut clause = std::mem::take(&mut self.analysis.clause);
        clause.retain(|&lit| !self.is_redundant(lit));
        self.analysis.clause = clause;
    }

    /// Whether resolution with reasons removes `lit` and adds nothing new.
    fn is_redundant(&mut self, lit: Lit) -> bool {
        if self.trail.reason_of(lit.var()) == Reason::Decision {
            return false;
        }
        let marked = self.analysis.marked.len();
        self.analysis.pending.clear();
        self.analysis.pending.push(lit);
        while let Some(lit) = self.analysis.pending.pop() {
            if !self.follow_reason(lit) {
                for var in self.analysis.marked.drain(marked..) {
                    self.analysis.seen[var.index()] = false;
                }
                return false;
            }
        }
        true
    }

    /// Puts the false literals behind `lit` on the pending list, unless one of them was decided.
    fn follow_reason(&mut self, lit: Lit) -> bool {
        let (trail, analysis) = (&self.trail, &mut self.analysis);
        let mut follow = |other: Lit| {
            let var = other.var();
            if trail.level_of(var) == 0 || analysis.seen[var.index()] {
                return true;
            }
            if trail.reason_of(var) == Reason::Decision {
                return false;
            }
            analysis.mark(var);
            analysis.pending.push(other);
            true
        };
        match trail.reason_of(lit.var()) {
            Reason::Decision => false,
            Reason::Binary(other) => follow(other),
            Reason::Clause(clause) => {
                self.arena.get(clause).iter().all(|&other| other.var() == lit.var() || follow(other))
            }
        }
    }

    /// Puts a literal of the highest level second, and gives that level.
    fn order_clause(&mut self) -> u32 {
        let clause = &mut self.analysis.clause;
        let Some(second) = (1..clause.len()).max_by_key(|&at| self.trail.level_of(clause[at].var())) else { return 0 };
        clause.swap(1, second);
        self.trail.level_of(clause[1].var())
    }

    /// Number of levels among the literals of the learned clause (Audemard and Simon, IJCAI 2009).
    pub(super) fn learned_levels(&self) -> u32 {
        let mut levels: Vec<u32> = self.analysis.clause.iter().map(|lit| self.trail.level_of(lit.var())).collect();
        levels.sort_unstable();
        levels.dedup();
        levels.len() as u32
    }
}
