//! Parts of a question that have nothing to do with each other, spread over threads.
//!
//! Invariant: what comes out is the same for any number of threads. Where steps are short, parts are answered one after the other:
//! which of them still have an answer when the steps are used up depends on their order. Where they were not short and are used up
//! all the same, all parts are asked again, one after the other, and say so.

use rayon::prelude::*;
use variscope_encoder::Budget;

/// Fewer parts are not worth waking other threads.
const FEW_PARTS: usize = 8;

/// The answers to all parts, in their order.
pub(crate) fn each<P: Sync, A: Send>(parts: &[P], budget: &Budget, answer: impl Fn(&P) -> A + Sync) -> Vec<A> {
    if parts.len() >= FEW_PARTS && budget.has_steps_to_spare() {
        let answers = parts.par_iter().map(&answer).collect();
        if !budget.are_steps_exhausted() {
            return answers;
        }
    }
    parts.iter().map(answer).collect()
}
