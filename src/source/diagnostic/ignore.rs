//! Comments of the author by which a finding is left out: `# variscope: ignore[V404] reason`.
//!
//! A comment counts for its own line; one that stands alone counts for the line below the comments that it is one of, too.

use super::{Code, Diagnostic};
use crate::source::Sources;

/// What such a comment begins with.
const MARK: &str = "variscope: ignore[";

/// Whether a comment on the first line of a diagnostic, or alone above it, names its code or the beginning of it.
pub fn is_ignored(diagnostic: &Diagnostic, sources: &Sources) -> bool {
    let Some(span) = diagnostic.span() else { return false };
    let text = sources.file(span.file).text();
    let start = text[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
    let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let above = text[..start].lines().rev().take_while(|line| line.trim_start().starts_with('#'));
    [&text[start..end]].into_iter().chain(above).any(|line| names(line, diagnostic.code))
}

/// Whether the comment of a line names the code.
fn names(line: &str, code: Code) -> bool {
    let Some((_, comment)) = line.split_once('#') else { return false };
    let Some((_, rest)) = comment.split_once(MARK) else { return false };
    let Some((codes, _)) = rest.split_once(']') else { return false };
    codes.split(',').any(|prefix| Code::beginning(prefix).contains(&code))
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
}
