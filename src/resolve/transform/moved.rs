//! Documents that are written to another folder than that of their template.
//!
//! Comes in: a document and what becomes of the name of a file. Goes out: the same document with imports, artifacts and
//! implementations of operations named from where it will be. Invariant: texts that name no file stay, and so do values of
//! properties and inputs, which only playbooks can read.

use variscope_encoder::recursion::descend;

use super::{Key, Output};
use crate::source::FileId;
use crate::source::syntax::yaml::{Tree, Yaml};

/// Where the names of files stand.
static FILES: &[&str] = &["imports", "artifacts", "interfaces"];

/// What stands there and is no name of a file.
static VALUES: &[&str] = &["properties", "inputs", "attributes", "description", "metadata", "type", "derived_from"];

/// The new name of a file, or none when it keeps its name; where it is named, if an author wrote it.
pub type Moved<'a> = &'a dyn Fn(&str, Option<FileId>) -> Option<String>;

/// The document with new names of files.
pub fn moved(tree: &Tree, document: Output, rename: Moved<'_>) -> Output {
    let moving = PathRewriter { tree, rename };
    moving.output(&document, Place::OutputFolder).unwrap_or(document)
}

/// Whether a text may name a file.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Files,
    OutputFolder,
}

impl Place {
    /// The place of the value of a key.
    fn below(self, key: &str) -> Self {
        match self {
            Self::OutputFolder if FILES.contains(&key) => Self::Files,
            Self::Files if VALUES.contains(&key) => Self::OutputFolder,
            same => same,
        }
    }
}

struct PathRewriter<'a> {
    tree: &'a Tree,
    rename: Moved<'a>,
}

impl PathRewriter<'_> {
    /// What becomes of a part of the document; none where it stays.
    fn output(&self, output: &Output, place: Place) -> Option<Output> {
        descend(|| self.part(output, place))
    }

    fn part(&self, output: &Output, place: Place) -> Option<Output> {
        match output {
            Output::Source(id) => self.source(self.tree.at(*id), place),
            Output::String(text) if place == Place::Files => (self.rename)(text, None).map(|name| Output::text(&name)),
            Output::String(_) | Output::Value(_) => None,
            Output::Sequence(items) => {
                let changed: Vec<Option<Output>> = items.iter().map(|item| self.output(item, place)).collect();
                let items = changed.iter().zip(items).map(|(new, old)| new.clone().unwrap_or_else(|| old.clone()));
                changed.iter().any(Option::is_some).then(|| Output::Sequence(items.collect()))
            }
            Output::Mapping(entries) => {
                let below = |(key, value): &(Key, Output)| self.output(value, place.below(key.as_text(self.tree)));
                let changed: Vec<Option<Output>> = entries.iter().map(below).collect();
                let entry = |(new, (key, old)): (&Option<Output>, &(Key, Output))| {
                    (key.clone(), new.clone().unwrap_or_else(|| old.clone()))
                };
                let entries = changed.iter().zip(entries).map(entry);
                changed.iter().any(Option::is_some).then(|| Output::Mapping(entries.collect()))
            }
        }
    }

    /// What becomes of a node of the author.
    fn source(&self, yaml: Yaml<'_>, place: Place) -> Option<Output> {
        if let Some(text) = yaml.as_str() {
            let name = (self.rename)(text, Some(yaml.span().file)).filter(|_| place == Place::Files)?;
            return Some(Output::text(&name));
        }
        if yaml.is_sequence() {
            let items = yaml.items().map(|item| Output::Source(item.id())).collect();
            return self.output(&Output::Sequence(items), place);
        }
        if !yaml.is_mapping() {
            return None;
        }
        let entries = yaml.entries().map(|(key, value)| (Key::Source(key.id()), Output::Source(value.id()))).collect();
        self.output(&Output::Mapping(entries), place)
    }
}
