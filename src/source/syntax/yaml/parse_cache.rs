//! Files as they were parsed before, for callers that read the same files repeatedly.
//!
//! Invariant: a tree has the same nodes whether its files come from a cache or are parsed.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::{Tree, YamlId};
use crate::source::diagnostic::Diagnostic;
use crate::source::{FileId, Sources, locked};

/// Bytes of text that are kept at most; their trees take a few times as much.
const MAX_BYTES: usize = 64 << 20;

/// Parsed files by name; any number of threads may use it.
#[derive(Debug, Default)]
pub struct ParseCache(Mutex<BTreeMap<String, Arc<Parsed>>>);

/// A file without errors.
#[derive(Debug)]
struct Parsed {
    text: Arc<str>,
    tree: Tree,
    root: YamlId,
}

impl ParseCache {
    /// [`Tree::parse`], which has nothing to do when the file had the same text before.
    ///
    /// # Panics
    /// When `file` comes from other sources.
    pub fn parse(&self, tree: &mut Tree, sources: &Sources, file: FileId) -> (Option<YamlId>, Vec<Diagnostic>) {
        let (name, text) = (sources.file(file).name(), sources.file(file).text());
        if let Some(known) = self.find(name, text) {
            return (Some(tree.append(&known.tree, known.root, file)), Vec::new());
        }
        let mut own = Tree::new();
        match own.parse(sources, file) {
            (Some(root), errors) if errors.is_empty() => {
                let appended = tree.append(&own, root, file);
                self.put(name, Parsed { text: Arc::clone(text), tree: own, root });
                (Some(appended), errors)
            }
            // Errors quote the nodes of the tree, and most files have none.
            _ => tree.parse(sources, file),
        }
    }

    fn find(&self, name: &str, text: &Arc<str>) -> Option<Arc<Parsed>> {
        let files = locked(&self.0);
        files.get(name).filter(|known| known.text == *text).cloned()
    }

    fn put(&self, name: &str, parsed: Parsed) {
        let mut files = locked(&self.0);
        let bytes: usize = files.values().map(|known| known.text.len()).sum();
        if bytes + parsed.text.len() > MAX_BYTES {
            files.clear();
        }
        files.insert(name.to_owned(), Arc::new(parsed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts with everything that a tree keeps beside its nodes, and texts with errors.
    static TEXTS: &[&str] = &[
        "a: [1, \"x\\ty\", 'it''s']\nb: |\n  text\n",
        "a: &x {b: !tag c}\nd: *x\ne: {<<: *x, f: 1}\n",
        "{a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10, k: 11, l: 12, m: 13, n: 14, o: 15, p: 16, q: 17}",
        "a: 1\na: 2\n",
        "a: [",
        "",
    ];

    /// What there is to see of a file.
    fn seen(tree: &Tree, root: Option<YamlId>) -> String {
        format!("{:?}", root.map(|root| (tree.at(root).to_json(), tree.at(root).span(), tree.at(root).written())))
    }

    #[test]
    fn a_shelf_changes_nothing() {
        let cache = ParseCache::default();
        for lead in ["x: [1, \"\\t\"]\n", "{}\n"] {
            for text in TEXTS {
                let mut sources = Sources::new();
                let first = sources.add("lead", lead);
                let file = sources.add("t.yaml", *text);
                let (mut parsed, mut shelved) = (Tree::new(), Tree::new());
                for tree in [&mut parsed, &mut shelved] {
                    tree.parse(&sources, first);
                }
                let (root, errors) = parsed.parse(&sources, file);
                for _ in 0..2 {
                    let (again, also) = cache.parse(&mut shelved, &sources, file);
                    assert_eq!((seen(&parsed, root), &errors), (seen(&shelved, again), &also), "{text}");
                }
            }
        }
    }
}
