//! Where something is named, and giving it another name: in all files, in the tests of templates and in their settings.

use std::ops::Range;
use std::sync::Arc;

use lsp_server::ErrorCode;
use lsp_types::{
    Location, PrepareRenameResponse, ReferenceParams, RenameParams, TextDocumentPositionParams, WorkspaceEdit,
};

use super::convert::{Converter, FileEdits};
use super::importers::{NamingFile, naming};
use super::requests::DocumentPosition;
use super::server::{Refusal, Server};
use super::uri;
use crate::analysis::settings::Settings;
use crate::ide::editor::{self, Draft, RenameError, Role, Symbol};
use crate::resolve::suite::Mentions;
use crate::source::diagnostic::Edit;
use crate::source::package::Package;
use crate::source::syntax::yaml::ParseCache;
use crate::source::{Sources, Span};

/// All places that name what is named at a place; where not all files are known, those in the files that are.
pub(super) fn references(server: &Server, params: &ReferenceParams) -> Option<Vec<Location>> {
    let asked = DocumentPosition::of(server, &params.text_document_position)?;
    let symbol = asked.draft.occurrence_at(asked.offset)?.symbol.clone();
    let wanted = |role| params.context.include_declaration || role == Role::Reference;
    let in_draft = |uri, draft: &Draft| -> Vec<Location> {
        let converter = Converter::new(uri, draft);
        let places = draft.places(&symbol).filter(|place| wanted(place.role));
        places.filter_map(|place| converter.location(place.span)).map(|it| as_open(server, it)).collect()
    };
    let mut found = in_draft(&asked.document.uri, &asked.draft);
    for file in naming(server, &asked, &symbol).unwrap_or_default().iter().skip(1) {
        for location in in_draft(&file.uri, &file.draft) {
            if !found.contains(&location) {
                found.push(location);
            }
        }
    }
    Some(found)
}

/// A place in a file as the editor calls it that has it open.
fn as_open(server: &Server, location: Location) -> Location {
    let path = uri::path(&location.uri);
    let open = server.documents.values().find(|document| path.is_some() && document.path() == path.as_deref());
    Location { uri: open.map_or(location.uri, |document| document.uri.clone()), ..location }
}

fn refused(error: &RenameError) -> Refusal {
    (ErrorCode::RequestFailed, error.to_string())
}

pub(super) fn prepare_rename(
    server: &Server,
    params: &TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, Refusal> {
    let Some(asked) = DocumentPosition::of(server, params) else { return Ok(None) };
    let place = editor::renamable(&asked.draft, asked.offset).map_err(|error| refused(&error))?;
    let range = asked.converter().location(place.span).map(|location| location.range);
    let placeholder = place.symbol.name.to_string();
    Ok(range.map(|range| PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }))
}

pub(super) fn rename(server: &Server, params: &RenameParams) -> Result<Option<WorkspaceEdit>, Refusal> {
    let Some(asked) = DocumentPosition::of(server, &params.text_document_position) else { return Ok(None) };
    let symbol = editor::renamable(&asked.draft, asked.offset).map_err(|error| refused(&error))?.symbol.clone();
    let new = &params.new_name;
    let mut all = FileEdits::default();
    if *new != *symbol.name {
        for file in naming(server, &asked, &symbol).map_err(|error| refused(&error))? {
            let edits = editor::rename_in(&file.draft, &symbol, new).map_err(|error| refused(&error))?;
            all.add(Converter::new(&file.uri, &file.draft).edits(&edits));
            let failed = |error: crate::Error| (ErrorCode::RequestFailed, error.to_string());
            let tests = Mentions::of(&file.package).map_err(failed)?;
            all.add_of(&in_tests(&tests, &server.cache, &symbol, new), tests.sources());
            let (edits, sources) = in_assertions(&file, &symbol, new);
            all.add_of(&edits, &sources);
        }
    }
    Ok(all.finish(|location| as_open(server, location)))
}

/// Edits of the tests of a template, and of what they expect: plain templates, which call things as it does.
fn in_tests(tests: &Mentions, cache: &ParseCache, symbol: &Symbol, new: &str) -> Vec<Edit> {
    let mut spans = editor::renamable_in_tests(symbol, tests);
    for file in tests.documents() {
        let text = tests.sources().file(file).text();
        let Ok(draft) = Draft::read(&Package::of_text(Arc::clone(text)), Arc::clone(text), cache, None) else {
            continue;
        };
        let own = draft.places(symbol).filter(|place| draft.is_own(place.span));
        spans.extend(own.map(|place| Span { file, ..place.span }));
    }
    spans.into_iter().map(|span| Edit { span, replacement: new.to_owned() }).collect()
}

/// Edits of assertions in `variscope.toml`, with its text. Settings that cannot be read have none.
fn in_assertions(file: &NamingFile, symbol: &Symbol, new: &str) -> (Vec<Edit>, Sources) {
    let settings = file.path.as_deref().and_then(|path| Settings::beside(path).ok()).unwrap_or_default();
    let (mut edits, mut sources) = (Vec::new(), Sources::new());
    for assertion in settings.assertions() {
        let found = editor::renamable_in_assertions(symbol, new, assertion);
        let file = sources.add(assertion.file.name.clone(), Arc::clone(&assertion.file.text));
        let edit = |(place, replacement): (Range<usize>, String)| Edit {
            span: Span::new(file, place.start, place.end),
            replacement,
        };
        edits.extend(found.into_iter().map(edit));
    }
    (edits, sources)
}
