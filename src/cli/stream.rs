//! Variants to stdout as they are found.

use std::io::{self, BufWriter, StdoutLock, Write};

use serde::Serialize;
use variscope::answer::{Answer, frame, framed};

use super::arguments::Format;
use super::watchdog;

/// Bytes that are written together.
const BUFFER: usize = 1 << 16;

/// The variants of an answer, written one after the other.
pub struct Stream {
    output: BufWriter<StdoutLock<'static>>,
    pub format: Format,
    /// Whether no variant was written yet.
    pub is_empty: bool,
}

impl Stream {
    /// Writes what comes before the first variant.
    pub fn begin(format: Format, answer: &impl Answer) -> io::Result<Self> {
        watchdog::answer_started();
        let mut output = BufWriter::with_capacity(BUFFER, io::stdout().lock());
        if format == Format::Json {
            output.write_all(frame(answer).0.as_bytes())?;
        }
        Ok(Self { output, format, is_empty: true })
    }

    /// Writes a variant, for people as `text`.
    pub fn variant(&mut self, variant: &impl Serialize, text: impl FnOnce() -> String) -> io::Result<()> {
        let text = match self.format {
            Format::Text => text(),
            Format::Json => framed(variant, self.is_empty),
        };
        self.write(text.as_bytes())
    }

    /// Writes a variant as it stands.
    pub fn write(&mut self, variant: &[u8]) -> io::Result<()> {
        self.is_empty = false;
        self.output.write_all(variant)
    }

    /// Writes what comes behind the last variant, for people `text`.
    pub fn end(mut self, answer: &impl Answer, text: &str) -> io::Result<()> {
        match self.format {
            Format::Text => self.output.write_all(text.as_bytes())?,
            Format::Json => self.output.write_all(frame(answer).1.as_bytes())?,
        }
        self.output.flush()
    }
}
