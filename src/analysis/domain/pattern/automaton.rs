//! Patterns as automata that read texts letter by letter, as UTF-16 code units.

use std::collections::BTreeSet;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::parse::{ENDLESS, Part, Repeated, parse};

/// More states than these are not made, neither of the pattern as it is written nor of the automaton.
const MAX_STATES: usize = 2_000;

/// A deterministic automaton; it begins in its first state.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::analysis::domain) struct PatternAutomaton {
    /// The first letters of ranges, ascending: a state does the same with all letters from one to the next.
    ranges: Vec<u16>,
    /// By state, by range: the next state. Letters before the first range lead to the state that nothing leaves.
    next: Vec<Vec<usize>>,
    is_accepting: Vec<bool>,
}

impl PatternAutomaton {
    /// That of a pattern which a text has to match as a whole; none where the pattern is not understood or too large, or takes
    /// letters that are two code units.
    pub(in crate::analysis::domain) fn of(pattern: &str) -> Option<Self> {
        let mut written = Written::default();
        let end = written.state()?;
        let mut starts = Vec::new();
        for sequence in parse(pattern)? {
            let start = written.state()?;
            starts.push(start);
            written.sequence(start, without_outer_anchors(&sequence), end)?;
        }
        written.deterministic(starts, end)
    }

    /// Where a letter leads.
    pub(in crate::analysis::domain) fn step(&self, state: usize, letter: u16) -> usize {
        let range = self.ranges.partition_point(|&first| first <= letter);
        range.checked_sub(1).map_or(self.next.len() - 1, |range| self.next[state][range])
    }

    /// Whether a text that ends in this state matches.
    pub(in crate::analysis::domain) fn is_accepting(&self, state: usize) -> bool {
        self.is_accepting[state]
    }

    /// The first and the last letter of each range.
    pub(in crate::analysis::domain) fn letters(&self) -> Vec<u16> {
        let before = self.ranges.iter().filter_map(|first| first.checked_sub(1));
        self.ranges.iter().copied().chain(before).collect()
    }
}

/// The parts between the start and the end of the text.
fn without_outer_anchors(sequence: &[Repeated]) -> &[Repeated] {
    let is_anchor = |repeated: &Repeated| matches!(repeated.part, Part::Anchor);
    let mut parts = sequence;
    while let [first, rest @ ..] = parts
        && is_anchor(first)
    {
        parts = rest;
    }
    while let [rest @ .., last] = parts
        && is_anchor(last)
    {
        parts = rest;
    }
    parts
}

/// The pattern as it is written: states with the ways between them.
#[derive(Default)]
struct Written {
    /// By state: letters from the first to the last, and where they lead.
    letters: Vec<Vec<(u16, u16, usize)>>,
    /// By state: where it leads without a letter.
    free: Vec<Vec<usize>>,
}

impl Written {
    fn state(&mut self) -> Option<usize> {
        self.letters.push(Vec::new());
        self.free.push(Vec::new());
        (self.letters.len() <= MAX_STATES).then_some(self.letters.len() - 1)
    }

    /// Leads from one state to another by the parts in a row.
    fn sequence(&mut self, from: usize, parts: &[Repeated], to: usize) -> Option<()> {
        let mut at = from;
        for repeated in parts {
            at = self.repeated(at, repeated)?;
        }
        self.free[at].push(to);
        Some(())
    }

    /// Where a part leads that is repeated.
    fn repeated(&mut self, from: usize, Repeated { part, least, most }: &Repeated) -> Option<usize> {
        let mut at = from;
        for _ in 0..*least {
            at = self.part(at, part)?;
        }
        let end = self.state()?;
        self.free[at].push(end);
        if *most == ENDLESS {
            let after = self.part(end, part)?;
            self.free[after].push(end);
            return Some(end);
        }
        for _ in *least..*most {
            at = self.part(at, part)?;
            self.free[at].push(end);
        }
        Some(end)
    }

    /// Where a part leads that is written once.
    fn part(&mut self, from: usize, part: &Part) -> Option<usize> {
        let to = self.state()?;
        match part {
            Part::Letter(ranges) => {
                for &(first, last) in ranges {
                    self.letters[from].push((unit(first)?, unit(last)?, to));
                }
            }
            Part::Group(alternatives) => {
                for sequence in alternatives {
                    self.sequence(from, sequence, to)?;
                }
            }
            Part::Other(_) | Part::Anchor => return None,
        }
        Some(to)
    }

    /// All states that these lead to without a letter, ascending.
    fn closed(&self, mut open: Vec<usize>) -> Vec<usize> {
        let mut all = BTreeSet::new();
        while let Some(state) = open.pop() {
            if all.insert(state) {
                open.extend(&self.free[state]);
            }
        }
        all.into_iter().collect()
    }

    /// The automaton whose states are sets of these (the subset construction).
    fn deterministic(&self, starts: Vec<usize>, end: usize) -> Option<PatternAutomaton> {
        let bounds = self.letters.iter().flatten().flat_map(|&(first, last, _)| [Some(first), last.checked_add(1)]);
        let ranges: Vec<u16> = bounds.flatten().collect::<BTreeSet<u16>>().into_iter().collect();
        let mut sets: IndexSet<Vec<usize>, FxBuildHasher> = IndexSet::default();
        sets.insert(self.closed(starts));
        let mut next = Vec::new();
        while next.len() < sets.len() {
            let set = sets[next.len()].clone();
            let after = |&first: &u16| {
                let ways = set.iter().flat_map(|&state| &self.letters[state]);
                let taken = ways.filter(|(least, most, _)| (*least..=*most).contains(&first)).map(|way| way.2);
                sets.insert_full(self.closed(taken.collect())).0
            };
            next.push(ranges.iter().map(after).collect());
            if sets.len() > MAX_STATES {
                return None;
            }
        }
        let mut is_accepting: Vec<bool> = sets.iter().map(|set| set.contains(&end)).collect();
        // The state that nothing leaves stands last.
        let nowhere = next.len();
        next.push(vec![nowhere; ranges.len()]);
        is_accepting.push(false);
        Some(PatternAutomaton { ranges, next, is_accepting })
    }
}

/// The only code unit of a letter.
fn unit(letter: char) -> Option<u16> {
    u16::try_from(u32::from(letter)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tosca::types::Pattern;

    #[test]
    fn automata_match_what_patterns_match() {
        let mut words = vec![String::new()];
        for _ in 0..4 {
            let longer = |word: &String| ["", "a", "b", "c", "1", "-"].map(|letter| format!("{word}{letter}"));
            words = words.iter().flat_map(longer).collect();
        }
        for pattern in ["[a-z]{2,3}", "^a(b|1-)*$", "(a|ab)(c|b?c)", "[a-b1-]+", "a{2}|b{0,1}1?", "", "(a*)*b", "-|^a+"]
        {
            let (automaton, known) = (PatternAutomaton::of(pattern).unwrap(), Pattern::parse(pattern).unwrap());
            for word in &words {
                let state = word.encode_utf16().fold(0, |state, letter| automaton.step(state, letter));
                assert_eq!(Some(automaton.is_accepting(state)), known.matches(word), "{pattern}: {word}");
            }
        }
    }

    #[test]
    fn what_is_not_read_exactly_has_none() {
        for pattern in ["a.b", "[^a]", "a\\bb", "a(^b|c)", "(?i)a", "[a-z]{3000}", "[\u{1F600}-\u{1F64F}]"] {
            assert_eq!(PatternAutomaton::of(pattern), None, "{pattern}");
        }
    }
}
