//! Independent parts of what is left of a scope after propagation.

use std::ops::Range;

use super::SearchTask;
use super::stacks::Settled;
use crate::engine::Engine;
use crate::engine::Incidence;
use crate::factor::Factors;
use crate::{Lit, Var};

/// A connected part with at least two variables, or a variable in no clause.
pub(super) struct ComponentOutline {
    pub(super) size: u32,
    /// How many of its variables are projected.
    pub(super) projected: u32,
    /// Its touched clauses of which two literals are left in [`Splitter::pairs`].
    pub(super) pairs: Range<usize>,
    /// The others in [`Splitter::longer`].
    pub(super) longer: Range<usize>,
    /// What is left of its touched factors in [`Splitter::rests`].
    pub(super) rests: Range<usize>,
    /// Whether a factor depends on it.
    is_weighted: bool,
}

/// Finds the parts; keeps its work space from one call to the next.
pub(super) struct Splitter {
    /// Marks of this call are above this.
    epoch: u32,
    /// By variable: `epoch` while it is in the scope, unassigned, and not reached yet.
    open: Vec<u32>,
    /// By variable: its part, if it was in the scope and unassigned.
    part_of: Vec<u32>,
    /// By clause: `epoch` when it was looked at.
    seen: Vec<u32>,
    /// By clause: a literal that satisfied it the last time.
    witness: Vec<Lit>,
    queue: Vec<Var>,
    /// The parts that were found.
    pub(super) parts: Vec<ComponentOutline>,
    /// What is left of the clauses that have lost all literals but two: their codes, the smaller one in the upper half.
    pub(super) pairs: Vec<u64>,
    /// What is left of the others that have lost literals, as ranges of `residuals`.
    pub(super) longer: Vec<(u32, u32)>,
    /// Literals of the longer clauses; ascending within each.
    pub(super) residuals: Vec<Lit>,
    /// By factor: `epoch` when it was looked at.
    weighed: Vec<u32>,
    /// The classes of what is left of factors that have lost variables.
    pub(super) rests: Vec<u32>,
    /// Projected variables that are parts of their own, and that factors depend on.
    pub(super) lone: Vec<Var>,
}

impl Splitter {
    pub(super) fn new(task: &SearchTask) -> Self {
        let (incidence, var_count) = (&task.incidence, task.projected.len());
        let clauses = 0..incidence.clause_count() as u32;
        Self {
            epoch: 0,
            open: vec![0; var_count],
            part_of: vec![0; var_count],
            seen: vec![0; incidence.clause_count()],
            witness: clauses.map(|id| incidence.clause(id)[0]).collect(),
            queue: Vec::new(),
            parts: Vec::new(),
            pairs: Vec::new(),
            longer: Vec::new(),
            residuals: Vec::new(),
            weighed: vec![0; task.factors.count()],
            rests: Vec::new(),
            lone: Vec::new(),
        }
    }

    /// The part of `var`, which is unassigned and in the scope of the last split.
    #[inline]
    pub(super) fn part_of(&self, var: Var) -> usize {
        self.part_of[var.index()] as usize
    }

    /// How many projected variables are parts of their own.
    pub(super) fn free_count(&self) -> usize {
        self.parts.iter().filter(|part| part.size == 1 && part.projected == 1 && !part.is_weighted).count()
    }

    /// Splits the unassigned variables of `scope`; no clause that is not satisfied may lead out of it.
    pub(super) fn split(&mut self, engine: &Engine, task: &SearchTask, settled: &Settled, scope: &[Var]) {
        self.start();
        for &var in scope {
            if !engine.is_assigned(var) {
                self.open[var.index()] = self.epoch;
            }
        }
        for &var in scope {
            if self.open[var.index()] == self.epoch {
                self.explore(engine, task, settled, var);
            }
        }
    }

    fn start(&mut self) {
        self.parts.clear();
        self.pairs.clear();
        self.longer.clear();
        self.residuals.clear();
        self.rests.clear();
        self.lone.clear();
        if self.epoch == u32::MAX {
            self.epoch = 0;
            self.open.fill(0);
            self.seen.fill(0);
            self.weighed.fill(0);
        }
        self.epoch += 1;
    }

    fn explore(&mut self, engine: &Engine, task: &SearchTask, settled: &Settled, start: Var) {
        let (pairs, longer, rests) = (self.pairs.len()..0, self.longer.len()..0, self.rests.len()..0);
        let mut part = ComponentOutline { size: 0, projected: 0, pairs, longer, rests, is_weighted: false };
        self.reach(start);
        while let Some(var) = self.queue.pop() {
            self.part_of[var.index()] = self.parts.len() as u32;
            part.size += 1;
            part.projected += u32::from(task.projected[var.index()]);
            for &other in task.incidence.neighbours(var) {
                self.reach(other);
            }
            for &clause in task.incidence.occurrences(var) {
                if self.seen[clause as usize] != self.epoch {
                    self.seen[clause as usize] = self.epoch;
                    self.look(engine, &task.incidence, clause);
                }
            }
            for &factor in task.factors.of(var) {
                if !settled.holds(factor) && self.weighed[factor as usize] != self.epoch {
                    part.is_weighted |= self.weigh(engine, &task.factors, factor, var);
                }
            }
        }
        part.pairs.end = self.pairs.len();
        part.longer.end = self.longer.len();
        part.rests.end = self.rests.len();
        if part.size == 1 && part.projected == 1 && part.is_weighted {
            self.lone.push(start);
        }
        self.parts.push(part);
    }

    #[inline]
    fn reach(&mut self, var: Var) {
        if self.open[var.index()] == self.epoch {
            self.open[var.index()] = 0;
            self.queue.push(var);
        }
    }

    /// Reaches the variables that a factor depends on, and keeps what is left of it if it is touched; false, without any
    /// of this, when it does not depend on `var`.
    fn weigh(&mut self, engine: &Engine, factors: &Factors, factor: u32, var: Var) -> bool {
        let rest = factors.rest(factor, engine);
        let vars = factors.vars(factor);
        let depends = |at: usize| rest.support >> at & 1 == 1;
        if !(0..vars.len()).any(|at| vars[at] == var && depends(at)) {
            return false;
        }
        self.weighed[factor as usize] = self.epoch;
        for (at, &other) in vars.iter().enumerate() {
            if depends(at) {
                self.reach(other);
            }
        }
        if rest.support.count_ones() as usize != vars.len() {
            self.rests.push(rest.class);
        }
        true
    }

    /// Reaches the variables of a clause that is not satisfied, and keeps what is left of it if it is touched.
    fn look(&mut self, engine: &Engine, incidence: &Incidence, clause: u32) {
        if engine.is_true(self.witness[clause as usize]) {
            return;
        }
        let start = self.residuals.len();
        let literals = incidence.clause(clause);
        for &lit in literals {
            if engine.is_true(lit) {
                self.witness[clause as usize] = lit;
                self.residuals.truncate(start);
                return;
            }
            if !engine.is_false(lit) {
                self.residuals.push(lit);
            }
        }
        for at in start..self.residuals.len() {
            let var = self.residuals[at].var();
            self.reach(var);
        }
        match self.residuals[start..] {
            [first, second] => {
                self.pairs.push((first.code() as u64) << 32 | second.code() as u64);
                self.residuals.truncate(start);
            }
            _ if self.residuals.len() - start == literals.len() => self.residuals.truncate(start),
            _ => self.longer.push((start as u32, self.residuals.len() as u32)),
        }
    }
}
