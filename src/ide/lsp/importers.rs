//! Files in which something has its name: of a type also those that import the file which defines it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::Uri;

use super::document::Document;
use super::requests::DocumentPosition;
use super::server::Server;
use super::uri;
use crate::ide::editor::{Draft, RenameError, Role, Space, Symbol};
use crate::source::package::{Enclosure, Package, is_yaml, read_found};

/// So many YAML files of a workspace are looked at: a name is changed in all of them or in none.
const MAX_FILES: usize = 2_000;

/// Files and folders of any kind among which these are looked for.
const MAX_ENTRIES: usize = 100_000;

/// A template, or a file of types.
pub(super) struct NamingFile {
    pub(super) uri: Uri,
    pub(super) path: Option<PathBuf>,
    pub(super) package: Package,
    pub(super) draft: Arc<Draft>,
}

/// Where a type is defined.
struct TypeDefinition {
    file: PathBuf,
    bytes: (u32, u32),
}

impl TypeDefinition {
    /// The definition of `symbol` in a draft.
    fn of(symbol: &Symbol, draft: &Draft) -> Option<Self> {
        let first = draft.places(symbol).find(|place| place.role == Role::Definition)?;
        let file = same(Path::new(draft.sources().file(first.span.file).name()));
        Some(Self { file, bytes: (first.span.start, first.span.end) })
    }

    /// What the type is called in a draft that reads the definition.
    fn name_in<'d>(&self, draft: &'d Draft) -> Option<&'d Symbol> {
        let is_it = |file: &str, bytes| bytes == self.bytes && same(Path::new(file)) == self.file;
        let defined = draft.occurrences().iter().filter(|place| place.role == Role::Definition);
        let place = defined
            .filter(|place| matches!(place.symbol.space, Space::Type(_)))
            .find(|place| is_it(draft.sources().file(place.span.file).name(), (place.span.start, place.span.end)));
        place.map(|place| &place.symbol)
    }
}

/// The file that is asked about, and all others in which `symbol` has its name.
///
/// # Errors
/// When these cannot be known.
pub(super) fn naming(
    server: &Server,
    asked: &DocumentPosition<'_>,
    symbol: &Symbol,
) -> Result<Vec<NamingFile>, RenameError> {
    let own = NamingFile {
        uri: asked.document.uri.clone(),
        path: asked.document.path().map(ToOwned::to_owned),
        package: asked.document.package(server.documents.values()),
        draft: Arc::clone(&asked.draft),
    };
    let Some(path) = own.path.as_deref().filter(|_| matches!(symbol.space, Space::Type(_))).map(same) else {
        return Ok(vec![own]);
    };
    let Some(definition) = TypeDefinition::of(symbol, &own.draft) else { return Ok(vec![own]) };
    let open = server.documents.values().filter(|document| document.is_template()).filter_map(Document::path);
    let mut candidates: BTreeSet<PathBuf> = open.map(same).collect();
    match root_of(server, &definition.file) {
        Some(root) => candidates.extend(yaml_below(&root).ok_or(RenameError::TooManyFiles)?),
        // A template is hardly ever imported, a file of types by files that are unknown here.
        None if definition.file == path && own.draft.model().is_some_and(|it| it.topology_template().is_some()) => {}
        None => return Err(RenameError::UnknownImporters(symbol.name.to_string(), shown(&definition.file))),
    }
    candidates.remove(&path);
    let mut all = vec![own];
    for candidate in candidates {
        let Some(file) = read(server, &candidate) else { continue };
        match definition.name_in(&file.draft) {
            Some(own) if own == symbol => all.push(file),
            Some(other) => return Err(RenameError::OtherName(other.name.to_string(), shown(&candidate))),
            None if file.draft.model().is_none() && file.draft.text().contains(&*symbol.name) => {
                return Err(RenameError::Unreadable(shown(&candidate)));
            }
            None => {}
        }
    }
    Ok(all)
}

/// A template, or a file of types; none where a file is neither.
fn read(server: &Server, path: &Path) -> Option<NamingFile> {
    let open = server.documents.values().find(|document| document.path().is_some_and(|own| same(own) == path));
    let (document, known) = match open {
        Some(open) => (None, Some(open)),
        None => {
            let text = read_found(path).ok()?;
            (Some(Document::new(uri::uri(path)?, 0, &text)), None)
        }
    };
    let document = known.or(document.as_ref())?;
    if !document.is_template() {
        return None;
    }
    let package = document.package(server.documents.values());
    let draft = Draft::read(&package, Arc::clone(&document.text), &server.cache, None).ok()?;
    let (uri, path) = (document.uri.clone(), document.path().map(ToOwned::to_owned));
    Some(NamingFile { uri, path, package, draft: Arc::new(draft) })
}

/// The folder below which all files are that may import one: the workspace of the editor, else the repository.
fn root_of(server: &Server, file: &Path) -> Option<PathBuf> {
    let mut roots = server.roots.iter().map(|root| same(root));
    let root = roots.find(|root| file.starts_with(root));
    root.or_else(|| Some(file.ancestors().skip(1).find(|folder| folder.join(".git").exists())?.to_owned()))
}

/// The YAML files below a folder, but in hidden ones; none when there are too many files.
fn yaml_below(root: &Path) -> Option<Vec<PathBuf>> {
    // What a link leads to elsewhere is no file of the workspace.
    let enclosure = Enclosure::of(root);
    let (mut open, mut found, mut entries) = (vec![root.to_owned()], Vec::new(), 0);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            entries += 1;
            let (path, is_hidden) = (entry.path(), entry.file_name().to_string_lossy().starts_with('.'));
            let kind = entry.file_type().ok();
            if kind.is_some_and(|kind| kind.is_dir()) && !is_hidden && entry.file_name() != "node_modules" {
                open.push(path);
            } else if is_yaml(&path) && enclosure.has(&path) {
                found.push(same(&path));
            }
        }
        if found.len() > MAX_FILES || entries > MAX_ENTRIES {
            return None;
        }
    }
    Some(found)
}

/// A path as it is once, however it is written.
fn same(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
