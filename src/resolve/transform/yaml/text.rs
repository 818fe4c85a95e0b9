//! Strings that the author did not write: in quotes whenever some reader could take them for something else.
//!
//! "Some reader" is one of YAML 1.2 (the core schema) or 1.1 (<https://yaml.org/type/>), which most tools for TOSCA
//! still are: to them `yes`, `1_000`, `1:30`, `2024-01-02` and `=` are no strings.

use std::fmt::Write as _;

use crate::source::diagnostic::is_reserved;
use crate::source::syntax::yaml::Scalar;

/// Letters that numbers and dates of YAML 1.1 are written with.
const LETTERS_OF_NUMBERS: &[u8] = b"abcdefotxzABCDEFOTXZ";

/// Appends `text` so that every reader takes it as this string, on one line.
pub(super) fn write(out: &mut String, text: &str) {
    if is_plain(text) {
        out.push_str(text);
    } else if text.contains(['"', '\\']) && !text.contains('\'') && text.chars().all(is_printable) {
        out.extend(["'", text, "'"]);
    } else {
        write_escaped(out, text);
    }
}

/// Whether `text` needs no quotes anywhere. This is stricter than any reader: quotes do no harm.
fn is_plain(text: &str) -> bool {
    let Some(first) = text.bytes().next() else { return false };
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./ ()+@$%".contains(&byte) || byte == b':';
    let starts_well = first.is_ascii_alphanumeric() || b"_./".contains(&first) && !text.starts_with("..");
    let has_key = text.contains(": ") || text.ends_with(':');
    starts_well && text.bytes().all(is_allowed) && !text.ends_with(' ') && !has_key && !is_ambiguous(text, first)
}

fn is_ambiguous(text: &str, first: u8) -> bool {
    let starts_like_number = first.is_ascii_digit() || first == b'.';
    if starts_like_number {
        return text.bytes().all(|byte| !byte.is_ascii_alphabetic() || LETTERS_OF_NUMBERS.contains(&byte))
            || !matches!(Scalar::resolve(text), Scalar::String(_));
    }
    is_reserved(text)
}

/// Appends `text` in double quotes.
pub(super) fn write_escaped(out: &mut String, text: &str) {
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            _ if is_printable(char) => out.push(char),
            _ => write_code(out, u32::from(char)),
        }
    }
    out.push('"');
}

/// Printable by YAML 1.2.2, section 5.1, and no line break for readers of YAML 1.1.
fn is_printable(char: char) -> bool {
    match char {
        ' '..='~' => true,
        '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => false,
        _ => char >= '\u{a0}',
    }
}

fn write_code(out: &mut String, code: u32) {
    // Writing to a string cannot fail.
    let _ = match code {
        0..=0xff => write!(out, "\\x{code:02X}"),
        0x100..=0xffff => write!(out, "\\u{code:04X}"),
        _ => write!(out, "\\U{code:08X}"),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        let mut out = String::new();
        write(&mut out, text);
        out
    }

    #[test]
    fn names_need_no_quotes() {
        for text in [
            "shop",
            "tosca.nodes.Root",
            "node (1)",
            "_x",
            "a:b",
            "https://example.org/a",
            "10GB",
            "5 GB",
            "/etc/x",
            "x-1.2",
        ] {
            assert_eq!(written(text), text);
        }
    }

    #[test]
    fn whatever_somebody_reads_otherwise_is_quoted() {
        for text in [
            "",
            " ",
            " a",
            "a ",
            "~",
            "null",
            "Null",
            "yes",
            "No",
            "ON",
            "off",
            "y",
            "N",
            "true",
            "FALSE",
            "1",
            "-1",
            "+1",
            "1.10",
            "1.",
            ".5",
            "1e3",
            "1.e+3",
            ".inf",
            "-.INF",
            ".NaN",
            "0x1F",
            "0o17",
            "017",
            "0b1",
            "1_000",
            "1:30",
            "1:30:00.5",
            "2024-01-02",
            "2024-01-02T10:00:00Z",
            "2024-1-2 1:2:3.4 -5",
            "=",
            "<<",
            "-",
            "- a",
            "?",
            "? a",
            ":",
            "a: b",
            "a:",
            "a #b",
            "#a",
            "&a",
            "*a",
            "!a",
            "|",
            ">",
            "@a",
            "`a",
            "%a",
            "[a",
            "{a",
            "a]",
            "a, b",
            "'a",
            "... a",
            "---",
            "...",
            "1.2.3",
            "ä",
        ] {
            assert_eq!(written(text), format!("\"{text}\""));
        }
    }

    #[test]
    fn quotes_and_escapes() {
        assert_eq!(written("say \"x\\y\""), "'say \"x\\y\"'");
        assert_eq!(written("it's \"x\""), "\"it's \\\"x\\\"\"");
        assert_eq!(written("a\n\t\r\\"), "\"a\\n\\t\\r\\\\\"");
        assert_eq!(written("\0\u{7f}\u{85}\u{2028}\u{feff}€😀"), "\"\\x00\\x7F\\x85\\u2028\\uFEFF€😀\"");
    }
}
