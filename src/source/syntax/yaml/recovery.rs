//! Other nodes in place of those that the author wrote, and nodes beside them.
//!
//! What is put in stands where the author's node stood: places stay those of the source.

use super::mapping;
use super::tree::{Shape, Tree, YamlId, YamlNode};
use crate::source::{FileId, Sources, Span};

impl Tree {
    /// Reads every scalar at `place` as `text`.
    pub fn rename(&mut self, place: Span, text: &str) {
        let is_meant = |node: &YamlNode| node.span == place && matches!(node.shape, Shape::Plain | Shape::Quoted);
        let meant: Vec<YamlId> = self.ids().filter(|&id| is_meant(self.node(id))).collect();
        for &id in &meant {
            let range = self.add_decoded(text);
            let node = self.node_mut(id);
            (node.is_decoded, node.start, node.end) = (true, range.start, range.end);
        }
        let has_renamed = |children: &[YamlId]| children.iter().any(|child| meant.contains(child));
        self.forget_indexes(|tree, mapping| has_renamed(tree.children(mapping)));
    }

    /// A new plain scalar, behind `place`.
    pub fn plain(&mut self, place: Span, text: &str) -> YamlId {
        let range = self.add_decoded(text);
        let span = Span { start: place.end, ..place };
        self.add_node(
            YamlNode { span, shape: Shape::Plain, is_decoded: true, start: range.start, end: range.end },
            None,
        )
    }

    /// A new scalar, at `place`.
    pub fn scalar(&mut self, place: Span, shape: Shape, text: &str) -> YamlId {
        let range = self.add_decoded(text);
        self.add_node(YamlNode { span: place, shape, is_decoded: true, start: range.start, end: range.end }, None)
    }

    /// Lets nodes stand in a file that is no document.
    pub fn quote(&mut self, sources: &Sources, file: FileId) {
        self.add_text(file, sources.file(file).text().clone());
        self.quoted.push(file);
    }

    /// A new mapping with one entry, at `place`.
    pub fn single(&mut self, place: Span, key: &str, value: YamlId) -> YamlId {
        let key = self.plain(place, key);
        self.collection(place, Shape::Mapping, &[key, value])
    }

    /// A new list, at `place`.
    pub fn list(&mut self, place: Span, items: &[YamlId]) -> YamlId {
        self.collection(place, Shape::Sequence, items)
    }

    /// A new mapping, at `place`; `entries` are keys and values in turn, each key once.
    pub fn mapping(&mut self, place: Span, entries: &[YamlId]) -> YamlId {
        let index = mapping::index_of(self, entries);
        let id = self.collection(place, Shape::Mapping, entries);
        if let Some(index) = index {
            self.add_index(id, index);
        }
        id
    }

    /// Another node with the content of `id`.
    pub fn copied(&mut self, id: YamlId) -> YamlId {
        let (node, tag) = (*self.node(id), self.tag(id).map(Box::from));
        self.add_node(node, tag)
    }

    /// Gives `id` the content of `other`.
    pub fn become_like(&mut self, id: YamlId, other: YamlId) {
        *self.node_mut(id) = *self.node(other);
        self.forget_indexes(|_, mapping| mapping == id);
    }

    /// Gives the mapping `id` this entry, in place of one of the same key; what is no mapping becomes one.
    pub fn set_entry(&mut self, id: YamlId, key: &str, value: YamlId) {
        let place = self.node(id).span;
        let mut children = if self.node(id).shape == Shape::Mapping { self.children(id).to_vec() } else { Vec::new() };
        match children.chunks_exact(2).position(|pair| self.text(pair[0]) == key) {
            Some(at) => children[2 * at + 1] = value,
            None => children.extend([self.plain(place, key), value]),
        }
        let mapping = self.collection(place, Shape::Mapping, &children);
        self.become_like(id, mapping);
    }

    /// Takes the entry with this key out of the mapping `from`, which is an item of the list `among` unless it is that itself, and puts
    /// it into `to`, a list or a mapping that has none of this name. Where nothing stands behind the key, the entries behind it do,
    /// up to one that `is_next`.
    pub fn move_entry(
        &mut self,
        (key, from, among): (YamlId, YamlId, YamlId),
        to: YamlId,
        is_next: impl Fn(&str) -> bool,
    ) {
        let mut left = self.children(from).to_vec();
        let Some(at) = left.chunks_exact(2).position(|pair| pair[0] == key) else { return };
        let mut value = left[at * 2 + 1];
        left.drain(at * 2..at * 2 + 2);
        if self.at(value).is_null() {
            let behind = left[at * 2..].chunks_exact(2);
            let count = behind.take_while(|pair| !is_next(self.text(pair[0]))).count();
            let entries: Vec<YamlId> = left.drain(at * 2..(at + count) * 2).collect();
            value = self.mapping(self.node(value).span, &entries);
        }
        self.replace(from, &left);
        if from != among && left.is_empty() {
            let items: Vec<YamlId> = self.children(among).iter().copied().filter(|&item| item != from).collect();
            self.replace(among, &items);
        }
        let mut there = self.children(to).to_vec();
        if self.node(to).shape == Shape::Sequence {
            let item = self.mapping(self.node(value).span, &[key, value]);
            there.push(item);
        } else if there.chunks_exact(2).all(|pair| self.text(pair[0]) != self.text(key)) {
            there.extend([key, value]);
        }
        self.replace(to, &there);
    }

    /// Gives a list or mapping these children.
    fn replace(&mut self, id: YamlId, children: &[YamlId]) {
        let YamlNode { span, shape, .. } = *self.node(id);
        let replaced = match shape {
            Shape::Mapping => self.mapping(span, children),
            _ => self.list(span, children),
        };
        self.become_like(id, replaced);
    }

    fn collection(&mut self, span: Span, shape: Shape, children: &[YamlId]) -> YamlId {
        let range = self.add_children(children);
        self.add_node(YamlNode { span, shape, is_decoded: false, start: range.start, end: range.end }, None)
    }
}
