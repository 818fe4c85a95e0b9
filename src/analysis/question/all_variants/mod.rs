//! The ways to see all variants, and what every question about them is asked of.
//!
//! Comes in: [`Variants`](super::Variants) and limits. Goes out: a space of variants
//! ([`VariantSpace`](variant_space::VariantSpace)): one problem of all configurations (`lifted/`), or what came of resolving one
//! class after the other (`class_enumeration/`). On these stand the variants as models with a configuration for each, and
//! those that a search finds first.
//!
//! | view | holds | made by | for |
//! |---|---|---|---|
//! | [`Variants`](super::Variants) | the rules of a template under a configuration | `Variants::of` | resolving one variant; the entry to all questions |
//! | [`AllVariants`](prepared::AllVariants) | the variants with their space, made once | `Variants::all` | several questions about one template |
//! | [`VariantSpace`](variant_space::VariantSpace) | one of the next two ways to see all variants | `VariantSpace::of` | every question about all variants |
//! | [`Lifted`](lifted::Lifted) | classes and presences as one problem | `Lifted::of` | solving, counting, diagrams |
//! | [`ClassEnumeration`](class_enumeration::ClassEnumeration) | what came of resolving each class | `Variants::enumerate_classes` | templates without a lifted problem |
//! | `LiftedSolver` (`check/`) | a lifted problem with a session and the formulas of claims | `LiftedSolver::new` | the analyses of `check`, which share it |
//! | [`VariantProblem`](variants_with_witness::VariantProblem) | the valid variants as models, each with a configuration | `VariantProblem::of` | samples, coverage, the best variant |
//! | [`ClassProblem`](lifted::ClassProblem) | classes with presences as defined, constraints left out | `ClassProblem::of` | contradictions, what constraints exclude, counted |

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
