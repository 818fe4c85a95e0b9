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
        let mut visited = Visited { budget, words: 0 };
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

    /// The combinations with so many selected features that were not shown, in order, as literals of the variables at the
    /// positions of features.
    pub(super) fn each_missing<E>(
        &self,
        selected: usize,
        literal: impl Fn(usize, bool) -> Lit,
        mut visit: impl FnMut(&[Lit]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut choice: Vec<usize> = (0..self.strength).collect();
        let mut number = 0;
        if self.strength == 0 {
            return Ok(());
        }
        loop {
            for signs in (0..1usize << self.strength).filter(|signs| signs.count_ones() as usize == selected) {
                let bit = number << self.strength | signs;
                if self.missing[bit / 64] >> (bit % 64) & 1 == 1 {
                    let sign = |rank: usize| signs >> (self.strength - 1 - rank) & 1 == 1;
                    let literals = choice.iter().enumerate().map(|(rank, &at)| literal(self.features[at], sign(rank)));
                    visit(&literals.collect::<Vec<Lit>>())?;
                }
            }
            number += 1;
            if !self.advance(&mut choice) {
                return Ok(());
            }
        }
    }
}

/// Looks at the budget once in a while.
struct Visited<'b> {
    budget: &'b Budget,
    words: usize,
}

impl Visited<'_> {
    fn note(&mut self, words: usize) -> Result<(), Interrupted> {
        self.words += words;
        if self.words < UNINTERRUPTED {
            return Ok(());
        }
        self.words = 0;
        self.budget.check()
    }
}
