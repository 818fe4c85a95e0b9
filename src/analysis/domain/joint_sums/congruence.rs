//! Whether values of several sums, one from each range, can satisfy `multiple * value + ... = 0` modulo a divisor.
//!
//! Comes in: by sum its multiple, and the divisor. Goes out: a decision diagram over the ranges, made by dynamic programming: after
//! some sums, the set of remainders that their ranges reach is all that matters to the rest.

use indexmap::IndexMap;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;

use super::compatibility::SumCondition;
use super::range::Range;
use crate::analysis::domain::layered_diagram::{Layers, joined};

/// Remainders that are distinguished.
pub(super) const MAX_REMAINDERS: i128 = 4_096;

/// Remainders that are moved while a condition is made.
const MAX_MOVED_REMAINDERS: i128 = 1 << 28;

/// Sets of remainders in a condition, times the ranges that are looked at for each of them.
const MAX_CHOICES: usize = 1 << 16;

/// Multiples of sums that are divided.
#[derive(Clone, Debug)]
pub(super) struct Congruence {
    /// By sum.
    multiples: Vec<i128>,
    divisor: i128,
}

impl Congruence {
    /// What multiples of sums add up to is divided; none where the divisor is too large.
    pub(super) fn new(multiples: Vec<i128>, divisor: i128) -> Option<Self> {
        (divisor <= MAX_REMAINDERS).then_some(Self { multiples, divisor })
    }

    pub(super) fn divisor(&self) -> i128 {
        self.divisor
    }

    /// The sums that are divided.
    fn divided(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.multiples.len()).filter(|&sum| self.multiples[sum] != 0)
    }

    /// How many values of a range leave different remainders at most.
    fn count(&self, range: &Range) -> i128 {
        range.length().map_or(self.divisor, |length| length.min(self.divisor))
    }

    /// The divisor as a number of remainders.
    fn remainders(&self) -> usize {
        usize::try_from(self.divisor).expect("the divisor is positive and not too large")
    }

    /// That values in ranges leave no remainder, as a diagram, if they do not always; none where it is too large.
    pub(super) fn condition(&self, ranges: &[Vec<Range>]) -> Option<Vec<SumCondition>> {
        let sums: Vec<usize> = self.divided().collect();
        let (mut moved, mut choices) = (0, 0);
        let mut sets = IndexMap::<BigUint, (), FxBuildHasher>::from_iter([(BigUint::from(1_u8), ())]);
        let mut layers: Layers = Vec::new();
        for &sum in &sums {
            let mut next: IndexMap<BigUint, (), FxBuildHasher> = IndexMap::default();
            let mut layer = Vec::new();
            for set in sets.keys() {
                choices += ranges[sum].len();
                moved += ranges[sum].iter().map(|range| doublings(self.count(range)) * self.divisor).sum::<i128>();
                if choices > MAX_CHOICES || moved > MAX_MOVED_REMAINDERS {
                    return None;
                }
                let reached = ranges[sum].iter().map(|range| self.reached(set, sum, range));
                layer.push(reached.map(|reached| next.insert_full(reached, ()).0 as u32).collect());
            }
            layers.push(layer);
            sets = next;
        }
        let ends: Vec<u32> = sets.keys().map(|set| u32::from(set.bit(0))).collect();
        let is_always = ends.iter().all(|&end| end == 1);
        Some(if is_always { Vec::new() } else { vec![(sums, joined(layers, ends))] })
    }

    /// The remainders that are reached from some by values of a sum in a range.
    fn reached(&self, set: &BigUint, sum: usize, range: &Range) -> BigUint {
        let multiple = self.multiples[sum];
        let start = if range.low.is_none() { range.high.unwrap_or(0) } else { range.low.unwrap_or(0) };
        let sign = if range.low.is_none() { -1 } else { 1 };
        let all = (BigUint::from(1_u8) << self.remainders()) - 1_u8;
        let moved = |set: &BigUint, by: i128| {
            let by = by.rem_euclid(self.divisor) as usize;
            ((set << by) & &all) | (set >> (self.remainders() - by))
        };
        // What the first values reach, the next ones reach moved by as many steps.
        let (mut reached, mut known) = (moved(set, multiple * start), 1);
        while known < self.count(range) && reached != all {
            let more = known.min(self.count(range) - known);
            let next = moved(&reached, multiple * sign * more);
            reached |= next;
            known += more;
        }
        reached
    }

    /// Values of sums in ranges that leave no remainder. Where there is a dependency, they are as near as can be to the ends that let
    /// the sum at that place be in its range, which the dependency leaves to it.
    pub(super) fn values(&self, ranges: &[Range], dependency: Option<(&[i128], usize)>) -> Option<Vec<i128>> {
        let wanted: Vec<i128> = (0..ranges.len()).map(|sum| wanted(ranges, dependency, sum)).collect();
        let lines: Vec<(i128, i128)> = ranges.iter().zip(&wanted).map(|(range, &wanted)| line(range, wanted)).collect();
        let mut values: Vec<i128> = lines.iter().map(|(start, _)| *start).collect();
        let sums: Vec<usize> = self.divided().collect();
        // By sum: for each remainder, the one before and how many steps lead on from there.
        let mut ways: Vec<Vec<Option<(usize, i128)>>> = Vec::new();
        let mut reached = vec![0];
        for &sum in &sums {
            let (start, step) = lines[sum];
            let mut own = vec![None; self.remainders()];
            for steps in 0..self.count(&ranges[sum]) {
                for &before in &reached {
                    let by = self.multiples[sum] * (start + step * steps);
                    let to = (before as i128 + by).rem_euclid(self.divisor) as usize;
                    own[to] = own[to].or(Some((before, steps)));
                }
            }
            reached = (0..own.len()).filter(|&to| own[to].is_some()).collect();
            ways.push(own);
        }
        let mut remainder = 0;
        for (&sum, ways) in sums.iter().zip(&ways).rev() {
            let (before, steps) = ways[remainder]?;
            values[sum] = lines[sum].0 + lines[sum].1 * steps;
            remainder = before;
        }
        if let Some((dependency, last)) = dependency {
            self.settle(ranges, &wanted, dependency, last, &mut values)?;
        }
        Some(values)
    }

    /// Lets a sum that may be as far as is wanted be so far that the last one of a dependency is in its range.
    fn settle(
        &self,
        ranges: &[Range],
        wanted: &[i128],
        dependency: &[i128],
        last: usize,
        values: &mut [i128],
    ) -> Option<()> {
        let total = |values: &[i128]| -> i128 {
            let others = dependency.iter().zip(values).enumerate().filter(|(sum, _)| *sum != last);
            others.map(|(_, (multiple, value))| multiple * value).sum()
        };
        let of_last = |values: &[i128]| -total(values) / dependency[last];
        let value = of_last(values);
        values[last] = value;
        if ranges[last].has(value) {
            return Some(());
        }
        let missing = ranges[last].low.or(ranges[last].high).map(|end| (end - value).abs())?;
        let is_free = |&sum: &usize| match wanted[sum] {
            1 => ranges[sum].high.is_none(),
            -1 => ranges[sum].low.is_none(),
            _ => false,
        };
        let sum = (0..ranges.len()).find(is_free)?;
        let steps = missing * dependency[last].abs() / (dependency[sum].abs() * self.divisor) + 1;
        values[sum] += wanted[sum] * steps * self.divisor;
        values[last] = of_last(values);
        ranges[last].has(values[last]).then_some(())
    }
}

/// How often 1 is doubled until it is so much, and once more.
fn doublings(count: i128) -> i128 {
    i128::from(i128::BITS - count.leading_zeros()) + 1
}

/// Whether a sum is wanted to be great, 1, or small, -1, so that the last one of a dependency is in its range; 0 where it does not matter.
fn wanted(ranges: &[Range], dependency: Option<(&[i128], usize)>, sum: usize) -> i128 {
    let Some((dependency, last)) = dependency.filter(|(_, last)| *last != sum) else { return 0 };
    let sign = -dependency[sum].signum() * dependency[last].signum();
    match (ranges[last].low, ranges[last].high) {
        (Some(_), None) => sign,
        (None, Some(_)) => -sign,
        _ => 0,
    }
}

/// Where to begin in a range, and in which direction to go on, so that values are near the end that is wanted.
fn line(range: &Range, wanted: i128) -> (i128, i128) {
    match (range.low, range.high) {
        (_, Some(high)) if wanted > 0 => (high, -1),
        (Some(low), _) if wanted < 0 => (low, 1),
        (None, _) if wanted < 0 => (range.nearest(), -1),
        (Some(low), Some(_)) => (low, 1),
        (None, Some(_)) => (range.nearest(), -1),
        (_, None) => (range.nearest(), 1),
    }
}
