//! Names with wildcards, as shells match them: `*`, `?`, `[set]` and `[!set]`, case-sensitive, for whole names.
//!
//! These are the patterns of Unfurl's environments, where every text is a pattern and names are no paths: `*` takes slashes too,
//! `**` is nothing special, braces and `^` stand for themselves, and `?` is a letter, not a byte. The crates for patterns of
//! paths read some of these texts otherwise or refuse them (`globset`: `?` is a byte, `{a}` a choice; `glob`: `a**b` and `[`).

use std::sync::Arc;

/// A name in which wildcards stand for other characters.
#[derive(Clone, Debug)]
pub struct Glob {
    written: Arc<str>,
    tokens: Vec<GlobToken>,
}

#[derive(Clone, Debug, PartialEq)]
enum GlobToken {
    Star,
    Any,
    Character(char),
    Set { is_negated: bool, ranges: Vec<(char, char)> },
}

impl Glob {
    /// The pattern that `written` is; a bracket that is never closed stands for itself.
    pub fn new(written: &str) -> Self {
        let characters: Vec<char> = written.chars().collect();
        let (mut tokens, mut at) = (Vec::new(), 0);
        while let Some(&character) = characters.get(at) {
            at += 1;
            let token = match character {
                '*' => GlobToken::Star,
                '?' => GlobToken::Any,
                '[' => match set(&characters[at..]) {
                    Some((token, length)) => {
                        at += length;
                        token
                    }
                    None => GlobToken::Character('['),
                },
                other => GlobToken::Character(other),
            };
            if token != GlobToken::Star || tokens.last() != Some(&GlobToken::Star) {
                tokens.push(token);
            }
        }
        Self { written: written.into(), tokens }
    }

    /// The author's text.
    pub fn written(&self) -> &Arc<str> {
        &self.written
    }

    /// Whether it can match another name than the one that it is.
    pub fn is_wild(&self) -> bool {
        self.tokens.iter().any(|token| !matches!(token, GlobToken::Character(_)))
    }

    /// Whether `path`, or what follows one of its slashes, is such a name.
    pub fn matches_path(&self, path: &str) -> bool {
        let after_slashes = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
        std::iter::once(path).chain(after_slashes).any(|part| self.matches(part))
    }

    /// Whether `name` as a whole is such a name; takes at most the product of both lengths.
    pub fn matches(&self, name: &str) -> bool {
        let name: Vec<char> = name.chars().collect();
        let (mut token, mut at) = (0, 0);
        // Where to go on when the last star has to take one more character: earlier stars never have to.
        let mut retry: Option<(usize, usize)> = None;
        while at < name.len() {
            match self.tokens.get(token) {
                Some(GlobToken::Star) => {
                    retry = Some((token, at));
                    token += 1;
                }
                Some(single) if single.accepts(name[at]) => {
                    token += 1;
                    at += 1;
                }
                _ => {
                    let Some((star, taken)) = retry else { return false };
                    retry = Some((star, taken + 1));
                    token = star + 1;
                    at = taken + 1;
                }
            }
        }
        self.tokens[token..].iter().all(|token| *token == GlobToken::Star)
    }
}

impl GlobToken {
    fn accepts(&self, character: char) -> bool {
        match self {
            Self::Star => false,
            Self::Any => true,
            Self::Character(own) => *own == character,
            Self::Set { is_negated, ranges } => {
                ranges.iter().any(|&(first, last)| (first..=last).contains(&character)) != *is_negated
            }
        }
    }
}

/// The set behind an opening bracket, and how many characters it takes up to the closing one.
fn set(rest: &[char]) -> Option<(GlobToken, usize)> {
    let is_negated = rest.first() == Some(&'!');
    let start = usize::from(is_negated);
    // A closing bracket in the first place is a member.
    let close = start + 1 + rest.get(start + 1..)?.iter().position(|&character| character == ']')?;
    let mut members = &rest[start..close];
    let mut ranges = Vec::new();
    while let Some((&first, others)) = members.split_first() {
        match others {
            ['-', last, after @ ..] => {
                ranges.push((first, *last));
                members = after;
            }
            _ => {
                ranges.push((first, first));
                members = others;
            }
        }
    }
    Some((GlobToken::Set { is_negated, ranges }, close + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards() {
        for (pattern, name, expected) in [
            ("", "", true),
            ("", "A", false),
            ("*", "", true),
            ("A*C", "ABBC", true),
            ("A*C", "ABBCD", false),
            ("A**C", "AC", true),
            ("*B*B*", "ABAB", true),
            ("*B*B*", "AB", false),
            ("*AB", "AAB", true),
            ("?", "ä", true),
            ("?", "", false),
            ("a", "A", false),
            ("[AB]", "B", true),
            ("[A-C]X", "BX", true),
            ("[C-A]", "B", false),
            ("[!A]", "A", false),
            ("[!A]", "B", true),
            ("[]]", "]", true),
            ("[!]]", "]", false),
            ("[A-]", "-", true),
            ("[", "[", true),
            ("[A", "[A", true),
            ("[]", "[]", true),
            ("[^A]", "^", true),
            ("[!ä]", "ö", true),
            ("{A}", "{A}", true),
            ("*", "A/B", true),
            ("**/A", "A", false),
        ] {
            assert_eq!(Glob::new(pattern).matches(name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn a_path_matches_by_its_tail() {
        assert!(Glob::new("prune*").matches_path("suite/nodes/prune-force"));
        assert!(Glob::new("nodes/*").matches_path("suite/nodes/prune-force"));
        assert!(!Glob::new("nodes").matches_path("suite/nodes/prune-force"));
    }

    #[test]
    fn many_stars_take_no_time() {
        let glob = Glob::new(&"*a".repeat(200));
        assert!(!glob.matches(&("a".repeat(5000) + "b")));
    }
}
