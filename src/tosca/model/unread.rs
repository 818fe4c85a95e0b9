//! Imports that are not read, so that the types in them are unknown.

use super::{Model, ModelTables};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::package::Package;
use crate::source::syntax::vocabulary::topology_of;
use crate::source::syntax::yaml::{Tree, YamlId};

/// An import that is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadImport {
    /// The file, as a path in the package where it should be there, else as the author names it.
    pub name: String,
    /// Where it is named.
    pub span: Span,
    /// Why it is not read.
    pub why: UnreadReason,
    /// The repository that it is in, where that is not declared, but another one is that is called almost so.
    pub misnamed: Option<MisnamedRepository>,
}

/// The name of a repository that is not declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisnamedRepository {
    /// The name, as it is written.
    pub name: String,
    /// Where.
    pub span: Span,
    /// The one that is declared.
    pub close: String,
}

/// Why an import is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadReason {
    /// The package has no such file.
    Missing,
    /// It lies outside of the package.
    Outside,
    /// The package does not give it away, which is said where it is named.
    Refused,
    /// It is in a repository.
    Repository,
    /// It is at an address on the network.
    Remote,
    /// It is a program, which is not run.
    Program,
    /// No file is named.
    Unnamed,
    /// It has other keys than that for a file.
    Unclear,
}

impl Model {
    /// The imports that are not read, of the template and of what it imports.
    pub fn unread_imports(&self) -> &[UnreadImport] {
        &self.contents.unread_imports
    }

    /// Whether types that are not found may be defined in what is not read: then they are not reported as undefined.
    pub fn are_types_open(&self) -> bool {
        self.contents.are_types_open()
    }

    /// Where an entry of this name is in a section of the topology of an imported file, which is not read, or of `variability` there.
    pub fn unread_entry(&self, section: &str, name: &str) -> Option<Span> {
        unread_entry(&self.tree, &self.contents.imported_files, section, name)
    }

    /// The error that one of these is not there.
    pub fn absent_import(&self, import: &UnreadImport) -> Diagnostic {
        absent_import(&self.reading.package, &import.name, import.span, self.contents.unread_imports.len())
    }
}

impl ModelTables {
    pub(super) fn are_types_open(&self) -> bool {
        !self.unread_imports.is_empty()
    }
}

/// Where more imports than that are not read, a folder is missing: for none of them it is looked for a file that is meant.
const MAX_COMPARED: usize = 32;

/// That an imported file is not there, or not at hand for a template that was piped or that an editor has in no file; `unread` imports
/// are not read.
pub(super) fn absent_import(package: &Package, name: &str, span: Span, unread: usize) -> Diagnostic {
    let (is_piped, whole) = (package.is_text(), package.display(name));
    let message = if is_piped {
        format!("imported file \"{name}\" is not read, as the template is in no file")
    } else {
        format!("imported file \"{name}\" does not exist")
    };
    let diagnostic = Diagnostic::new(Code::UnreadableFile, span, message);
    let diagnostic = diagnostic.note("the types that it would define are unknown here");
    if is_piped {
        diagnostic.help("save the template beside what it imports, and look at that file")
    } else {
        let close = if unread > MAX_COMPARED { None } else { close(package, name) };
        let diagnostic = diagnostic.meaning(close.as_deref());
        if whole == name { diagnostic } else { diagnostic.note(format!("it was looked for at `{whole}`")) }
    }
}

/// A file of the package that is called almost so, or that has this name in another folder.
fn close(package: &Package, name: &str) -> Option<String> {
    let beside = name.rsplit_once('/').and_then(|(folder, _)| package.list(folder).ok());
    let files: Vec<String> = beside.into_iter().flatten().chain(package.list_root().ok()?).collect();
    let last = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let almost = did_you_mean(name, files.iter().map(String::as_str)).map(str::to_owned);
    almost.or_else(|| files.iter().find(|file| last(file) == last(name)).cloned())
}

/// What is said where a name is found in a file of which only types are read.
pub const IN_IMPORTED_FILE: &str = "this is in an imported file, of which only types are read";

/// Where an entry of this name is in a section of the topology of an imported file, or of `variability` there.
pub(super) fn unread_entry(tree: &Tree, files: &[(String, YamlId)], section: &str, name: &str) -> Option<Span> {
    let mut topologies = files.iter().filter_map(|(_, root)| topology_of(tree.at(*root)));
    topologies.find_map(|topology| {
        let mut around = [topology.get("variability"), Some(topology)].into_iter().flatten();
        let found = around.find_map(|around| around.get(section)?.entry(name));
        found.map(|(key, _)| key.span())
    })
}
