//! What to change in the author's files so that a diagnostic has no reason any more.

use schemars::JsonSchema;
use serde::Serialize;

use crate::source::Span;

/// Other text for some bytes of a file; an empty span inserts, an empty replacement removes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that go.
    pub span: Span,
    /// What comes in their place.
    pub replacement: String,
}

/// Whether edits can be made without looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Safety {
    /// The document of every variant stays as it is.
    Safe,
    /// It may change.
    Suggestion,
}

/// Edits that belong together: all of them are made, or none.
///
/// Invariant: the edits are of one file, ascending, and do not overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What is done, as an order that can stand alone: `replace "evn" by "env"`.
    pub title: String,
    /// How it is done.
    pub edits: Vec<Edit>,
    /// Whether it can be made without asking.
    pub safety: Safety,
}

impl Fix {
    /// A suggestion: nothing was shown yet.
    pub fn new(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), edits, safety: Safety::Suggestion }
    }

    /// Writes `replacement` in place of `span`.
    pub fn replace(title: impl Into<String>, span: Span, replacement: impl Into<String>) -> Self {
        Self::new(title, vec![Edit { span, replacement: replacement.into() }])
    }

    /// Takes `span` away.
    pub fn remove(title: impl Into<String>, span: Span) -> Self {
        Self::replace(title, span, "")
    }

    /// Whether it was shown to leave every document as it is.
    pub fn is_safe(&self) -> bool {
        self.safety == Safety::Safe
    }
}

/// A name as YAML: plain where that can mean nothing but a string.
pub fn name(name: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./".contains(letter);
    let reads_as_text = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
        && name.chars().all(is_plain)
        && !is_reserved(name);
    if reads_as_text { name.to_owned() } else { serde_json::Value::from(name).to_string() }
}

/// Whether some or all YAML readers take a word for something else than a string.
pub fn is_reserved(word: &str) -> bool {
    let reserved = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    reserved.iter().any(|known| known.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_strings() {
        for plain in ["db", "_x", "tosca.nodes.Root", "my-node", "images/app.dockerfile"] {
            assert_eq!(name(plain), plain);
        }
        for quoted in ["true", "No", "1.0", "a b", "a: b", "", "-x", "*x", "ä\""] {
            let read: String = serde_json::from_str(&name(quoted)).unwrap();
            assert_eq!(read, quoted);
        }
    }
}
