//! What a question about a text needs to know of its beginning: automata that read it letter by letter, as UTF-16 code units.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::analysis::domain::pattern::PatternAutomaton;

/// A question about a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TextAutomaton {
    /// On which side of a text it is.
    Order(Vec<u16>),
    /// Which of these rising lengths it reaches, and whether it has one of them.
    Length(Vec<usize>),
    /// On which side of a text its part at a place is, from 0, when it is split at a separator; and whether there is one.
    Part { separator: u16, place: usize, text: Vec<u16> },
    /// Whether a pattern matches it.
    Pattern(Arc<PatternAutomaton>),
}

impl TextAutomaton {
    /// Where reading begins.
    pub(super) fn start() -> usize {
        0
    }

    /// Where a letter leads.
    pub(super) fn step(&self, state: usize, letter: u16) -> usize {
        match self {
            Self::Order(text) => step(text, state, letter),
            Self::Length(lengths) => (state + 1).min(lengths.last().map_or(0, |last| last + 1)),
            Self::Part { separator, place, text } => {
                let (passed, at) = (state / states(text), state % states(text));
                match passed.cmp(place) {
                    Ordering::Greater => state,
                    _ if letter == *separator => state + states(text),
                    Ordering::Equal => passed * states(text) + step(text, at, letter),
                    Ordering::Less => state,
                }
            }
            Self::Pattern(pattern) => pattern.step(state, letter),
        }
    }

    /// The answer for a text that ends here.
    pub(super) fn answer(&self, state: usize) -> usize {
        match self {
            Self::Order(text) => side(text, state),
            Self::Length(lengths) => match lengths.binary_search(&state) {
                Ok(place) => 2 * place + 1,
                Err(place) => 2 * place,
            },
            Self::Part { place, text, .. } if state / states(text) < *place => 3,
            Self::Part { text, .. } => side(text, state % states(text)),
            Self::Pattern(pattern) => pattern.is_accepting(state).into(),
        }
    }

    /// The letters that it distinguishes from others.
    pub(super) fn letters(&self) -> Vec<u16> {
        match self {
            Self::Order(text) => text.clone(),
            Self::Length(_) => Vec::new(),
            Self::Part { separator, text, .. } => text.iter().copied().chain([*separator]).collect(),
            Self::Pattern(pattern) => pattern.letters(),
        }
    }
}

/// States in which a text is compared with another: so many letters are the same, or it is less, or greater.
fn states(text: &[u16]) -> usize {
    text.len() + 3
}

fn step(text: &[u16], state: usize, letter: u16) -> usize {
    let (less, greater) = (text.len() + 1, text.len() + 2);
    match text.get(state) {
        Some(expected) => match letter.cmp(expected) {
            Ordering::Less => less,
            Ordering::Equal => state + 1,
            Ordering::Greater => greater,
        },
        None if state == text.len() => greater,
        None => state,
    }
}

/// Whether it is less, equal or greater, as a number.
fn side(text: &[u16], state: usize) -> usize {
    let equal = text.len();
    match state.cmp(&equal) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => (state - equal - 1) * 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    fn answer(automaton: &TextAutomaton, text: &str) -> usize {
        let state = text.encode_utf16().fold(TextAutomaton::start(), |state, letter| automaton.step(state, letter));
        automaton.answer(state)
    }

    fn words() -> Vec<String> {
        let mut all = vec![String::new()];
        for _ in 0..4 {
            all = all.iter().flat_map(|word| ["", "a", "b", "-"].map(|letter| format!("{word}{letter}"))).collect();
        }
        all
    }

    #[test]
    fn orders_lengths_and_parts_are_those_of_whole_texts() {
        for word in words() {
            for text in ["", "a", "ab", "b-"] {
                let side = |word: &str| match word.encode_utf16().cmp(text.encode_utf16()) {
                    Ordering::Less => 0,
                    Ordering::Equal => 1,
                    Ordering::Greater => 2,
                };
                assert_eq!(answer(&TextAutomaton::Order(units(text)), &word), side(&word), "{word} {text}");
                for place in 0..3 {
                    let automaton = TextAutomaton::Part { separator: u16::from(b'-'), place, text: units(text) };
                    let expected = word.split('-').nth(place).map_or(3, side);
                    assert_eq!(answer(&automaton, &word), expected, "part {place} of {word}, {text}");
                }
            }
            let lengths = TextAutomaton::Length(vec![1, 3]);
            assert_eq!(answer(&lengths, &word), [0, 1, 2, 3, 4][word.len()], "{word}");
        }
    }
}
