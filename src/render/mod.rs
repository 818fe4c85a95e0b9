//! Answers and diagnostics as text, one file per format.
//!
//! Comes in: diagnostics with the [`crate::source::Sources`] they quote, documents, summaries. Goes out: strings. Nothing is
//! solved or decided here, and nothing is printed: `cli` owns the terminal.

pub mod text;
