//! Texts for all answers that questions have together: a search through the states of their automata, shortest texts first.
//! Texts that are compared with each other are read side by side.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use super::automaton::TextAutomaton;

/// Steps of a search.
const MAX_STEPS: usize = 400_000;

/// Letters that are taken first where any letter will do, in the order of preference.
const READABLE: &str = "xabcdefghijklmnopqrstuvwyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_.~!";

/// The first code unit that is no letter by itself.
const SURROGATES: u16 = 0xD800;

/// The answers to all questions by text, and the order of each pair of texts.
type Answers = (Vec<Vec<usize>>, Vec<Ordering>);

/// What is known of some texts that are read at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Position {
    /// By text, by question.
    states: Vec<Vec<usize>>,
    has_ended: Vec<bool>,
    /// For each pair of texts, the sides that their beginnings are on.
    orders: Vec<Ordering>,
}

/// A text for each track, for every combination of answers that some texts have; none where these are too many. Texts of
/// several tracks are distinguished by their order too.
pub(super) fn shortest_texts(tracks: &[Vec<TextAutomaton>]) -> Option<Vec<Vec<Vec<u16>>>> {
    let letters = alphabet(tracks)?;
    let start = Position {
        states: tracks.iter().map(|automata| vec![TextAutomaton::start(); automata.len()]).collect(),
        has_ended: vec![false; tracks.len()],
        orders: vec![Ordering::Equal; tracks.len() * (tracks.len() - 1) / 2],
    };
    let mut seen: IndexSet<Position, FxBuildHasher> = IndexSet::default();
    seen.insert(start);
    let mut texts: Vec<Vec<Vec<u16>>> = vec![vec![Vec::new(); tracks.len()]];
    let mut found: IndexMap<Answers, usize, FxBuildHasher> = IndexMap::default();
    let (mut place, mut steps) = (0, 0_usize);
    while place < seen.len() {
        let position = seen[place].clone();
        found.entry((position.answers(tracks), position.orders.clone())).or_insert(place);
        for step in position.steps(&letters) {
            steps += 1;
            if steps > MAX_STEPS {
                return None;
            }
            if seen.insert(position.after(tracks, &step)) {
                let mut longer = texts[place].clone();
                longer.iter_mut().zip(&step).for_each(|(text, letter)| text.extend(letter));
                texts.push(longer);
            }
        }
        place += 1;
    }
    Some(found.into_values().map(|place| texts[place].clone()).collect())
}

impl Position {
    /// The answers if all texts end here.
    fn answers(&self, tracks: &[Vec<TextAutomaton>]) -> Vec<Vec<usize>> {
        let answers = |(automata, states): (&Vec<TextAutomaton>, &Vec<usize>)| {
            automata.iter().zip(states).map(|(automaton, &state)| automaton.answer(state)).collect()
        };
        tracks.iter().zip(&self.states).map(answers).collect()
    }

    /// All ways on: a letter for each text, or none for those that end. At least one goes on.
    fn steps(&self, letters: &[u16]) -> Vec<Vec<Option<u16>>> {
        let mut steps: Vec<Vec<Option<u16>>> = vec![Vec::new()];
        for &has_ended in &self.has_ended {
            let own = letters.iter().copied().filter(|_| !has_ended).map(Some).chain([None]);
            let own: Vec<Option<u16>> = own.collect();
            let with = |step: &Vec<Option<u16>>, letter: Option<u16>| step.iter().copied().chain([letter]).collect();
            steps = steps.iter().flat_map(|step| own.iter().map(move |&letter| with(step, letter))).collect();
        }
        steps.retain(|step| step.iter().any(Option::is_some));
        steps
    }

    fn after(&self, tracks: &[Vec<TextAutomaton>], step: &[Option<u16>]) -> Self {
        let next = |((automata, states), letter): ((&Vec<TextAutomaton>, &Vec<usize>), &Option<u16>)| match letter {
            Some(letter) => {
                automata.iter().zip(states).map(|(automaton, &state)| automaton.step(state, *letter)).collect()
            }
            None => states.clone(),
        };
        let states = tracks.iter().zip(&self.states).zip(step).map(next).collect();
        let has_ended = step.iter().map(Option::is_none).collect();
        // What has ended is less than what goes on, as `None` is less than any letter.
        let pairs = (0..step.len()).flat_map(|one| (one + 1..step.len()).map(move |other| (one, other)));
        let orders = pairs.zip(&self.orders).map(|((one, other), order)| order.then(step[one].cmp(&step[other])));
        Self { states, has_ended, orders: orders.collect() }
    }
}

/// Letters of which each stands for those that no question distinguishes from it; where texts are compared, as many as there
/// are texts.
fn alphabet(tracks: &[Vec<TextAutomaton>]) -> Option<Vec<u16>> {
    let distinguished: BTreeSet<u16> = tracks.iter().flatten().flat_map(TextAutomaton::letters).collect();
    if distinguished.last().is_some_and(|&last| last >= SURROGATES) {
        return None;
    }
    let readable: Vec<u16> = READABLE.encode_utf16().collect();
    let bounds: Vec<i32> =
        [-1].into_iter().chain(distinguished.iter().copied().map(i32::from)).chain([i32::from(SURROGATES)]).collect();
    let mut letters: Vec<u16> = Vec::new();
    for gap in bounds.windows(2) {
        let inside = (gap[0] + 1..gap[1]).filter_map(|unit| u16::try_from(unit).ok());
        let preferred = readable.iter().copied().filter(|&unit| gap[0] < i32::from(unit) && i32::from(unit) < gap[1]);
        // Control characters come last.
        let usual = inside.clone().rev().filter(|&unit| (32..127).contains(&unit));
        let all = preferred.chain(usual).chain(inside);
        let mut own: Vec<u16> = Vec::new();
        for unit in all {
            if own.len() == tracks.len() {
                break;
            }
            if !own.contains(&unit) {
                own.push(unit);
            }
        }
        letters.extend(own);
    }
    letters.extend(distinguished);
    letters.sort_by_key(|letter| readable.iter().position(|known| known == letter).unwrap_or(usize::MAX));
    Some(letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    fn short_words() -> Vec<Vec<u16>> {
        let letters = ["", "a", "b", "c", "m", "z", "!"];
        let mut all = vec![String::new()];
        for _ in 0..3 {
            all = all.iter().flat_map(|word| letters.map(|letter| format!("{word}{letter}"))).collect();
        }
        all.sort_unstable();
        all.dedup();
        all.iter().map(|word| units(word)).collect()
    }

    fn answers(automata: &[TextAutomaton], text: &[u16]) -> Vec<usize> {
        let state = |automaton: &TextAutomaton| {
            text.iter().fold(TextAutomaton::start(), |state, &letter| automaton.step(state, letter))
        };
        automata.iter().map(|automaton| automaton.answer(state(automaton))).collect()
    }

    #[test]
    fn whatever_short_words_answer_is_found_once() {
        let automata = vec![
            TextAutomaton::Order(units("b")),
            TextAutomaton::Order(units("ba")),
            TextAutomaton::Length(vec![1, 2]),
            TextAutomaton::Part { separator: u16::from(b'm'), place: 1, text: units("a") },
        ];
        let expected: BTreeSet<Vec<usize>> = short_words().iter().map(|word| answers(&automata, word)).collect();
        let found = shortest_texts(std::slice::from_ref(&automata)).unwrap();
        let found_answers: BTreeSet<Vec<usize>> = found.iter().map(|texts| answers(&automata, &texts[0])).collect();
        assert_eq!(found_answers.len(), found.len());
        assert!(expected.is_subset(&found_answers), "{:?}", expected.difference(&found_answers));
    }

    #[test]
    fn texts_side_by_side_are_found_in_every_order() {
        let automata = [
            vec![TextAutomaton::Order(units("b"))],
            vec![TextAutomaton::Length(vec![1]), TextAutomaton::Order(units("a"))],
        ];
        let of =
            |one: &[u16], other: &[u16]| (answers(&automata[0], one), answers(&automata[1], other), one.cmp(other));
        let short = short_words();
        let expected: BTreeSet<_> =
            short.iter().flat_map(|one| short.iter().map(move |other| of(one, other))).collect();
        let found: BTreeSet<_> =
            shortest_texts(&automata).unwrap().iter().map(|texts| of(&texts[0], &texts[1])).collect();
        assert!(expected.is_subset(&found), "{:?}", expected.difference(&found));
    }
}
