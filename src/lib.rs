//! Answers questions about all variants of a variable TOSCA template, and resolves one of them.

pub mod condition;
pub mod diagnostic;
mod error;
pub mod model;
pub mod presence;
pub mod question;
pub mod render;
pub mod resolution;
pub mod source;
pub mod suite;
pub mod syntax;
pub mod topology;
pub mod transform;
pub mod types;
pub mod value;

pub use error::Error;
