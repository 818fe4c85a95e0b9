//! What the server and the editor can do.

use std::path::PathBuf;
use std::str::FromStr;

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    DocumentLinkOptions, FoldingRangeProviderCapability, HoverProviderCapability, OneOf, PositionEncodingKind,
    RenameOptions, SemanticTokensFullOptions, SemanticTokensOptions, SemanticTokensServerCapabilities,
    ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
    WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use serde_json::{Value as Json, json};

use super::{marks, uri};

/// Characters after which completion is worth asking for.
static TRIGGERS: &[&str] = &[":", " ", "[", "{", ",", "-"];

/// What the editor can do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClientCapabilities {
    /// It can be asked to look at hints again.
    pub(super) refreshes_hints: bool,
    /// It can be asked to look at what stands above lines again.
    pub(super) refreshes_lenses: bool,
    /// It can be asked to look at the kinds of words again.
    pub(super) refreshes_tokens: bool,
    /// It can be asked to say which files change outside of it.
    pub(super) watches_files: bool,
    /// It asks for the edits of an action when the user wants them.
    pub(super) resolves_actions: bool,
    /// It has a command of its own that explains an element.
    pub(super) explains: bool,
}

/// The command of lenses: it explains the element that is its argument.
pub(super) const EXPLAIN: &str = "variscope.explain";

impl ClientCapabilities {
    /// What the editor says of itself; whatever is not understood it cannot do.
    pub(super) fn of(greeting: &Json) -> Self {
        let find = |path: &str| greeting.pointer(&format!("/capabilities/{path}"));
        let resolved = find("textDocument/codeAction/resolveSupport/properties").and_then(Json::as_array);
        let refreshes = |what: &str| find(&format!("workspace/{what}/refreshSupport")).and_then(Json::as_bool);
        let watches = find("workspace/didChangeWatchedFiles/dynamicRegistration").and_then(Json::as_bool);
        let commands = greeting.pointer("/initializationOptions/commands").and_then(Json::as_array);
        Self {
            explains: commands.is_some_and(|known| known.iter().any(|command| command == EXPLAIN)),
            watches_files: watches.unwrap_or(false),
            refreshes_hints: refreshes("inlayHint").unwrap_or(false),
            refreshes_lenses: refreshes("codeLens").unwrap_or(false),
            refreshes_tokens: refreshes("semanticTokens").unwrap_or(false),
            resolves_actions: resolved.is_some_and(|properties| properties.iter().any(|property| property == "edit")),
        }
    }
}

/// The folders that the editor works in.
pub(super) fn roots(greeting: &Json) -> Vec<PathBuf> {
    let folders = greeting.pointer("/workspaceFolders").and_then(Json::as_array).into_iter().flatten();
    let named = folders.filter_map(|folder| folder.get("uri")).chain(greeting.get("rootUri"));
    named.filter_map(|name| uri::path(&Uri::from_str(name.as_str()?).ok()?)).collect()
}

/// The files that a template may be made of, and what is said about it beside it.
pub(super) static WATCHED: &str = "**/*.{yaml,yml,tosca,json,csar,zip,toml}";

/// What the server says of itself.
pub(super) fn greeting(abilities: ClientCapabilities) -> Result<Json, serde_json::Error> {
    let capabilities = serde_json::to_value(capabilities(abilities))?;
    let server = json!({ "name": "variscope", "version": env!("CARGO_PKG_VERSION") });
    Ok(json!({ "capabilities": capabilities, "serverInfo": server }))
}

fn capabilities(abilities: ClientCapabilities) -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(true.into()),
        ..TextDocumentSyncOptions::default()
    };
    // The edits of all fixes together are worked out when they are asked for.
    let all = abilities.resolves_actions.then_some(CodeActionKind::SOURCE_FIX_ALL);
    let kinds = std::iter::once(CodeActionKind::QUICKFIX).chain(all).collect();
    ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(TRIGGERS.iter().map(|&trigger| trigger.to_owned()).collect()),
            ..CompletionOptions::default()
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(kinds),
            resolve_provider: Some(abilities.resolves_actions),
            ..CodeActionOptions::default()
        })),
        inlay_hint_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        document_highlight_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: marks::legend(),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            },
        )),
        ..ServerCapabilities::default()
    }
}
