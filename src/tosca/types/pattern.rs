//! Regular expressions of the constraint `pattern`, which have to match a whole text.

use regex_lite::{Regex, RegexBuilder};

/// The most bytes that a compiled pattern may take.
const MAX_PROGRAM_BYTES: usize = 1 << 20;
/// The longest text that is matched; a match takes time in the product of both sizes.
const MAX_TEXT_BYTES: usize = 1 << 14;
/// What the library says of patterns that mean something, but not to it, or that are too large.
const UNSUPPORTED: [&str; 5] = ["not supported", "unrecognized escape", "too much nesting", "too many", "limit"];

/// A pattern that can be matched.
#[derive(Debug)]
pub struct Pattern(Regex);

/// Why there is no pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is no regular expression.
    Malformed,
    /// It is one that is not understood here, or too large.
    Unsupported,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let build = |text: &str| RegexBuilder::new(text).size_limit(MAX_PROGRAM_BYTES).build();
        // Alone first: a parenthesis may close too much.
        if let Err(error) = build(text) {
            let reason = error.to_string();
            let is_unsupported = UNSUPPORTED.iter().any(|words| reason.contains(words));
            return Err(if is_unsupported { Refusal::Unsupported } else { Refusal::Malformed });
        }
        build(&format!(r"\A(?:{text})\z")).map(Self).map_err(|_| Refusal::Unsupported)
    }

    /// Whether it matches the whole text; none when the text is too long to decide soon.
    pub fn matches(&self, text: &str) -> Option<bool> {
        (text.len() <= MAX_TEXT_BYTES).then(|| self.0.is_match(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_texts_match() {
        for (pattern, text, is_match) in [
            ("[a-z]+", "abc", true),
            ("[a-z]+", "abC", false),
            ("a", "aa", false),
            ("^a|b$", "b", true),
            ("(ab|c){2,3}", "abcab", true),
            ("(ab|c){2,3}", "ab", false),
            (r"\d{1,3}(\.\d{1,3}){3}", "10.0.0.255", true),
            (r"\d{1,3}(\.\d{1,3}){3}", "10.0.0", false),
            ("[^-a]*", "bcd", true),
            ("[^-a]*", "b-d", false),
            ("x??y*", "", true),
            (".", "\n", false),
            ("(|a){3}", "aa", true),
            ("(a*)*b", &"a".repeat(5000), false),
        ] {
            assert_eq!(Pattern::parse(pattern).unwrap().matches(text), Some(is_match), "{pattern} {text}");
        }
    }

    #[test]
    fn longest_texts_are_not_matched() {
        assert_eq!(Pattern::parse("a*").unwrap().matches(&"a".repeat(MAX_TEXT_BYTES + 1)), None);
    }

    #[test]
    fn others_are_refused() {
        for pattern in ["(", ")", "*", "[a", "a{2,1}", "[z-a]", "a{"] {
            assert_eq!(Pattern::parse(pattern).unwrap_err(), Refusal::Malformed, "{pattern}");
        }
        for pattern in [r"(a)\1", "(?=a)", r"\p{L}", "((a{100}){100}){100}", &("(".repeat(1000) + &")".repeat(1000))] {
            assert_eq!(Pattern::parse(pattern).unwrap_err(), Refusal::Unsupported, "{pattern}");
        }
    }
}
