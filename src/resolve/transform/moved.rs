//! The files that documents name, and documents that are written to another folder than that of their template.
//!
//! Comes in: a document and what becomes of the name of a file. Goes out: the same document with imports, artifacts and
//! implementations of operations named from where it will be. Invariant: texts that name no file stay, and so do values of
//! properties and inputs, which only playbooks can read.

use std::collections::BTreeSet;

use super::Output;
use super::parts::{Level, Rewriting, rewritten};
use crate::source::FileId;
use crate::source::syntax::yaml::Tree;

/// The new name of a file, or none when it keeps its name; where it is named, if an author wrote it.
pub type Moved<'a> = &'a dyn Fn(&str, Option<FileId>) -> Option<String>;

/// What a document names a file for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileUse {
    /// An import.
    Import,
    /// An artifact, or what an operation runs.
    Deployment,
}

/// The document with new names of files.
pub fn moved(tree: &Tree, document: Output, rename: Moved<'_>) -> Output {
    let rename = |_: FileUse, name: &str, file| rename(name, file);
    with_files(tree, document, rename)
}

/// The names of files in a document, each with what it is for.
pub fn named_files(tree: &Tree, document: Output) -> Vec<(FileUse, String)> {
    let mut found = Vec::new();
    with_files(tree, document, |file_use, name, _| {
        found.push((file_use, name.to_owned()));
        None
    });
    found
}

fn with_files(
    tree: &Tree,
    document: Output,
    rename: impl FnMut(FileUse, &str, Option<FileId>) -> Option<String>,
) -> Output {
    let mut artifacts = ArtifactNames::default();
    let document = rewritten(tree, document, &mut artifacts);
    rewritten(tree, document, &mut PathRewriter { tree, artifacts: artifacts.0, rename })
}

/// The artifacts of a document: an implementation that is called so is no file.
#[derive(Default)]
struct ArtifactNames(BTreeSet<String>);

impl Rewriting for ArtifactNames {
    fn part(&mut self, level: Level, name: &str, part: Output) -> Output {
        if level == Level::Artifact {
            self.0.insert(name.to_owned());
        }
        part
    }
}

struct PathRewriter<'t, R> {
    tree: &'t Tree,
    artifacts: BTreeSet<String>,
    rename: R,
}

impl<R: FnMut(FileUse, &str, Option<FileId>) -> Option<String>> Rewriting for PathRewriter<'_, R> {
    fn part(&mut self, level: Level, _name: &str, part: Output) -> Output {
        let Some(text) = part.as_text(self.tree) else { return part };
        let is_file = match level {
            Level::Import | Level::Artifact | Level::File => true,
            Level::Operation(_) | Level::Implementation => !self.artifacts.contains(text),
            _ => false,
        };
        if !is_file {
            return part;
        }
        let place = match &part {
            Output::Source(id) => Some(self.tree.at(*id).span().file),
            _ => None,
        };
        let file_use = if level == Level::Import { FileUse::Import } else { FileUse::Deployment };
        (self.rename)(file_use, text, place).map_or_else(|| part.clone(), |name| Output::text(&name))
    }
}
