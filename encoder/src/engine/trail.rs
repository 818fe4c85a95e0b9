//! Assigned literals in order, with level and reason of each.

use super::arena::ClauseRef;
use crate::{Lit, Var};

/// Why a literal is assigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// By decision, or at level 0.
    Decision,
    /// The clause of the literal and this one, which is false.
    Binary(Lit),
    /// The clause; its other literals are false.
    Clause(ClauseRef),
}

pub(super) struct Trail {
    /// By literal: whether it is true.
    truth: Vec<bool>,
    /// By variable; meaningful while it is assigned.
    levels: Vec<u32>,
    /// By variable; meaningful while it is assigned.
    reasons: Vec<Reason>,
    literals: Vec<Lit>,
    /// Where level `i + 1` starts in `literals`.
    starts: Vec<u32>,
    /// How many literals have been propagated.
    pub(super) head: usize,
}

impl Trail {
    pub(super) fn new(var_count: usize) -> Self {
        Self {
            truth: vec![false; 2 * var_count],
            levels: vec![0; var_count],
            reasons: vec![Reason::Decision; var_count],
            literals: Vec::with_capacity(var_count),
            starts: Vec::new(),
            head: 0,
        }
    }

    pub(super) fn grow(&mut self, var_count: usize) {
        self.truth.resize(2 * var_count, false);
        self.levels.resize(var_count, 0);
        self.reasons.resize(var_count, Reason::Decision);
    }

    #[inline]
    pub(super) fn is_true(&self, lit: Lit) -> bool {
        self.truth[lit.code()]
    }

    #[inline]
    pub(super) fn is_assigned(&self, var: Var) -> bool {
        self.is_true(var.positive()) || self.is_true(var.negative())
    }

    #[inline]
    pub(super) fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    #[inline]
    pub(super) fn level_of(&self, var: Var) -> u32 {
        self.levels[var.index()]
    }

    #[inline]
    pub(super) fn reason_of(&self, var: Var) -> Reason {
        self.reasons[var.index()]
    }

    pub(super) fn set_reason(&mut self, var: Var, reason: Reason) {
        self.reasons[var.index()] = reason;
    }

    pub(super) fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// Where `level` starts among the literals.
    pub(super) fn start_of(&self, level: u32) -> usize {
        level.checked_sub(1).map_or(0, |index| self.starts[index as usize] as usize)
    }

    pub(super) fn last_level(&self) -> &[Lit] {
        let start = self.starts.last().map_or(0, |&start| start as usize);
        &self.literals[start..]
    }

    /// The first literal of each level above 0.
    pub(super) fn decisions(&self) -> impl Iterator<Item = Lit> + '_ {
        self.starts.iter().map(|&start| self.literals[start as usize])
    }

    pub(super) fn open_level(&mut self) {
        self.starts.push(self.literals.len() as u32);
    }

    #[inline]
    pub(super) fn assign(&mut self, lit: Lit, reason: Reason) {
        let var = lit.var().index();
        self.truth[lit.code()] = true;
        self.levels[var] = self.level();
        self.reasons[var] = reason;
        self.literals.push(lit);
    }

    pub(super) fn backtrack(&mut self, level: u32) {
        let Some(&start) = self.starts.get(level as usize) else { return };
        for &lit in &self.literals[start as usize..] {
            self.truth[lit.code()] = false;
        }
        self.literals.truncate(start as usize);
        self.starts.truncate(level as usize);
        self.head = self.head.min(start as usize);
    }
}
