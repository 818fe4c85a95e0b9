//! Choices of one of several things, as variables of diagrams.
//!
//! With a variable for each thing, that exactly one is chosen takes a node for each in every diagram that says so. Here the place of
//! what is chosen is a number in bits, the highest first: a range of places takes a node or two for each bit. What counts is the same:
//! an assignment for each way to choose, as long as only numbers are allowed that have a place.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use super::{Bdd, BddResult, Diagrams};
use crate::recursion::descend;

/// Choices, one after the other in the order of variables. A choice of two things is a variable: false chooses the first one.
#[derive(Clone, Debug)]
pub struct Choices {
    /// By choice: its first variable, and behind the last choice how many variables there are.
    starts: Vec<usize>,
}

impl Choices {
    /// Choices of so many things each, two or more.
    pub fn new(counts: impl IntoIterator<Item = usize>) -> Self {
        let mut starts = vec![0];
        for count in counts {
            let bits = usize::BITS - count.saturating_sub(1).leading_zeros();
            starts.push(starts[starts.len() - 1] + bits.max(1) as usize);
        }
        Self { starts }
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.starts[self.starts.len() - 1]
    }

    /// The first variable of a choice.
    pub fn start(&self, choice: usize) -> usize {
        self.starts[choice]
    }

    /// Which thing is chosen, by place, under these values of all variables.
    pub fn chosen(&self, choice: usize, values: &[bool]) -> usize {
        let bits = &values[self.starts[choice]..self.starts[choice + 1]];
        bits.iter().fold(0, |number, &bit| 2 * number + usize::from(bit))
    }

    /// That the thing at a place is chosen.
    ///
    /// # Errors
    /// [`Overflow`](super::Overflow).
    pub fn is_chosen(&self, choice: usize, place: usize, diagrams: &mut Diagrams) -> BddResult {
        let (start, end) = (self.starts[choice], self.starts[choice + 1]);
        (start..end).rev().try_fold(Bdd::TRUE, |below, variable| {
            let is_set = place >> (end - 1 - variable) & 1 == 1;
            let [low, high] = if is_set { [Bdd::FALSE, below] } else { [below, Bdd::FALSE] };
            diagrams.node(variable as u32, low, high)
        })
    }

    /// The sum over all ways to choose that are in `set` of the product of weights, which are given by choice and place. What has no
    /// weight does not count.
    ///
    /// # Panics
    /// When there are not as many lists of weights as choices.
    pub fn count(&self, set: Bdd, weights: &[Vec<BigUint>], diagrams: &Diagrams) -> BigUint {
        assert_eq!(weights.len() + 1, self.starts.len(), "weights for each choice");
        let sums = weights.iter().map(|weights| partial_sums(weights)).collect();
        let mut choice_of = Vec::new();
        for (choice, ends) in self.starts.windows(2).enumerate() {
            choice_of.resize(ends[1], choice);
        }
        let mut count = WeightedCount { choices: self, diagrams, choice_of, sums, known: FxHashMap::default() };
        count.from(set, 0)
    }
}

/// By place: the sum of all weights before; the sum of all is the last one.
fn partial_sums(weights: &[BigUint]) -> Vec<BigUint> {
    let mut sums = vec![BigUint::zero()];
    weights.iter().for_each(|weight| sums.push(&sums[sums.len() - 1] + weight));
    sums
}

struct WeightedCount<'c> {
    choices: &'c Choices,
    diagrams: &'c Diagrams,
    /// By variable.
    choice_of: Vec<usize>,
    /// By choice: [`partial_sums`].
    sums: Vec<Vec<BigUint>>,
    /// By node: the sum over all choices from that of its variable on.
    known: FxHashMap<Bdd, BigUint>,
}

impl WeightedCount<'_> {
    /// The sum over all choices from this one on.
    fn from(&mut self, bdd: Bdd, choice: usize) -> BigUint {
        let own = self.choice_of(bdd);
        if bdd == Bdd::FALSE {
            return BigUint::zero();
        }
        let skipped = self.sums[choice..own].iter();
        let skipped: BigUint = skipped.map(|sums| &sums[sums.len() - 1]).product();
        if bdd == Bdd::TRUE {
            return skipped;
        }
        let own = match self.known.get(&bdd) {
            Some(known) => known.clone(),
            None => {
                let counted = descend(|| self.within(bdd, own, self.choices.starts[own], 0));
                self.known.insert(bdd, counted.clone());
                counted
            }
        };
        skipped * own
    }

    /// The choice of a node's variable; constants are behind all choices.
    fn choice_of(&self, bdd: Bdd) -> usize {
        let end = self.sums.len();
        self.choice_of.get(self.diagrams.level(bdd) as usize).copied().unwrap_or(end)
    }

    /// The sum over this choice and all later ones, where the bits before `variable` are those of the place `first`.
    fn within(&mut self, bdd: Bdd, choice: usize, variable: usize, first: usize) -> BigUint {
        let (end, sums) = (self.choices.starts[choice + 1], &self.sums[choice]);
        let last = sums.len() - 1;
        if bdd == Bdd::FALSE || first >= last {
            return BigUint::zero();
        }
        if self.diagrams.level(bdd) as usize >= end {
            let own = &sums[last.min(first + (1 << (end - variable)))] - &sums[first];
            return if own.is_one() { self.from(bdd, choice + 1) } else { own * self.from(bdd, choice + 1) };
        }
        let half = 1 << (end - 1 - variable);
        let [low, high] = [false, true].map(|value| self.diagrams.cofactor(bdd, variable as u32, value));
        self.within(low, choice, variable + 1, first) + self.within(high, choice, variable + 1, first + half)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, proptest};

    use super::*;

    proptest! {
        /// Sets of ways to choose, made of what is chosen: their weights, one by one and by diagrams.
        #[test]
        fn weights_are_added_up(
            counts in prop::collection::vec(2usize..7, 1..4),
            wanted in prop::collection::vec(any::<bool>(), 216),
            weights in prop::collection::vec(0u32..4, 18),
        ) {
            let choices = Choices::new(counts.iter().copied());
            let mut diagrams = Diagrams::new(usize::MAX);
            let (mut set, mut expected) = (Bdd::FALSE, 0_u64);
            for (number, &is_wanted) in wanted.iter().enumerate().take(counts.iter().product()) {
                let mut rest = number;
                let places: Vec<usize> = counts.iter().map(|count| (rest % count, rest /= count).0).collect();
                if !is_wanted {
                    continue;
                }
                let mut way = Bdd::TRUE;
                for (choice, &place) in places.iter().enumerate() {
                    let chosen = choices.is_chosen(choice, place, &mut diagrams).unwrap();
                    way = diagrams.and(way, chosen).unwrap();
                }
                let mut values = vec![false; choices.variables()];
                diagrams.pick(way, &mut values, |_| {});
                assert!(places.iter().enumerate().all(|(choice, &place)| choices.chosen(choice, &values) == place));
                set = diagrams.or(set, way).unwrap();
                expected += places.iter().enumerate().map(|(choice, place)| u64::from(weights[6 * choice + place])).product::<u64>();
            }
            let weights: Vec<Vec<BigUint>> = counts.iter().enumerate()
                .map(|(choice, &count)| (0..count).map(|place| weights[6 * choice + place].into()).collect()).collect();
            assert_eq!(choices.count(set, &weights, &diagrams), BigUint::from(expected));
        }

        /// A range of places needs few nodes, wherever it begins and ends.
        #[test]
        fn ranges_are_small(start in 0usize..1_000, length in 0usize..1_000) {
            let choices = Choices::new([1_000]);
            let mut diagrams = Diagrams::new(usize::MAX);
            let mut range = Bdd::FALSE;
            for place in start..(start + length).min(1_000) {
                let chosen = choices.is_chosen(0, place, &mut diagrams).unwrap();
                range = diagrams.or(range, chosen).unwrap();
            }
            assert!(diagrams.reached(range, u32::MAX).len() <= 2 * choices.variables() + 2);
        }
    }
}
