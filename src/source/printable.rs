//! Texts of the author as people may read them: one layer between names and everything that is printed.
//!
//! Comes in: names, values, lines of a template, paths of its files. Goes out: the same on one line, without characters that a terminal obeys,
//! that other programs take for a new line, or that change the order in which text is read. JSON holds what the author wrote, with
//! its own escapes for these.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value as Json;

/// `text` with control characters, line separators and changes of the reading direction escaped: `\n`, `\u{1b}`.
///
/// What it gives holds no line break, so that no name can begin a line.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if is_hidden(letter) {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

/// [`printable`] for a text that is given away.
pub fn made_printable(text: String) -> String {
    if text.contains(is_hidden) { printable(&text).into_owned() } else { text }
}

/// [`printable`] for a message of several lines.
pub fn printable_lines(text: &str) -> String {
    text.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

/// [`printable`] for a path: names of files and folders come from authors, too.
pub fn printable_path(path: &Path) -> String {
    made_printable(path.display().to_string())
}

/// JSON with its escapes for all that is hidden, which readers of JSON take for the letters themselves.
///
/// What may be raw stands in texts only: between them there is nothing but ASCII.
pub fn json_with_escapes(json: String) -> String {
    let is_raw = |letter: char| letter > '~' && is_hidden(letter);
    if !json.contains(is_raw) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len() + 8);
    for letter in json.chars() {
        if is_raw(letter) {
            // They have no more than four digits.
            let _ = write!(escaped, "\\u{:04x}", u32::from(letter));
        } else {
            escaped.push(letter);
        }
    }
    escaped
}

/// [`printable`] for what a line begins with, which pipelines take for a command where it begins with two colons.
pub fn at_margin(text: &str) -> Cow<'_, str> {
    match text.trim_start().strip_prefix("::") {
        Some(rest) => Cow::Owned(format!("\\u{{3a}}:{}", printable(rest))),
        None => printable(text),
    }
}

/// A name in a list of names: between quotes, with the escapes of JSON, where it has spaces.
pub fn between_quotes(name: &str) -> Cow<'_, str> {
    let is_plain = !name.is_empty() && !name.contains(|letter: char| letter.is_whitespace() || letter == '"');
    if is_plain { Cow::Borrowed(name) } else { Cow::Owned(Json::from(name).to_string()) }
}

/// A sentence with what it quotes over several lines in one.
pub fn on_one_line(sentence: &str) -> String {
    sentence.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// Controls, line and paragraph separators, and what embeds, overrides or isolates a reading direction.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// What looks like a space, or like nothing, and is a letter for YAML.
pub fn is_odd_space(letter: char) -> bool {
    let is_known = matches!(letter, ' ' | '\t' | '\n' | '\r' | '\u{85}');
    letter.is_whitespace() && !is_known
        || matches!(letter, '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_keeps_what_it_says() {
        let text = "a\u{1b}\u{7f}\u{9b}\u{202e}\u{2028}\u{feff}größe";
        let json = json_with_escapes(serde_json::to_string_pretty(&[text]).unwrap());
        assert!(json.chars().all(|letter| letter == '\n' || !is_hidden(letter)), "{json}");
        assert!(json.contains("\\u009b\\u202e\\u2028\\ufeffgröße"), "{json}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), [text]);
    }

    #[test]
    fn nothing_that_is_hidden_stays() {
        assert_eq!(printable("größe \\n \"x\""), "größe \\n \"x\"");
        assert_eq!(printable("n\n::error::x\u{1b}[2J\r\t"), "n\\n::error::x\\u{1b}[2J\\r\\t");
        assert_eq!(printable("a\u{202e}b\u{2028}c\u{9b}"), "a\\u{202e}b\\u{2028}c\\u{9b}");
        assert_eq!(at_margin(" ::error::\u{1b}"), "\\u{3a}:error::\\u{1b}");
        assert_eq!(made_printable("a\0".to_owned()), "a\\u{0}");
        assert_eq!(printable_path(Path::new("a\n::error::x/b.yaml")), "a\\n::error::x/b.yaml");
    }
}
