//! Questions about one node.

use std::fmt;
use std::iter::Copied;
use std::slice::{ChunksExact, Iter};

use super::scalar::Scalar;
use super::tree::{Shape, Tree, YamlId};
use crate::source::Span;

/// A node together with its tree: which is passed around together.
#[derive(Clone, Copy)]
pub struct Yaml<'t> {
    tree: &'t Tree,
    id: YamlId,
}

impl<'t> Yaml<'t> {
    pub(super) fn new(tree: &'t Tree, id: YamlId) -> Self {
        Self { tree, id }
    }

    /// The node's number.
    pub fn id(self) -> YamlId {
        self.id
    }

    /// The tree that the node is in.
    pub fn tree(self) -> &'t Tree {
        self.tree
    }

    /// The bytes of the value, without anchor and tag. Of an alias it is the place of the anchored value; a missing
    /// value is the empty range where it is missed.
    pub fn span(self) -> Span {
        self.tree.node(self.id).span
    }

    /// Whether it stands in a file that is no document: in a condition that is asked beside a template.
    pub fn is_quoted(self) -> bool {
        self.tree.quoted.contains(&self.span().file)
    }

    /// How it was written.
    pub fn shape(self) -> Shape {
        self.tree.node(self.id).shape
    }

    /// The text of a scalar with escapes and line folding undone; `""` for a collection.
    pub fn text(self) -> &'t str {
        self.tree.text(self.id)
    }

    /// The bytes of [`Yaml::span`]: quotes, block scalar header, brackets and all.
    pub fn written(self) -> &'t str {
        self.tree.written(self.id)
    }

    /// The tag that the author gave, such as `!secret` or `!!str`.
    pub fn tag(self) -> Option<&'t str> {
        self.tree.tag(self.id)
    }

    /// What a scalar means; [`Scalar::Null`] for a collection.
    pub fn scalar(self) -> Scalar<'t> {
        match self.shape() {
            Shape::Plain => Scalar::resolve(self.text()),
            Shape::Quoted => Scalar::String(self.text()),
            Shape::Sequence | Shape::Mapping => Scalar::Null,
        }
    }

    /// Whether it is `null`, `~` or a missing value.
    pub fn is_null(self) -> bool {
        self.is_scalar() && self.scalar() == Scalar::Null
    }

    /// Whether it is neither a list nor a map.
    pub fn is_scalar(self) -> bool {
        matches!(self.shape(), Shape::Plain | Shape::Quoted)
    }

    /// Whether it is a list.
    pub fn is_sequence(self) -> bool {
        self.shape() == Shape::Sequence
    }

    /// Whether it is a map.
    pub fn is_mapping(self) -> bool {
        self.shape() == Shape::Mapping
    }

    /// The text of a scalar that is a string.
    pub fn as_str(self) -> Option<&'t str> {
        match self.scalar() {
            Scalar::String(text) => Some(text),
            Scalar::Null | Scalar::Boolean(_) | Scalar::Integer(_) | Scalar::Float(_) => None,
        }
    }

    /// The truth value of a scalar that is a boolean.
    pub fn as_bool(self) -> Option<bool> {
        match self.scalar() {
            Scalar::Boolean(value) => Some(value),
            Scalar::Null | Scalar::Integer(_) | Scalar::Float(_) | Scalar::String(_) => None,
        }
    }

    /// The items of a list in order; nothing for anything else.
    pub fn items(self) -> Items<'t> {
        let ids = if self.is_sequence() { self.tree.children(self.id) } else { &[] };
        Items { tree: self.tree, ids: ids.iter().copied() }
    }

    /// Keys and values of a map in order, merged ones last; nothing for anything else.
    pub fn entries(self) -> Entries<'t> {
        Entries { tree: self.tree, pairs: self.pairs().chunks_exact(2) }
    }

    /// The entries of a map, or of the maps in a list.
    pub fn entries_within(self) -> impl Iterator<Item = (Self, Self)> + use<'t> {
        self.entries().chain(self.items().flat_map(Self::entries))
    }

    /// How many items or entries a collection has; 0 for a scalar.
    pub fn len(self) -> usize {
        match self.shape() {
            Shape::Sequence => self.tree.children(self.id).len(),
            Shape::Mapping => self.tree.children(self.id).len() / 2,
            Shape::Plain | Shape::Quoted => 0,
        }
    }

    /// Whether there is no item and no entry.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The value of the key whose text is `key`.
    pub fn get(self, key: &str) -> Option<Yaml<'t>> {
        self.entry(key).map(|(_, value)| value)
    }

    /// The key whose text is `key`, with its value.
    pub fn entry(self, key: &str) -> Option<(Yaml<'t>, Yaml<'t>)> {
        match self.tree.index(self.id) {
            Some(index) => {
                let found = index.binary_search_by(|&at| self.entry_at(at).0.text().cmp(key)).ok()?;
                Some(self.entry_at(index[found]))
            }
            None => self.entries().find(|(candidate, _)| candidate.text() == key),
        }
    }

    /// What to call it in a message: "mapping", "list", "string", "number", "boolean" or "null".
    pub fn kind(self) -> &'static str {
        match self.shape() {
            Shape::Sequence => "list",
            Shape::Mapping => "mapping",
            Shape::Plain | Shape::Quoted => match self.scalar() {
                Scalar::Null => "null",
                Scalar::Boolean(_) => "boolean",
                Scalar::Integer(_) | Scalar::Float(_) => "number",
                Scalar::String(_) => "string",
            },
        }
    }

    fn pairs(self) -> &'t [YamlId] {
        if self.is_mapping() { self.tree.children(self.id) } else { &[] }
    }

    fn entry_at(self, at: u32) -> (Yaml<'t>, Yaml<'t>) {
        let pairs = self.pairs();
        let at = 2 * at as usize;
        (self.tree.at(pairs[at]), self.tree.at(pairs[at + 1]))
    }
}

impl fmt::Debug for Yaml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.span(), self.written())
    }
}

/// The items of a list, in order.
#[derive(Clone, Debug)]
pub struct Items<'t> {
    tree: &'t Tree,
    ids: Copied<Iter<'t, YamlId>>,
}

/// The entries of a mapping, in order, merged ones last.
#[derive(Clone, Debug)]
pub struct Entries<'t> {
    tree: &'t Tree,
    pairs: ChunksExact<'t, YamlId>,
}

impl<'t> Items<'t> {
    fn node(&self, id: YamlId) -> Yaml<'t> {
        self.tree.at(id)
    }
}

impl<'t> Entries<'t> {
    fn nodes(&self, pair: &[YamlId]) -> (Yaml<'t>, Yaml<'t>) {
        (self.tree.at(pair[0]), self.tree.at(pair[1]))
    }
}

impl<'t> Iterator for Items<'t> {
    type Item = Yaml<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        self.ids.next().map(|id| self.node(id))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.ids.size_hint()
    }
}

impl DoubleEndedIterator for Items<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.ids.next_back().map(|id| self.node(id))
    }
}

impl ExactSizeIterator for Items<'_> {}

impl<'t> Iterator for Entries<'t> {
    type Item = (Yaml<'t>, Yaml<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        self.pairs.next().map(|pair| self.nodes(pair))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.pairs.size_hint()
    }
}

impl DoubleEndedIterator for Entries<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.pairs.next_back().map(|pair| self.nodes(pair))
    }
}

impl ExactSizeIterator for Entries<'_> {}
