//! Scalars as the author wrote them: same characters, same breaks between lines, new indentation.

use super::text;
use crate::source::syntax::yaml::Yaml;

/// Where a scalar of several lines goes on.
#[derive(Clone, Copy)]
pub(super) struct Margin {
    /// Column of the mapping or list that the scalar is in.
    pub(super) outer: usize,
    /// Column at which its further lines start; less than ten columns more.
    pub(super) inner: usize,
}

/// Appends a scalar of a block collection.
pub(super) fn write(out: &mut String, yaml: Yaml<'_>, margin: Margin) {
    let written = yaml.written();
    let is_written = if is_block_scalar(written) {
        write_block_scalar(out, yaml, margin)
    } else {
        write_lines(out, written, margin)
    };
    if !is_written {
        text::write_escaped(out, yaml.text());
    }
}

/// What is around a scalar that has to stay on its line.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Enclosing {
    /// It is a key of a block mapping.
    Block,
    /// It is between brackets.
    Flow,
}

/// Appends a scalar on one line.
pub(super) fn write_on_one_line(out: &mut String, yaml: Yaml<'_>, enclosing: Enclosing) {
    let written = yaml.written();
    let is_one_line = !written.contains(['\n', '\r']) && !is_block_scalar(written);
    if written.is_empty() {
        out.push_str(if yaml.is_null() { "~" } else { "\"\"" });
    } else if is_one_line && (written.starts_with(['"', '\'']) || is_plain(written, enclosing)) {
        out.push_str(written);
    } else {
        text::write_escaped(out, yaml.text());
    }
}

fn is_block_scalar(written: &str) -> bool {
    written.starts_with(['|', '>'])
}

/// Whether a scalar without quotes means itself there.
fn is_plain(written: &str, enclosing: Enclosing) -> bool {
    let is_cut = enclosing == Enclosing::Flow && written.contains([',', '[', ']', '{', '}']);
    !is_cut && !starts_like_marker(written) && written != "<<"
}

/// Whether it could be taken for the start or the end of a document at the start of a line.
pub(super) fn starts_like_marker(written: &str) -> bool {
    written.starts_with("---") || written.starts_with("...")
}

/// A plain or quoted scalar: white space around a line break is no content, so lines can be shifted.
/// A carriage return alone breaks lines too; false when there is one.
fn write_lines(out: &mut String, written: &str, margin: Margin) -> bool {
    if !written.contains(['\n', '\r']) {
        out.push_str(written);
        return true;
    }
    // The parser takes a `#` behind a tab for part of a plain text, but behind spaces for a comment.
    let is_plain = !written.starts_with(['"', '\'']);
    let has_comment = is_plain && written.lines().any(|line| line.trim_start().starts_with('#'));
    if has_comment || has_bare_return(written) {
        return false;
    }
    let mut lines = written.lines();
    out.push_str(lines.next().unwrap_or_default());
    for line in lines {
        out.push('\n');
        let content = line.trim_start_matches([' ', '\t']);
        if !content.is_empty() {
            indent(out, margin.inner);
            out.push_str(content);
        }
    }
    true
}

fn has_bare_return(written: &str) -> bool {
    written.split("\r\n").any(|part| part.contains('\r'))
}

/// Appends a block scalar with its lines shifted; false when its own indentation is unknown.
fn write_block_scalar(out: &mut String, yaml: Yaml<'_>, margin: Margin) -> bool {
    let written = yaml.written();
    let (header, lines) = written.split_once('\n').unwrap_or((written, ""));
    let Some(indentation) = indentation(lines, yaml.text()) else { return false };
    let indicators = header.split([' ', '\t', '\r', '#']).next().unwrap_or_default();
    let is_kept = indicators.contains('+');
    let lines = if is_kept { lines } else { lines.trim_end_matches(['\n', '\r']) };
    let text = yaml.text();
    if has_bare_return(written) || ends_with_blank_content(text) || is_kept && blank_lines(lines) != blank_lines(text) {
        return false;
    }
    let needs_indicator = text.trim_start_matches('\n').starts_with(' ');
    let width = margin.inner - margin.outer;
    out.push_str(&header[..1]);
    if needs_indicator {
        out.push_str(&width.to_string());
    }
    out.extend(indicators.chars().filter(|indicator| matches!(indicator, '+' | '-')));
    for line in lines.lines() {
        out.push('\n');
        let content = line.get(indentation..).unwrap_or_default();
        if !content.is_empty() {
            indent(out, margin.inner);
            out.push_str(content);
        }
    }
    true
}

/// Whether the last line of content is blank and yet content, which is hard to see from indentation.
fn ends_with_blank_content(decoded: &str) -> bool {
    let last = decoded.trim_end_matches('\n').rsplit('\n').next().unwrap_or_default();
    !last.is_empty() && last.trim_matches([' ', '\t']).is_empty()
}

/// How many lines at the end are blank.
fn blank_lines(lines: &str) -> usize {
    lines.lines().rev().take_while(|line| line.trim_matches(' ').is_empty()).count()
}

/// How far the lines of a block scalar are indented: what its first line that is not blank has lost by decoding.
fn indentation(lines: &str, decoded: &str) -> Option<usize> {
    let is_blank = |line: &&str| line.trim_matches(' ').is_empty();
    let spaces = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let Some(first) = lines.lines().find(|line| !is_blank(line)) else {
        // Blank lines only: there is nothing to lose, unless they have content.
        return (!decoded.contains(' ')).then_some(usize::MAX);
    };
    let first_decoded = decoded.lines().find(|line| !is_blank(line))?;
    spaces(first).checked_sub(spaces(first_decoded))
}

/// Appends spaces.
pub(super) fn indent(out: &mut String, columns: usize) {
    out.extend(std::iter::repeat_n(' ', columns));
}
