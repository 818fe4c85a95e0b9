//! The files that documents name, and documents that are written to another folder than that of their template.
//!
//! Comes in: a document and what becomes of the name of a file. Goes out: the same document with imports, repositories,
//! artifacts and implementations of operations named from where it will be. Invariant: texts that name no file stay, and so
//! do values of properties and inputs, which only playbooks can read.

use std::collections::{BTreeMap, BTreeSet};

use super::parts::{Level, Rewriting, rewritten};
use super::{Key, Output};
use crate::source::syntax::yaml::Tree;
use crate::source::{FileId, Span};

/// The new name of a file, or none when it keeps its name; where it is named, if an author wrote it.
pub type Moved<'a> = &'a dyn Fn(FileUse, &str, Option<FileId>) -> Option<String>;

/// What a document names a file for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileUse {
    /// An import.
    Import,
    /// An artifact, or what an operation runs.
    Deployment,
    /// The address of a repository.
    Repository,
}

/// A file that a document names.
#[derive(Clone, Debug)]
pub struct NamedFile {
    /// What for.
    pub file_use: FileUse,
    /// Its name in the document.
    pub name: String,
    /// Where it is named, if an author wrote it.
    pub span: Option<Span>,
}

/// The document with new names of files.
pub fn moved(tree: &Tree, document: Output, rename: Moved<'_>) -> Output {
    with_files(tree, document, |file_use, name, span| rename(file_use, name, span.map(|span| span.file)))
}

/// The files that a document names.
pub fn named_files(tree: &Tree, document: Output) -> Vec<NamedFile> {
    let mut found = Vec::new();
    with_files(tree, document, |file_use, name, span| {
        found.push(NamedFile { file_use, name: name.to_owned(), span });
        None
    });
    found
}

fn with_files(
    tree: &Tree,
    document: Output,
    rename: impl FnMut(FileUse, &str, Option<Span>) -> Option<String>,
) -> Output {
    let mut declared = Declared { tree, artifacts: BTreeSet::new(), repositories: BTreeMap::new() };
    let document = rewritten(tree, document, &mut declared);
    rewritten(tree, document, &mut PathRewriter { tree, declared, rename })
}

/// What a document declares that names of files can depend on.
struct Declared<'t> {
    tree: &'t Tree,
    /// Artifacts: an implementation that is called so is no file.
    artifacts: BTreeSet<String>,
    /// The addresses of repositories.
    repositories: BTreeMap<String, String>,
}

impl Rewriting for Declared<'_> {
    fn part(&mut self, level: Level, name: &str, part: Output) -> Output {
        if level == Level::Artifact {
            self.artifacts.insert(name.to_owned());
        } else if level == Level::Repository {
            let url = part.get(self.tree, "url").unwrap_or_else(|| part.clone());
            let url = url.as_text(self.tree).map(str::to_owned);
            self.repositories.extend(url.map(|url| (name.to_owned(), url)));
        }
        part
    }
}

struct PathRewriter<'t, R> {
    tree: &'t Tree,
    declared: Declared<'t>,
    rename: R,
}

/// The path of an address of a repository that is relative to the file which declares the repository.
pub fn relative_path_of(url: &str) -> Option<&str> {
    let path = url.strip_prefix("file:")?;
    (!path.starts_with(['/', '~'])).then_some(path)
}

impl<R: FnMut(FileUse, &str, Option<Span>) -> Option<String>> PathRewriter<'_, R> {
    /// An import from a repository that is a folder beside the template, named without the repository where it has another
    /// name: Unfurl goes along a relative address twice, which only `file:.` stands.
    fn import_from_folder(&mut self, import: &Output) -> Option<Output> {
        let text = |key: &str| Some(import.get(self.tree, key)?.as_text(self.tree)?.to_owned());
        let (file, repository) = (text("file")?, text("repository")?);
        let folder = relative_path_of(self.declared.repositories.get(&repository)?)?;
        let path = if folder == "." { file } else { format!("{folder}/{file}") };
        let place = import.get(self.tree, "file").and_then(|file| self.span(&file));
        let name = (self.rename)(FileUse::Import, &path, place)?;
        let entries = import.clone().into_entries(self.tree).ok()?.into_iter();
        let entries = entries.filter(|(key, _)| key.as_text(self.tree) != "repository");
        let entry = |(key, value): (Key, Output)| {
            let value = if key.as_text(self.tree) == "file" { Output::text(&name) } else { value };
            (key, value)
        };
        Some(Output::Mapping(entries.map(entry).collect()))
    }

    fn span(&self, part: &Output) -> Option<Span> {
        match part {
            Output::Source(id) => Some(self.tree.at(*id).span()),
            _ => None,
        }
    }
}

impl<R: FnMut(FileUse, &str, Option<Span>) -> Option<String>> Rewriting for PathRewriter<'_, R> {
    fn part(&mut self, level: Level, _name: &str, part: Output) -> Output {
        let Some(text) = part.as_text(self.tree) else {
            let import = if level == Level::Import { self.import_from_folder(&part) } else { None };
            return import.unwrap_or(part);
        };
        let is_file = match level {
            Level::Import | Level::Repository | Level::Artifact | Level::File => true,
            Level::Operation(_) | Level::Implementation => !self.declared.artifacts.contains(text),
            _ => false,
        };
        if !is_file {
            return part;
        }
        let place = self.span(&part);
        let file_use = match level {
            Level::Import => FileUse::Import,
            Level::Repository => FileUse::Repository,
            _ => FileUse::Deployment,
        };
        (self.rename)(file_use, text, place).map_or_else(|| part.clone(), |name| Output::text(&name))
    }
}
