//! Values of properties and inputs, as far as they are known before a run.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::environment::{DeferredValue, Reason, Text, value_text};
use crate::analysis::value::Value;

/// Contents by name, in order.
pub type Contents = IndexMap<Arc<str>, Content, FxBuildHasher>;

/// A value of which parts may be known only later.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Known.
    Value(Value),
    /// A text that depends on the process.
    Text(Text),
    /// What only a run can compute.
    Computed(DeferredValue),
    /// A list.
    List(Vec<Content>),
    /// A map.
    Map(Contents),
}

impl Content {
    /// Null.
    pub fn null() -> Self {
        Self::Value(Value::Null)
    }

    /// A known text.
    pub fn string(text: &str) -> Self {
        Self::Value(Value::string(text))
    }

    /// Whether it is known to be null.
    pub fn is_null(&self) -> bool {
        *self == Self::Value(Value::Null)
    }

    /// The value, when all of it is known.
    pub fn known(&self) -> Option<Value> {
        match self {
            Self::Value(value) => Some(value.clone()),
            Self::Text(text) => text.known().map(Value::string),
            Self::Computed(_) => None,
            Self::List(items) => items.iter().map(Self::known).collect::<Option<Vec<_>>>().map(Value::from),
            Self::Map(entries) => entries.iter().map(|(key, value)| Some((Arc::clone(key), value.known()?))).collect(),
        }
    }

    /// The part of it behind a key of a map, or a place in a list.
    pub fn part(&self, key: &str) -> Option<Self> {
        match self {
            Self::Map(entries) => entries.get(key).cloned(),
            Self::List(items) => items.get(key.parse::<usize>().ok()?).cloned(),
            Self::Value(Value::Map(entries)) => entries.get(key).cloned().map(Self::Value),
            Self::Value(Value::List(items)) => items.get(key.parse::<usize>().ok()?).cloned().map(Self::Value),
            Self::Computed(later) => {
                Some(Self::Computed(DeferredValue::new(format!("{}, {key}", later.expression), later.why)))
            }
            Self::Value(_) | Self::Text(_) => None,
        }
    }

    /// As the value of a variable; none for null.
    ///
    /// # Errors
    /// What it is instead, with an article.
    pub fn to_text(&self) -> Result<Option<Text>, &'static str> {
        match self {
            Self::Value(value @ (Value::List(_) | Value::Map(_))) => Err(value.kind()),
            Self::Value(value) => Ok(value_text(value).map(|text| Text::literal(&text))),
            Self::Text(text) => Ok(Some(text.clone())),
            Self::Computed(later) => Ok(Some(Text::computed(later))),
            Self::List(_) => Err("a list"),
            Self::Map(_) => Err("a map"),
        }
    }

    /// Why only a run knows parts of it, each reason once, in order.
    pub fn reasons(&self) -> Vec<Reason> {
        let mut reasons = Vec::new();
        self.add_reasons(&mut reasons);
        reasons
    }

    fn add_reasons(&self, reasons: &mut Vec<Reason>) {
        let own = match self {
            Self::Value(_) => None,
            Self::Text(text) => text.reason(),
            Self::Computed(later) => Some(later.why),
            Self::List(items) => return items.iter().for_each(|item| item.add_reasons(reasons)),
            Self::Map(entries) => return entries.values().for_each(|value| value.add_reasons(reasons)),
        };
        reasons.extend(own.filter(|reason| !reasons.contains(reason)));
    }
}
