//! Lines of a stream, and the words of a line with their columns.

use std::io::{self, BufRead};

use super::{DimacsError, DimacsProblem};

/// Reads line by line into one buffer and knows the number of the current line.
pub(super) struct LineReader<R> {
    input: R,
    buffer: Vec<u8>,
    number: usize,
}

impl<R: BufRead> LineReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), number: 0 }
    }

    /// The next line with its 1-based number, or `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.buffer.clear();
        if self.input.read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        Ok(Some(Line { bytes: &self.buffer, number: self.number, position: 0 }))
    }

    /// The place right after the last line.
    pub(super) fn error_at_end(&self, problem: DimacsProblem) -> DimacsError {
        DimacsError::Syntax { line: self.number + 1, column: 1, problem }
    }
}

/// A line and how much of it has been read.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    bytes: &'a [u8],
    number: usize,
    position: usize,
}

/// A run of bytes without white space, with the 0-based column where it starts.
#[derive(Clone, Copy)]
pub(super) struct DimacsWord<'a> {
    pub(super) bytes: &'a [u8],
    column: usize,
}

impl<'a> Line<'a> {
    /// The next word, if the line has one.
    #[inline]
    pub(super) fn word(&mut self) -> Option<DimacsWord<'a>> {
        let bytes = self.bytes;
        let mut start = self.position;
        while start < bytes.len() && bytes[start].is_ascii_whitespace() {
            start += 1;
        }
        let mut end = start;
        while end < bytes.len() && !bytes[end].is_ascii_whitespace() {
            end += 1;
        }
        self.position = end;
        (start < end).then(|| DimacsWord { bytes: &bytes[start..end], column: start })
    }

    /// Its number, 1-based.
    pub(super) fn number(&self) -> u32 {
        // Behind four thousand million lines, places are no longer distinguished.
        u32::try_from(self.number).unwrap_or(u32::MAX)
    }

    /// What has not been read, without white space at both ends.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes[self.position..].trim_ascii()
    }

    /// The error that blames `word` for `problem`.
    pub(super) fn error_at(&self, word: DimacsWord<'_>, problem: DimacsProblem) -> DimacsError {
        DimacsError::Syntax { line: self.number, column: word.column + 1, problem }
    }
}

impl DimacsWord<'_> {
    /// The decimal integer, with an optional sign; `None` for any other text and for more than 18 digits.
    #[inline]
    pub(super) fn integer(self) -> Option<i64> {
        let negative = self.bytes.first() == Some(&b'-');
        let signed = negative || self.bytes.first() == Some(&b'+');
        let digits = &self.bytes[usize::from(signed)..];
        if digits.is_empty() || digits.len() > 18 {
            return None;
        }
        let mut number = 0;
        for &digit in digits {
            if !digit.is_ascii_digit() {
                return None;
            }
            number = number * 10 + i64::from(digit - b'0');
        }
        Some(if negative { -number } else { number })
    }

    /// The word without this letter at its end.
    pub(super) fn without(self, end: u8) -> Self {
        Self { bytes: self.bytes.strip_suffix(&[end]).unwrap_or(self.bytes), ..self }
    }

    /// The text, as far as it is UTF-8.
    pub(super) fn text(self) -> String {
        String::from_utf8_lossy(self.bytes).into_owned()
    }
}
