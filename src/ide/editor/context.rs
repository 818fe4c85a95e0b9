//! Where an offset is, as far as lines, indentation and brackets say: works while the YAML is broken.
//!
//! Anchors, tags and multi-line plain scalars are not understood; a wrong guess costs a wrong proposal, nothing else.

use std::ops::Range;

use super::logical_line::logical_line;
use crate::source::line_start;

/// A way into a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Behind a key.
    Key(String),
    /// Into a list, with the texts of the items before, in order.
    Item(Vec<String>),
}

/// What can be typed at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// A key of the innermost mapping, or an item of the innermost list.
    Key,
    /// What stands behind the last key of the path.
    Value,
    /// The rest of a text that goes before.
    Rest,
}

/// A place in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Context {
    /// From the root.
    pub(super) path: Vec<Step>,
    pub(super) position: Position,
    /// The part of a word that is already there.
    pub(super) typed: Range<usize>,
    /// Whether the place is between brackets.
    pub(super) is_flow: bool,
}

impl Context {
    /// The context of a byte offset; one behind the end or inside a character is moved back.
    pub(super) fn at(text: &str, offset: usize) -> Self {
        let offset = floor(text, offset);
        let start = word_start(text, offset);
        let line = logical_line(text, start);
        let (tokens, rest) = tokens(text, line..start);
        let mut reversed: Vec<Step> = tokens.iter().rev().map(|token| token.step.clone()).collect();
        let column = tokens.first().map_or(column(text, start), |token| token.column);
        let is_item = matches!(tokens.first(), Some(BlockMark { step: Step::Item(_), .. }));
        enclose(text, line, column, is_item, &mut reversed);
        reversed.reverse();
        let after_key = matches!(tokens.last(), Some(BlockMark { step: Step::Key(_), .. }));
        let mut context = Self { path: reversed, position: Position::Key, typed: start..offset, is_flow: false };
        context.enter(&text[rest..start], after_key);
        context
    }

    /// Follows the brackets that are open at the end of `value`.
    fn enter(&mut self, value: &str, after_key: bool) {
        let value = value.trim_start();
        if !value.starts_with(['[', '{']) {
            let outer = if after_key { Position::Value } else { Position::Key };
            self.position = if value.is_empty() { outer } else { Position::Rest };
            return;
        }
        let (frames, word) = frames(value);
        self.is_flow = !frames.is_empty();
        let is_valued = matches!(frames.last(), Some(OpenBracket::Map(Some(_))));
        self.path.extend(frames.into_iter().filter_map(OpenBracket::step));
        self.position = match (self.is_flow, word.trim().is_empty()) {
            (false, _) | (true, false) => Position::Rest,
            (true, true) if is_valued => Position::Value,
            (true, true) => Position::Key,
        };
    }

    /// The items before this one, when the path ends in a list.
    pub(super) fn last_items(&self) -> Option<&[String]> {
        match self.path.last() {
            Some(Step::Item(before)) => Some(before),
            Some(Step::Key(_)) | None => None,
        }
    }
}

/// The whole word that touches `offset`.
pub(super) fn word_at(text: &str, offset: usize) -> Option<Range<usize>> {
    let offset = floor(text, offset);
    let start = word_start(text, offset);
    let end = text[offset..].find(|letter| !is_word(letter)).map_or(text.len(), |length| offset + length);
    (start < end).then_some(start..end)
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || "_-.".contains(letter)
}

/// The last boundary of a character at or before `offset`.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Where the word before `offset` begins; a dash at its beginning is the mark of an item.
fn word_start(text: &str, offset: usize) -> usize {
    let word = text[..offset].chars().rev().take_while(|&letter| is_word(letter)).map(char::len_utf8).sum::<usize>();
    let start = offset - word;
    start + (text[start..offset].len() - text[start..offset].trim_start_matches('-').len())
}

pub(super) fn column(text: &str, offset: usize) -> usize {
    offset - line_start(text, offset)
}

pub(super) fn indentation(line: &str) -> usize {
    line.bytes().take_while(|&byte| byte == b' ').count()
}

/// A mark of an item or a key, in block style.
struct BlockMark {
    step: Step,
    column: usize,
}

/// The marks and the key at the beginning of `range`, and where what follows begins.
fn tokens(text: &str, range: Range<usize>) -> (Vec<BlockMark>, usize) {
    let mut found = Vec::new();
    let mut at = range.start + indentation(&text[range.clone()]);
    loop {
        let rest = &text[at..range.end];
        if rest.starts_with("- ") || rest == "-" || rest.starts_with("-\n") {
            found.push(BlockMark { step: Step::Item(Vec::new()), column: at - range.start });
            at += 1;
            at += indentation(&text[at..range.end]);
            continue;
        }
        if let Some(length) = key_length(rest) {
            let key = rest[..length].trim_matches(['"', '\'']).to_owned();
            found.push(BlockMark { step: Step::Key(key), column: at - range.start });
            at += length + 1;
        }
        return (found, at);
    }
}

/// The length of the key that a text begins with.
pub(super) fn key_length(text: &str) -> Option<usize> {
    if text.starts_with(['[', '{', '#', '-']) {
        return None;
    }
    let line = text.lines().next()?;
    line.match_indices(':')
        .map(|(at, _)| at)
        .find(|&at| at > 0 && line[at + 1..].chars().next().is_none_or(char::is_whitespace))
}

/// Adds the steps of the lines before `line` that enclose `column`, innermost first.
fn enclose(text: &str, line: usize, column: usize, is_item: bool, reversed: &mut Vec<Step>) {
    let (mut limit, mut is_item) = (column, is_item);
    let mut end = line;
    while end > 0 && (limit > 0 || is_item) {
        let start = line_start(text, end - 1);
        let indent = indentation(&text[start..end]);
        // Most lines of a long text are further inside.
        if indent > limit || indent == limit && !is_item {
            end = start;
            continue;
        }
        let (tokens, _) = tokens(text, start..end);
        for token in tokens.into_iter().rev() {
            match (&token.step, reversed.last_mut()) {
                (Step::Item(_), Some(Step::Item(before))) if is_item && token.column == limit => {
                    before.push(text[start + token.column + 1..end].trim().to_owned());
                }
                (Step::Item(_), _) if token.column < limit => {
                    (limit, is_item) = (token.column, true);
                    reversed.push(token.step);
                }
                (Step::Key(_), _) if token.column < limit || (is_item && token.column == limit) => {
                    (limit, is_item) = (token.column, false);
                    reversed.push(token.step);
                }
                _ => {}
            }
        }
        end = start;
    }
    // The lines were read upwards.
    for step in reversed {
        if let Step::Item(before) = step {
            before.reverse();
        }
    }
}

enum OpenBracket {
    /// A mapping, with the key whose value is being written.
    Map(Option<String>),
    /// A list, with the items before.
    List(Vec<String>),
}

impl OpenBracket {
    fn step(self) -> Option<Step> {
        match self {
            Self::Map(key) => key.map(Step::Key),
            Self::List(before) => Some(Step::Item(before)),
        }
    }
}

/// The brackets that are open at the end of `value`, and the unfinished word behind the last of them.
fn frames(value: &str) -> (Vec<OpenBracket>, &str) {
    let (mut frames, mut starts): (Vec<OpenBracket>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut word = 0;
    let mut letters = value.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let is_start = value[word..at].trim().is_empty();
        match letter {
            '"' | '\'' if is_start => {
                let _ = letters.by_ref().find(|&(_, other)| other == letter);
            }
            '[' | '{' if is_start => {
                frames.push(if letter == '[' { OpenBracket::List(Vec::new()) } else { OpenBracket::Map(None) });
                starts.push(at + 1);
                word = at + 1;
            }
            ']' | '}' if !frames.is_empty() => {
                frames.pop();
                starts.pop();
                // What was closed is part of a word of what is around it.
                word = at;
            }
            ':' if letters.peek().is_none_or(|(_, next)| next.is_whitespace()) => {
                if let Some(OpenBracket::Map(key)) = frames.last_mut() {
                    *key = Some(value[word..at].trim().trim_matches(['"', '\'']).to_owned());
                    word = at + 1;
                }
            }
            ',' => {
                match frames.last_mut() {
                    Some(OpenBracket::Map(key)) => *key = None,
                    Some(OpenBracket::List(before)) => {
                        let item = starts.last().map_or("", |&start| &value[start..at]);
                        before.push(item.trim().to_owned());
                    }
                    None => {}
                }
                if let Some(start) = starts.last_mut() {
                    *start = at + 1;
                }
                word = at + 1;
            }
            _ => {}
        }
    }
    (frames, &value[word.min(value.len())..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The path to `|` and whether a value is expected there.
    fn at(text: &str) -> String {
        let offset = text.find('|').expect("a mark");
        let context = Context::at(&text.replacen('|', "", 1), offset);
        let steps: Vec<String> = context
            .path
            .iter()
            .map(|step| match step {
                Step::Key(key) => key.clone(),
                Step::Item(before) => format!("[{}]", before.join(" ; ")),
            })
            .collect();
        format!("{} {:?}", steps.join("/"), context.position)
    }

    #[test]
    fn lines_name_paths() {
        for (text, expected) in [
            ("|", " Key"),
            ("a:\n  b:\n    |", "a/b Key"),
            ("a:\n  b: |", "a/b Value"),
            ("a:\n  b: x\n  |", "a Key"),
            ("a:\n  - b: |", "a/[]/b Value"),
            ("a:\n- b:\n    c: |", "a/[]/b/c Value"),
            ("a:\n- x\n- |", "a/[x] Key"),
            ("a:\n  - x\n  - y\n  - |", "a/[x ; y] Key"),
            ("a:\n  - b: 1\n    |", "a/[] Key"),
            ("a: {b: |", "a/b Value"),
            ("a: {b: [x, |", "a/b/[x] Key"),
            ("a: {b: [{c: d}, |]}", "a/b/[{c: d}] Key"),
            ("a: {b: {c: d}, |", "a Key"),
            ("a: {b: {c: d}|", "a/b Rest"),
            ("a: {b: c,\n  d: |", "a/d Value"),
            ("a: {b: [\n  {c: |", "a/b/[]/c Value"),
            ("a: [unclosed\nb:\n  c: |", "b/c Value"),
            ("a: don't [\nb: |", "b Value"),
            ("a: |\n  {text\nb: c", "a Value"),
            ("a: x y|", "a Rest"),
        ] {
            assert_eq!(at(text), expected, "{text}");
        }
    }

    #[test]
    fn block_scalars_open_no_brackets() {
        let text = "a: >\n  {text\nb:\n  c: ";
        let context = Context::at(text, text.len());
        assert_eq!(context.path, [Step::Key("b".to_owned()), Step::Key("c".to_owned())]);
    }

    #[test]
    fn words_are_found_around_offsets() {
        assert_eq!(word_at("a: node_x, b", 5), Some(3..9));
        assert_eq!(word_at("- x", 1), None);
        assert_eq!(word_at("ä", 1), Some(0..2));
    }
}
