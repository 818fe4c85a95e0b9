//! Answers and diagnostics as text, one file per format.
//!
//! Comes in: diagnostics with the [`crate::source::Sources`] they quote, documents, overviews. Goes out: strings. Nothing
//! is solved or decided here, and nothing is printed: `cli` owns the terminal.

pub mod atomic_sets;
mod bound;
pub mod built_in_types;
pub mod condition;
pub mod count;
pub mod coverage;
pub mod diff;
pub mod elements;
pub mod exactness;
pub mod exclusion;
pub mod explain;
pub mod findings;
pub mod formats;
pub mod list;
pub mod optimize;
pub mod profile;
pub mod provenance;
pub mod ranges;
pub mod review;
pub mod rules;
pub mod runtime;
pub mod sample;
pub mod skeleton;
pub mod text;
pub mod variant;
pub mod verdicts;
mod witness;
