//! Classes that there may be besides those that were found.

use super::{InputReader, Outcome};
use crate::analysis::domain::{Sign, Signs};

/// Combinations of what can be evaluated and what cannot that are distinguished.
const MAX_POSSIBLE: usize = 256;

/// Possible classes, in which each reader for which that matters cannot be evaluated or can; none where that would be too many.
pub(super) fn failing_or_not(possible: Vec<Vec<Signs>>, matters: impl Fn(usize) -> bool) -> Option<Vec<Vec<Signs>>> {
    let mut open = possible;
    for reader in (0..open.first().map_or(0, Vec::len)).filter(|&reader| matters(reader)) {
        let failing = open.iter().filter(|signs| signs[reader].has(Sign::Error));
        let failing: Vec<Vec<Signs>> = failing.map(|signs| replaced(signs, reader, Sign::Error.into())).collect();
        let others = open.iter().map(|signs| replaced(signs, reader, signs[reader].without(Sign::Error)));
        open = others.filter(|signs| signs[reader] != Signs::default()).chain(failing).collect();
        if open.len() > MAX_POSSIBLE {
            return None;
        }
    }
    Some(open)
}

fn replaced(signs: &[Signs], reader: usize, by: Signs) -> Vec<Signs> {
    let mut signs = signs.to_vec();
    signs[reader] = by;
    signs
}

/// What comes of a subject that can be evaluated; none where it never can.
pub(super) fn possible(subject: &InputReader, signs: Signs) -> Option<Outcome> {
    match (subject, signs.without(Sign::Error).only()) {
        (InputReader::Foreign, _) => Some(Outcome::Fine),
        _ if signs == Sign::Error.into() => None,
        (InputReader::Property(_), _) => Some(Outcome::Fine),
        (InputReader::Atom(..) | InputReader::Selected(_), Some(sign)) => Some(Outcome::Holds(sign == Sign::Holds)),
        (InputReader::Atom(..) | InputReader::Selected(_), None)
        | (InputReader::Value(_) | InputReader::Addend(_), _) => Some(Outcome::Either),
    }
}
