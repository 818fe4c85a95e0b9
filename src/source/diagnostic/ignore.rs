//! Comments of the author by which a finding is left out: `# variscope: ignore[V404] reason`.
//!
//! A comment counts for its own line; one that stands alone counts for the line below the comments that it is one of, too.

use super::{Code, Diagnostic, did_you_mean};
use crate::source::{Sources, line_start};

/// What such a comment begins with.
const MARK: &str = "variscope: ignore[";

/// Whether a comment on the first line of a diagnostic, or alone above it, names its code or the beginning of it.
pub fn is_ignored(diagnostic: &Diagnostic, sources: &Sources) -> bool {
    let Some(span) = diagnostic.span() else { return false };
    let text = sources.file(span.file).text();
    let start = line_start(text, span.start as usize);
    let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let above = text[..start].lines().rev().take_while(|line| line.trim_start().starts_with('#'));
    [&text[start..end]].into_iter().chain(above).any(|line| names(line, diagnostic.code))
}

/// What comments of a text name that is no code and no beginning of one: by byte, where it begins.
pub fn unknown_codes(text: &str) -> Vec<(usize, &str)> {
    let mut unknown = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let is_unknown = |(_, prefix): &(usize, &str)| Code::beginning(prefix).is_empty();
        unknown.extend(named(line).into_iter().filter(is_unknown).map(|(at, prefix)| (start + at, prefix)));
        start += line.len();
    }
    unknown
}

/// Comments of a text that were meant to leave findings out, and do not, as they are written otherwise: by byte, where each
/// begins.
pub fn misshapen(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut comments = line.match_indices('#').map(|(at, _)| (start + at, line[at..].trim_end()));
        found.extend(comments.find(|(_, comment)| is_misshapen(comment)));
        start += line.len();
    }
    found
}

/// `# variscope ignore[V404]`, `# variscope: ignore V404` and the like.
fn is_misshapen(comment: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphabetic();
    let Some(rest) = comment.trim_start_matches('#').trim_start().strip_prefix("variscope") else { return false };
    let word = rest.trim_start_matches(|letter: char| letter == ':' || letter.is_whitespace());
    let word = &word[..word.find(|letter| !is_letter(letter)).unwrap_or(word.len())];
    let is_meant = word.eq_ignore_ascii_case("ignore") || did_you_mean(word, ["ignore"]).is_some();
    let is_read = comment.find(MARK).is_some_and(|at| comment[at..].contains(']'));
    rest.len() > word.len() && is_meant && !rest.starts_with(is_letter) && !is_read
}

/// Whether the comment of a line names the code.
fn names(line: &str, code: Code) -> bool {
    named(line).into_iter().any(|(_, prefix)| Code::beginning(prefix).contains(&code))
}

/// What the comment of a line names: by byte, where it begins.
fn named(line: &str) -> Vec<(usize, &str)> {
    let comment = line.find('#').and_then(|at| Some(at + line[at..].find(MARK)? + MARK.len()));
    let Some((start, end)) = comment.and_then(|start| Some((start, start + line[start..].find(']')?))) else {
        return Vec::new();
    };
    let (mut found, mut at) = (Vec::new(), start);
    for code in line[start..end].split(',') {
        let indent = code.len() - code.trim_start().len();
        found.push((at + indent, code.trim()));
        at += code.len() + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    #[test]
    fn comments_count_for_their_line_and_the_next() {
        let text = "a: 1 # variscope: ignore[V404] why not\n# variscope: ignore[V5, V402]\n# more\nb: 2\nc: 3\n";
        let mut sources = Sources::new();
        let file = sources.add("t.yaml", text);
        let at = |word: &str, code| {
            let start = text.find(word).unwrap();
            is_ignored(&Diagnostic::new(code, Span::new(file, start, start + 1), ""), &sources)
        };
        assert!(at("a:", Code::FalseOptional) && !at("a:", Code::DeadElement));
        assert!(at("b:", Code::DeadElement) && at("b:", Code::WrongType) && !at("b:", Code::FalseOptional));
        assert!(!at("c:", Code::DeadElement));
    }

    #[test]
    fn comments_that_are_written_otherwise_are_found() {
        for wrong in [
            "# variscope ignore[V413]",
            "# variscope: ignore V413",
            "# variscope: ignore[V413",
            "#variscope:ignore[V413]",
            "# variscope: ignroe[V413] why",
            "## variscope: Ignore[V413]",
        ] {
            let text = format!("a: 1\nb: 2 {wrong}\nc: 3\n");
            assert_eq!(misshapen(&text), [(10, wrong)], "{wrong}");
        }
        for right in
            ["# variscope: ignore[V413] why", "# variscope finds more", "# see variscope ignore", "# ignore V413"]
        {
            assert_eq!(misshapen(&format!("b: 2 {right}\n")), [], "{right}");
        }
    }

    #[test]
    fn what_is_no_code_is_named_with_its_place() {
        let text = "a: 1 # variscope: ignore[V404, unused]\n# variscope: ignore[V9,V5]\nb: 2 # ignore[x]\n";
        let found = unknown_codes(text);
        assert_eq!(found.iter().map(|(_, code)| *code).collect::<Vec<_>>(), ["unused", "V9"]);
        assert!(found.iter().all(|(at, code)| text[*at..].starts_with(code)));
    }
}
