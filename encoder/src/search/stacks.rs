//! What the open frames of a search hold, each on top of those before it.

use std::ops::Range;

use super::split::Splitter;
use super::trace::Conjunction;
use super::{SearchTask, key};
use crate::engine::Engine;
use crate::{Lit, Var};

/// A part to be solved.
pub(super) struct Component {
    /// Its variables, ascending: a range of [`Stacks::vars`].
    pub(super) vars: Range<usize>,
    /// Its key: a range of [`Stacks::keys`]; empty for the whole problem.
    pub(super) key: Range<usize>,
    pub(super) hash: u64,
}

/// Heights of all stacks at a moment.
#[derive(Clone, Copy)]
pub(super) struct Heights {
    vars: usize,
    keys: usize,
    pub(super) pending: usize,
    pub(super) values: usize,
    literals: usize,
    free: usize,
    settled: usize,
}

/// The stacks of all open frames. `V` is what is known of a component.
pub(super) struct Stacks<V> {
    pub(super) vars: Vec<Var>,
    pub(super) keys: Vec<u8>,
    /// Components that are still to be entered.
    pub(super) pending: Vec<Component>,
    /// Values of components that have been solved.
    pub(super) values: Vec<V>,
    /// Assigned literals of projected variables.
    literals: Vec<Lit>,
    /// Projected variables that are in no clause.
    free: Vec<Var>,
    /// Factors whose numbers are among the values.
    pub(super) settled: Settled,
}

/// Factors that depend on nothing any more.
pub(super) struct Settled {
    /// By factor: whether it is one.
    flags: Vec<bool>,
    order: Vec<u32>,
}

impl Settled {
    /// Whether the factor is among them.
    #[inline]
    pub(super) fn holds(&self, id: u32) -> bool {
        self.flags[id as usize]
    }

    fn truncate(&mut self, height: usize) {
        self.order.drain(height..).for_each(|id| self.flags[id as usize] = false);
    }
}

impl<V> Stacks<V> {
    /// Empty stacks.
    pub(super) fn new(task: &SearchTask) -> Self {
        let (vars, keys, pending, values) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let settled = Settled { flags: vec![false; task.factors.count()], order: Vec::new() };
        Self { vars, keys, pending, values, literals: Vec::new(), free: Vec::new(), settled }
    }

    /// Puts a factor among the settled ones; false when it is there.
    pub(super) fn settle(&mut self, id: u32) -> bool {
        let is_new = !self.settled.flags[id as usize];
        if is_new {
            self.settled.flags[id as usize] = true;
            self.settled.order.push(id);
        }
        is_new
    }

    pub(super) fn heights(&self) -> Heights {
        Heights {
            vars: self.vars.len(),
            keys: self.keys.len(),
            pending: self.pending.len(),
            values: self.values.len(),
            literals: self.literals.len(),
            free: self.free.len(),
            settled: self.settled.order.len(),
        }
    }

    pub(super) fn truncate(&mut self, heights: Heights) {
        self.vars.truncate(heights.vars);
        self.keys.truncate(heights.keys);
        self.pending.truncate(heights.pending);
        self.values.truncate(heights.values);
        self.literals.truncate(heights.literals);
        self.free.truncate(heights.free);
        self.settled.truncate(heights.settled);
    }

    /// What has been put on the stacks since `heights`, when nothing is pending.
    pub(super) fn conjunction(&self, heights: Heights, free_count: usize) -> Conjunction<'_, V> {
        Conjunction {
            literals: &self.literals[heights.literals..],
            free: &self.free[heights.free..],
            free_count,
            children: &self.values[heights.values..],
        }
    }

    /// Lists the assigned literals, and the free variables, among the projected variables of the scope that was split.
    pub(super) fn list(&mut self, task: &SearchTask, engine: &Engine, splitter: &Splitter, scope: Range<usize>) {
        for &var in self.vars[scope].iter().filter(|var| task.projected[var.index()]) {
            if engine.is_assigned(var) {
                self.literals.push(var.lit(engine.is_true(var.positive())));
            } else if splitter.parts[splitter.part_of(var)].size == 1 {
                self.free.push(var);
            }
        }
    }

    /// Gives each part that has something to count its variables, in the order of the scope that was split.
    ///
    /// What is given for a part is where its variables are, or `None`.
    pub(super) fn distribute(
        &mut self,
        engine: &Engine,
        splitter: &Splitter,
        scope: Range<usize>,
    ) -> Vec<Option<Range<usize>>> {
        let mut end = self.vars.len();
        let mut ranges: Vec<Option<Range<usize>>> = Vec::with_capacity(splitter.parts.len());
        for part in &splitter.parts {
            let counts = part.size > 1 && part.projected > 0;
            ranges.push(counts.then_some(end..end));
            end += if counts { part.size as usize } else { 0 };
        }
        if ranges.iter().any(Option::is_some) {
            self.vars.resize(end, Var::new(0));
            for at in scope {
                let var = self.vars[at];
                if !engine.is_assigned(var)
                    && let Some(range) = &mut ranges[splitter.part_of(var)]
                {
                    self.vars[range.end] = var;
                    range.end += 1;
                }
            }
        }
        ranges
    }

    /// Puts the key of a part on its stack, and gives the component.
    pub(super) fn component(&mut self, splitter: &mut Splitter, part: usize, vars: Range<usize>) -> Component {
        let start = self.keys.len();
        key::write(splitter, part, &self.vars[vars.clone()], &mut self.keys);
        let hash = key::hash(&self.keys[start..]);
        Component { vars, key: start..self.keys.len(), hash }
    }
}
