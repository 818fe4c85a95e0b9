//! What the author wrote: YAML trees with spans, and the vocabularies of the four profiles.
//!
//! Comes in: [`crate::source::Sources`]. Goes out: a [`yaml::Tree`] and diagnostics, always both. No name is
//! resolved here.

pub mod vocabulary;
pub mod yaml;
