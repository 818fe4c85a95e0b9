//! What a clause is worth beside the others.

use super::Engine;
use super::arena::ClauseRef;
use super::trail::Reason;
use crate::Lit;

/// What became of a clause.
pub(crate) enum Vivified {
    /// It stays.
    Kept,
    /// The clauses with this part of it instead say the same.
    Shortened(Vec<Lit>),
    /// The other clauses imply this part of it, so that they say the same without it. It is gone from the engine.
    Implied(Vec<Lit>),
}

impl Engine {
    /// Adds a clause as it is and gives its name, if it has one: clauses of up to two literals have not.
    ///
    /// # Panics
    /// When it has fewer than two literals.
    pub(crate) fn store(&mut self, clause: &[Lit]) -> Option<ClauseRef> {
        match *clause {
            [first, second] => {
                self.add_binary(first, second);
                None
            }
            _ => Some(self.attach(clause)),
        }
    }

    /// Decides the complements of the literals of a stored clause one after the other, without the clause itself.
    ///
    /// `clause` lists its literals in the order of the decisions. The open decisions of the call before are kept as far
    /// as they fit.
    pub(crate) fn vivify(&mut self, stored: ClauseRef, clause: &[Lit]) -> Vivified {
        self.keep_prefix(stored, clause);
        // What holds without decisions may hold because of this very clause.
        if let Some(&fact) = clause.iter().find(|lit| self.is_true(**lit) && self.trail.level_of(lit.var()) == 0) {
            return Vivified::Shortened(vec![fact]);
        }
        self.ignored = Some(stored);
        let mut needed: Vec<Lit> = Vec::new();
        let mut outcome = None;
        for &lit in clause {
            if self.is_true(lit) {
                outcome = Some(self.part_behind(&[lit], clause));
                break;
            }
            if self.is_false(lit) {
                if self.trail.reason_of(lit.var()) == Reason::Decision {
                    needed.push(lit);
                }
                continue;
            }
            needed.push(lit);
            self.decide(!lit);
            if let Some(conflict) = self.propagate() {
                let literals = self.literals_of(conflict);
                outcome = Some(self.part_behind(&literals, clause));
                self.backtrack(self.level() - 1);
                break;
            }
        }
        self.ignored = None;
        if let Some(part) = outcome {
            self.detach(stored);
            return Vivified::Implied(part);
        }
        if needed.len() == clause.len() {
            return Vivified::Kept;
        }
        self.backtrack(0);
        self.detach(stored);
        self.add(&needed);
        Vivified::Shortened(needed)
    }

    /// Takes back decisions that are not those of `clause`, and what the clause itself implied.
    fn keep_prefix(&mut self, stored: ClauseRef, clause: &[Lit]) {
        let decisions = self.trail.decisions();
        let fitting = decisions.zip(clause).take_while(|&(decision, &lit)| decision == !lit).count() as u32;
        let implied =
            clause.iter().find(|lit| self.is_true(**lit) && self.trail.reason_of(lit.var()) == Reason::Clause(stored));
        let before = implied.map_or(u32::MAX, |lit| self.trail.level_of(lit.var()).saturating_sub(1));
        self.backtrack(fitting.min(before));
    }

    /// The part of `clause` whose complements were decided and lead to the values of `roots`, with the true root.
    fn part_behind(&mut self, roots: &[Lit], clause: &[Lit]) -> Vec<Lit> {
        let root = roots.iter().copied().filter(|&lit| self.is_true(lit));
        let mut part: Vec<Lit> = root.collect();
        part.extend(self.decisions_behind(roots).into_iter().map(|decision| !decision));
        debug_assert!(part.iter().all(|lit| clause.contains(lit)));
        part
    }

    fn detach(&mut self, stored: ClauseRef) {
        let [first, second] = [0, 1].map(|at| self.arena.get(stored)[at]);
        for lit in [first, second] {
            self.watches[(!lit).code()].retain(|watch| watch.clause != stored);
        }
    }
}
