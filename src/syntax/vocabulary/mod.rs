//! Profiles and their words: one table for operators, one for keywords, one for options.

mod detect;
mod keywords;
mod operators;
mod profile;
mod variability;

pub use detect::detect_profile;
pub use keywords::ELEMENT_KEYWORDS;
pub use operators::{Arity, Layer, OPERATORS, Operator, OperatorEntry};
pub use profile::Profile;
pub use variability::check_variability;
