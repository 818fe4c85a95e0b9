//! Members of the types that are built in, as one document with the sections of a service template.

use std::sync::LazyLock;

use super::Collection;
use crate::source::Sources;
use crate::syntax::yaml::{Tree, Yaml, YamlId};

/// Which types have members, of those that are built in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TypesProfile {
    /// The normative types of the TOSCA Simple Profile 1.3, and those of the dialects that templates are written in.
    #[default]
    Tosca13,
    /// None of them: only their names are known.
    None,
}

/// Documents in block style, each with its source and version: the normative types, then those of dialects.
static DOCUMENTS: &[&str] = &[
    include_str!("normative/tosca-simple-1.3.yaml"),
    include_str!("normative/cloudify-6.1.yaml"),
    include_str!("normative/unfurl-1.2.yaml"),
];

impl TypesProfile {
    /// The document with the members of types that are built in by default, read once.
    pub fn built_in() -> Option<Yaml<'static>> {
        static BUILT_IN: LazyLock<(Tree, Option<YamlId>)> = LazyLock::new(|| {
            let mut tree = Tree::new();
            let root = TypesProfile::default().read(&mut Sources::new(), &mut tree);
            (tree, root)
        });
        let (tree, root) = &*BUILT_IN;
        root.map(|root| tree.at(root))
    }

    /// Whether a definition is one of a type that is built in, as [`TypesProfile::built_in`] gives it.
    pub fn is_built_in(body: Yaml<'_>) -> bool {
        Self::built_in().is_some_and(|root| std::ptr::eq(root.tree(), body.tree()))
    }

    /// Reads its document; none when there are no members.
    ///
    /// # Panics
    /// Never: the documents are part of the program.
    pub fn read(self, sources: &mut Sources, tree: &mut Tree) -> Option<YamlId> {
        static TEXT: LazyLock<String> = LazyLock::new(|| merged(DOCUMENTS));
        if self == Self::None {
            return None;
        }
        let file = sources.add("built-in types", TEXT.as_str());
        let (root, faults) = tree.parse(sources, file);
        assert!(faults.is_empty(), "the profile is sound: {faults:?}");
        root
    }
}

/// One document with the sections of several.
fn merged(documents: &[&str]) -> String {
    let mut text = String::new();
    for collection in Collection::ALL {
        let head = format!("{collection}:");
        let found: Vec<&str> = documents.iter().flat_map(|document| section(document, &head)).collect();
        if !found.is_empty() {
            text.extend([head.as_str(), "\n", &found.join("\n"), "\n"]);
        }
    }
    text
}

/// The lines below a line that starts a section, up to the next one that is not indented.
fn section<'d>(document: &'d str, head: &str) -> impl Iterator<Item = &'d str> {
    let is_inside = |line: &&str| line.is_empty() || line.starts_with(' ');
    document.lines().skip_while(move |line| *line != head).skip(1).take_while(is_inside)
}
