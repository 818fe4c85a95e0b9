//! The bytes of files, and from bytes to text.

use std::io::{self, Read};
use std::sync::Arc;

use super::{refused, unreadable};
use crate::Error;
use crate::source::{BYTE_ORDER_MARK, Sources};

/// What to do about another encoding.
const UTF_16: &str = "it looks like UTF-16: save it as UTF-8";

/// Reads a file of the author to its end. The inner error is one of the outside world.
pub(super) fn read(name: &str, from: impl Read) -> Result<io::Result<Arc<str>>, Error> {
    match bytes(name, from)? {
        Ok(bytes) => decode(name, bytes).map(Ok),
        Err(error) => Ok(Err(error)),
    }
}

/// [`read`] of a file that need not be text.
pub(super) fn bytes(name: &str, from: impl Read) -> Result<io::Result<Vec<u8>>, Error> {
    let mut bytes = Vec::new();
    if let Err(error) = from.take(Sources::MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes) {
        return Ok(Err(error));
    }
    if bytes.len() > Sources::MAX_FILE_BYTES {
        return Err(refused(unreadable(format!("\"{name}\" is larger than 1 GiB"))));
    }
    Ok(Ok(bytes))
}

/// The text without byte order mark.
pub(super) fn decode(name: &str, bytes: Vec<u8>) -> Result<Arc<str>, Error> {
    // In other texts of that encoding, every other byte of the first letters is zero.
    if let [first, second, ..] = bytes[..]
        && (first == 0) != (second == 0)
    {
        let message = format!("\"{name}\" is not UTF-8: its first letter takes two bytes");
        return Err(refused(unreadable(message).help(UTF_16)));
    }
    let text =
        String::from_utf8(bytes).map_err(|error| not_utf8(name, error.as_bytes(), error.utf8_error().valid_up_to()))?;
    Ok(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text).into())
}

fn not_utf8(name: &str, bytes: &[u8], valid: usize) -> Error {
    let line = bytes[..valid].split(|&byte| byte == b'\n').count();
    let message = format!("\"{name}\" is not UTF-8: byte 0x{:02X} at offset {valid}, in line {line}", bytes[valid]);
    let is_utf16 = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    let help = if is_utf16 { UTF_16 } else { "save the file in the encoding UTF-8" };
    refused(unreadable(message).help(help))
}
