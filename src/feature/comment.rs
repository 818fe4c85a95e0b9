//! Names of features in comments of DIMACS files and of circuits: `c <n> <name>`.
//!
//! A name stands there as it is; one that would not be read again stands in quotes as in JSON. Invariant: what is written is read again
//! as the same name.

use std::fmt::Write;

use crate::source::printable::printable;

/// The name as it stands on a line.
pub fn written(name: &str) -> String {
    let is_plain = !name.is_empty() && !name.starts_with('"') && name.trim_ascii() == name && printable(name) == name;
    if is_plain { name.to_owned() } else { quoted(name) }
}

/// The name that stands on a line.
pub fn read(text: &str) -> String {
    let quoted = text.starts_with('"').then(|| serde_json::from_str(text).ok()).flatten();
    quoted.unwrap_or_else(|| text.to_owned())
}

/// In quotes, with what cannot be seen by its numbers.
fn quoted(name: &str) -> String {
    let mut text = String::new();
    for letter in serde_json::Value::from(name).to_string().chars() {
        if printable(letter.encode_utf8(&mut [0; 4])) == letter.to_string() {
            text.push(letter);
        } else {
            // All of these are in the first plane of Unicode, and writing to a string cannot fail.
            let _ = write!(text, "\\u{:04x}", u32::from(letter));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_were() {
        let plain = ["a", "a b", "ä\\n", "a\"b\"", "7"];
        let quoted = ["", " ", "a ", " a", "\ta", "a\nb", "\r", "\"", "\"a\"", "a\u{202e}b\u{85}\u{7f}", "a\u{0}"];
        for name in plain {
            assert_eq!(written(name), name);
        }
        for name in quoted {
            assert!(written(name).starts_with('"') && written(name).lines().count() == 1, "{name:?}");
        }
        for name in plain.into_iter().chain(quoted) {
            assert_eq!(read(&written(name)), name);
        }
        assert_eq!(read("\"a"), "\"a");
    }
}
