//! Positions of the protocol: lines from 0, columns in UTF-16 code units.
//!
//! Lines end with `\n`, `\r\n` or `\r`. Invariant: positions that do not exist mean the nearest place before them.

use std::ops::Range;

use lsp_types::Position;

/// Where the lines of a text begin.
#[derive(Clone, Debug)]
pub(super) struct Lines(Vec<usize>);

impl Lines {
    pub(super) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = (0..bytes.len()).filter(|&at| match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        Self(std::iter::once(0).chain(ends.map(|at| at + 1)).collect())
    }

    /// The position of a byte offset.
    pub(super) fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.0.partition_point(|&start| start <= offset) - 1;
        let content = self.content(text, line);
        let before =
            text[content].char_indices().take_while(|&(at, letter)| self.0[line] + at + letter.len_utf8() <= offset);
        let column: usize = before.map(|(_, letter)| letter.len_utf16()).sum();
        Position { line: line as u32, character: column as u32 }
    }

    /// The byte offset of a position.
    pub(super) fn offset(&self, text: &str, position: Position) -> usize {
        let line = position.line as usize;
        if line >= self.0.len() {
            return text.len();
        }
        let content = self.content(text, line);
        let (mut offset, mut column) = (content.start, 0);
        for letter in text[content].chars() {
            column += letter.len_utf16();
            if column > position.character as usize {
                break;
            }
            offset += letter.len_utf8();
        }
        offset
    }

    pub(super) fn range(&self, text: &str, range: Range<usize>) -> lsp_types::Range {
        lsp_types::Range { start: self.position(text, range.start), end: self.position(text, range.end) }
    }

    /// The bytes of a line without its end.
    fn content(&self, text: &str, line: usize) -> Range<usize> {
        let (start, next) = (self.0[line], self.0.get(line + 1).copied().unwrap_or(text.len()));
        start..start + text[start..next].trim_end_matches(['\r', '\n']).len()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, proptest};
    use proptest::{collection, prop_assert_eq, sample};

    use super::*;

    /// All positions of a text with their offsets, by definition.
    fn positions(text: &str) -> Vec<(Position, usize)> {
        let (mut line, mut character) = (0, 0);
        let mut all = vec![(Position { line, character }, 0)];
        let mut letters = text.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            let is_half = letter == '\r' && letters.peek().is_some_and(|&(_, next)| next == '\n');
            if is_half {
                continue;
            }
            (line, character) = match letter {
                '\n' | '\r' => (line + 1, 0),
                _ => (line, character + letter.len_utf16() as u32),
            };
            all.push((Position { line, character }, at + letter.len_utf8()));
        }
        all
    }

    fn texts() -> impl Strategy<Value = String> {
        collection::vec(sample::select(vec!['a', 'ä', '€', '😀', '\n', '\r', ' ']), 0..20)
            .prop_map(|letters| letters.into_iter().collect())
    }

    proptest! {
        #[test]
        fn positions_and_offsets_are_inverse(text in texts()) {
            let lines = Lines::new(&text);
            for (position, offset) in positions(&text) {
                prop_assert_eq!(lines.position(&text, offset), position);
                prop_assert_eq!(lines.offset(&text, position), offset);
            }
        }

        #[test]
        fn any_position_is_a_boundary(text in texts(), line in 0_u32..30, character in 0_u32..30) {
            let lines = Lines::new(&text);
            let offset = lines.offset(&text, Position { line, character });
            assert!(text.is_char_boundary(offset));
            for offset in 0..text.len() + 2 {
                lines.position(&text, offset);
            }
        }
    }
}
