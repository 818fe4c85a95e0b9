//! Dates that are compared with each other: instants in every order that they and the mentioned ones can have.

use num_bigint::BigUint;

use super::Domain;
use super::texts::milliseconds;
use crate::analysis::domain::candidate::{Candidate, Candidates, itself, sized};
use crate::analysis::domain::declaration::Declaration;
use crate::analysis::domain::extent::Extent;
use crate::analysis::domain::usage::Usage;
use crate::analysis::value::{Admission, Instant, Language, Value};
use crate::source::syntax::vocabulary::ClauseKind;

/// Values that are looked at lie so far from each other where there is room: a day.
const STEP: i64 = 86_400_000;

/// An input of which nothing is asked but how its instant lies to others.
pub(in crate::analysis::domain) struct Dates<'a> {
    domain: Domain<'a>,
    language: &'a Language<'a>,
    name: &'a str,
}

impl<'a> Dates<'a> {
    /// The input, if its values are instants, and it is compared with literals and other inputs as such.
    pub(in crate::analysis::domain) fn of(language: &'a Language<'a>, name: &'a str, usage: &'a Usage) -> Option<Self> {
        let domain = Domain { declaration: Declaration::of(language, name), usage };
        let declaration = &domain.declaration;
        let is_more = usage.has_use_beyond_dates || usage.is_value || usage.is_condition || !usage.lengths.is_empty();
        let is_by_letters = declaration.ordered().iter().any(|bound| bound.as_str().is_some());
        // What compares a text with a declared bound does not compare dates.
        let is_open = match declaration.type_name() {
            "timestamp" => declaration.listed().is_none() && declaration.keys().all(compares_dates),
            "string" => declaration.lists().next().is_none() && declaration.keys().next().is_none(),
            _ => false,
        };
        let is_known = is_open && !is_by_letters;
        (is_known && !is_more).then_some(Self { domain, language, name })
    }

    /// The instants that are mentioned.
    pub(in crate::analysis::domain) fn mentioned(&self) -> Vec<i64> {
        let values = self.domain.mentioned().into_iter().chain(self.domain.declaration.ordered());
        instants_of(values)
    }

    /// All `points`, which ascend, and `count` instants, or as many as there are, between each two of them and beyond.
    pub(in crate::analysis::domain) fn among(&self, points: &[i64], count: usize) -> Candidates {
        let instant = |at: i64| Instant::from_epoch(at).map(Value::Instant);
        let mut all: Vec<Candidate> = points.iter().filter_map(|&at| Some(itself(instant(at)?))).collect();
        let [least, greatest] = Instant::ends();
        let starts = std::iter::once(None).chain(points.iter().copied().map(Some));
        let ends = points.iter().copied().map(Some).chain([None]);
        for (start, end) in starts.zip(ends) {
            let extent = if start.is_some() && end.is_some() { Extent::Finite } else { Extent::Infinite };
            let gap = (start.map_or(least, |start| start + 1), end.map_or(greatest, |end| end - 1));
            let values = spread(gap, (start, end), count).into_iter().filter_map(instant);
            all.extend(values.map(|value| Candidate { extent, ..sized(value, None::<BigUint>) }));
        }
        let admission = Admission::of(self.language, self.name);
        all.retain(|candidate| admission.allows(&candidate.value));
        if let Some(default) = self.domain.declaration.default() {
            all.sort_by_key(|candidate| candidate.value != default);
        }
        Candidates { all, is_exact: true }
    }
}

/// Whether a clause only compares dates.
fn compares_dates(clause: &str) -> bool {
    ClauseKind::of(clause).is_some_and(|kind| kind == ClauseKind::Equal || kind.is_order())
}

/// The instants that values mean.
pub(in crate::analysis::domain) fn instants_of(values: impl IntoIterator<Item = Value>) -> Vec<i64> {
    values.into_iter().filter_map(|value| milliseconds(&value)).collect()
}

/// So many numbers from `least` to `most`, near the side that has a neighbour.
fn spread((least, most): (i64, i64), (start, end): (Option<i64>, Option<i64>), count: usize) -> Vec<i64> {
    if least > most {
        return Vec::new();
    }
    let count =
        i64::try_from(count).unwrap_or(i64::MAX).min(most.abs_diff(least).try_into().unwrap_or(i64::MAX - 1) + 1);
    let room = most.abs_diff(least) / count.unsigned_abs();
    let step = i64::try_from(room.min(STEP.unsigned_abs())).unwrap_or(STEP).max(1);
    let first = match (start, end) {
        (Some(start), _) if step == STEP && start <= most - step * count => start + step,
        (Some(_), _) => least,
        (None, Some(end)) if step == STEP => end - step * count,
        (None, Some(_)) => most - step * (count - 1),
        (None, None) => 0,
    };
    (0..count).map(|place| first + step * place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spread_in_their_range() {
        for (range, neighbours, count) in [
            ((1, 2), (Some(0), Some(3)), 3),
            ((1, STEP * 9), (Some(0), Some(STEP * 9 + 1)), 3),
            ((1, STEP), (Some(0), Some(STEP + 1)), 2),
            ((-STEP * 9, 4), (None, Some(5)), 3),
            ((-2, 4), (None, Some(5)), 3),
            ((-STEP * 9, STEP * 9), (None, None), 3),
            ((5, 4), (Some(4), Some(5)), 3),
        ] {
            let found = spread(range, neighbours, count);
            let wanted = usize::try_from(range.1 - range.0 + 1).unwrap_or(0).min(count);
            assert_eq!(found.len(), wanted, "{range:?} {found:?}");
            assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "{range:?} {found:?}");
            assert!(found.iter().all(|at| (range.0..=range.1).contains(at)), "{range:?} {found:?}");
        }
    }
}
