//! Combinations of values of so many features, one bit for each.

use super::units::Units;
use crate::budget::{Budget, Interrupted};
use crate::lit::Lit;

/// Words that are visited between two looks at the budget.
const UNINTERRUPTED: usize = 1 << 16;

/// Combinations, at most.
const MOST: u64 = 1 << 31;

/// Which combinations have not been shown.
#[derive(Clone)]
pub(super) struct Interactions {
    /// Positions of the features that are combined.
    features: Vec<usize>,
    strength: usize,
    /// For each choice of features in order, a bit for each choice of values: set, when that was not shown.
    missing: Vec<u64>,
    count: usize,
}

impl Interactions {
    /// Nothing was shown; `None` when there are too many combinations.
    pub(super) fn new(features: Vec<usize>, strength: usize) -> Option<Self> {
        let strength = strength.min(features.len());
        let mut choices: u64 = 1;
        for taken in 0..strength as u64 {
            choices = choices.checked_mul(features.len() as u64 - taken)? / (taken + 1);
            if choices > MOST {
                return None;
            }
        }
        let bits = choices.checked_shl(u32::try_from(strength).ok()?).filter(|bits| *bits <= MOST && strength < 32)?;
        let bits = if strength == 0 { 0 } else { bits as usize };
        let mut missing = vec![u64::MAX; bits.div_ceil(64)];
        if bits % 64 != 0 {
            *missing.last_mut()? = (1 << (bits % 64)) - 1;
        }
        Some(Self { features, strength, missing, count: bits })
    }

    /// How many features are combined.
    pub(super) fn strength(&self) -> usize {
        self.strength
    }

    /// How many combinations were not shown.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// How many combinations a variant would show that were not shown.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub(super) fn shown_newly(&self, variant: &[Lit], budget: &Budget) -> Result<usize, Interrupted> {
        let mut count = 0;
        self.each_word_of(variant, budget, |word, mask| count += (self.missing[word] & mask).count_ones() as usize)?;
        Ok(count)
    }

    /// Notes what a variant shows; how much of that is new.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up; then some of it was noted.
    pub(super) fn show(&mut self, variant: &[Lit], budget: &Budget) -> Result<usize, Interrupted> {
        let mut missing = std::mem::take(&mut self.missing);
        let mut count = 0;
        let shown = self.each_word_of(variant, budget, |word, mask| {
            count += (missing[word] & mask).count_ones() as usize;
            missing[word] &= !mask;
        });
        self.missing = missing;
        self.count -= count;
        shown.map(|()| count)
    }

    /// Visits the bits of all combinations that a variant shows, by word.
    fn each_word_of(
        &self,
        variant: &[Lit],
        budget: &Budget,
        mut visit: impl FnMut(usize, u64),
    ) -> Result<(), Interrupted> {
        let values: Vec<usize> = self.features.iter().map(|&at| usize::from(variant[at].is_positive())).collect();
        let signs = |choice: &[usize]| choice.iter().fold(0, |signs, &at| signs << 1 | values[at]);
        let Some(rest) = self.strength.checked_sub(1) else { return Ok(()) };
        let mut visited = VisitedWords { budget, words: 0 };
        if self.strength > Units::MOST {
            let mut choice: Vec<usize> = (0..self.strength).collect();
            for number in 0.. {
                let bit = number << self.strength | signs(&choice);
                visited.note(1)?;
                visit(bit / 64, 1 << (bit % 64));
                if !self.advance(&mut choice) {
                    return Ok(());
                }
            }
        }
        // Combinations that differ in their last feature only follow each other.
        let units = Units::of(&values, self.strength);
        let mut prefix: Vec<usize> = (0..rest).collect();
        let mut number = 0;
        loop {
            let first = prefix.last().map_or(0, |last| last + 1);
            visited.note(units.each_word(first, number, signs(&prefix), &mut visit))?;
            number += values.len() - first;
            if !Self::advance_within(&mut prefix, self.features.len() - 1) {
                return Ok(());
            }
        }
    }

    /// The next choice of features in order, if there is one.
    fn advance(&self, choice: &mut [usize]) -> bool {
        Self::advance_within(choice, self.features.len())
    }

    /// The next choice in order of numbers below `last`, if there is one.
    fn advance_within(choice: &mut [usize], last: usize) -> bool {
        let Some(at) = (0..choice.len()).rev().find(|&at| choice[at] + (choice.len() - at) < last) else {
            return false;
        };
        choice[at] += 1;
        for next in at + 1..choice.len() {
            choice[next] = choice[next - 1] + 1;
        }
        true
    }

    /// Visits combinations that were not shown, as features with values: those of many selected features first, from the
    /// cursor on and about so many at most. The cursor goes behind them.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub(super) fn each_missing(
        &self,
        cursor: &mut Cursor,
        most: usize,
        budget: &Budget,
        mut visit: impl FnMut(&[(usize, bool)]),
    ) -> Result<(), Interrupted> {
        let mut visited = VisitedWords { budget, words: 0 };
        let mut count = 0;
        while let Some(selected) = self.strength.checked_sub(cursor.unselected).filter(|_| self.strength > 0) {
            let choice = cursor.choice.get_or_insert_with(|| (0..self.strength).collect());
            while count < most {
                visited.note(1)?;
                for signs in self.missing_of(cursor.number).filter(|signs| signs.count_ones() as usize == selected) {
                    let sign = |rank: usize| signs >> (self.strength - 1 - rank) & 1 == 1;
                    let values = choice.iter().enumerate().map(|(rank, &feature)| (feature, sign(rank)));
                    visit(&values.collect::<Vec<_>>());
                    count += 1;
                }
                cursor.number += 1;
                if !self.advance(choice) {
                    break;
                }
            }
            if count >= most {
                return Ok(());
            }
            *cursor = Cursor { unselected: cursor.unselected + 1, ..Cursor::default() };
        }
        cursor.is_at_end = true;
        Ok(())
    }

    /// The values, as numbers, of a choice of features that were not shown together.
    fn missing_of(&self, number: usize) -> impl Iterator<Item = usize> {
        let start = number << self.strength;
        let is_missing = move |bit: &usize| self.missing[bit / 64] >> (bit % 64) & 1 == 1;
        (start..start + (1 << self.strength)).filter(is_missing).map(move |bit| bit - start)
    }

    /// Forgets what no variant shows: `consequences` says for values of all features of a combination but the last which
    /// values others have then, or that there is no variant with them.
    pub(super) fn exclude<E>(
        &mut self,
        mut consequences: impl FnMut(&[(usize, bool)]) -> Result<Option<Vec<(usize, bool)>>, E>,
    ) -> Result<(), E> {
        let Some(rest) = self.strength.checked_sub(1) else { return Ok(()) };
        let mut prefix: Vec<usize> = (0..rest).collect();
        let mut number = 0;
        loop {
            let first = prefix.last().map_or(0, |last| last + 1);
            for signs in 0..1usize << rest {
                let sign = |rank: usize| signs >> (rest - 1 - rank) & 1 == 1;
                let chosen: Vec<(usize, bool)> =
                    prefix.iter().enumerate().map(|(rank, &feature)| (feature, sign(rank))).collect();
                let all = || (first..self.features.len()).flat_map(|feature| [(feature, false), (feature, true)]);
                let excluded: Vec<(usize, bool)> = match consequences(&chosen)? {
                    Some(values) => values.into_iter().map(|(feature, value)| (feature, !value)).collect(),
                    None => all().collect(),
                };
                for (feature, value) in excluded.into_iter().filter(|(feature, _)| *feature >= first) {
                    self.forget((number + feature - first) << self.strength | signs << 1 | usize::from(value));
                }
            }
            number += self.features.len() - first;
            if !Self::advance_within(&mut prefix, self.features.len() - 1) {
                return Ok(());
            }
        }
    }

    fn forget(&mut self, bit: usize) {
        let (word, mask) = (bit / 64, 1 << (bit % 64));
        self.count -= usize::from(self.missing[word] & mask != 0);
        self.missing[word] &= !mask;
    }
}

/// How far combinations that were not shown have been visited.
#[derive(Default)]
pub(super) struct Cursor {
    /// How many features of a combination are not selected.
    unselected: usize,
    /// The choice of features to be visited next; the first when `None`.
    choice: Option<Vec<usize>>,
    /// Its number.
    number: usize,
    is_at_end: bool,
}

impl Cursor {
    /// Whether all have been visited.
    pub(super) fn is_at_end(&self) -> bool {
        self.is_at_end
    }
}

/// Looks at the budget once in a while.
struct VisitedWords<'b> {
    budget: &'b Budget,
    words: usize,
}

impl VisitedWords<'_> {
    fn note(&mut self, words: usize) -> Result<(), Interrupted> {
        self.words += words;
        if self.words < UNINTERRUPTED {
            return Ok(());
        }
        self.words = 0;
        self.budget.check()
    }
}
