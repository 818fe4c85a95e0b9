//! Looking for further syntax errors behind the first.
//!
//! The parser cannot go on after an error. But the lines of a block mapping or list make sense for themselves, so
//! the rest of the text is cut where indentation decreases and each section is parsed alone. Lines that are
//! indented more than the line of the error, or of the bracket around it, are skipped: they may belong to whatever is
//! broken.

use std::ops::Range;

use granit_parser::{Event, Parser};

use super::parse::parser_options;
use super::syntax_error::SyntaxError;
use crate::source::line_start;

/// How many errors of one file are reported.
const MAX_FAULTS: usize = 10;

/// The errors behind the first one.
pub(super) fn errors(text: &str, first: &SyntaxError) -> Vec<SyntaxError> {
    let mut errors = Vec::new();
    let (mut from, mut indentation) = behind(text, first.extent());
    while errors.len() + 1 < MAX_FAULTS {
        let Some(section) = next_section(text, from, indentation) else { break };
        let end = section.end;
        match error(text, section) {
            Some(error) if error.depends_on_context() => break,
            Some(error) => {
                (from, indentation) = behind(text, error.extent());
                errors.push(error);
            }
            None => (from, indentation) = (end, usize::MAX),
        }
    }
    errors
}

/// The start of the line after something spoilt, and how far its first line is indented.
fn behind(text: &str, (first, last): (usize, usize)) -> (usize, usize) {
    let start = line_start(text, first);
    let end = text[last..].find('\n').map_or(text.len(), |line_break| last + line_break + 1);
    (end, indentation(&text[start..]))
}

/// The next lines from `from` on that begin at `deepest` or less and end before a line that is indented less.
fn next_section(text: &str, from: usize, deepest: usize) -> Option<Range<usize>> {
    let mut lines = lines(text, from).filter(|(_, line)| is_content(line));
    let (start, first) = lines.find(|(_, line)| indentation(line) <= deepest)?;
    let depth = indentation(first);
    let is_list = is_item(first);
    let end =
        lines.find(|(_, line)| indentation(line) < depth || indentation(line) == depth && is_list && !is_item(line));
    Some(start..end.map_or(text.len(), |(end, _)| end))
}

/// Lines with their offsets.
fn lines(text: &str, from: usize) -> impl Iterator<Item = (usize, &str)> {
    text[from..].split_inclusive('\n').scan(from, |offset, line| {
        let start = *offset;
        *offset += line.len();
        Some((start, line))
    })
}

/// Whether a line says where it belongs: comments, blank lines and closing brackets do not.
fn is_content(line: &str) -> bool {
    !line.trim_start().is_empty() && !line.trim_start().starts_with(['#', ']', '}'])
}

fn is_item(line: &str) -> bool {
    line.trim_start().starts_with("- ") || line.trim() == "-"
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The first error of a section.
fn error(text: &str, section: Range<usize>) -> Option<SyntaxError> {
    let mut last_event = section.start..section.start;
    let mut open = Vec::new();
    for event in Parser::new_from_str_with_options(&text[section.clone()], parser_options()) {
        let (event, span) = match event {
            Ok(event) => event,
            Err(error) => return Some(SyntaxError::new(text, section.start, &error, last_event, open.into_iter())),
        };
        let range = span.byte_range().expect("events of a text have byte offsets");
        last_event = section.start + range.start..section.start + range.end;
        match event {
            Event::SequenceStart(..) | Event::MappingStart(..) => open.push(last_event.start),
            Event::SequenceEnd | Event::MappingEnd => {
                open.pop();
            }
            _ => {}
        }
    }
    None
}
