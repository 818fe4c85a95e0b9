//! Which ranges of sums meet: there are inputs for which each sum is in its range.
//!
//! Sums without relations can be chosen one by one. Where there are relations, ranges meet in rational numbers exactly where none of
//! the elementary relations is violated by all values within them (Rockafellar, "The elementary vectors of a subspace of R^N", 1969):
//! what a relation adds up to is between the totals of the lower and of the upper ends, and these must not both be above 0, or below.
//! Integers need more. It is known of two [`Kind`]s of sums that nothing else is needed, and nothing is said of others.

use super::range::Range;
use super::relations::relations;
use super::remainders::{MOST_REMAINDERS, Remainders};
use crate::analysis::domain::between_groups::{Layers, RangeDiagram};
use crate::analysis::domain::linear::Triangle;

/// Numbers beyond are not added up.
const MOST: i128 = 1 << 40;

/// Sums of the same inputs.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    sums: usize,
    /// Each also with all signs changed.
    relations: Vec<Vec<i128>>,
    triangle: Triangle,
    kind: Kind,
    /// By sum: whether each of its ranges is at least as long as its step. Then each has a value of the right remainder, whatever the
    /// other sums are.
    is_loose: Vec<bool>,
}

/// Why ranges of integers meet where nothing speaks against it.
#[derive(Clone, Debug)]
enum Kind {
    /// Relations have no other multiples than 1 and -1, and steps are 1: where ranges between integers meet, they do so in integers
    /// (Hoffman and Kruskal, "Integral boundary points of convex polyhedra", 1956).
    Unimodular,
    /// There is no relation but one, in which the sum `last` has no range with two ends. The others are all values that have the
    /// remainder 0 together. To reach it, each of them changes by less than the divisor, so that the relation changes by less than
    /// its margin, [`Meeting::margin`]; no ranges are that near to violating it.
    Divisible { remainders: Remainders, last: Option<usize> },
}

/// A diagram over the ranges of some sums, by place, which ends in 1 where a condition holds.
pub(super) type SumCondition = (Vec<usize>, Layers);

impl Meeting {
    /// Sums, given by the multiples of inputs, with all ranges that are told apart; none where it is not known which of them meet. There are at most
    /// 128.
    pub(super) fn of(sums: &[Vec<i128>], ranges: &[Vec<Range>]) -> Option<Self> {
        let relations = relations(sums)?;
        let is_related = |sum: usize| relations.iter().any(|relation| relation[sum] != 0);
        let (mut related, mut single): (Vec<usize>, Vec<usize>) = (0..sums.len()).partition(|&sum| is_related(sum));
        // Those with long ranges come last.
        single.sort_by_key(|&sum| shortest(&ranges[sum]).unwrap_or(i128::MAX));
        let is_regular = relations.iter().flatten().all(|multiple| multiple.abs() <= 1);
        let order = [related.as_slice(), &single].concat();
        let triangle = Triangle::of(sums, &order)?;
        let is_loose = loose(&triangle, &single, ranges);
        let is_tight = |(sum, step): (usize, Option<i128>)| if is_loose[sum] { None } else { step };
        if is_regular && triangle.steps().filter_map(is_tight).all(|step| step == 1) {
            let meeting = Self { sums: sums.len(), relations, triangle, kind: Kind::Unimodular, is_loose };
            return meeting.can_compute(ranges).then_some(meeting);
        }
        let last = match relations.as_slice() {
            [] => None,
            [relation] => Some(last(relation, ranges)?),
            _ => return None,
        };
        related.retain(|&sum| Some(sum) != last);
        let order: Vec<usize> = related.into_iter().chain(last).chain(single.iter().copied()).collect();
        let triangle = Triangle::of(sums, &order)?;
        let is_loose = loose(&triangle, &single, ranges);
        let tight: Vec<usize> = (0..sums.len()).filter(|&sum| !is_loose[sum] && Some(sum) != last).collect();
        let (multiples, divisor) = triangle.congruence(&tight, MOST_REMAINDERS)?;
        let kind = Kind::Divisible { remainders: Remainders::new(multiples, divisor)?, last };
        let meeting = Self { sums: sums.len(), relations, triangle, kind, is_loose };
        (meeting.can_compute(ranges) && meeting.is_far_from_remainders(ranges)).then_some(meeting)
    }

    /// Whether no number is too large that is computed to find a point.
    fn can_compute(&self, ranges: &[Vec<Range>]) -> bool {
        let ends = ranges.iter().flatten().filter_map(Range::end).max().unwrap_or(0);
        let divisor = if let Kind::Divisible { remainders, .. } = &self.kind { remainders.divisor() } else { 1 };
        let values = reach(self.sums, ends).and_then(|reach| reach.checked_add(divisor));
        values.is_some_and(|values| self.triangle.can_compute(values))
    }

    /// Whether inputs can change while no sum does.
    pub(super) fn leaves_inputs_open(&self) -> bool {
        self.triangle.leaves_inputs_open()
    }

    /// Whether remainders matter.
    #[cfg(test)]
    pub(super) fn has_remainders(&self) -> bool {
        matches!(&self.kind, Kind::Divisible { remainders, .. } if remainders.divisor() > 1)
    }

    /// Each relation, and with all signs changed.
    fn signed_relations(&self) -> impl Iterator<Item = Vec<i128>> + '_ {
        let minus = |relation: &Vec<i128>| relation.iter().map(|multiple| -multiple).collect();
        self.relations.iter().flat_map(move |relation| [relation.clone(), minus(relation)])
    }

    /// By how much the total of a relation changes where each sum but the last changes by less than the divisor.
    fn margin(&self, relation: &[i128]) -> i128 {
        let Kind::Divisible { remainders, last } = &self.kind else { return 0 };
        let others = relation.iter().enumerate().filter(|(sum, _)| Some(*sum) != *last);
        others.map(|(_, multiple)| multiple.abs() * (remainders.divisor() - 1)).sum()
    }

    /// Whether no ranges are so near to violating a relation that remainders matter.
    fn is_far_from_remainders(&self, ranges: &[Vec<Range>]) -> bool {
        self.signed_relations().all(|relation| {
            let margin = self.margin(&relation);
            let Some((_, diagram)) = least_totals(&relation, ranges, &[1 - margin, 1]) else { return false };
            margin == 0 || diagram.choices().iter().all(|(range, _)| *range != 1)
        })
    }

    /// Conditions on the ranges of some sums, which all hold where ranges meet; none where they are too large.
    pub(super) fn conditions(&self, ranges: &[Vec<Range>], most: usize) -> Option<Vec<SumCondition>> {
        let (mut conditions, mut left) = (Vec::new(), most);
        for relation in self.signed_relations() {
            let (sums, diagram) = least_totals(&relation, ranges, &[1])?;
            if diagram.choices().iter().any(|(range, _)| *range == 1) {
                conditions.push((sums, diagram.told(&[true, false])));
                left = left.checked_sub(size(conditions.last()))?;
            }
        }
        if let Kind::Divisible { remainders, .. } = &self.kind {
            let found = remainders.condition(ranges)?;
            left.checked_sub(size(found.last()))?;
            conditions.extend(found);
        }
        Some(conditions)
    }

    /// Inputs for which each sum is in its range; none if these do not meet.
    pub(super) fn point(&self, ranges: &[Range]) -> Option<Vec<i128>> {
        let values = match &self.kind {
            Kind::Unimodular => self.narrowed(ranges)?,
            Kind::Divisible { remainders, last } => {
                let relation = last.map(|last| (self.relations[0].as_slice(), last));
                remainders.values(ranges, relation)?
            }
        };
        let value = |sum: usize, known: i128, step: i128| {
            if !self.is_loose[sum] {
                return values[sum];
            }
            let range = &ranges[sum];
            let above = range.nearest() + (known - range.nearest()).rem_euclid(step);
            if range.has(above) { above } else { above - step }
        };
        Some(self.triangle.inputs(value))
    }

    /// One value of each sum, where these meet, near 0: ranges that meet are halved as long as they do.
    fn narrowed(&self, ranges: &[Range]) -> Option<Vec<i128>> {
        let within = |distance: i128| ranges.iter().map(|range| range.within(distance)).collect::<Option<Vec<_>>>();
        let reach = reach(self.sums, ranges.iter().filter_map(Range::end).max().unwrap_or(0))?;
        let distances =
            std::iter::successors(Some(1), |distance: &i128| Some(2 * distance).filter(|_| *distance < reach));
        let mut near = distances.filter_map(within).find(|near| self.meet(near))?;
        for sum in (0..self.sums).filter(|&sum| !self.is_loose[sum]) {
            while let Some([first, second]) = near[sum].halves() {
                near[sum] = first;
                if !self.meet(&near) {
                    near[sum] = second;
                }
            }
        }
        Some(near.iter().map(Range::nearest).collect())
    }

    /// Whether inputs go on for ever within ranges that meet: some sum can rise or fall by any number, or none of them minds.
    pub(super) fn is_endless(&self, ranges: &[Range]) -> bool {
        let directions = |range: &Range| Range { low: range.low.map(|_| 0), high: range.high.map(|_| 0) };
        let directions: Vec<Range> = ranges.iter().map(directions).collect();
        let goes_on = |sum: usize, by: i128| {
            let mut along = directions.clone();
            along[sum] = Range { low: Some(by), high: Some(by) };
            directions[sum].has(by) && self.meet(&along)
        };
        self.leaves_inputs_open() || (0..self.sums).any(|sum| goes_on(sum, 1) || goes_on(sum, -1))
    }

    /// Whether no relation is violated.
    fn meet(&self, ranges: &[Range]) -> bool {
        let is_violated = |relation: &[i128]| least_total(relation, ranges).is_some_and(|least| least > 0);
        !self.signed_relations().any(|relation| is_violated(&relation))
    }
}

/// No sum has to be further from 0 than this where ranges have ends up to `end`: of relations with no other multiples than 1 and -1,
/// one sum makes up for all others. None if that is too far.
fn reach(sums: usize, end: i128) -> Option<i128> {
    end.checked_add(1)?.checked_mul(4 * i128::try_from(sums).ok()?)
}

/// By sum: whether each range is as long as the step that the sums before it leave. What comes after one must be so, too.
fn loose(triangle: &Triangle, single: &[usize], ranges: &[Vec<Range>]) -> Vec<bool> {
    let mut is_loose = vec![false; ranges.len()];
    for (sum, step) in triangle.steps().rev() {
        let is_long = step.is_some_and(|step| shortest(&ranges[sum]).is_none_or(|length| length >= step));
        if !single.contains(&sum) || !is_long {
            break;
        }
        is_loose[sum] = true;
    }
    is_loose
}

/// The length of the shortest range; none where all go on for ever.
fn shortest(ranges: &[Range]) -> Option<i128> {
    ranges.iter().filter_map(Range::length).min()
}

/// A sum of the relation that has no range with two ends, with the greatest multiple.
fn last(relation: &[i128], ranges: &[Vec<Range>]) -> Option<usize> {
    let endless = (0..relation.len()).filter(|&sum| ranges[sum].iter().all(Range::is_endless) && relation[sum] != 0);
    endless.max_by_key(|&sum| relation[sum].abs())
}

/// The least that a multiple of a sum can be; none for anything.
fn least(multiple: i128, range: &Range) -> Option<i128> {
    if multiple > 0 { range.low.map(|low| low * multiple) } else { range.high.map(|high| high * multiple) }
}

/// The least to which a relation adds up within these ranges.
fn least_total(relation: &[i128], ranges: &[Range]) -> Option<i128> {
    let occurring = relation.iter().zip(ranges).filter(|(multiple, _)| **multiple != 0);
    occurring.map(|(multiple, range)| least(*multiple, range)).sum()
}

/// The sums of a relation, and in which part, between these starts, the least total of it is that their ranges leave. Of several
/// starts only the last may be above 0.
fn least_totals(relation: &[i128], ranges: &[Vec<Range>], starts: &[i128]) -> Option<(Vec<usize>, RangeDiagram)> {
    let sums: Vec<usize> = (0..relation.len()).filter(|&sum| relation[sum] != 0).collect();
    let terms = || sums.iter().map(|&sum| ranges[sum].iter().map(move |range| least(relation[sum], range)));
    // What goes on for ever is less than all others make up for.
    let all: i128 = terms().map(|layer| layer.flatten().map(i128::abs).max().unwrap_or(0)).sum();
    let endless = -all - 1 - starts.iter().map(|start| start.abs()).sum::<i128>();
    if endless < -MOST {
        return None;
    }
    let number = |term: Option<i128>| i64::try_from(term.unwrap_or(endless)).ok();
    let layers: Option<Vec<Vec<i64>>> = terms().map(|layer| layer.map(number).collect()).collect();
    let starts: Option<Vec<i64>> = starts.iter().map(|&start| i64::try_from(start).ok()).collect();
    let mut starts = starts?;
    starts.dedup();
    let diagram = RangeDiagram::of(&layers?, &starts)?;
    Some((sums, diagram))
}

/// How many choices a condition has.
fn size(condition: Option<&SumCondition>) -> usize {
    condition.map_or(0, |(_, layers)| layers.iter().flatten().map(Vec::len).sum())
}
