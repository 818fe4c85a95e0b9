//! What every question answers: one type for each question, the same for templates and for feature models.
//!
//! Comes in: answers in terms of a template. Goes out: answers in terms of names and lines, which feature models give at once,
//! and which formats only write down:
//! [`json`] as JSON, `render/` as text. Invariant: each answer has a name and a version, which stand in the document
//! as its `schema`, and a JSON Schema made from the type ([`schema_of`]); a type that changes its shape gets the next version.

mod about;
mod answers;
mod atomic_sets;
mod by_name;
mod check;
mod condition;
mod connections;
mod count;
mod coverage;
mod diff;
mod document;
mod elements;
mod exactness;
mod explain;
mod finding;
mod inputs;
mod list;
mod number;
mod optimize;
mod rules;
pub mod runtime;
mod sample;
mod served;
mod values;
mod variant;

use crate::source::Span;
use crate::tosca::model::Model;

pub use about::About;
pub use answers::{ANSWERS, AnswerEntry, schema_of};
pub use atomic_sets::{AtomicSets, Member};
pub use by_name::ByName;
pub use check::{Assertions, Check, CheckedTemplate, Excluded, Portion, Profile, Summary, Undecided};
pub use condition::{Condition, Holds};
pub use connections::{Connections, Doubt, Need, NodeNeed};
pub use count::{Count, ElementCount};
pub use coverage::{Coverage, Covered, Missing, MissingPair, MissingPresence, Presence, Share, TemplateCoverage};
pub use diff::{
    ContentChange, Diff, Example, NamedChange, PresenceChange, PresetResult, Reassigned, Relation, StatusChange,
    TitledElement,
};
pub use document::{Answer, compact, frame, framed, json, json_line, pretty};
pub use elements::{Element, Elements, Status};
pub use exactness::{Caveat, Exactness};
pub use explain::{ByConditions, Explain, Explained, Line};
pub use finding::{Edit, Finding, FindingLine, Fix, Place};
pub use inputs::{Constraint, Input, Inputs, Preset, Presets};
pub use list::{Index, List, ListedVariant, Order, Part, WrittenVariant};
pub use number::Number;
pub use optimize::{Goal, Optimize};
pub use rules::{Rule, Rules};
pub use sample::{Method, Sample};
pub use served::{Changes, InputValues, PossibleValue, PossibleValues, Refused, Resolved};
pub use values::{Values, Written};
pub use variant::Variant;
/// The file of a place, where it is not the template itself.
fn other_file(model: &Model, span: Span) -> Option<String> {
    (span.file != model.root().span().file).then(|| model.sources().file(span.file).name().to_owned())
}

/// The line of a place, where it is in the template itself.
fn own_line(model: &Model, span: Span) -> Option<u32> {
    other_file(model, span).is_none().then(|| model.sources().position(span).line)
}
