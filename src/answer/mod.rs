//! What every question answers: one type for each question, the same for templates and for feature models.
//!
//! Comes in: answers in terms of a model. Goes out: answers in terms of names and lines, which formats only write down:
//! [`document`] as JSON, `render/` as text. Invariant: each answer has a name and a version, which stand in the document
//! as its `schema`, and a JSON Schema made from the type ([`schema_of`]); a type that changes its shape gets the next version.

mod about;
mod count;
mod document;
mod elements;
mod exactness;
mod explain;
mod number;
mod values;

pub use about::About;
pub use count::{Count, ElementCount, FeatureCounts};
pub use document::{ANSWERS, Answer, AnswerEntry, document, schema_of, value};
pub use elements::{Element, Elements, Status};
pub use exactness::{Caveat, Exactness};
pub use explain::{Explain, Explained, Line};
pub use number::Number;
pub use values::{Values, Written};
