//! What is true of one variant and of all: values, conditions as formulas, presence, classes of configurations, questions.
//!
//! Comes in: a model and given values. Goes out: variants and answers about all of them ([`question::Variants`]), in terms of
//! the model. Nothing here writes documents, or text for people other than diagnostics.

pub mod condition;
pub mod domain;
pub mod presence;
pub(crate) mod pretty;
pub mod question;
pub mod recovery;
pub mod settings;
pub mod value;
