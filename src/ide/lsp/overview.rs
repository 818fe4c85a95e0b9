//! What documents consist of: outline, folds, files that they name, symbols of all documents.

use std::path::Path;

use lsp_types::{
    DocumentLink, DocumentLinkParams, DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, FoldingRange,
    FoldingRangeKind, FoldingRangeParams, Location, SymbolInformation, SymbolKind, WorkspaceSymbolParams,
    WorkspaceSymbolResponse,
};

use super::document::Document;
use super::server::Server;
use super::uri;
use crate::ide::editor::{self, OutlineEntry, Space};
use crate::source::package::resolve;

/// So many symbols of all documents are answered.
const MAX_SYMBOLS: usize = 500;

/// The outline of a document.
pub(super) fn symbols(server: &Server, params: &DocumentSymbolParams) -> Option<DocumentSymbolResponse> {
    let document = server.documents.get(params.text_document.uri.as_str())?;
    let draft = server.current_draft(document).filter(|draft| draft.model().is_some())?;
    let entries = editor::outline(&draft);
    Some(DocumentSymbolResponse::Nested(entries.iter().map(|entry| symbol(document, entry)).collect()))
}

#[expect(deprecated, reason = "the type of the protocol has a deprecated field")]
fn symbol(document: &Document, entry: &OutlineEntry) -> DocumentSymbol {
    DocumentSymbol {
        name: entry.name.clone(),
        detail: entry.detail.clone(),
        kind: kind(entry.space, !entry.children.is_empty()),
        tags: None,
        deprecated: None,
        range: document.lines.range(&document.text, entry.range.clone()),
        selection_range: document.lines.range(&document.text, entry.selection.clone()),
        children: Some(entry.children.iter().map(|child| symbol(document, child)).collect()),
    }
}

fn kind(space: Option<Space>, has_children: bool) -> SymbolKind {
    match space {
        None if has_children => SymbolKind::NAMESPACE,
        None => SymbolKind::PROPERTY,
        Some(Space::VariabilityInput | Space::TopologyInput | Space::Output) => SymbolKind::VARIABLE,
        Some(Space::Preset) => SymbolKind::CONSTANT,
        Some(Space::Expression) => SymbolKind::FUNCTION,
        Some(Space::Node) => SymbolKind::OBJECT,
        Some(Space::Relation | Space::RelationshipTemplate) => SymbolKind::INTERFACE,
        Some(Space::Artifact) => SymbolKind::FILE,
        Some(Space::Group) => SymbolKind::ARRAY,
        Some(Space::Policy) => SymbolKind::EVENT,
        Some(Space::Type(_)) => SymbolKind::CLASS,
    }
}

/// What is defined in any open document and has these letters in its name.
#[expect(deprecated, reason = "the type of the protocol has a deprecated field")]
pub(super) fn all_symbols(server: &Server, params: &WorkspaceSymbolParams) -> WorkspaceSymbolResponse {
    let wanted = params.query.to_lowercase();
    let mut found = Vec::new();
    for document in server.documents.values() {
        let Some(draft) = server.current_draft(document) else { continue };
        let sections = editor::outline(&draft);
        let mut open: Vec<(OutlineEntry, Option<String>)> =
            sections.into_iter().rev().map(|entry| (entry, None)).collect();
        while let Some((entry, container)) = open.pop() {
            let children = entry.children.clone().into_iter().rev();
            open.extend(children.map(|child| (child, Some(entry.name.clone()))));
            if entry.space.is_none() || !entry.name.to_lowercase().contains(&wanted) {
                continue;
            }
            let range = document.lines.range(&document.text, entry.selection.clone());
            found.push(SymbolInformation {
                name: entry.name.clone(),
                kind: kind(entry.space, false),
                tags: None,
                deprecated: None,
                location: Location { uri: document.uri.clone(), range },
                container_name: container,
            });
        }
    }
    found.truncate(MAX_SYMBOLS);
    WorkspaceSymbolResponse::Flat(found)
}

/// What of a document can be folded.
pub(super) fn folds(server: &Server, params: &FoldingRangeParams) -> Option<Vec<FoldingRange>> {
    let document = server.documents.get(params.text_document.uri.as_str())?;
    let line = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let fold = |fold: editor::FoldedLines| FoldingRange {
        start_line: line(fold.first),
        end_line: line(fold.last),
        kind: Some(if fold.is_comment { FoldingRangeKind::Comment } else { FoldingRangeKind::Region }),
        ..FoldingRange::default()
    };
    Some(editor::folding(&document.text).into_iter().map(fold).collect())
}

/// The files that a document names, those that are there.
pub(super) fn file_links(server: &Server, params: &DocumentLinkParams) -> Option<Vec<DocumentLink>> {
    let document = server.documents.get(params.text_document.uri.as_str())?;
    let draft = server.current_draft(document)?;
    let package = document.package(server.documents.values());
    let entry = package.entry().ok()?;
    let link = |link: editor::FileLink| {
        let name = resolve(&entry, &link.file).ok()?;
        let path = package.path(&name).filter(|path| path.is_file())?;
        Some(DocumentLink {
            range: document.lines.range(&document.text, link.span.start as usize..link.span.end as usize),
            target: Some(uri::uri(Path::new(&path))?),
            tooltip: Some(name),
            data: None,
        })
    };
    Some(editor::links(&draft).into_iter().filter_map(link).collect())
}
