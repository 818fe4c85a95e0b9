//! What the search makes of what it finds: numbers, or a circuit.

use crate::natural::Natural;
use crate::{Lit, Var};

/// One way to satisfy a component: literals that hold, variables that are free, and components that are independent.
pub(crate) struct Conjunction<'a, V> {
    /// Decided and implied literals of projected variables; empty unless [`Trace::LITERALS`].
    pub(crate) literals: &'a [Lit],
    /// Projected variables that are in no clause any more; empty unless [`Trace::LITERALS`].
    pub(crate) free: &'a [Var],
    /// How many projected variables are free.
    pub(crate) free_count: usize,
    /// The values of the independent components.
    pub(crate) children: &'a [V],
}

/// Builds a value for each component from those of smaller ones.
pub(crate) trait Trace {
    /// What is known of a component.
    type Value: Clone;
    /// What is known of a component under a decision.
    type Branch;
    /// Whether conjunctions list literals and free variables.
    const LITERALS: bool;

    /// Numbers that factors come to, as values; a trace that lists literals is made without factors.
    fn values_of(numbers: Vec<Natural>) -> Vec<Self::Value>;

    /// The value under a decision.
    fn conjoin(&mut self, conjunction: &Conjunction<'_, Self::Value>) -> Self::Branch;

    /// The value of a component from those under a decision and its opposite; the latter may be unsatisfiable.
    fn disjoin(&mut self, first: Self::Branch, second: Option<Self::Branch>) -> Self::Value;

    /// Bytes that a value holds besides its own size.
    fn heap_bytes(value: &Self::Value) -> usize;

    /// Bytes that everything takes that was built so far, values left out.
    fn bytes(&self) -> usize {
        0
    }

    /// Whether what was built takes too much memory to go on.
    fn is_full(&self) -> bool {
        false
    }
}

/// Numbers of models.
pub(crate) struct Counting;

impl Trace for Counting {
    type Value = Natural;
    type Branch = Natural;
    const LITERALS: bool = false;

    fn values_of(numbers: Vec<Natural>) -> Vec<Natural> {
        numbers
    }

    fn conjoin(&mut self, conjunction: &Conjunction<'_, Natural>) -> Natural {
        let product = conjunction.children.iter().fold(Natural::ONE, Natural::multiply);
        product.shift(conjunction.free_count)
    }

    fn disjoin(&mut self, first: Natural, second: Option<Natural>) -> Natural {
        match second {
            Some(second) => first.add(second),
            None => first,
        }
    }

    fn heap_bytes(value: &Natural) -> usize {
        value.heap_bytes()
    }
}
