//! Files and what is said about them: bytes and spans, YAML trees and the words of the language, diagnostics, fixes.
//!
//! Comes in: names and texts. Goes out: [`Sources`], from which every later stage quotes by [`Span`], trees
//! ([`syntax::yaml`]), and what is reported ([`diagnostic`]). Of TOSCA and Unfurl only words are known here,
//! not what they mean. Invariant: a file never changes or leaves once added, so a span stays valid.

pub mod counted;
pub mod diagnostic;
pub mod ensemble;
mod error;
pub mod fix;
pub mod glob;
mod line_index;
mod lock;
pub mod package;
pub mod printable;
pub mod syntax;
mod text_shift;
pub mod writing;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

pub use error::Error;
use line_index::LineIndex;
pub use lock::locked;
pub use text_shift::TextShift;

/// Some editors write it at the start of a file; it is no content.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A text whose encoding is not known yet, without the mark.
pub fn without_byte_order_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(bytes)
}

/// A file in [`Sources`], numbered from 0 in the order of adding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u16);

/// A half-open range of bytes of one file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte, 0-based.
    pub start: u32,
    /// Offset behind the last byte.
    pub end: u32,
}

/// A place as people count it: line and column from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, 1-based.
    pub line: u32,
    /// Column in Unicode scalar values, 1-based.
    pub column: u32,
}

/// A text with the name under which it is shown.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    text: Arc<str>,
    lines: LineIndex,
}

/// All files that a template consists of.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// The largest file that can be read, in bytes.
    pub const MAX_FILE_BYTES: usize = 1 << 30;

    /// How many files a template may be made of; further numbers are left for values that are given beside it.
    pub const MAX_FILES: usize = 60_000;

    /// No file.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. `name` is what diagnostics print: the path as the user typed it, or the path inside an archive.
    ///
    /// # Panics
    /// When there are 65536 files already, or `text` is longer than [`Sources::MAX_FILE_BYTES`]; the loader refuses both before, the
    /// first from [`Sources::MAX_FILES`] on.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let text = text.into();
        assert!(text.len() <= Self::MAX_FILE_BYTES, "file too large");
        let id = FileId(u16::try_from(self.files.len()).expect("fewer than 65536 files"));
        self.files.push(SourceFile { name: name.into(), lines: LineIndex::default(), text });
        id
    }

    /// [`Sources::add`] of bytes that need not be a text: what is none is shown by signs that may be longer. What does not fit then is
    /// left out at the end.
    ///
    /// # Panics
    /// When there are 65536 files already.
    pub fn add_lossy(&mut self, name: impl Into<String>, bytes: &[u8]) -> FileId {
        self.add(name, shown(bytes, Self::MAX_FILE_BYTES))
    }

    /// Whether there are as many files as a template may be made of.
    pub fn is_full(&self) -> bool {
        self.files.len() >= Self::MAX_FILES
    }

    /// All files, in the order of adding.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    /// What stands for each file, in the order of adding.
    pub fn ids(&self) -> impl Iterator<Item = FileId> + use<> {
        // There are no more files than numbers.
        (0..self.files.len() as u16).map(FileId)
    }

    /// The file behind `id`.
    ///
    /// # Panics
    /// When `id` comes from other `Sources`.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[usize::from(id.0)]
    }

    /// The bytes of a span as text.
    pub fn text(&self, span: Span) -> &str {
        &self.file(span.file).text[span.start as usize..span.end as usize]
    }

    /// Where a span starts.
    pub fn position(&self, span: Span) -> Position {
        let file = self.file(span.file);
        file.lines.position(&file.text, span.start)
    }

    /// `name:line:column` of where a span starts, for people.
    pub fn place(&self, span: Span) -> String {
        let Position { line, column } = self.position(span);
        format!("{}:{line}:{column}", printable::printable(&self.file(span.file).name))
    }
}

/// Bytes as a text of so many at most.
fn shown(bytes: &[u8], most: usize) -> Cow<'_, str> {
    let mut text = String::from_utf8_lossy(bytes);
    if text.len() > most {
        let end = (0..=most).rev().find(|&end| text.is_char_boundary(end)).unwrap_or_default();
        text.to_mut().truncate(end);
    }
    text
}

/// Where the line begins that the byte at this place is in.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |line_break| line_break + 1)
}

/// So many bytes of a line are quoted on either side of a place.
const MAX_QUOTED: usize = 200;

impl SourceFile {
    /// The name shown to people.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text, shared.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The line around a byte, without the white space around it; of a long one what is near: thousands of findings may be in one
    /// line.
    ///
    /// # Panics
    /// When the byte is inside of a letter.
    pub fn line_around(&self, at: usize) -> &str {
        let text = &*self.text;
        let start = line_start(text, at);
        let end = at + text[at..].lines().next().unwrap_or_default().len();
        let begin = (start.max(at.saturating_sub(MAX_QUOTED))..=at).find(|&place| text.is_char_boundary(place));
        let end = (at..=end.min(at + MAX_QUOTED)).rfind(|&place| text.is_char_boundary(place));
        text[begin.unwrap_or(at)..end.unwrap_or(at)].trim()
    }
}

impl Span {
    /// The bytes `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Self { file, start: start as u32, end: end as u32 }
    }

    /// The first byte range of a file: where to point when the whole file is meant.
    pub fn start_of(file: FileId) -> Self {
        Self::new(file, 0, 0)
    }

    /// Whether all bytes of `other` are among these.
    pub fn contains(&self, other: Self) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

impl FileId {
    /// Whether it is the file that was added before all others.
    pub fn is_first(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for FileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "file{}", self.0)
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}[{}..{}]", self.file, self.start, self.end)
    }
}
