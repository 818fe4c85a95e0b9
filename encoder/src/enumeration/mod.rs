//! Models one by one, without counting or compiling first.
//!
//! Clauses and projected variables come in; models go out in lexicographic order, false before true, each
//! combination of projected values once, from the first on and from any [`ResumePoint`]. No clause is ever added: blocking
//! clauses would make the solver slower with every model.

mod combinations;
mod incremental_model;
mod lexicographic;
mod resume_point;

pub(crate) use combinations::Combinations;
pub(crate) use incremental_model::IncrementalModel;
pub use lexicographic::Lexicographic;
pub use resume_point::{InvalidResumePoint, ResumePoint};
