//! What a stopped count knows.

use num_bigint::BigUint;

use super::natural::Natural;
use super::stacks::Heights;
use super::trace::Counting;
use super::walk::{Frame, Walk};

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

    /// Of something that has at least `least` models over `vars` variables.
    fn unknown(least: Natural, vars: usize) -> Self {
        Self { lower: least, upper: Natural::ONE.shift(vars) }
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

impl Walk<'_, Counting> {
    /// What is known after [`Walk::run`] was interrupted: every component that was to be entered has a model.
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
        inner.unwrap_or_else(|| Bounds::unknown(Natural::ZERO, self.projected(0..self.task.projected.len())))
    }

    /// A branch that may be unsatisfiable.
    fn half(&self, frame: &Frame<Natural>) -> Bounds {
        Bounds::unknown(Natural::ZERO, self.projected(frame.component.vars.clone()).saturating_sub(1))
    }

    /// The product of the solved parts, the part that is being worked on, and those to be entered; the stacks end
    /// at `end` for this frame.
    fn open_branch_bounds(&self, frame: &Frame<Natural>, end: Heights, inner: Option<Bounds>) -> Bounds {
        let mut product = Bounds::exact(Natural::ONE.shift(frame.free_count));
        for value in &self.stacks.values[frame.heights.values..end.values] {
            product = product.multiply(&Bounds::exact(value.clone()));
        }
        for component in &self.stacks.pending[frame.heights.pending..end.pending] {
            product = product.multiply(&Bounds::unknown(Natural::ONE, self.projected(component.vars.clone())));
        }
        match inner {
            Some(inner) => product.multiply(&inner),
            None => product,
        }
    }

    /// Number of projected variables in a range of the stack; before the search, of all variables.
    fn projected(&self, range: std::ops::Range<usize>) -> usize {
        match self.stacks.vars.get(range) {
            Some(vars) => vars.iter().filter(|var| self.task.projected[var.index()]).count(),
            None => self.task.projected.iter().filter(|&&projected| projected).count(),
        }
    }
}
