//! The ways to see all variants, and what every question about them is asked of.
//!
//! Comes in: [`Variants`](super::Variants) and limits. Goes out: a space of variants
//! ([`VariantSpace`](variant_space::VariantSpace)): one problem of all configurations (`lifted/`), or what came of resolving one
//! class after the other (`class_enumeration/`). On these stand the variants as models with a configuration for each, and
//! those that a search finds first.

pub(super) mod class_enumeration;
pub(super) mod contradiction;
pub(super) mod exactness;
#[cfg(test)]
mod fixture;
pub(super) mod lifted;
pub(super) mod limits;
pub(super) mod parallel;
pub(super) mod prepared;
pub(super) mod status;
pub(super) mod sweep;
pub(super) mod unread_types;
pub(super) mod variant_count;
pub(super) mod variant_space;
mod variants_by_search;
pub(super) mod variants_with_witness;
