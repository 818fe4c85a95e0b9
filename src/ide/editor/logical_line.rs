//! Lines that belong together because brackets are open at their ends; works while the YAML is broken.

use super::context::{column, indentation, key_length};

/// Where the line of `offset` begins, or the line on which the brackets around it were opened.
pub(super) fn logical_line(text: &str, offset: usize) -> usize {
    logical_line_from(text, offset, opening_line(text, offset))
}

/// [`logical_line`], when nothing that was opened before `first`, the beginning of a line, is still open at `offset`.
fn logical_line_from(text: &str, offset: usize, first: usize) -> usize {
    let (mut start, mut depth, mut indent) = (first, 0, 0);
    let mut scalar: Option<usize> = None;
    let mut at = first;
    for line in text[first..offset].split_inclusive('\n') {
        let (here, content) = (at, line.trim());
        at += line.len();
        if scalar.is_some_and(|outer| content.is_empty() || indentation(line) > outer) {
            (start, depth) = (here, 0);
            continue;
        }
        scalar = None;
        // An unclosed bracket must not swallow the rest of the document.
        let is_outside = indentation(line) <= indent && key_length(content).is_some();
        if depth == 0 || is_outside {
            (start, depth, indent) = (here, 0, indentation(line));
        }
        depth = nesting(line, depth);
        if depth == 0 && is_block_scalar(content) {
            scalar = Some(indentation(line));
        }
    }
    if text[..offset].ends_with('\n') && depth == 0 { offset } else { start }
}

/// The first line that may have opened what is open at `offset`, or the line of `offset`: a key ends what a line opened
/// that is indented as much or more, so that only lines matter that are indented less than all keys behind them.
fn opening_line(text: &str, offset: usize) -> usize {
    let (mut end, mut first, mut least) = (offset, None, usize::MAX);
    while least > 0 {
        let start = text[..end].trim_end_matches('\n').rfind('\n').map_or(0, |before| before + 1);
        let line = &text[start..end];
        let indent = indentation(line);
        if indent < least {
            let content = line.trim();
            if nesting(line, 0) > 0 || is_block_scalar(content) {
                first = Some(start);
            }
            if key_length(content).is_some() {
                least = indent;
            }
        }
        if start == 0 {
            break;
        }
        end = start;
    }
    first.unwrap_or_else(|| offset - column(text, offset))
}

/// Whether a line ends with the header of a block scalar.
fn is_block_scalar(content: &str) -> bool {
    let last = content.rsplit([' ', '\t']).next().unwrap_or_default();
    last.starts_with(['|', '>']) && last.len() <= 3
}

/// How many brackets are open behind a line.
fn nesting(line: &str, depth: usize) -> usize {
    let (mut depth, mut before) = (depth, None);
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        let is_start = before.is_none_or(|before| ":,[{-".contains(before));
        match letter {
            '#' if before.is_none() => break,
            '"' | '\'' if is_start => {
                let _ = letters.by_ref().find(|&other| other == letter);
            }
            '[' | '{' if is_start || depth > 0 => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if !letter.is_whitespace() {
            before = Some(letter);
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wherever the author types, not all lines before have to be looked at.
    #[test]
    fn lines_that_may_have_opened_something_are_enough() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/csar/webshop/service-template.yaml");
        let webshop = std::fs::read_to_string(path).expect("the template");
        let opened = webshop.replace("    - host:", "    - host: [").replace("conditions: {", "conditions: {{");
        let blocks = "a:\n  b: >\n    x: {\n\n    y\n  c: [\n    d,\n\n    {e: f,\n    g: ]\n  h: - [\n\n\ni: {\nj\n";
        for text in [&webshop, &opened, blocks] {
            for offset in (0..=text.len()).step_by(3).filter(|&offset| text.is_char_boundary(offset)) {
                let first = opening_line(text, offset);
                assert!(first == 0 || text[..first].ends_with('\n'), "a line begins at {first}");
                assert_eq!(logical_line(text, offset), logical_line_from(text, offset, 0), "{}", &text[..offset]);
            }
        }
        let end = webshop.find("  node_templates:").map_or(0, |start| start + 1_000);
        assert!(opening_line(&webshop, end) > end - 200, "what is closed is passed over");
    }
}
