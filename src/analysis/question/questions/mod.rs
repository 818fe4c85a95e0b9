//! Questions that a user asks about a template or all of its variants; one file for each.
//!
//! Comes in: [`Variants`](super::Variants), or the same prepared for several questions ([`AllVariants`](super::AllVariants)).
//! Goes out: one type for each answer.

pub(super) mod atomic_sets;
pub(super) mod count;
pub(super) mod coverage;
pub(super) mod elements;
pub(super) mod exclusion;
pub(super) mod input_classes;
pub(super) mod inputs;
mod mentions;
pub(super) mod optimize;
pub(super) mod presence_conditions;
pub(super) mod sample;
