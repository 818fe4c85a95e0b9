//! Parts of a question that have nothing to do with each other, spread over threads.
//!
//! Invariant: what comes out is the same for any number of threads. Where steps are counted, parts are answered one after the other:
//! which of them still have an answer when the steps are used up depends on their order.

use rayon::prelude::*;
use variscope_encoder::Budget;

/// The answers to all parts, in their order.
pub(super) fn each<P: Sync, A: Send>(parts: &[P], budget: &Budget, answer: impl Fn(&P) -> A + Sync) -> Vec<A> {
    if budget.counts_steps() { parts.iter().map(answer).collect() } else { parts.par_iter().map(&answer).collect() }
}
