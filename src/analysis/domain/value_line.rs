//! The values of one input in a row, and what readers make of each of them, asked at few.
//!
//! A reader that only compares the input with literals makes the same of all values between two neighbouring ones of these.
//! So it is asked once for each of its literals and once for each gap between them, however many values other readers care about:
//! of n readers with a literal of their own each, about 3 n questions and not n².

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::candidate::Candidate;
use super::outcomes::Run;
use super::reader::{Reader, ReadingPurpose};
use super::usage::usage;
use crate::analysis::value::{Value, WEEKDAY};

/// What a reader made of a value.
pub(super) struct ReaderOutcome {
    /// The number of the outcome.
    pub(super) number: u32,
    /// Whether it says nothing about the value but whether something holds.
    pub(super) is_truth_value: bool,
}

/// The values of one input, and their order.
pub(super) struct ValueLine<'a> {
    input: &'a str,
    values: &'a [Candidate],
    /// The places of the values, ascending by value; none where they are not all numbers or all texts.
    order: Option<Vec<u32>>,
    /// The places in `order` from which on values follow each other in both orders, until the next of these.
    rows: Vec<usize>,
}

impl<'a> ValueLine<'a> {
    pub(super) fn new(input: &'a str, values: &'a [Candidate]) -> Self {
        let is_ordered = values.iter().all(|candidate| candidate.value.as_number().is_some())
            || values.iter().all(|candidate| matches!(candidate.value, Value::String(_)));
        let order = is_ordered.then(|| {
            let mut order: Vec<u32> = (0..values.len() as u32).collect();
            let value = |place: &u32| &values[*place as usize].value;
            order.sort_by(|one, other| value(one).compare(value(other)).unwrap_or(Ordering::Equal));
            order
        });
        let known = order.as_deref().unwrap_or_default();
        let is_start = |&at: &usize| at == 0 || known[at] != known[at - 1] + 1;
        let rows = (0..known.len()).filter(is_start).collect();
        Self { input, values, order, rows }
    }

    /// What a reader makes of the values, in runs by place; `ask` asks it about the value at a place.
    pub(super) fn runs(&self, reader: &Reader<'_, '_>, mut ask: impl FnMut(usize) -> ReaderOutcome) -> Vec<Run> {
        self.sparse(reader, &mut ask).unwrap_or_else(|| {
            let mut runs = Vec::new();
            (0..self.values.len()).for_each(|place| extend(&mut runs, place as u32 + 1, ask(place).number));
            runs
        })
    }

    /// None where the reader has to be asked about each value.
    fn sparse(&self, reader: &Reader<'_, '_>, ask: &mut impl FnMut(usize) -> ReaderOutcome) -> Option<Vec<Run>> {
        let order = self.order.as_ref()?;
        let cuts = self.cuts(reader, order)?;
        let mut ranges: Vec<(Range<usize>, u32)> = Vec::new();
        for (start, end) in cuts.iter().copied().zip(cuts[1..].iter().copied()) {
            let answer = ask(order[start] as usize);
            if !answer.is_truth_value {
                return None;
            }
            ranges.push((start..end, answer.number));
        }
        Some(self.by_place(order, &ranges))
    }

    /// The places in the order between which the reader makes a difference, with both ends; none where it may do more than
    /// compare.
    fn cuts(&self, reader: &Reader<'_, '_>, order: &[u32]) -> Option<Vec<usize>> {
        // The day of the week is compared by an operator of its own.
        if reader.expression.is_none() || reader.asks == ReadingPurpose::Value || self.input == WEEKDAY {
            return None;
        }
        let usage = usage(self.input, &[reader]);
        let has_texts = self.values.first().is_some_and(|candidate| candidate.value.as_str().is_some());
        let does_more = usage.other_use.is_some()
            || usage.is_condition
            || usage.is_date
            || usage.is_ordered && has_texts
            || !usage.lengths.is_empty()
            || !usage.tokens.is_empty();
        if does_more || usage.literals.as_slice().len() > order.len() {
            return None;
        }
        let mut cuts = vec![0, order.len()];
        for literal in usage.literals.as_slice() {
            let compared = |place: &u32| self.values[*place as usize].value.compare(literal);
            cuts.push(order.partition_point(|place| compared(place) == Some(Ordering::Less)));
            cuts.push(order.partition_point(|place| compared(place).is_some_and(Ordering::is_le)));
        }
        cuts.sort_unstable();
        cuts.dedup();
        Some(cuts)
    }

    /// Runs of places with one outcome, from ranges of the order: what most places have is in the gaps between the others.
    fn by_place(&self, order: &[u32], ranges: &[(Range<usize>, u32)]) -> Vec<Run> {
        let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
        ranges.iter().for_each(|(range, number)| *counts.entry(*number).or_default() += range.len());
        let usual =
            ranges.iter().map(|(_, number)| *number).max_by_key(|number| (counts[number], *number)).unwrap_or(0);
        let mut others: Vec<(Range<u32>, u32)> = Vec::new();
        for (range, number) in ranges.iter().filter(|(_, number)| *number != usual) {
            let mut start = range.start;
            let mut row = self.rows.partition_point(|&at| at <= start);
            while start < range.end {
                let end = self.rows.get(row).map_or(range.end, |&at| at.min(range.end));
                others.push((order[start]..order[end - 1] + 1, *number));
                (start, row) = (end, row + 1);
            }
        }
        others.sort_unstable_by_key(|(places, _)| places.start);
        let mut runs = Vec::new();
        let mut end = 0;
        for (places, number) in others {
            if places.start > end {
                extend(&mut runs, places.start, usual);
            }
            extend(&mut runs, places.end, number);
            end = places.end;
        }
        if (end as usize) < order.len() {
            extend(&mut runs, order.len() as u32, usual);
        }
        runs
    }
}

/// Adds a run, which ends there.
fn extend(runs: &mut Vec<Run>, end: u32, number: u32) {
    match runs.last_mut() {
        Some(run) if run.number == number => run.end = end,
        _ => runs.push(Run { end, number }),
    }
}

/// By place: a number that two places have in common if all readers make the same of both.
pub(super) fn signatures(columns: &[Vec<Run>], places: usize) -> Vec<u32> {
    let mut changes: Vec<Vec<(usize, u32)>> = vec![Vec::new(); places];
    for (reader, runs) in columns.iter().enumerate() {
        let starts = std::iter::once(0).chain(runs.iter().map(|run| run.end as usize));
        runs.iter().zip(starts).for_each(|(run, start)| changes[start].push((reader, run.number)));
    }
    let mut known = Signature::new(columns.len());
    let signature = |changed: Vec<(usize, u32)>| {
        changed.into_iter().for_each(|(reader, number)| known.set(reader, number));
        known.number()
    };
    changes.into_iter().map(signature).collect()
}

/// The outcomes of all readers as a tree of pairs, in which equal pairs are one: one change is as many new pairs as the tree has
/// levels.
struct Signature {
    pairs: FxHashMap<[u32; 2], u32>,
    /// The root is at 1, what is below a node at twice its place and behind that; the outcomes are the last half.
    tree: Vec<u32>,
}

impl Signature {
    fn new(readers: usize) -> Self {
        Self { pairs: FxHashMap::default(), tree: vec![0; 2 * readers.next_power_of_two().max(2)] }
    }

    fn set(&mut self, reader: usize, number: u32) {
        let mut place = self.tree.len() / 2 + reader;
        self.tree[place] = number;
        while place > 1 {
            place /= 2;
            let fresh = self.pairs.len() as u32;
            let below = [self.tree[2 * place], self.tree[2 * place + 1]];
            self.tree[place] = *self.pairs.entry(below).or_insert(fresh);
        }
    }

    fn number(&self) -> u32 {
        self.tree[1]
    }
}

/// The runs of a reader over classes, of which `firsts` are the first places.
pub(super) fn of_classes(runs: &[Run], firsts: &[u32]) -> Arc<[Run]> {
    let mut found = Vec::new();
    for run in runs {
        let end = firsts.partition_point(|&first| first < run.end) as u32;
        if found.last().map_or(0, |last: &Run| last.end) < end {
            extend(&mut found, end, run.number);
        }
    }
    found.into()
}
