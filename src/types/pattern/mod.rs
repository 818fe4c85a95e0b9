//! Regular expressions of the constraint `pattern`, which have to match a whole text.
//!
//! A pattern becomes a nondeterministic automaton whose states are followed all at once (Thompson, "Regular expression
//! search algorithm", 1968), so that a match takes time linear in the text. What is not regular (back references,
//! looking around) is not supported.

mod parse;

use self::parse::Tree;

/// The most states that a pattern may have.
const MAX_STATES: usize = 10_000;
/// The most steps that a match may take.
const MAX_STEPS: usize = 100_000_000;

/// A pattern that can be matched.
#[derive(Debug)]
pub(super) struct Pattern {
    states: Vec<State>,
    start: usize,
}

/// Why there is no pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    Malformed,
    Unsupported,
}

#[derive(Clone, Debug)]
enum State {
    Accept,
    Letter(Class, usize),
    Fork(usize, usize),
    /// Passed only at the start or end of the text.
    Edge {
        is_start: bool,
        next: usize,
    },
}

/// Ranges of letters, or all others.
#[derive(Clone, Debug, Default)]
struct Class {
    ranges: Vec<(char, char)>,
    is_negated: bool,
}

impl Pattern {
    /// Reads a pattern.
    pub(super) fn parse(text: &str) -> Result<Self, Refusal> {
        let tree = Tree::parse(text)?;
        let mut pattern = Self { states: vec![State::Accept], start: 0 };
        pattern.start = pattern.add(&tree, 0)?;
        Ok(pattern)
    }

    /// Whether it matches the whole text; none when that takes too long to tell.
    pub(super) fn matches(&self, text: &str) -> Option<bool> {
        if self.states.len().saturating_mul(text.len()) > MAX_STEPS {
            return None;
        }
        let is_end = |rest: &str| rest.is_empty();
        let mut current = self.closure([self.start], true, is_end(text));
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            let after = current.iter().filter_map(|&state| match &self.states[state] {
                State::Letter(class, next) if class.contains(letter) => Some(*next),
                _ => None,
            });
            current = self.closure(after, false, is_end(letters.as_str()));
        }
        Some(current.contains(&0))
    }

    fn closure(&self, from: impl IntoIterator<Item = usize>, at_start: bool, at_end: bool) -> Vec<usize> {
        let mut is_seen = vec![false; self.states.len()];
        let mut open: Vec<usize> = from.into_iter().collect();
        let mut reached = Vec::new();
        while let Some(state) = open.pop() {
            if std::mem::replace(&mut is_seen[state], true) {
                continue;
            }
            match &self.states[state] {
                State::Fork(one, other) => open.extend([*one, *other]),
                State::Edge { is_start, next } if (*is_start && at_start) || (!is_start && at_end) => open.push(*next),
                State::Edge { .. } => {}
                State::Accept | State::Letter(..) => reached.push(state),
            }
        }
        reached
    }

    /// Adds states that match `tree` and go on with `next`.
    fn add(&mut self, tree: &Tree, next: usize) -> Result<usize, Refusal> {
        match tree {
            Tree::Letter(class) => self.push(State::Letter(class.clone(), next)),
            Tree::Edge { is_start } => self.push(State::Edge { is_start: *is_start, next }),
            Tree::Sequence(parts) => parts.iter().rev().try_fold(next, |next, part| self.add(part, next)),
            Tree::Choice(parts) => {
                let mut entry = self.add(&parts[0], next)?;
                for part in &parts[1..] {
                    let other = self.add(part, next)?;
                    entry = self.push(State::Fork(entry, other))?;
                }
                Ok(entry)
            }
            Tree::Repeat(part, least, most) => self.repeat(part, *least, *most, next),
        }
    }

    fn repeat(&mut self, part: &Tree, least: usize, most: Option<usize>, next: usize) -> Result<usize, Refusal> {
        let mut entry = next;
        match most {
            Some(most) => {
                for _ in least..most {
                    let inner = self.add(part, entry)?;
                    entry = self.push(State::Fork(inner, next))?;
                }
            }
            None => {
                let fork = self.push(State::Fork(next, next))?;
                let inner = self.add(part, fork)?;
                self.states[fork] = State::Fork(inner, next);
                entry = fork;
            }
        }
        for _ in 0..least {
            let before = entry;
            entry = self.add(part, before)?;
            // A part without states matches nothing but the empty text, however often.
            if entry == before {
                break;
            }
        }
        Ok(entry)
    }

    fn push(&mut self, state: State) -> Result<usize, Refusal> {
        if self.states.len() == MAX_STATES {
            return Err(Refusal::Unsupported);
        }
        self.states.push(state);
        Ok(self.states.len() - 1)
    }
}

impl Class {
    fn contains(&self, letter: char) -> bool {
        self.ranges.iter().any(|&(low, high)| (low..=high).contains(&letter)) != self.is_negated
    }

    fn one(letter: char) -> Self {
        Self { ranges: vec![(letter, letter)], is_negated: false }
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
            ("(((((){9999}){9999}){9999}){9999}){9999}", "", true),
            ("(|a){3}", "aa", true),
            ("(a*)*b", &"a".repeat(5000), false),
        ] {
            assert_eq!(Pattern::parse(pattern).unwrap().matches(text), Some(is_match), "{pattern} {text}");
        }
    }

    #[test]
    fn a_match_takes_no_more_than_so_many_steps() {
        let pattern = Pattern::parse("(a?){4000}").unwrap();
        assert_eq!(pattern.matches("aaa"), Some(true));
        assert_eq!(pattern.matches(&"a".repeat(1_000_000)), None);
    }

    #[test]
    fn others_are_refused() {
        for pattern in ["(", ")", "*", "[a", "a{2,1}", "[z-a]", "a{"] {
            assert_eq!(Pattern::parse(pattern).unwrap_err(), Refusal::Malformed, "{pattern}");
        }
        for pattern in [r"(a)\1", "(?=a)", "((a{100}){100}){100}", &"(".repeat(1000)] {
            assert_eq!(Pattern::parse(pattern).unwrap_err(), Refusal::Unsupported, "{pattern}");
        }
    }
}
