//! Answers to the requests of the editor.

use std::sync::Arc;

use lsp_server::{ErrorCode, Request, Response};
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentHighlightRequest, DocumentLinkRequest,
    DocumentSymbolRequest, FoldingRangeRequest, GotoDefinition, HoverRequest, InlayHintRequest, PrepareRenameRequest,
    References, Rename, Request as Method, SemanticTokensFullRequest, WorkspaceSymbolRequest,
};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionResponse, CompletionTextEdit,
    GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverContents, HoverParams, InlayHint, InlayHintLabel,
    InlayHintParams, Location, MarkupContent, MarkupKind, TextDocumentPositionParams, TextEdit,
};

use super::actions::actions;
use super::convert::Converter;
use super::document::Document;
use super::marks::KnownFacts;
use super::server::{Refusal, Server};
use super::{marks, naming, overview};
use crate::ide::editor::{self, CompletionKind, Draft, Facts};
use crate::source::TextShift;

/// Answers a request.
pub(super) fn answer(server: &Server, request: Request) -> Result<Response, Refusal> {
    match request.method.as_str() {
        HoverRequest::METHOD => with::<HoverRequest>(request, |params| Ok(hover(server, &params))),
        GotoDefinition::METHOD => with::<GotoDefinition>(request, |params| Ok(definition(server, &params))),
        References::METHOD => with::<References>(request, |params| Ok(naming::references(server, &params))),
        PrepareRenameRequest::METHOD => {
            with::<PrepareRenameRequest>(request, |params| naming::prepare_rename(server, &params))
        }
        Rename::METHOD => with::<Rename>(request, |params| naming::rename(server, &params)),
        Completion::METHOD => with::<Completion>(request, |params| Ok(completion(server, &params))),
        CodeActionRequest::METHOD => with::<CodeActionRequest>(request, |params| Ok(actions(server, &params))),
        InlayHintRequest::METHOD => with::<InlayHintRequest>(request, |params| Ok(hints(server, &params))),
        DocumentSymbolRequest::METHOD => {
            with::<DocumentSymbolRequest>(request, |params| Ok(overview::symbols(server, &params)))
        }
        WorkspaceSymbolRequest::METHOD => {
            with::<WorkspaceSymbolRequest>(request, |params| Ok(Some(overview::all_symbols(server, &params))))
        }
        FoldingRangeRequest::METHOD => {
            with::<FoldingRangeRequest>(request, |params| Ok(overview::folds(server, &params)))
        }
        DocumentLinkRequest::METHOD => {
            with::<DocumentLinkRequest>(request, |params| Ok(overview::file_links(server, &params)))
        }
        DocumentHighlightRequest::METHOD => {
            with::<DocumentHighlightRequest>(request, |params| Ok(marks::highlights(server, &params)))
        }
        SemanticTokensFullRequest::METHOD => {
            with::<SemanticTokensFullRequest>(request, |params| Ok(marks::tokens(server, &params)))
        }
        CodeLensRequest::METHOD => with::<CodeLensRequest>(request, |params| Ok(marks::lenses(server, &params))),
        other => Err((ErrorCode::MethodNotFound, format!("no such method: {other}"))),
    }
}

fn with<M: Method>(
    request: Request,
    answer: impl FnOnce(M::Params) -> Result<M::Result, Refusal>,
) -> Result<Response, Refusal> {
    let refuse = |error: serde_json::Error| (ErrorCode::InvalidParams, error.to_string());
    let params = serde_json::from_value(request.params).map_err(refuse)?;
    Ok(Response::new_ok(request.id, answer(params)?))
}

/// A place of the editor in the text as it is now.
pub(super) struct DocumentPosition<'s> {
    pub(super) document: &'s Document,
    pub(super) draft: Arc<Draft>,
    pub(super) offset: usize,
}

impl<'s> DocumentPosition<'s> {
    pub(super) fn of(server: &'s Server, params: &TextDocumentPositionParams) -> Option<Self> {
        let document = server.documents.get(params.text_document.uri.as_str())?;
        let draft = server.current_draft(document)?;
        let offset = document.lines.offset(&document.text, params.position);
        Some(Self { document, draft, offset })
    }

    pub(super) fn converter(&self) -> Converter<'_> {
        Converter::new(&self.document.uri, &self.draft)
    }
}

impl Server {
    pub(super) fn facts(&self, document: &Document) -> Option<Arc<Facts>> {
        self.knowledge.lock().get(document.uri.as_str())?.facts.clone()
    }

    /// What was known of the variants before the text had errors, while it has some.
    pub(super) fn facts_before_errors(&self, document: &Document) -> Option<Arc<Facts>> {
        self.knowledge.lock().get(document.uri.as_str())?.before_errors.clone()
    }

    /// The text as it is, if it can be read at once.
    pub(super) fn current_draft(&self, document: &Document) -> Option<Arc<Draft>> {
        let known = || {
            let knowledge = self.knowledge.lock();
            let fixes = knowledge.get(document.uri.as_str())?.fixes.as_ref()?;
            Some((Arc::clone(&fixes.draft), fixes.current().is_some()))
        };
        document.draft(known, || document.package(self.documents.values()), &self.cache)
    }

    /// The last draft that could be read; the analysis may know one that is older than the text.
    pub(super) fn readable_draft(&self, document: &Document) -> Option<Arc<Draft>> {
        let current = self.current_draft(document);
        let earlier = || self.knowledge.lock().get(document.uri.as_str())?.draft.clone();
        current.filter(|draft| draft.model().is_some()).or_else(earlier)
    }
}

/// From the last text that could be read, when this one cannot, or not at once.
fn hover(server: &Server, params: &HoverParams) -> Option<Hover> {
    let place = &params.text_document_position_params;
    let document = server.documents.get(place.text_document.uri.as_str())?;
    let (facts, draft) = (server.facts(document), server.readable_draft(document));
    let draft = draft.or_else(|| server.current_draft(document))?;
    let change = TextShift::between(draft.text(), &document.text);
    let offset = change.earlier(document.lines.offset(&document.text, place.position))?;
    let hover = editor::hover(&draft, facts.as_deref(), offset)?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: hover.text }),
        range: change.now(hover.range).map(|range| document.lines.range(&document.text, range)),
    })
}

fn definition(server: &Server, params: &GotoDefinitionParams) -> Option<GotoDefinitionResponse> {
    let asked = DocumentPosition::of(server, &params.text_document_position_params)?;
    let (spans, converter) = (asked.draft.definitions(asked.offset), asked.converter());
    let locations: Vec<Location> = spans.iter().filter_map(|&span| converter.location(span)).collect();
    Some(GotoDefinitionResponse::Array(locations))
}

fn completion(server: &Server, params: &CompletionParams) -> Option<CompletionResponse> {
    let place = &params.text_document_position;
    let document = server.documents.get(place.text_document.uri.as_str())?;
    if !document.is_template() && !document.is_blank() {
        return None;
    }
    let offset = document.lines.offset(&document.text, place.position);
    let draft = server.readable_draft(document);
    let (range, proposals) = match editor::typed_import(&document.text, offset) {
        Some(typed) => (typed.name.clone(), imported_files(document, &typed)),
        None => editor::complete(&document.text, offset, draft.as_deref()),
    };
    let (proposals, is_incomplete) = editor::shortlist(proposals, &document.text[range.clone()]);
    let range = document.lines.range(&document.text, range);
    let item = |(place, proposal): (usize, editor::Completion)| CompletionItem {
        sort_text: Some(format!("{place:05}")),
        kind: Some(item_kind(proposal.kind)),
        filter_text: Some(proposal.label.clone()),
        label: proposal.label,
        detail: Some(proposal.detail).filter(|detail| !detail.is_empty()),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: proposal.insert })),
        ..CompletionItem::default()
    };
    let items = proposals.into_iter().enumerate().map(item).collect();
    // As the author goes on, an editor filters what it has by itself; it asks again where that is not all.
    Some(if is_incomplete {
        CompletionResponse::List(CompletionList { is_incomplete, items })
    } else {
        CompletionResponse::Array(items)
    })
}

/// The files and folders that may stand at the end of the path of an import.
fn imported_files(document: &Document, typed: &editor::TypedPath) -> Vec<editor::Completion> {
    let Some(path) = document.path() else { return Vec::new() };
    let folder = path.parent().map(|folder| folder.join(&typed.folder));
    let listed = folder.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let others = listed.filter(|entry| entry.path() != path);
    let named = others.filter_map(|entry| {
        let (name, is_folder) = (entry.file_name().into_string().ok()?, entry.path().is_dir());
        let is_wanted = is_folder || [".yaml", ".yml", ".tosca"].iter().any(|ending| name.ends_with(ending));
        let label = if is_folder { format!("{name}/") } else { name };
        (is_wanted && !label.starts_with('.')).then_some(label)
    });
    let mut names: Vec<String> = named.collect();
    names.sort();
    let proposal = |label: String| editor::Completion {
        insert: label.clone(),
        label,
        kind: CompletionKind::Value,
        detail: String::new(),
    };
    names.into_iter().map(proposal).collect()
}

fn item_kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Keyword => CompletionItemKind::PROPERTY,
        CompletionKind::Operator => CompletionItemKind::FUNCTION,
        CompletionKind::Name(editor::Space::Type(_)) => CompletionItemKind::CLASS,
        CompletionKind::Name(_) => CompletionItemKind::VARIABLE,
        CompletionKind::Value => CompletionItemKind::VALUE,
    }
}

/// The hints of the last facts.
fn hints(server: &Server, params: &InlayHintParams) -> Option<Vec<InlayHint>> {
    let document = server.documents.get(params.text_document.uri.as_str())?;
    let known = KnownFacts::of(server, document)?;
    let placed = editor::hints(&known.facts).into_iter().filter_map(|hint| {
        let offset = known.shift.now(hint.offset..hint.offset)?.start;
        let position = document.lines.position(&document.text, offset);
        let text = if hint.is_about_variants { known.qualified(hint.text) } else { hint.text };
        Some(InlayHint {
            position,
            label: InlayHintLabel::String(text),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        })
    });
    Some(placed.filter(|hint| params.range.start <= hint.position && hint.position <= params.range.end).collect())
}
