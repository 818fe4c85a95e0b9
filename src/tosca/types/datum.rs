//! A value on its way through completion: as it is written, or put together from several places.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::source::Span;
use crate::source::syntax::yaml::{Scalar, Yaml};

/// A value with a place to point at.
#[derive(Clone, Debug)]
pub struct Datum<'t> {
    content: DatumContent<'t>,
    span: Span,
}

#[derive(Clone, Debug)]
enum DatumContent<'t> {
    Written(Yaml<'t>),
    Text(Arc<str>),
    List(Arc<[Datum<'t>]>),
    Map(Arc<[Entry<'t>]>),
}

/// An entry of a map.
#[derive(Clone, Debug)]
pub struct Entry<'t> {
    /// The key.
    pub key: &'t str,
    /// Where the key is written.
    pub span: Span,
    /// The value.
    pub value: Datum<'t>,
}

impl Entry<'_> {
    /// Of entries with the same key only the last.
    pub fn last_of_each_key(entries: Vec<Self>) -> Vec<Self> {
        let mut keys = FxHashSet::default();
        let mut kept: Vec<Self> = entries.into_iter().rev().filter(|entry| keys.insert(entry.key)).collect();
        kept.reverse();
        kept
    }
}

/// What a value is, one level deep.
#[derive(Clone, Debug)]
pub enum View<'t> {
    /// A scalar as written.
    Written(Yaml<'t>),
    /// A string that was made.
    Text(Arc<str>),
    /// A list.
    List(Vec<Datum<'t>>),
    /// A map.
    Map(Vec<Entry<'t>>),
}

impl<'t> Datum<'t> {
    /// A string that stands for what is written at `span`.
    pub fn text(text: impl Into<Arc<str>>, span: Span) -> Self {
        Self { content: DatumContent::Text(text.into()), span }
    }

    /// A list that stands for what is written at `span`.
    pub fn list(items: Vec<Self>, span: Span) -> Self {
        Self { content: DatumContent::List(items.into()), span }
    }

    /// A map that stands for what is written at `span`.
    pub fn map(entries: Vec<Entry<'t>>, span: Span) -> Self {
        Self { content: DatumContent::Map(entries.into()), span }
    }

    /// Makes the value stand for what is written at `span`.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = span;
        self
    }

    /// Where it is written.
    pub fn span(&self) -> Span {
        self.span
    }

    /// What it is.
    pub fn view(&self) -> View<'t> {
        match &self.content {
            DatumContent::Written(yaml) if yaml.is_mapping() => View::Map(self.entries()),
            DatumContent::Written(yaml) if yaml.is_sequence() => View::List(yaml.items().map(Datum::from).collect()),
            DatumContent::Written(yaml) => View::Written(*yaml),
            DatumContent::Text(text) => View::Text(Arc::clone(text)),
            DatumContent::List(items) => View::List(items.to_vec()),
            DatumContent::Map(entries) => View::Map(entries.to_vec()),
        }
    }

    /// The node it was written as, unless it was put together.
    pub fn written(&self) -> Option<Yaml<'t>> {
        match &self.content {
            DatumContent::Written(yaml) => Some(*yaml),
            DatumContent::Text(_) | DatumContent::List(_) | DatumContent::Map(_) => None,
        }
    }

    /// Its meaning when it is a scalar.
    pub fn scalar(&self) -> Option<Scalar<'_>> {
        match &self.content {
            DatumContent::Written(yaml) => yaml.is_scalar().then(|| yaml.scalar()),
            DatumContent::Text(text) => Some(Scalar::String(text)),
            DatumContent::List(_) | DatumContent::Map(_) => None,
        }
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        self.scalar() == Some(Scalar::Null)
    }

    /// Whether it is a map.
    pub fn is_map(&self) -> bool {
        match &self.content {
            DatumContent::Written(yaml) => yaml.is_mapping(),
            DatumContent::Map(_) => true,
            DatumContent::Text(_) | DatumContent::List(_) => false,
        }
    }

    /// The entries of a map; none of anything else.
    pub fn entries(&self) -> Vec<Entry<'t>> {
        match &self.content {
            DatumContent::Written(yaml) => yaml.entries().map(Entry::from).collect(),
            DatumContent::Map(entries) => entries.to_vec(),
            DatumContent::Text(_) | DatumContent::List(_) => Vec::new(),
        }
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<Self> {
        match &self.content {
            DatumContent::Written(yaml) => yaml.get(key).map(Self::from),
            DatumContent::Map(entries) => {
                entries.iter().find(|entry| entry.key == key).map(|entry| entry.value.clone())
            }
            DatumContent::Text(_) | DatumContent::List(_) => None,
        }
    }

    /// A map with another value for `key`, which comes last when it is new.
    #[must_use]
    pub fn with(&self, key: &'t str, value: Self) -> Self {
        let mut entries = self.entries();
        match entries.iter_mut().find(|entry| entry.key == key) {
            Some(entry) => entry.value = value,
            None => entries.push(Entry { key, span: value.span(), value }),
        }
        Self::map(entries, self.span)
    }

    /// The item at a position of a list.
    pub fn item(&self, at: usize) -> Option<Self> {
        match &self.content {
            DatumContent::Written(yaml) => yaml.items().nth(at).map(Self::from),
            DatumContent::List(items) => items.get(at).cloned(),
            DatumContent::Text(_) | DatumContent::Map(_) => None,
        }
    }

    /// Its text as a key of a map, when it is a scalar that was written or made.
    pub fn key(&self) -> Option<&str> {
        crate::tosca::types::simple::scalar_text(self)
    }

    /// What a step leads to: a key of a map, or a position in a list.
    pub fn part(&self, step: &Self) -> Option<Self> {
        match step.scalar()? {
            Scalar::Integer(text) if !self.is_map() => self.item(text.parse().ok()?),
            _ => self.get(step.key()?),
        }
    }

    /// What to call it in a message.
    pub fn kind(&self) -> &'static str {
        match &self.content {
            DatumContent::Written(yaml) => yaml.kind(),
            DatumContent::Text(_) => "string",
            DatumContent::List(_) => "list",
            DatumContent::Map(_) => "mapping",
        }
    }
}

impl<'t> From<Yaml<'t>> for Datum<'t> {
    fn from(yaml: Yaml<'t>) -> Self {
        Self { content: DatumContent::Written(yaml), span: yaml.span() }
    }
}

impl<'t> From<(Yaml<'t>, Yaml<'t>)> for Entry<'t> {
    fn from((key, value): (Yaml<'t>, Yaml<'t>)) -> Self {
        Self { key: key.text(), span: key.span(), value: value.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, Sources};

    #[test]
    fn of_each_key_the_last_entry_stays_where_it_is() {
        let file: FileId = Sources::new().add("t", "");
        let span = Span::start_of(file);
        let entry = |(key, text): (&'static str, &str)| Entry { key, span, value: Datum::text(text, span) };
        let given = [("a", "1"), ("b", "2"), ("a", "3"), ("c", "4"), ("b", "5")].map(entry);
        let left = Entry::last_of_each_key(given.to_vec());
        let left: Vec<(&str, Option<&str>)> = left.iter().map(|entry| (entry.key, entry.value.key())).collect();
        assert_eq!(left, [("a", Some("3")), ("c", Some("4")), ("b", Some("5"))]);
    }
}
