//! What stands on and above the words of a document: highlights, semantic tokens, lenses.

use std::sync::Arc;

use lsp_types::{
    CodeLens, CodeLensParams, Command, DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams,
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensResult,
};

use super::capabilities::EXPLAIN;
use super::document::Document;
use super::requests::DocumentPosition;
use super::server::Server;
use crate::analysis::question::ElementStatus;
use crate::ide::editor::{self, Facts, MarkedWord, Role, Space, WordKind};
use crate::source::TextShift;
use crate::source::printable::made_printable;

/// Kinds of tokens, in the order of their numbers.
static KINDS: &[SemanticTokenType] = &[
    SemanticTokenType::OPERATOR,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::CLASS,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::TYPE,
    SemanticTokenType::PARAMETER,
];

/// What modifies a token, in the order of bits. The last three are shades: how often an element is present.
static MODIFIERS: &[SemanticTokenModifier] = &[
    SemanticTokenModifier::DEFINITION,
    SemanticTokenModifier::new("always"),
    SemanticTokenModifier::new("sometimes"),
    SemanticTokenModifier::new("never"),
];

/// The words for kinds and modifiers.
pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend { token_types: KINDS.to_vec(), token_modifiers: MODIFIERS.to_vec() }
}

fn kind(kind: WordKind) -> u32 {
    match kind {
        WordKind::Operator => 0,
        WordKind::Name(Space::VariabilityInput) => 1,
        WordKind::Name(Space::Preset) => 2,
        WordKind::Name(Space::Expression) => 3,
        WordKind::Name(Space::Node | Space::Group | Space::Policy) => 4,
        WordKind::Name(Space::Relation | Space::RelationshipTemplate | Space::Artifact) => 5,
        WordKind::Name(Space::Type(_)) => 6,
        WordKind::Name(Space::TopologyInput | Space::Output) => 7,
    }
}

fn modifiers(word: &MarkedWord) -> u32 {
    let shade = match word.presence {
        Some(ElementStatus::Core) => 1 << 1,
        Some(ElementStatus::Conditional) => 1 << 2,
        Some(ElementStatus::Dead) => 1 << 3,
        None => 0,
    };
    u32::from(word.is_definition) | shade
}

/// What was said of the variants of a text, for the one that it is now.
pub(super) struct KnownFacts {
    pub(super) facts: Arc<Facts>,
    /// Where places are now.
    pub(super) shift: TextShift,
    /// Whether they are about the text as it was before it had errors.
    is_before_errors: bool,
}

impl KnownFacts {
    pub(super) fn of(server: &Server, document: &Document) -> Option<Self> {
        let (facts, is_before_errors) = match server.facts(document) {
            Some(facts) => (facts, false),
            None => (server.facts_before_errors(document)?, true),
        };
        let shift = TextShift::between(facts.draft().text(), &document.text);
        Some(Self { facts, shift, is_before_errors })
    }

    /// Words about an element, which say where they are no longer about the text as it is.
    pub(super) fn qualified(&self, words: String) -> String {
        if self.is_before_errors { format!("{words}, before the error") } else { words }
    }
}

/// All words of a document that have a meaning, as they are in the last text that could be read.
pub(super) fn tokens(server: &Server, params: &SemanticTokensParams) -> Option<SemanticTokensResult> {
    let document = server.documents.get(params.text_document.uri.as_str())?;
    let draft = server.readable_draft(document)?;
    let shift = TextShift::between(draft.text(), &document.text);
    let facts = KnownFacts::of(server, document).map(|known| known.facts);
    let (mut data, mut before) = (Vec::new(), (0, 0));
    for word in editor::words(&draft, facts.as_deref()) {
        let Some(place) = shift.now(word.span.start as usize..word.span.end as usize) else { continue };
        let range = document.lines.range(&document.text, place);
        // A token stands on one line.
        if range.start.line != range.end.line {
            continue;
        }
        let delta_line = range.start.line - before.0;
        let delta_start = if delta_line == 0 { range.start.character - before.1 } else { range.start.character };
        before = (range.start.line, range.start.character);
        data.push(SemanticToken {
            delta_line,
            delta_start,
            length: range.end.character - range.start.character,
            token_type: kind(word.kind),
            token_modifiers_bitset: modifiers(&word),
        });
    }
    Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data }))
}

/// All places in the document that name what is named at a place.
pub(super) fn highlights(server: &Server, params: &DocumentHighlightParams) -> Option<Vec<DocumentHighlight>> {
    let asked = DocumentPosition::of(server, &params.text_document_position_params)?;
    let symbol = &asked.draft.occurrence_at(asked.offset)?.symbol;
    let own = asked.draft.places(symbol).filter(|place| asked.draft.is_own(place.span));
    let highlight = |place: &editor::Occurrence| DocumentHighlight {
        range: asked.document.lines.range(&asked.document.text, place.span.start as usize..place.span.end as usize),
        kind: Some(match place.role {
            Role::Definition => DocumentHighlightKind::WRITE,
            Role::Reference => DocumentHighlightKind::READ,
        }),
    };
    Some(own.map(highlight).collect())
}

/// What is known of nodes and presets, above their lines; with a command where the editor has it.
pub(super) fn lenses(server: &Server, params: &CodeLensParams) -> Option<Vec<CodeLens>> {
    let document = server.documents.get(params.text_document.uri.as_str())?;
    let known = KnownFacts::of(server, document)?;
    let lens = |lens: editor::LensText| {
        let offset = known.shift.now(lens.offset..lens.offset)?.start;
        let place = document.lines.position(&document.text, offset);
        let element = lens.element.filter(|_| server.abilities.explains);
        let arguments = element.map(|element| vec![document.uri.as_str().into(), element.into()]);
        let command = if arguments.is_some() { EXPLAIN.to_owned() } else { String::new() };
        Some(CodeLens {
            range: lsp_types::Range { start: place, end: place },
            command: Some(Command { title: made_printable(known.qualified(lens.text)), command, arguments }),
            data: None,
        })
    };
    Some(editor::lenses(&known.facts).into_iter().filter_map(lens).collect())
}
