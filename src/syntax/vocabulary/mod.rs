//! Profiles and their words: one table for operators, one for keywords, one for options.

mod detect;
mod operators;
mod profile;
mod variability;

pub use detect::detect_profile;
pub use operators::{Arity, Layer, OPERATORS, Operator, OperatorEntry};
pub use profile::Profile;
pub use variability::check_variability;
