//! Texts of the author in Markdown: they say what they say, and mark up, link and show nothing.

use crate::source::printable::{printable, printable_lines};

/// A text as code, however many backticks are in it.
pub(super) fn code(text: &str) -> String {
    let text = printable(text);
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    // A space at both ends is no part of the code.
    let edge = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    let text = if text.is_empty() { " ".into() } else { text };
    [&fence, edge, &text, edge, &fence].concat()
}

/// A text as sentences.
pub(super) fn prose(text: &str) -> String {
    printable_lines(text).lines().map(line).collect::<Vec<_>>().join("\n")
}

/// A line that begins nothing but a paragraph, without indentation: code begins with it.
fn line(text: &str) -> String {
    let text = text.trim_start();
    let mut escaped = String::with_capacity(text.len() + 8);
    for (at, letter) in text.char_indices() {
        let is_mark = matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '~' | '|' | '!' | '$');
        let is_start = at == 0 && matches!(letter, '#' | '+' | '-' | '=');
        // Addresses become links by themselves.
        if is_mark || is_start || text[at..].starts_with("://") {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_ends_where_the_text_does() {
        for (text, expected) in [
            ("web", "`web`"),
            ("n`![z](x)", "``n`![z](x)``"),
            ("`a``", "``` `a`` ```"),
            ("n\n\n# big", "`n\\n\\n# big`"),
            ("", "` `"),
        ] {
            assert_eq!(code(text), expected);
        }
    }

    #[test]
    fn sentences_mark_up_nothing() {
        assert_eq!(prose("![a](https://evil) <img src='x'>"), "\\!\\[a\\](https\\://evil) \\<img src='x'\\>");
        assert_eq!(
            prose("How many - if any.\n\n# big\n    code\u{1b}"),
            "How many - if any.\n\n\\# big\ncode\\\\u{1b}"
        );
    }
}
