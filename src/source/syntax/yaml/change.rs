//! Reading a text that differs from an earlier one in one place: only the entry of a block mapping around that place is read, all
//! other nodes are those of the earlier text.
//!
//! Invariant: the tree is the same as if the whole text were read. Where that is not certain, and where something is wrong in the
//! entry, the text has to be read as a whole.

use std::ops::Range;
use std::sync::Arc;

use super::build::MAX_DEPTH;
use super::tree::{Shape, Tree, YamlId};
use crate::source::{FileId, Sources, TextShift, line_start};

/// An entry that is longer than such a part of the text is not read alone: it takes nearly as long as the text.
const PART: usize = 4;

/// So many entries around a change are tried, the innermost first: what is added to one is often a further entry of the next.
const TRIED: usize = 2;

/// An entry of a block mapping whose key begins a line.
struct BlockEntry {
    key: YamlId,
    value: YamlId,
    /// Its lines, and those behind it up to the next entry of any mapping around it.
    lines: Range<usize>,
}

impl Tree {
    /// [`Tree::parse`] of the first file, with nothing wrong in it, when it is nearly the first file of `earlier`. None where it has
    /// to be read as a whole: nothing was read then.
    ///
    /// # Panics
    /// When `file` comes from other sources, or something was read into this tree before.
    pub fn parse_change(&mut self, sources: &Sources, file: FileId, earlier: &Self) -> Option<YamlId> {
        assert!(self.is_empty(), "only the first file is read so");
        let (root, text) = (earlier.sound()?, sources.file(file).text());
        // Aliases and merge keys lead from one entry into another, and the beginning may say what tags mean.
        if text.contains('*') || text.contains("<<") || earlier.first_tagged().is_some_and(|tagged| tagged <= root) {
            return None;
        }
        let before = earlier.source(earlier.node(root).span.file);
        let change = TextShift::between(before, text);
        let around = entries_around(earlier, root, before, &change);
        let depth = around.len();
        let few = around.into_iter().rev().take(TRIED).filter(|entry| entry.lines.len() <= before.len() / PART);
        let (entry, part) = few.into_iter().find_map(|entry| {
            let lines = entry.lines.start..entry.lines.end - change.earlier_end + change.end;
            let part = part(earlier, &entry, &text[lines], depth)?;
            Some((entry, part))
        })?;
        Some(self.with_other_entry((earlier, root), &entry, &part, (file, text)))
    }

    /// Takes over the nodes of an earlier text; those of an entry are now those of `part`.
    fn with_other_entry(
        &mut self,
        (earlier, root): (&Self, YamlId),
        entry: &BlockEntry,
        part: &Self,
        (file, text): (FileId, &Arc<str>),
    ) -> YamlId {
        let (first, behind) = (entry.key.place(), entry.value.place() + 1);
        // All but the root, which is a mapping with nothing else in it.
        let inserted = part.len() - 1;
        let renumbered = |id: YamlId| {
            if id <= entry.key { id } else { YamlId::at(id.place() + inserted + first - behind) }
        };
        let line = entry.lines.start as u32;
        let (earlier_length, length) = (earlier.source(earlier.node(root).span.file).len() as u32, text.len() as u32);
        let (key_start, earlier_end) = (earlier.node(entry.key).span.start, earlier.node(entry.value).span.end);
        let end = part.node(YamlId::at(inserted - 1)).span.end + line;
        let moved = |place: u32| place + length - earlier_length;
        // What is around the entry begins before it or with it, and ends with it or behind it.
        let later = |places: Range<u32>| {
            let start = if places.start <= key_start { places.start } else { moved(places.start) };
            start..if places.end == earlier_end { end } else { moved(places.end) }
        };
        self.add_text(file, Arc::clone(text));
        self.reserve_like(earlier, part.len());
        self.take(earlier, 0..first, file, (|id| id, |places| places));
        let in_text = |places: Range<u32>| places.start + line..places.end + line;
        self.take(part, 0..inserted, file, (|id: YamlId| YamlId::at(id.place() + first), in_text));
        self.take(earlier, behind..root.place() + 1, file, (renumbered, later));
        let root = renumbered(root);
        self.set_sound(Some(root));
        root
    }
}

/// The entries of block mappings that a change is inside of, behind their keys, the outermost first.
fn entries_around(tree: &Tree, root: YamlId, text: &str, change: &TextShift) -> Vec<BlockEntry> {
    let line_of = |id: YamlId| {
        let start = tree.node(id).span.start as usize;
        line_start(text, start)
    };
    let (mut around, mut mapping, mut end) = (Vec::new(), root, text.len());
    while is_block_mapping(tree, mapping) {
        let entries = tree.children(mapping);
        let begins_before = |pair: &[YamlId; 2]| tree.node(pair[0]).span.start as usize <= change.start;
        let (pairs, _) = entries.as_chunks::<2>();
        let next = pairs.partition_point(begins_before);
        let Some(&[key, value]) = next.checked_sub(1).map(|at| &pairs[at]) else { break };
        let key_places = tree.node(key).span;
        let line = line_of(key);
        end = pairs.get(next).map_or(end, |pair| line_of(pair[0]));
        let begins_line = text[line..key_places.start as usize].bytes().all(|byte| byte == b' ');
        // The letter behind the key and the last line break stay: the key is the same, and the next one stands where it stood.
        let is_inside = change.start > key_places.end as usize && (change.earlier_end < end || end == text.len());
        if !begins_line || !is_inside {
            break;
        }
        around.push(BlockEntry { key, value, lines: line..end });
        mapping = value;
    }
    around
}

/// Whether it is a mapping without brackets, with something in it.
fn is_block_mapping(tree: &Tree, id: YamlId) -> bool {
    let node = tree.node(id);
    let first = tree.children(id).first().filter(|_| node.shape == Shape::Mapping);
    first.is_some_and(|&key| tree.node(key).span.start == node.span.start)
}

/// The lines of an entry as they are now, read alone: a mapping with the same key and nothing else. None where something is wrong, or
/// where they may mean something else where they stand.
fn part(earlier: &Tree, entry: &BlockEntry, lines: &str, depth: usize) -> Option<Tree> {
    // Anchors may stand before the next key, an empty key behind `?` begins where the next one does, and a document may end.
    if lines.contains(['&', '?']) || lines.contains("\n...") || lines.len() + depth > MAX_DEPTH {
        return None;
    }
    let mut sources = Sources::new();
    let file = sources.add("part", lines);
    let mut part = Tree::new();
    let (root, errors) = part.parse(&sources, file);
    let root = root.filter(|_| errors.is_empty() && part.first_tagged().is_none())?;
    let [key, value] = *part.children(root) else { return None };
    let place = |tree: &Tree, key: YamlId| (tree.node(key).span.start, tree.node(key).span.end);
    let (key_start, key_end) = place(earlier, entry.key);
    let line = entry.lines.start as u32;
    let is_same_key = part.node(root).shape == Shape::Mapping
        && place(&part, key) == (key_start - line, key_end - line)
        && part.text(key) == earlier.text(entry.key);
    let is_all = key.place() == 0 && value.place() + 1 == root.place() && root.place() + 1 == part.len();
    (is_same_key && is_all).then_some(part)
}
