//! Reading YAML: spans, keys, aliases, errors, changes, and agreement with another reader.

mod agreement;
mod aliases;
mod changes;
mod errors;
mod keys;
mod laws;
mod spans;

use super::{Tree, Yaml, YamlId};
use crate::source::Sources;
use crate::source::diagnostic::{Code, Diagnostic};

/// A text that was read.
struct Read {
    sources: Sources,
    tree: Tree,
    root: Option<YamlId>,
    diagnostics: Vec<Diagnostic>,
}

fn read(text: &str) -> Read {
    let mut sources = Sources::new();
    let file = sources.add("t.yaml", text);
    let mut tree = Tree::new();
    let (root, diagnostics) = tree.parse(&sources, file);
    Read { sources, tree, root, diagnostics }
}

impl Read {
    /// The root of a text without errors.
    fn root(&self) -> Yaml<'_> {
        assert_eq!(self.errors(), Vec::<String>::new());
        self.tree.at(self.root.expect("a text without faults has a root"))
    }

    fn codes(&self) -> Vec<Code> {
        self.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
    }

    /// Place and message of each diagnostic.
    fn errors(&self) -> Vec<String> {
        let line = |diagnostic: &Diagnostic| {
            let place = self.sources.place(diagnostic.span().expect("every fault of a text has a place"));
            format!("{} {}", place.trim_start_matches("t.yaml:"), diagnostic.message)
        };
        self.diagnostics.iter().map(line).collect()
    }

    /// What the labels of the first diagnostic point at.
    fn labelled(&self) -> Vec<&str> {
        self.diagnostics[0].labels.iter().map(|label| self.sources.text(label.span)).collect()
    }
}
