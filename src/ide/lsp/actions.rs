//! What can be repaired: a quick fix for each diagnostic that has one, and one action for all of them.

use lsp_types::{CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, DiagnosticSeverity, Range};

use super::capabilities::ClientCapabilities;
use super::convert::Converter;
use super::document::Document;
use super::knowledge::Fixes;
use super::repair::Data;
use super::server::Server;
use crate::source::printable::made_printable;

/// The fixes of the diagnostics in the range, when they are about the text as it is now.
pub(super) fn actions(server: &Server, params: &CodeActionParams) -> Option<Vec<CodeActionOrCommand>> {
    let document = server.documents.get(params.text_document.uri.as_str())?;
    let knowledge = server.knowledge.lock();
    let known = knowledge.get(document.uri.as_str())?;
    let fixes = known.fixes.as_ref()?.current()?;
    let is_wanted = |kind: &CodeActionKind| match &params.context.only {
        Some(only) => only.iter().any(|wanted| contains(wanted, kind)),
        None => true,
    };
    let mut actions = Vec::new();
    if is_wanted(&CodeActionKind::QUICKFIX) {
        actions.extend(quick_fixes(fixes, document, server.abilities, params.range));
    }
    if is_wanted(&CodeActionKind::SOURCE_FIX_ALL) && server.abilities.resolves_actions && has_safe(fixes) {
        actions.push(everything(document.uri.as_str()));
    }
    Some(actions.into_iter().map(CodeActionOrCommand::CodeAction).collect())
}

fn has_safe(fixes: &Fixes) -> bool {
    fixes.all.iter().any(|(_, fix)| fix.is_safe())
}

/// Kinds are hierarchies: `source` holds `source.fixAll`.
fn contains(wanted: &CodeActionKind, kind: &CodeActionKind) -> bool {
    let rest = kind.as_str().strip_prefix(wanted.as_str());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || wanted.as_str().is_empty())
}

/// Each diagnostic has one fix at most. Those that leave every document as it is are the ones to prefer; all others say that
/// they are suggestions. A fix is tried when its edit is asked for; where the editor never asks, a suggestion is made for
/// errors only.
fn quick_fixes(fixes: &Fixes, document: &Document, abilities: ClientCapabilities, range: Range) -> Vec<CodeAction> {
    let converter = Converter::new(&document.uri, &fixes.draft);
    let touches = |place: Range| place.start <= range.end && range.start <= place.end;
    let wanted = fixes.all.iter().enumerate().filter(|(_, (diagnostic, _))| touches(diagnostic.range));
    let action = wanted.filter_map(|(number, (diagnostic, fix))| {
        let (edit, data) = if abilities.resolves_actions {
            (None, Some(Data { uri: document.uri.to_string(), fix: Some((fixes.version, number)) }))
        } else if fix.is_safe() || diagnostic.severity == Some(DiagnosticSeverity::ERROR) {
            (Some(converter.edit(&fix.edits)?), None)
        } else {
            return None;
        };
        Some(CodeAction {
            title: made_printable(if fix.is_safe() { fix.title.clone() } else { format!("suggestion: {}", fix.title) }),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic.clone()]),
            edit,
            data: data.map(Data::into_json),
            is_preferred: Some(fix.is_safe()),
            ..CodeAction::default()
        })
    });
    action.collect()
}

/// Fixes may get in each other's way, so that they have to be tried: their edits are worked out when they are asked for.
fn everything(uri: &str) -> CodeAction {
    CodeAction {
        title: "repair everything that is safe to repair".to_owned(),
        kind: Some(CodeActionKind::SOURCE_FIX_ALL),
        data: Some(Data { uri: uri.to_owned(), fix: None }.into_json()),
        ..CodeAction::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_hold_their_parts() {
        let all = CodeActionKind::SOURCE_FIX_ALL;
        for (wanted, holds) in
            [("source", true), ("source.fixAll", true), ("", true), ("sour", false), ("quickfix", false)]
        {
            assert_eq!(contains(&CodeActionKind::from(wanted.to_owned()), &all), holds, "{wanted}");
        }
    }
}
