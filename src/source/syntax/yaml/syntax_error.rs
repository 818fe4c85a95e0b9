//! Syntax errors in our words.

use std::ops::Range;

use granit_parser::{ErrorKind, ScanError};

use super::build::too_deep;
use super::escape;
use super::stray_dash::{self, stray_dash};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::printable::is_odd_space;
use crate::source::{FileId, Span, line_start};

/// A place at which a text stops being YAML.
#[derive(Debug)]
pub(super) struct SyntaxError {
    /// What to point at.
    place: Range<usize>,
    /// Where the parser gave up.
    at: usize,
    /// The outermost bracket that was open.
    bracket: Option<usize>,
    kind: ErrorKind,
    /// What the author wrote there.
    found: String,
    /// The character behind it.
    next: Option<char>,
    /// The key before an item of a list, indented as the item is.
    key: Option<String>,
    /// The dash of the only item of a list, and the key before it, where keys are expected and more of them follow.
    stray_dash: Option<(usize, String)>,
    /// What looks like a space or like nothing before it, and is a letter for YAML.
    odd_space: Option<(Range<usize>, char)>,
    /// The innermost bracket that was open, where this is a line that is indented no further than that of the bracket.
    unclosed: Option<usize>,
    /// The first line of a plain text that goes on until here.
    continued: Option<Range<usize>>,
}

impl SyntaxError {
    /// The error that the parser met behind `last_event` when it read `text` from `start` on. `open` is where the
    /// collections start that were open, the outermost first.
    pub(super) fn new(
        text: &str,
        start: usize,
        error: &ScanError,
        last_event: Range<usize>,
        open: impl Iterator<Item = usize>,
    ) -> Self {
        let at = error.marker().byte_offset().map_or(last_event.end, |at| (start + at).min(text.len()));
        let place = place(text, error.kind(), at, last_event.end);
        let found = text[place.clone()].to_owned();
        let next = text[place.end..].chars().next();
        let continued = continued_text(text, last_event, at).filter(|_| found == ":");
        let brackets: Vec<usize> = open.filter(|&at| text[at..].starts_with(['[', '{'])).collect();
        let bracket = brackets.first().copied();
        let is_outside = |bracket: &usize| indentation(text, at) <= indentation(text, *bracket);
        let unclosed = brackets
            .last()
            .copied()
            .filter(|bracket| text[*bracket..].starts_with('[') && continued.is_some() && is_outside(bracket));
        let is_item = *error.kind() == ErrorKind::ExpectedBlockMappingKey && found == "-";
        let key = key_before(text, place.start).filter(|_| is_item);
        let is_entry = *error.kind() == ErrorKind::ExpectedBlockSequenceEntry && found != "-";
        let stray_dash = stray_dash(text, place.start).filter(|_| is_entry);
        let odd_space = odd_space(text, line_start(text, place.start)..place.start)
            .or_else(|| continued.clone().and_then(|continued| odd_space(text, continued)));
        Self {
            place,
            at,
            bracket,
            key,
            stray_dash,
            odd_space,
            unclosed,
            kind: error.kind().clone(),
            found,
            next,
            continued,
        }
    }

    /// The first and the last byte of what it spoils.
    pub(super) fn extent(&self) -> (usize, usize) {
        (self.bracket.unwrap_or(self.at), self.at)
    }

    /// Whether reading a part of the document for itself can cause it.
    pub(super) fn depends_on_context(&self) -> bool {
        matches!(self.kind, ErrorKind::UndeclaredTagHandle | ErrorKind::RecursionLimitExceeded)
    }

    /// Whether a bracket that is open explains it.
    pub(super) fn is_between_brackets(&self) -> bool {
        matches!(self.kind, ErrorKind::ExpectedFlowMappingSeparator | ErrorKind::ExpectedFlowSequenceSeparator)
    }

    pub(super) fn diagnostic(&self, file: FileId) -> Diagnostic {
        let span = Span::new(file, self.place.start, self.place.end);
        if self.kind == ErrorKind::RecursionLimitExceeded {
            return too_deep(span);
        }
        if let Some((space, letter)) = self.odd_space.clone() {
            let at = Span::new(file, space.start, space.end);
            let seen = if letter.is_whitespace() { "what looks like a space" } else { "what cannot be seen here" };
            let message = format!("{seen} is a character that is part of a text for YAML");
            let diagnostic =
                Diagnostic::new(Code::MalformedYaml, at, message).and(span, "so that this is not expected");
            return diagnostic
                .note(format!("it is the character U+{:04X}", u32::from(letter)))
                .help("write a plain space for it");
        }
        if let Some(bracket) = self.unclosed.filter(|_| !self.is_between_brackets()) {
            let at = Span::new(file, bracket, bracket + 1);
            let diagnostic = Diagnostic::new(Code::MalformedYaml, at, "`[` is not closed");
            let diagnostic = diagnostic.and(span, "this line is indented no further, as if it were behind the bracket");
            return diagnostic.help("close the bracket");
        }
        if let Some((dash, key)) = &self.stray_dash {
            return stray_dash::diagnostic(Span::new(file, *dash, dash + 2), key, span);
        }
        let (message, help) = self.words();
        let diagnostic = Diagnostic::new(Code::MalformedYaml, span, message);
        if let Some(key) = &self.key {
            let help = format!("put a dash before `{key}`, too, or none before either");
            return Diagnostic::new(Code::MalformedYaml, span, "a list item among keys").help(help);
        }
        let diagnostic = if help.is_empty() { diagnostic } else { diagnostic.help(help) };
        if let Some(line) = &self.continued {
            let line = Span::new(file, line.start, line.end);
            let missing = if self.is_between_brackets() { ',' } else { ':' };
            let help =
                "a key of its own is indented like the key before it; a text that contains `: ` stands in quotes";
            let diagnostic = if self.is_between_brackets() { diagnostic } else { diagnostic.help(help) };
            return diagnostic.and(line, format!("this text goes on in the next line; is a `{missing}` missing here?"));
        }
        if is_quote(&self.kind) && self.at > self.place.end {
            return diagnostic.and(Span::new(file, self.at, self.at), "it would have to continue here");
        }
        diagnostic
    }

    /// What is wrong, and what to do about it.
    fn words(&self) -> (String, &'static str) {
        if is_tab(&self.kind) {
            return ("tab used for indentation".to_owned(), "indent with spaces");
        }
        if is_quote(&self.kind) {
            return (
                "quoted text is not closed".to_owned(),
                "close the quote, and indent each line that continues the text",
            );
        }
        if self.kind == ErrorKind::CommentNotSeparated || self.found == "#" && self.is_between_brackets() {
            return (
                "a space is missing here".to_owned(),
                "put the text in quotes, or write ` # ` where a comment is meant",
            );
        }
        if self.kind == ErrorKind::ExpectedBlockSequenceEntry && self.found == "-" {
            return (
                "this list item is indented unlike those before it".to_owned(),
                "indent its `- ` like that of the item before",
            );
        }
        if self.found == ":" && matches!(self.next, Some('{' | '[')) {
            return ("a space is missing behind this `:`".to_owned(), "write `: `");
        }
        if self.kind == ErrorKind::InvalidBlockScalarHeader && self.next == Some(':') {
            return (
                format!("`{}` begins a text of several lines", self.found),
                "write an operator by its name, such as `greater`, and any other key in quotes",
            );
        }
        match structure(&self.kind).or_else(|| scalar(&self.kind)) {
            Some((message, help)) => (message.to_owned(), help),
            None => self.unexpected(),
        }
    }

    /// For errors whose words depend on what is found.
    fn unexpected(&self) -> (String, &'static str) {
        match self.kind {
            ErrorKind::UnclosedFlowCollection { open } => (format!("`{open}` is not closed"), ""),
            ErrorKind::MismatchedFlowCollectionEnd { open, close } => (format!("`{open}` is closed by `{close}`"), ""),
            ErrorKind::MisplacedFlowCollectionEnd => {
                (format!("`{}` closes nothing", self.found), "put the text in quotes if it is meant as it is")
            }
            ErrorKind::UnexpectedCharacter { character } => {
                (format!("a value cannot start with \"{character}\""), "put the value in quotes")
            }
            ErrorKind::MissingAnchorOrAliasName => {
                (format!("`{}` without a name", self.found), "put the text in quotes if it is no anchor and no alias")
            }
            _ if self.found.is_empty() => ("a value is expected here".to_owned(), ""),
            _ => (format!("`{}` is not expected here", self.found), "put the text in quotes if it is meant as it is"),
        }
    }
}

fn is_tab(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::TabNotAllowed
            | ErrorKind::TabInBlockIndentation
            | ErrorKind::TabInIndentation
            | ErrorKind::TabInPlainScalar
            | ErrorKind::TabAtBlockScalarStart
    )
}

fn is_quote(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::UnclosedQuotedScalar
            | ErrorKind::InvalidQuotedScalarIndent
            | ErrorKind::DocumentIndicatorInQuotedScalar
    )
}

fn is_escape(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::UnknownQuotedScalarEscape
            | ErrorKind::InvalidQuotedScalarHexEscape
            | ErrorKind::InvalidLowSurrogateHexEscape
            | ErrorKind::InvalidLowSurrogate
            | ErrorKind::MissingLowSurrogate
            | ErrorKind::UnpairedLowSurrogate
            | ErrorKind::InvalidUnicodeEscape
    )
}

/// Errors in the arrangement of keys, items and brackets.
fn structure(kind: &ErrorKind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        ErrorKind::ExpectedBlockMappingKey => ("a key is expected here", "indent the line like the keys before it"),
        ErrorKind::ExpectedBlockSequenceEntry => {
            ("a list item is expected here", "start the line with `- `, or indent it like the key that it follows")
        }
        ErrorKind::InvalidIndentation => {
            ("this line is indented unlike all lines before it", "indent it like one of them")
        }
        ErrorKind::ExpectedFlowMappingSeparator => ("`,` or `}` is expected here", ""),
        ErrorKind::ExpectedFlowSequenceSeparator => ("`,` or `]` is expected here", ""),
        ErrorKind::SimpleKeyExpected => ("`:` is expected after a key", "complete the line to `key: value`"),
        ErrorKind::InvalidSimpleKey => ("a key is too long", "a key fits on one line and has at most 1024 characters"),
        ErrorKind::BlockEntryInFlowCollection => ("`- ` inside brackets", "separate the items by commas"),
        ErrorKind::BlockSequenceEntryNotAllowed => ("a list cannot start here", "start the list on the next line"),
        ErrorKind::MappingKeyNotAllowed => {
            ("a mapping cannot start here", "start the mapping on the next line, or put the text in quotes")
        }
        ErrorKind::InvalidFlowScalarIndent => {
            ("a line inside brackets is not indented", "indent it more than the key of the list or mapping")
        }
        ErrorKind::MappingValueNotAllowed
        | ErrorKind::InvalidColonPlacement
        | ErrorKind::FlowMappingValueAdjacentCollection => (
            "`:` is not expected here",
            "put a text that contains `: ` in quotes; a mapping starts on a line of its own",
        ),
        ErrorKind::ExpectedWhitespace
        | ErrorKind::CommentNotSeparated
        | ErrorKind::InvalidBlockEntryWhitespace
        | ErrorKind::InvalidMappingValueWhitespace => ("a space is missing here", ""),
        ErrorKind::InvalidDocumentEnd => ("text after the end of the document", "remove the line `...`"),
        ErrorKind::BomInsideDocument => {
            ("byte order mark inside the document", "remove the invisible character U+FEFF")
        }
        _ => return None,
    })
}

/// Errors inside scalars, tags and directives.
fn scalar(kind: &ErrorKind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        ErrorKind::InvalidTrailingSingleQuotedScalar | ErrorKind::InvalidTrailingDoubleQuotedScalar => {
            ("text after a closing quote", "put all of the text in one pair of quotes")
        }
        ErrorKind::UnknownQuotedScalarEscape => {
            ("unknown escape in double quotes", "write `\\\\` for a backslash, or use single quotes")
        }
        _ if is_escape(kind) => ("escape that is no character", "use `\\xHH`, `\\uHHHH` or `\\UHHHHHHHH`"),
        ErrorKind::ZeroBlockScalarIndent | ErrorKind::InvalidBlockScalarHeader => {
            ("malformed block text", "only `+`, `-`, a digit from 1 to 9 and a comment may follow `|` or `>`")
        }
        ErrorKind::InvalidBlockScalarIndent => {
            ("lines of a block text are indented differently", "indent all lines like the first")
        }
        ErrorKind::CommentInterceptedScalar => {
            ("comment inside a text of several lines", "remove the comment, or put the text in quotes")
        }
        ErrorKind::PlainScalarStartsWithDashFlowIndicator => ("`-` is not expected here", "put the text in quotes"),
        ErrorKind::UndeclaredTagHandle => ("tag whose handle is not declared", "use a local tag such as `!name`"),
        ErrorKind::ExpectedTagBang
        | ErrorKind::InvalidGlobalTagCharacter
        | ErrorKind::InvalidTagTerminator
        | ErrorKind::MissingTagUri
        | ErrorKind::UnclosedVerbatimTag
        | ErrorKind::InvalidTagEscape
        | ErrorKind::InvalidTagUtf8LeadingByte
        | ErrorKind::InvalidTagUtf8TrailingByte
        | ErrorKind::InvalidTagUtf8 => ("malformed tag", "put a text that starts with `!` in quotes"),
        ErrorKind::UnsupportedYamlMajorVersion => ("unsupported version of YAML", "write `%YAML 1.2`, or nothing"),
        ErrorKind::DuplicateVersionDirective
        | ErrorKind::DuplicateTagDirective
        | ErrorKind::MissingDocumentEndBeforeDirective
        | ErrorKind::ExpectedDocumentStart
        | ErrorKind::ExpectedTagDirectiveBang
        | ErrorKind::InvalidDirectiveTerminator
        | ErrorKind::MissingYamlVersionSeparator
        | ErrorKind::MissingDirectiveName
        | ErrorKind::InvalidDirectiveName
        | ErrorKind::DirectiveByteLimitExceeded { .. }
        | ErrorKind::TooManyReservedDirectiveParams { .. }
        | ErrorKind::YamlVersionTooLong
        | ErrorKind::MissingYamlVersion
        | ErrorKind::InvalidTagDirectiveTerminator => {
            ("malformed directive", "a line that starts with `%` is a directive")
        }
        _ => return None,
    })
}

/// What to point at for an error that the parser sees at `at`.
fn place(text: &str, kind: &ErrorKind, at: usize, event_end: usize) -> Range<usize> {
    let line = line_start(text, at);
    match kind {
        _ if is_tab(kind) => tab(text, line, at),
        _ if is_escape(kind) => escape::first_wrong(text, at).unwrap_or(at..at),
        // The quote was opened after the last event.
        _ if is_quote(kind) => {
            let opened = text[event_end..].find(['"', '\'']).map_or(at, |quote| event_end + quote);
            opened..opened + usize::from(opened < text.len())
        }
        ErrorKind::ExpectedBlockMappingKey | ErrorKind::ExpectedBlockSequenceEntry => {
            let content = text[line..].find(|char| char != ' ').map_or(at, |indentation| line + indentation);
            word(text, content)
        }
        ErrorKind::ExpectedNodeContent | ErrorKind::UndeclaredTagHandle => word(text, at),
        _ => at..at + text[at..].chars().next().filter(|&char| char != '\n' && char != '\r').map_or(0, char::len_utf8),
    }
}

/// The first line of the plain text before `at`, when it is not the only one. The parser may have taken it for the
/// last event already.
fn continued_text(text: &str, last_event: Range<usize>, at: usize) -> Option<Range<usize>> {
    let skipped = |char: char| char.is_whitespace() || matches!(char, ':' | '-' | '?');
    let behind = text.get(last_event.end..at)?.trim_start_matches(skipped).len();
    let start = if behind == 0 { last_event.start } else { at - behind };
    let length = text.get(start..at)?.find('\n')?;
    let line = text[start..start + length].trim_end();
    (!line.starts_with(['#', '"', '\''])).then(|| start..start + line.len())
}

/// The first no-break space or the like in a part of a line, where a key or a value may begin.
fn odd_space(text: &str, part: Range<usize>) -> Option<(Range<usize>, char)> {
    let before = &text[part.clone()];
    let begins = |start: usize| {
        before[..start].trim_end_matches(' ').is_empty()
            || before[..start].trim_end_matches(' ').ends_with([':', '-', ',', '{', '['])
    };
    let (start, letter) = before.char_indices().find(|&(start, letter)| is_odd_space(letter) && begins(start))?;
    let start = part.start + start;
    Some((start..start + letter.len_utf8(), letter))
}

/// The key of the nearest line before that is indented as the text at `at` is.
fn key_before(text: &str, at: usize) -> Option<String> {
    let line = line_start(text, at);
    let indentation = &text[line..at];
    let is_beside = |content: &&str| !content.starts_with([' ', '-', '#', '\r', '\n']) && !content.is_empty();
    let beside = text[..line].lines().rev().filter_map(|before| before.strip_prefix(indentation)).find(is_beside)?;
    let (key, _) = beside.split_once(':')?;
    Some(key.to_owned())
}

/// The tab that an error in the line at `line` is about.
fn tab(text: &str, line: usize, at: usize) -> Range<usize> {
    let before = text[line..at].find('\t').map(|tab| line + tab);
    let tab = before.or_else(|| text[at..].find('\t').map(|tab| at + tab));
    tab.map_or(at..at, |tab| tab..tab + 1)
}

/// How far the line around `at` is indented.
fn indentation(text: &str, at: usize) -> usize {
    let line = &text[line_start(text, at)..];
    line.len() - line.trim_start_matches(' ').len()
}

/// From `at` to the next white space.
fn word(text: &str, at: usize) -> Range<usize> {
    let length = text[at..].find(char::is_whitespace).unwrap_or(text.len() - at);
    at..at + length
}
