//! What a stopped count knows.

use num_bigint::BigUint;

use super::component_search::{ComponentFrame, ComponentSearch, SearchTask};
use super::stacks::Heights;
use super::trace::Counting;
use crate::Var;
use crate::natural::Natural;

/// A lower and an upper bound.
#[derive(Clone)]
pub(crate) struct Bounds {
    pub(crate) lower: Natural,
    pub(crate) upper: Natural,
}

impl Bounds {
    /// A known number.
    pub(crate) fn exact(number: Natural) -> Self {
        Self { lower: number.clone(), upper: number }
    }

    /// Of something between `least` and `doublings` of one.
    fn unknown(least: Natural, doublings: usize) -> Self {
        Self { lower: least, upper: Natural::ONE.shift(doublings) }
    }

    fn multiply(self, other: &Self) -> Self {
        Self { lower: self.lower.multiply(&other.lower), upper: self.upper.multiply(&other.upper) }
    }

    /// What both say of the same number.
    pub(crate) fn meet(self, other: Self) -> Self {
        let is_less = |a: &Natural, b: &Natural| BigUint::from(a.clone()) < BigUint::from(b.clone());
        let lower = if is_less(&self.lower, &other.lower) { other.lower } else { self.lower };
        let upper = if is_less(&other.upper, &self.upper) { other.upper } else { self.upper };
        Self { lower, upper }
    }

    fn add(self, other: Self) -> Self {
        Self { lower: self.lower.add(other.lower), upper: self.upper.add(other.upper) }
    }
}

impl ComponentSearch<'_, Counting> {
    /// What is known after [`ComponentSearch::run`] was interrupted: every component that was to be entered has a model.
    pub(crate) fn bounds(&self) -> Bounds {
        let mut end = self.stacks.heights();
        let mut inner = None;
        for frame in self.frames.iter().rev() {
            let branch = if frame.open { self.open_branch_bounds(frame, end, inner) } else { self.half(frame) };
            inner = Some(match (&frame.first, frame.decision) {
                (Some(first), _) => Bounds::exact(first.clone()).add(branch),
                (None, Some(_)) => branch.add(self.half(frame)),
                (None, None) => branch,
            });
            end = frame.heights;
        }
        inner.unwrap_or_else(|| Bounds::unknown(Natural::ZERO, self.doublings_of_all()))
    }

    /// A branch that may be unsatisfiable.
    fn half(&self, frame: &ComponentFrame<Natural>) -> Bounds {
        Bounds::unknown(
            Natural::ZERO,
            self.doublings(&self.stacks.vars[frame.component.vars.clone()]).saturating_sub(1),
        )
    }

    /// The product of the solved parts, the part that is being worked on, and those to be entered; the stacks end
    /// at `end` for this frame.
    fn open_branch_bounds(&self, frame: &ComponentFrame<Natural>, end: Heights, inner: Option<Bounds>) -> Bounds {
        let mut product = Bounds::exact(Natural::ONE.shift(frame.free_count));
        for value in &self.stacks.values[frame.heights.values..end.values] {
            product = product.multiply(&Bounds::exact(value.clone()));
        }
        for component in &self.stacks.pending[frame.heights.pending..end.pending] {
            product = product
                .multiply(&Bounds::unknown(Natural::ONE, self.doublings(&self.stacks.vars[component.vars.clone()])));
        }
        match inner {
            Some(inner) => product.multiply(&inner),
            None => product,
        }
    }

    /// So many doublings are at least what a component over these variables counts.
    fn doublings(&self, vars: &[Var]) -> usize {
        let SearchTask { factors, projected, .. } = &self.task;
        let mut ids: Vec<u32> = vars.iter().flat_map(|&var| factors.of(var)).copied().collect();
        ids.sort_unstable();
        ids.dedup();
        let weights: usize = ids.into_iter().map(|id| factors.doublings(id)).sum();
        vars.iter().filter(|var| projected[var.index()]).count() + weights
    }

    /// So many doublings are at least what the whole problem counts.
    fn doublings_of_all(&self) -> usize {
        let vars: Vec<Var> = (0..self.task.projected.len()).map(Var::new).collect();
        let constants = self.task.factors.constants();
        self.doublings(&vars) + constants.map(|class| self.numbers[class as usize].bits()).sum::<usize>()
    }
}
