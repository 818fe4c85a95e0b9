//! From byte offsets to lines and columns.

use std::sync::OnceLock;

use super::Position;

/// Where each line of a text starts, found on the first question.
#[derive(Clone, Debug, Default)]
pub(super) struct LineIndex {
    starts: OnceLock<Vec<u32>>,
}

impl LineIndex {
    /// The position of byte `offset`; one behind the end is the end.
    pub(super) fn position(&self, text: &str, offset: u32) -> Position {
        let starts = self.starts.get_or_init(|| line_starts(text));
        let line = starts.partition_point(|&start| start <= offset) - 1;
        let start = starts[line] as usize;
        let end = (offset as usize).min(text.len());
        let column = text.get(start..end).map_or(0, |before| before.chars().count());
        Position { line: line as u32 + 1, column: column as u32 + 1 }
    }
}

fn line_starts(text: &str) -> Vec<u32> {
    let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
    std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "äb\nc";
        let index = LineIndex::default();
        assert_eq!(index.position(text, 2), Position { line: 1, column: 2 });
        assert_eq!(index.position(text, 4), Position { line: 2, column: 1 });
        assert_eq!(index.position(text, 5), Position { line: 2, column: 2 });
    }
}
