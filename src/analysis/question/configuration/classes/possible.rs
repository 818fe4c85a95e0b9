//! Classes that there may be besides those that were found.

use super::{InputReader, Outcome};
use crate::analysis::domain::{TruthValue, TruthValues};

/// Combinations of what can be evaluated and what cannot that are distinguished.
const MAX_POSSIBLE: usize = 256;

/// Possible classes, in which each reader for which that matters cannot be evaluated or can; none where that would be too many.
pub(super) fn failing_or_not(
    possible: Vec<Vec<TruthValues>>,
    matters: impl Fn(usize) -> bool,
) -> Option<Vec<Vec<TruthValues>>> {
    let mut open = possible;
    for reader in (0..open.first().map_or(0, Vec::len)).filter(|&reader| matters(reader)) {
        let failing = open.iter().filter(|truth_values| truth_values[reader].has(TruthValue::Error));
        let failing: Vec<Vec<TruthValues>> =
            failing.map(|truth_values| replaced(truth_values, reader, TruthValue::Error.into())).collect();
        let others = open
            .iter()
            .map(|truth_values| replaced(truth_values, reader, truth_values[reader].without(TruthValue::Error)));
        open = others.filter(|truth_values| truth_values[reader] != TruthValues::default()).chain(failing).collect();
        if open.len() > MAX_POSSIBLE {
            return None;
        }
    }
    Some(open)
}

fn replaced(truth_values: &[TruthValues], reader: usize, by: TruthValues) -> Vec<TruthValues> {
    let mut truth_values = truth_values.to_vec();
    truth_values[reader] = by;
    truth_values
}

/// What comes of a subject that can be evaluated; none where it never can.
pub(super) fn possible(subject: &InputReader, truth_values: TruthValues) -> Option<Outcome> {
    match (subject, truth_values.without(TruthValue::Error).only()) {
        (InputReader::Foreign, _) => Some(Outcome::Fine),
        _ if truth_values == TruthValue::Error.into() => None,
        (InputReader::Property(_), _) => Some(Outcome::Fine),
        (InputReader::Atom(..) | InputReader::Selected(_), Some(truth_value)) => {
            Some(Outcome::Holds(truth_value == TruthValue::Holds))
        }
        (InputReader::Atom(..) | InputReader::Selected(_), None)
        | (InputReader::Value(_) | InputReader::Addend(_), _) => Some(Outcome::Either),
    }
}
