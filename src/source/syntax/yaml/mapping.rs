//! What turns the keys and values of one mapping into its entries: merge keys, duplicates, the index.
//!
//! Merging follows <https://yaml.org/type/merge.html>: own entries win, then those of the mapping that is named
//! first.

use rustc_hash::FxHashSet;

use super::foreign::is_comment;
use super::tree::{Shape, Tree, YamlId};
use crate::source::diagnostic::{Code, Diagnostic};

/// Mappings with more entries get an index.
const LARGE: usize = 24;

/// The entries of a mapping, made from its children.
pub(super) struct MappingChildren {
    /// Keys and values in turn.
    pub(super) children: Vec<YamlId>,
    /// Positions ascending by key, when the mapping is large.
    pub(super) index: Option<Box<[u32]>>,
}

/// Applies merge keys and drops what is no entry, with a diagnostic each.
pub(super) fn entries(tree: &Tree, written: &[YamlId], diagnostics: &mut Vec<Diagnostic>) -> MappingChildren {
    let mut children = Vec::with_capacity(written.len());
    let mut merged = Vec::new();
    for pair in written.chunks_exact(2) {
        let (key, value) = (pair[0], pair[1]);
        if is_merge_key(tree, key) {
            merge_sources(tree, value, &mut merged, diagnostics);
        } else if matches!(tree.node(key).shape, Shape::Sequence | Shape::Mapping) {
            diagnostics.push(collection_as_key(tree, key));
        } else if is_comment_as_key(tree, key) {
            let message = "a comment stands where a key is expected";
            diagnostics.push(Diagnostic::new(Code::MalformedYaml, tree.node(key).span, message));
        } else {
            children.extend([key, value]);
        }
    }
    let index = drop_duplicates(tree, &mut children, diagnostics);
    if merged.is_empty() {
        return MappingChildren { children, index };
    }
    merge(tree, &mut children, &merged);
    let index = index_of(tree, &children);
    MappingChildren { children, index }
}

/// Positions of entries ascending by key, for a mapping that is large.
pub(super) fn index_of(tree: &Tree, children: &[YamlId]) -> Option<Box<[u32]>> {
    (children.len() / 2 > LARGE).then(|| sorted(tree, children).into_boxed_slice())
}

fn is_merge_key(tree: &Tree, key: YamlId) -> bool {
    tree.node(key).shape == Shape::Plain && tree.text(key) == "<<"
}

fn is_comment_as_key(tree: &Tree, key: YamlId) -> bool {
    let node = tree.node(key);
    // A plain text of several lines is not in the file as it is read.
    node.shape == Shape::Plain && is_comment(tree.text(key), !node.is_decoded)
}

/// Adds the mappings that a merge key names.
fn merge_sources(tree: &Tree, value: YamlId, merged: &mut Vec<YamlId>, diagnostics: &mut Vec<Diagnostic>) {
    let sources = match tree.node(value).shape {
        Shape::Sequence => tree.children(value),
        Shape::Plain | Shape::Quoted | Shape::Mapping => std::slice::from_ref(&value),
    };
    for &source in sources {
        if tree.node(source).shape == Shape::Mapping {
            merged.push(source);
            continue;
        }
        // An alias that means nothing was reported.
        if diagnostics.iter().any(|diagnostic| diagnostic.span() == Some(tree.node(source).span)) {
            continue;
        }
        let message = format!("`<<` merges a mapping or a list of mappings, not a {}", tree.at(source).kind());
        diagnostics.push(Diagnostic::new(Code::WrongShape, tree.node(source).span, message));
    }
}

fn merge(tree: &Tree, children: &mut Vec<YamlId>, sources: &[YamlId]) {
    let mut keys: FxHashSet<&str> = children.chunks_exact(2).map(|pair| tree.text(pair[0])).collect();
    for &source in sources {
        for pair in tree.children(source).chunks_exact(2) {
            if keys.insert(tree.text(pair[0])) {
                children.extend_from_slice(pair);
            }
        }
    }
}

/// Keeps the first entry of each key.
fn drop_duplicates(tree: &Tree, children: &mut Vec<YamlId>, diagnostics: &mut Vec<Diagnostic>) -> Option<Box<[u32]>> {
    let count = children.len() / 2;
    if count <= LARGE && !has_duplicates(tree, children) {
        return None;
    }
    let mut index = sorted(tree, children);
    let duplicates = duplicates(tree, children, &index);
    if !duplicates.is_empty() {
        for &(first, again) in &duplicates {
            diagnostics.push(duplicate(tree, children[2 * first], children[2 * again]));
        }
        let dropped: FxHashSet<usize> = duplicates.iter().map(|&(_, again)| again).collect();
        *children = retained(children, &dropped);
        index = sorted(tree, children);
    }
    (children.len() / 2 > LARGE).then(|| index.into_boxed_slice())
}

/// Comparing all pairs is the fastest way for the few keys that most mappings have.
fn has_duplicates(tree: &Tree, children: &[YamlId]) -> bool {
    let mut texts = [""; LARGE];
    for (at, pair) in children.chunks_exact(2).enumerate() {
        texts[at] = tree.text(pair[0]);
        if texts[..at].contains(&texts[at]) {
            return true;
        }
    }
    false
}

/// Positions of entries ascending by key; equal keys in the order of writing.
fn sorted(tree: &Tree, children: &[YamlId]) -> Vec<u32> {
    let mut keyed: Vec<(&str, u32)> =
        children.chunks_exact(2).zip(0..).map(|(pair, at)| (tree.text(pair[0]), at)).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, at)| at).collect()
}

/// Positions of first uses and repetitions, ascending by repetition.
fn duplicates(tree: &Tree, children: &[YamlId], index: &[u32]) -> Vec<(usize, usize)> {
    let text = |at: u32| tree.text(children[2 * at as usize]);
    let mut duplicates = Vec::new();
    for same in index.chunk_by(|&a, &b| text(a) == text(b)) {
        duplicates.extend(same[1..].iter().map(|&again| (same[0] as usize, again as usize)));
    }
    duplicates.sort_unstable_by_key(|&(_, again)| again);
    duplicates
}

fn retained(children: &[YamlId], dropped: &FxHashSet<usize>) -> Vec<YamlId> {
    let entries = children.chunks_exact(2).enumerate();
    entries.filter(|(at, _)| !dropped.contains(at)).flat_map(|(_, pair)| pair).copied().collect()
}

fn duplicate(tree: &Tree, first: YamlId, again: YamlId) -> Diagnostic {
    let message = format!("key \"{}\" is given twice", tree.text(again));
    Diagnostic::new(Code::DuplicateKey, tree.node(again).span, message)
        .labelled("given again here")
        .and(tree.node(first).span, "given first here")
        .help("rename or remove one of the two")
}

fn collection_as_key(tree: &Tree, key: YamlId) -> Diagnostic {
    let message = format!("a key is a scalar, not a {}", tree.at(key).kind());
    Diagnostic::new(Code::WrongShape, tree.node(key).span, message).help("put the key in quotes")
}
