//! The output tree.

use std::sync::Arc;

use crate::syntax::yaml::YamlId;
use crate::value::Value;

/// A node of an output document.
#[derive(Clone, Debug)]
pub enum Output {
    /// A node of the author, as written.
    Source(YamlId),
    /// A string.
    String(Arc<str>),
    /// A computed value.
    Value(Value),
    /// A list.
    Sequence(Vec<Output>),
    /// A mapping.
    Mapping(Vec<(Key, Output)>),
}

/// A key of an output mapping.
#[derive(Clone, Debug)]
pub enum Key {
    /// A key of the author, as written.
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
    /// A text.
    pub fn text(text: &str) -> Self {
        Self::Text(text.into())
    }
}
