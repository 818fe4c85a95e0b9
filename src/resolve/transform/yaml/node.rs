//! One view of the three kinds of values that a document is made of: nodes of the author, nodes of the document,
//! and computed values.

use std::borrow::Cow;
use std::slice;

use crate::analysis::value::Value;
use crate::resolve::transform::{Key, Output};
use crate::source::syntax::yaml::{self, Shape, Tree, Yaml};

/// A value to be written.
#[derive(Clone, Copy)]
pub(super) enum OutputNode<'a> {
    Source(Yaml<'a>),
    Output(&'a Tree, &'a Output),
    Value(&'a Value),
}

/// A scalar or a key to be written.
#[derive(Clone)]
pub(super) enum Scalar<'a> {
    /// As the author wrote it.
    Source(Yaml<'a>),
    /// A string, in quotes where it could be taken for something else.
    Text(&'a str),
    /// Anything but a string, without quotes.
    Plain(Cow<'a, str>),
}

/// What a value consists of.
pub(super) enum NodeContent<'a> {
    Scalar(Scalar<'a>),
    Sequence(Items<'a>),
    Mapping(MappingEntries<'a>),
}

/// The items of a list.
pub(super) enum Items<'a> {
    Source(yaml::Items<'a>),
    Output(&'a Tree, slice::Iter<'a, Output>),
    Value(slice::Iter<'a, Value>),
}

pub(super) enum MappingEntries<'a> {
    Source(yaml::Entries<'a>),
    Output(&'a Tree, slice::Iter<'a, (Key, Output)>),
    Value(indexmap::map::Iter<'a, std::sync::Arc<str>, Value>),
}

impl<'a> OutputNode<'a> {
    /// The author's tag.
    pub(super) fn tag(self) -> Option<&'a str> {
        match self {
            Self::Source(yaml) => yaml.tag(),
            Self::Output(tree, Output::Source(id)) => tree.at(*id).tag(),
            Self::Output(..) | Self::Value(_) => None,
        }
    }

    pub(super) fn content(self) -> NodeContent<'a> {
        match self {
            Self::Source(yaml) => source_content(yaml),
            Self::Value(value) => value_content(value),
            Self::Output(tree, output) => match output {
                Output::Source(id) => source_content(tree.at(*id)),
                Output::String(text) => NodeContent::Scalar(Scalar::Text(text)),
                Output::Value(value) => value_content(value),
                Output::Sequence(items) => NodeContent::Sequence(Items::Output(tree, items.iter())),
                Output::Mapping(entries) => NodeContent::Mapping(MappingEntries::Output(tree, entries.iter())),
            },
        }
    }
}

fn source_content(yaml: Yaml<'_>) -> NodeContent<'_> {
    match yaml.shape() {
        Shape::Plain | Shape::Quoted => NodeContent::Scalar(Scalar::Source(yaml)),
        Shape::Sequence => NodeContent::Sequence(Items::Source(yaml.items())),
        Shape::Mapping => NodeContent::Mapping(MappingEntries::Source(yaml.entries())),
    }
}

fn value_content(value: &Value) -> NodeContent<'_> {
    let plain = |text: String| NodeContent::Scalar(Scalar::Plain(text.into()));
    match value {
        Value::Null => NodeContent::Scalar(Scalar::Plain("null".into())),
        Value::Boolean(value) => plain(value.to_string()),
        Value::Number(number) => plain(number.document_text()),
        Value::Instant(instant) => plain(instant.to_string()),
        Value::String(text) => NodeContent::Scalar(Scalar::Text(text)),
        Value::List(items) => NodeContent::Sequence(Items::Value(items.iter())),
        Value::Map(entries) => NodeContent::Mapping(MappingEntries::Value(entries.iter())),
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = OutputNode<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Source(items) => items.next().map(OutputNode::Source),
            Self::Output(tree, items) => items.next().map(|item| OutputNode::Output(tree, item)),
            Self::Value(items) => items.next().map(OutputNode::Value),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Source(items) => items.size_hint(),
            Self::Output(_, items) => items.size_hint(),
            Self::Value(items) => items.size_hint(),
        }
    }
}

impl ExactSizeIterator for Items<'_> {}

impl<'a> Iterator for MappingEntries<'a> {
    type Item = (Scalar<'a>, OutputNode<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Source(entries) => {
                entries.next().map(|(key, value)| (Scalar::Source(key), OutputNode::Source(value)))
            }
            Self::Output(tree, entries) => {
                let (key, value) = entries.next()?;
                let key = match key {
                    Key::Source(id) => Scalar::Source(tree.at(*id)),
                    Key::Text(text) => Scalar::Text(text),
                };
                Some((key, OutputNode::Output(tree, value)))
            }
            Self::Value(entries) => entries.next().map(|(key, value)| (Scalar::Text(key), OutputNode::Value(value))),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Source(entries) => entries.size_hint(),
            Self::Output(_, entries) => entries.size_hint(),
            Self::Value(entries) => entries.size_hint(),
        }
    }
}

impl ExactSizeIterator for MappingEntries<'_> {}
