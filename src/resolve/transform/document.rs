//! The output tree: what a document says, quoting the author wherever that is possible.
//!
//! Comes in: nodes of the author by id, texts and computed values. Goes out: a tree that `render` writes down.
//! Invariant: ids are those of the model's tree.

use std::sync::Arc;

use crate::analysis::value::Value;
use crate::source::syntax::yaml::{Tree, YamlId};

/// A node of an output document.
#[derive(Clone, Debug)]
pub enum Output {
    /// A node of the author with all below it, as written; tags are kept, aliases replaced by what they stand for.
    Source(YamlId),
    /// A string.
    String(Arc<str>),
    /// A computed value.
    Value(Value),
    /// A list.
    Sequence(Vec<Output>),
    /// A mapping, in this order; the keys differ.
    Mapping(Vec<(Key, Output)>),
}

/// A key of an output mapping.
#[derive(Clone, Debug)]
pub enum Key {
    /// A scalar of the author, as written.
    Source(YamlId),
    /// A text.
    Text(Arc<str>),
}

impl Output {
    /// A string.
    pub fn text(text: &str) -> Self {
        Self::String(text.into())
    }
}

impl From<&Value> for Output {
    fn from(value: &Value) -> Self {
        Self::Value(value.clone())
    }
}

impl Key {
    /// What it says.
    pub fn as_text<'k>(&'k self, tree: &'k Tree) -> &'k str {
        match self {
            Self::Source(id) => tree.at(*id).text(),
            Self::Text(text) => text,
        }
    }

    /// A text.
    pub fn text(text: &str) -> Self {
        Self::Text(text.into())
    }
}
