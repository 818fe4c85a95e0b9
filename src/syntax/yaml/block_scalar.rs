//! Where a block scalar starts and ends: the parser tells where its first line of content starts, and counts blank
//! lines after it.

use std::ops::Range;

/// The bytes of a block scalar from its `|` or `>` to its last character of content. `after` is where the
/// previous event ended and `content` what the parser says; `value` is the decoded text.
pub(super) fn extent(text: &str, after: usize, content: Range<usize>, value: &str) -> Range<usize> {
    let start = header(&text.as_bytes()[..content.end], after).unwrap_or(content.start);
    let written = &text[start..content.end];
    let first_line = written.lines().next().unwrap_or_default();
    let indicators = first_line.split([' ', '\t']).next().unwrap_or_default();
    let kept = if indicators.contains('+') {
        // All line breaks are content, but not the indentation of what follows.
        let lines = written.trim_end_matches(' ');
        if lines.ends_with('\n') { lines } else { written }
    } else if value.trim_end_matches('\n').ends_with([' ', '\t']) {
        written.trim_end_matches(['\n', '\r'])
    } else {
        written.trim_end()
    };
    start..start + kept.len()
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
