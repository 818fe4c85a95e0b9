//! Where a block scalar starts and ends: the parser reports where its first line of content starts, and counts blank
//! lines after it.

use std::ops::Range;

/// The bytes of a block scalar from its `|` or `>` to its last character of content. `after` is where the
/// previous event ended and `content` what the parser says; `value` is the decoded text.
pub(super) fn extent(text: &str, after: usize, content: Range<usize>, value: &str) -> Range<usize> {
    let start = header(&text.as_bytes()[..content.end], after).unwrap_or(content.start);
    let written = &text[start..content.end];
    let first_line = written.lines().next().unwrap_or_default();
    let indicators = first_line.split([' ', '\t']).next().unwrap_or_default();
    let length = if indicators.contains('+') { kept(written) } else { clipped(written, value) };
    start..start + length
}

/// All line breaks are content, but not the indentation of what follows.
fn kept(written: &str) -> usize {
    let lines = written.trim_end_matches(' ');
    if lines.ends_with('\n') { lines.len() } else { written.len() }
}

/// No line break at the end is content, but white space before it may be.
fn clipped(written: &str, value: &str) -> usize {
    let length = written.trim_end().len();
    let content = value.trim_end_matches('\n');
    if !content.ends_with([' ', '\t']) {
        return length;
    }
    let is_last_line_blank = content.rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
    if is_last_line_blank {
        return written.trim_end_matches(['\n', '\r']).len();
    }
    let white_space = written[length..].find(['\n', '\r']);
    white_space.map_or(written.len(), |white_space| length + white_space)
}

/// The first `|` or `>` from `at` on that is not part of a comment, an anchor or a tag.
fn header(bytes: &[u8], mut at: usize) -> Option<usize> {
    let skip_to = |at: usize, end: fn(&u8) -> bool| at + bytes[at..].iter().position(end).unwrap_or(bytes.len() - at);
    while at < bytes.len() {
        at = match bytes[at] {
            b'|' | b'>' => return Some(at),
            b'#' => skip_to(at, |&byte| byte == b'\n'),
            b'&' | b'!' => skip_to(at, u8::is_ascii_whitespace),
            _ => at + 1,
        };
    }
    None
}
