//! What every question answers: one type for each question, the same for templates and for feature models.
//!
//! Comes in: answers in terms of a model. Goes out: answers in terms of names and lines, which formats only write down:
//! [`json`] as JSON, `render/` as text. Invariant: each answer has a name and a version, which stand in the document
//! as its `schema`, and a JSON Schema made from the type ([`schema_of`]); a type that changes its shape gets the next version.

mod about;
mod atomic_sets;
mod count;
mod diff;
mod document;
mod elements;
mod exactness;
mod explain;
mod list;
mod number;
mod optimize;
mod sample;
mod values;
mod variant;

pub use about::About;
pub use atomic_sets::{AtomicSets, Member};
pub use count::{Count, ElementCount, FeatureCounts};
pub use diff::{ContentChange, Diff, Example, NamedChange, Reassigned, Relation, StatusChange};
pub use document::{ANSWERS, Answer, AnswerEntry, frame, framed, json, schema_of, value};
pub use elements::{Element, Elements, Status};
pub use exactness::{Caveat, Exactness};
pub use explain::{Explain, Explained, Line};
pub use list::{Index, List, ListedVariant, Order, Part, WrittenVariant};
pub use number::Number;
pub use optimize::{Goal, Optimize};
pub use sample::{Method, Sample};
pub use values::{Values, Written};
pub use variant::Variant;
