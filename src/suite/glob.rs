//! Patterns with `*` and `?`.

/// A pattern: `*` stands for any text, `?` for any character, everything else for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob(Vec<char>);

impl Glob {
    /// The pattern that `text` writes.
    pub fn new(text: &str) -> Self {
        Self(text.chars().collect())
    }

    /// Whether `path`, or what follows one of its slashes, is such a text.
    pub fn matches_path(&self, path: &str) -> bool {
        let after_slashes = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
        std::iter::once(path).chain(after_slashes).any(|part| self.matches(part))
    }

    /// Whether `text` is such a text.
    pub fn matches(&self, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        // `reached[i]`: the pattern read so far can end before character `i`.
        let mut reached = vec![false; text.len() + 1];
        reached[0] = true;
        for &sign in &self.0 {
            let mut next = vec![false; text.len() + 1];
            for at in 0..=text.len() {
                next[at] = match sign {
                    '*' => reached[at] || at > 0 && next[at - 1],
                    '?' => at > 0 && reached[at - 1],
                    _ => at > 0 && reached[at - 1] && text[at - 1] == sign,
                };
            }
            reached = next;
        }
        reached[text.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks() {
        for (pattern, text, expected) in [
            ("", "", true),
            ("*", "", true),
            ("a*c", "abbc", true),
            ("a*c", "abbcd", false),
            ("*b*b*", "abab", true),
            ("*b*b*", "ab", false),
            ("?", "ä", true),
            ("?", "", false),
        ] {
            assert_eq!(Glob::new(pattern).matches(text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn a_path_matches_by_its_tail() {
        assert!(Glob::new("prune*").matches_path("suite/nodes/prune-force"));
        assert!(Glob::new("nodes/*").matches_path("suite/nodes/prune-force"));
        assert!(!Glob::new("nodes").matches_path("suite/nodes/prune-force"));
    }
}
