//! Tables with a row for each rule, as cases.

pub mod connections;
pub mod datatypes;
pub mod env;
pub mod inputs;
