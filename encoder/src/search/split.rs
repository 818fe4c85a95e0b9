//! Independent parts of what is left of a scope after propagation.

use super::Task;
use super::engine::Engine;
use super::incidence::Incidence;
use crate::{Lit, Var};

/// A connected part with at least two variables, or a variable in no clause.
pub(super) struct Part {
    pub(super) size: u32,
    /// How many of its variables are projected.
    pub(super) projected: u32,
    /// Its touched clauses in [`Splitter::touched`].
    pub(super) touched: std::ops::Range<usize>,
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
    pub(super) parts: Vec<Part>,
    /// What is left of the clauses that have lost literals, as ranges of `residuals`.
    pub(super) touched: Vec<(u32, u32)>,
    /// Literals of the touched clauses; ascending within each.
    pub(super) residuals: Vec<Lit>,
}

impl Splitter {
    pub(super) fn new(var_count: usize, incidence: &Incidence) -> Self {
        let clauses = 0..incidence.clause_count() as u32;
        Self {
            epoch: 0,
            open: vec![0; var_count],
            part_of: vec![0; var_count],
            seen: vec![0; incidence.clause_count()],
            witness: clauses.map(|id| incidence.clause(id)[0]).collect(),
            queue: Vec::new(),
            parts: Vec::new(),
            touched: Vec::new(),
            residuals: Vec::new(),
        }
    }

    /// The part of `var`, which is unassigned and in the scope of the last split.
    #[inline]
    pub(super) fn part_of(&self, var: Var) -> usize {
        self.part_of[var.index()] as usize
    }

    /// How many projected variables are parts of their own.
    pub(super) fn free_count(&self) -> usize {
        self.parts.iter().filter(|part| part.size == 1 && part.projected == 1).count()
    }

    /// Splits the unassigned variables of `scope`; no clause that is not satisfied may lead out of it.
    pub(super) fn split(&mut self, engine: &Engine, task: &Task, scope: &[Var]) {
        self.start();
        for &var in scope {
            if !engine.is_assigned(var) {
                self.open[var.index()] = self.epoch;
            }
        }
        for &var in scope {
            if self.open[var.index()] == self.epoch {
                self.explore(engine, task, var);
            }
        }
    }

    fn start(&mut self) {
        self.parts.clear();
        self.touched.clear();
        self.residuals.clear();
        if self.epoch == u32::MAX {
            self.epoch = 0;
            self.open.fill(0);
            self.seen.fill(0);
        }
        self.epoch += 1;
    }

    fn explore(&mut self, engine: &Engine, task: &Task, start: Var) {
        let mut part = Part { size: 0, projected: 0, touched: self.touched.len()..0 };
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
        }
        part.touched.end = self.touched.len();
        self.parts.push(part);
    }

    #[inline]
    fn reach(&mut self, var: Var) {
        if self.open[var.index()] == self.epoch {
            self.open[var.index()] = 0;
            self.queue.push(var);
        }
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
        if self.residuals.len() - start == literals.len() {
            self.residuals.truncate(start);
        } else {
            self.touched.push((start as u32, self.residuals.len() as u32));
        }
    }
}
