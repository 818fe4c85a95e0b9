//! The nodes of all documents that were read, in one flat buffer.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::Yaml;
use crate::source::{FileId, Span};

/// A node of a [`Tree`], numbered from 0; two uses of one anchor share their id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct YamlId(u32);

/// How a node was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A scalar without quotes: the core schema decides what it is. Also a missing value.
    Plain,
    /// A scalar in quotes, a block scalar, or one tagged `!!str`: always a string.
    Quoted,
    /// A list.
    Sequence,
    /// A map.
    Mapping,
}

/// Nodes of any number of files.
#[derive(Debug, Default)]
pub struct Tree {
    nodes: Vec<YamlNode>,
    /// Items of sequences; keys and values in turn of mappings.
    children: Vec<YamlId>,
    /// Decoded scalars that do not stand in the source as they are.
    decoded: String,
    /// Texts of the files that nodes quote, ascending by file.
    texts: Vec<(FileId, Arc<str>)>,
    /// The files among them that are no documents.
    pub(super) quoted: Vec<FileId>,
    /// Tags as they can be written in any document, ascending by node.
    tags: Vec<(YamlId, Box<str>)>,
    /// For each large mapping the positions of its entries ascending by key, ascending by node.
    indexes: Vec<(YamlId, Box<[u32]>)>,
    /// The root of the file that was read first, if nothing is wrong in it and it is as it was read.
    sound: Option<YamlId>,
}

/// Where the content of a node lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct YamlNode {
    pub(super) span: Span,
    pub(super) shape: Shape,
    /// Whether the scalar's text lies in `decoded` and not in its file.
    pub(super) is_decoded: bool,
    /// Range in `children`, `decoded`, or the text of the file.
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Tree {
    /// No node.
    pub fn new() -> Self {
        Self::default()
    }

    /// The node `id` with its surroundings.
    ///
    /// # Panics
    /// On the first question, when `id` comes from another tree.
    pub fn at(&self, id: YamlId) -> Yaml<'_> {
        Yaml::new(self, id)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing was read.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    #[inline]
    pub(super) fn node(&self, id: YamlId) -> &YamlNode {
        &self.nodes[id.0 as usize]
    }

    /// The children of a collection; none of a scalar.
    #[inline]
    pub(super) fn children(&self, id: YamlId) -> &[YamlId] {
        let node = self.node(id);
        match node.shape {
            Shape::Sequence | Shape::Mapping => &self.children[node.start as usize..node.end as usize],
            Shape::Plain | Shape::Quoted => &[],
        }
    }

    /// The decoded text of a scalar; empty for a collection.
    #[inline]
    pub(super) fn text(&self, id: YamlId) -> &str {
        let node = self.node(id);
        let range = node.start as usize..node.end as usize;
        match node.shape {
            Shape::Sequence | Shape::Mapping => "",
            Shape::Plain | Shape::Quoted if node.is_decoded => &self.decoded[range],
            Shape::Plain | Shape::Quoted => &self.source(node.span.file)[range],
        }
    }

    /// What the author wrote for a node, without its tag and anchor; of a scalar that no author wrote, its text.
    pub(super) fn written(&self, id: YamlId) -> &str {
        let span = self.node(id).span;
        if span.start == span.end && self.node(id).is_decoded {
            return self.text(id);
        }
        &self.source(span.file)[span.start as usize..span.end as usize]
    }

    /// The text of a file that was read.
    ///
    /// # Panics
    /// When nothing of the file is in the tree.
    #[inline]
    pub fn source(&self, file: FileId) -> &str {
        let at = self.texts.binary_search_by_key(&file, |&(file, _)| file).expect("nodes quote parsed files only");
        &self.texts[at].1
    }

    /// Whether the author gave any value a tag.
    pub fn has_tags(&self) -> bool {
        !self.tags.is_empty()
    }

    pub(super) fn sound(&self) -> Option<YamlId> {
        self.sound
    }

    pub(super) fn set_sound(&mut self, root: Option<YamlId>) {
        self.sound = root;
    }

    pub(super) fn tag(&self, id: YamlId) -> Option<&str> {
        let at = self.tags.binary_search_by_key(&id, |&(id, _)| id).ok()?;
        Some(&self.tags[at].1)
    }

    /// The first node with a tag.
    pub(super) fn first_tagged(&self) -> Option<YamlId> {
        self.tags.first().map(|&(id, _)| id)
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = YamlId> + use<> {
        (0..self.nodes.len() as u32).map(YamlId)
    }

    pub(super) fn node_mut(&mut self, id: YamlId) -> &mut YamlNode {
        self.sound = None;
        &mut self.nodes[id.0 as usize]
    }

    /// The keys of these mappings are looked up one by one from now on.
    pub(super) fn forget_indexes(&mut self, is_meant: impl Fn(&Self, YamlId) -> bool) {
        let mut indexes = std::mem::take(&mut self.indexes);
        indexes.retain(|&(mapping, _)| !is_meant(self, mapping));
        self.indexes = indexes;
    }

    /// The index of a large mapping: positions of entries ascending by key.
    pub(super) fn index(&self, id: YamlId) -> Option<&[u32]> {
        let at = self.indexes.binary_search_by_key(&id, |&(id, _)| id).ok()?;
        Some(&self.indexes[at].1)
    }
}

/// Growing, for the builder.
impl Tree {
    /// Takes the text of a file; its nodes come next.
    pub(super) fn add_text(&mut self, file: FileId, text: Arc<str>) {
        if let Err(at) = self.texts.binary_search_by_key(&file, |&(file, _)| file) {
            self.texts.insert(at, (file, text));
        }
    }

    pub(super) fn add_node(&mut self, node: YamlNode, tag: Option<Box<str>>) -> YamlId {
        let id = YamlId(
            u32::try_from(self.nodes.len()).expect("a node needs a byte of source, of which there are fewer than 2³²"),
        );
        self.nodes.push(node);
        self.tags.extend(tag.map(|tag| (id, tag)));
        id
    }

    /// Appends decoded text and returns its range.
    pub(super) fn add_decoded(&mut self, text: &str) -> Range<u32> {
        let start = self.decoded.len() as u32;
        self.decoded.push_str(text);
        start..self.decoded.len() as u32
    }

    /// Appends the children of the next collection and returns their range.
    pub(super) fn add_children(&mut self, children: &[YamlId]) -> Range<u32> {
        let start = self.children.len() as u32;
        self.children.extend_from_slice(children);
        start..self.children.len() as u32
    }

    /// Takes over all nodes of a tree that has one file, which is `file` here, and returns the node that was `root`.
    pub(super) fn append(&mut self, other: &Self, root: YamlId, file: FileId) -> YamlId {
        let nodes = self.nodes.len() as u32;
        let moved = |id: YamlId| YamlId(id.0 + nodes);
        self.take(other, 0..other.nodes.len(), file, (moved, |places| places));
        other.texts.iter().for_each(|(_, text)| self.add_text(file, Arc::clone(text)));
        moved(root)
    }

    /// Takes over some nodes of another tree, which are in `file` here: which node each is, and which place each is.
    pub(super) fn take(
        &mut self,
        other: &Self,
        nodes: Range<usize>,
        file: FileId,
        (id, place): (impl Fn(YamlId) -> YamlId, impl Fn(Range<u32>) -> Range<u32>),
    ) {
        for node in &other.nodes[nodes.clone()] {
            let range = node.start as usize..node.end as usize;
            let Range { start, end } = match node.shape {
                Shape::Sequence | Shape::Mapping => {
                    let first = self.children.len() as u32;
                    self.children.extend(other.children[range].iter().map(|&child| id(child)));
                    first..self.children.len() as u32
                }
                Shape::Plain | Shape::Quoted if node.is_decoded => self.add_decoded(&other.decoded[range]),
                Shape::Plain | Shape::Quoted => place(node.start..node.end),
            };
            let written = place(node.span.start..node.span.end);
            let span = Span { file, start: written.start, end: written.end };
            self.nodes.push(YamlNode { span, start, end, ..*node });
        }
        assert!(u32::try_from(self.nodes.len()).is_ok(), "a node needs a byte of source, of which there are fewer");
        let are_taken = |taken: &YamlId| nodes.contains(&(taken.0 as usize));
        let tags = other.tags.iter().filter(|(tagged, _)| are_taken(tagged));
        self.tags.extend(tags.map(|(tagged, tag)| (id(*tagged), tag.clone())));
        let indexes = other.indexes.iter().filter(|(mapping, _)| are_taken(mapping));
        self.indexes.extend(indexes.map(|(mapping, index)| (id(*mapping), index.clone())));
    }

    /// Makes room for the nodes of a tree that is nearly the same.
    pub(super) fn reserve_like(&mut self, other: &Self, further: usize) {
        self.nodes.reserve_exact(other.nodes.len() + further);
        self.children.reserve_exact(other.children.len() + further);
        self.decoded.reserve_exact(other.decoded.len());
    }

    /// Adds the index of the mapping that was added last.
    pub(super) fn add_index(&mut self, mapping: YamlId, index: Box<[u32]>) {
        self.indexes.push((mapping, index));
    }
}

impl YamlId {
    /// The node that so many nodes precede.
    pub(super) fn at(place: usize) -> Self {
        Self(place as u32)
    }

    /// How many nodes precede this one.
    pub(super) fn place(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for YamlId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "yaml{}", self.0)
    }
}
