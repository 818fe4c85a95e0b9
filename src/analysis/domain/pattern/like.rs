//! Texts that are like a pattern.

use super::parse::{Part, Repeated, Sequence, parse};

/// How many texts are made, each by other choices.
const TEXTS: usize = 8;
/// Letters that are tried first where there are many.
const LETTERS: &str = "a0Ab1-_.xyzX9";
/// Parts of a text, at most.
const MAX_PARTS: usize = 10_000;

/// Some texts that may be like `pattern`, the shortest ones first.
pub(in crate::analysis::domain) fn like(pattern: &str) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let Some(alternatives) = parse(pattern) else { return texts };
    for choice in 0..TEXTS {
        let text = TextLike { choice, parts: 0 }.one_of(&alternatives);
        texts.extend(text.filter(|text| !texts.contains(text)));
    }
    texts
}

/// Writes a text.
struct TextLike {
    /// Which of several letters and alternatives is taken, and how often something is repeated beyond what it has to be.
    choice: usize,
    parts: usize,
}

impl TextLike {
    /// One of the alternatives; none where it is too long.
    fn one_of(&mut self, alternatives: &[Sequence]) -> Option<String> {
        let mut text = String::new();
        for Repeated { part, least, most } in &alternatives[self.choice % alternatives.len()] {
            let times = if *most > *least { least.saturating_add(self.choice / 2).min(*most) } else { *least };
            let part = match part {
                Part::Letter(ranges) => self.letter(ranges)?.to_string(),
                Part::Other(ranges) => {
                    let is_other = |letter: &char| !ranges.iter().any(|(first, last)| (first..=last).contains(&letter));
                    self.chosen(LETTERS.chars().filter(is_other))?.to_string()
                }
                Part::Group(alternatives) => self.one_of(alternatives)?,
                Part::Anchor => String::new(),
            };
            self.parts = self.parts.saturating_add(times);
            if self.parts > MAX_PARTS || part.len().saturating_mul(times).saturating_add(text.len()) > MAX_PARTS {
                return None;
            }
            text += &part.repeat(times);
        }
        Some(text)
    }

    fn letter(&self, ranges: &[(char, char)]) -> Option<char> {
        self.chosen(ranges.iter().flat_map(|&(first, last)| (first..=last).take(TEXTS)))
    }

    fn chosen(&self, letters: impl Iterator<Item = char>) -> Option<char> {
        let letters: Vec<char> = letters.take(TEXTS).collect();
        letters.get(self.choice % letters.len().max(1)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tosca::types::Pattern;

    #[test]
    fn texts_are_like_what_people_write() {
        for pattern in [
            "^[a-z]+$",
            "[a-z][a-z0-9-]{0,61}",
            r"v?\d+\.\d+(\.\d+)?",
            "(dev|test|prod)-(eu|us)",
            r"(25[0-5]|[0-9]{1,2})(\.\d{1,3}){3}",
            r"[^@]+@[\w.]+\.[a-z]{2,}",
            "#[0-9a-fA-F]{6}",
            "[A-Z_]*",
        ] {
            let like = like(pattern);
            let pattern = Pattern::parse(pattern).unwrap();
            assert!(
                like.len() > 1 && like.iter().all(|text| pattern.matches(text) == Some(true)),
                "{pattern:?} {like:?}"
            );
        }
    }

    #[test]
    fn what_is_not_understood_gives_no_text() {
        for pattern in [r"\p{L}", "[a&&b]", "(?i)a", "(a", "[", "a{x}", "*", &"(".repeat(10_000), "(a{9999}){9999}"] {
            assert_eq!(like(pattern), Vec::<String>::new(), "{pattern}");
        }
    }
}
