//! Which ranges of sums are compatible, which is to say jointly satisfiable: there are inputs for which each sum is in its range.
//!
//! Independent sums can be chosen one by one. Where sums are linearly dependent, ranges are compatible in rational numbers exactly where
//! none of the elementary dependencies is violated by all values within them (Rockafellar, "The elementary vectors of a subspace of
//! R^N", 1969): what a dependency adds up to is between the totals of the lower and of the upper ends, and these must not both be above
//! 0, or below. Integers need more. It is known of two [`Kind`]s of sums that nothing else is needed, and nothing is said of others.

use super::congruence::{Congruence, MAX_REMAINDERS};
use super::dependencies::elementary_dependencies;
use super::range::Range;
use crate::analysis::domain::layered_diagram::{Layers, RangeDiagram};
use crate::analysis::domain::linear::HermiteForm;

/// Numbers beyond are not added up.
const MAX_NUMBER: i128 = 1 << 40;

/// Sums of the same inputs.
#[derive(Clone, Debug)]
pub(super) struct Compatibility {
    sums: usize,
    /// Each also with all signs changed.
    dependencies: Vec<Vec<i128>>,
    form: HermiteForm,
    kind: Kind,
    /// By sum: whether each of its ranges is at least as long as its step. Then each has a value of the right remainder, whatever the
    /// other sums are.
    is_loose: Vec<bool>,
}

/// Why ranges of integers are compatible where nothing speaks against it.
#[derive(Clone, Debug)]
enum Kind {
    /// Dependencies have no other multiples than 1 and -1, and steps are 1: where ranges between integers are compatible, they are so
    /// in integers (Hoffman and Kruskal, "Integral boundary points of convex polyhedra", 1956).
    Unimodular,
    /// There is no dependency but one, in which the sum `last` has no range with two ends. The others are all values that have the
    /// remainder 0 together. To reach it, each of them changes by less than the divisor, so that the dependency changes by less than
    /// its margin, [`Compatibility::margin`]; no ranges are that near to violating it.
    Divisible { congruence: Congruence, last: Option<usize> },
}

/// A diagram over the ranges of some sums, by place, which ends in 1 where a condition holds.
pub(super) type SumCondition = (Vec<usize>, Layers);

impl Compatibility {
    /// Sums, given by the multiples of inputs, with all ranges that are distinguished; none where it is not known which of
    /// them are compatible. There are at most 128.
    pub(super) fn of(sums: &[Vec<i128>], ranges: &[Vec<Range>]) -> Option<Self> {
        let dependencies = elementary_dependencies(sums)?;
        let is_dependent = |sum: usize| dependencies.iter().any(|dependency| dependency[sum] != 0);
        let (mut dependent, mut single): (Vec<usize>, Vec<usize>) = (0..sums.len()).partition(|&sum| is_dependent(sum));
        // Those with long ranges come last.
        single.sort_by_key(|&sum| shortest(&ranges[sum]).unwrap_or(i128::MAX));
        let is_regular = dependencies.iter().flatten().all(|multiple| multiple.abs() <= 1);
        let order = [dependent.as_slice(), &single].concat();
        let form = HermiteForm::of(sums, &order)?;
        let is_loose = loose(&form, &single, ranges);
        let is_tight = |(sum, step): (usize, Option<i128>)| if is_loose[sum] { None } else { step };
        if is_regular && form.steps().filter_map(is_tight).all(|step| step == 1) {
            let compatibility = Self { sums: sums.len(), dependencies, form, kind: Kind::Unimodular, is_loose };
            return compatibility.can_compute(ranges).then_some(compatibility);
        }
        let last = match dependencies.as_slice() {
            [] => None,
            [dependency] => Some(last(dependency, ranges)?),
            _ => return None,
        };
        dependent.retain(|&sum| Some(sum) != last);
        let order: Vec<usize> = dependent.into_iter().chain(last).chain(single.iter().copied()).collect();
        let form = HermiteForm::of(sums, &order)?;
        let is_loose = loose(&form, &single, ranges);
        let tight: Vec<usize> = (0..sums.len()).filter(|&sum| !is_loose[sum] && Some(sum) != last).collect();
        let (multiples, divisor) = form.congruence(&tight, MAX_REMAINDERS)?;
        let kind = Kind::Divisible { congruence: Congruence::new(multiples, divisor)?, last };
        let compatibility = Self { sums: sums.len(), dependencies, form, kind, is_loose };
        (compatibility.can_compute(ranges) && compatibility.is_far_from_remainders(ranges)).then_some(compatibility)
    }

    /// Whether no number is too large that is computed to find a point.
    fn can_compute(&self, ranges: &[Vec<Range>]) -> bool {
        let ends = ranges.iter().flatten().filter_map(Range::end).max().unwrap_or(0);
        let divisor = if let Kind::Divisible { congruence, .. } = &self.kind { congruence.divisor() } else { 1 };
        let values = reach(self.sums, ends).and_then(|reach| reach.checked_add(divisor));
        values.is_some_and(|values| self.form.can_compute(values))
    }

    /// Whether inputs can change while no sum does.
    pub(super) fn leaves_inputs_open(&self) -> bool {
        self.form.leaves_inputs_open()
    }

    /// Whether remainders matter.
    #[cfg(test)]
    pub(super) fn has_remainders(&self) -> bool {
        matches!(&self.kind, Kind::Divisible { congruence, .. } if congruence.divisor() > 1)
    }

    /// Each dependency, and with all signs changed.
    fn signed_dependencies(&self) -> impl Iterator<Item = Vec<i128>> + '_ {
        let minus = |dependency: &Vec<i128>| dependency.iter().map(|multiple| -multiple).collect();
        self.dependencies.iter().flat_map(move |dependency| [dependency.clone(), minus(dependency)])
    }

    /// By how much the total of a dependency changes where each sum but the last changes by less than the divisor.
    fn margin(&self, dependency: &[i128]) -> i128 {
        let Kind::Divisible { congruence, last } = &self.kind else { return 0 };
        let others = dependency.iter().enumerate().filter(|(sum, _)| Some(*sum) != *last);
        others.map(|(_, multiple)| multiple.abs() * (congruence.divisor() - 1)).sum()
    }

    /// Whether no ranges are so near to violating a dependency that remainders matter.
    fn is_far_from_remainders(&self, ranges: &[Vec<Range>]) -> bool {
        self.signed_dependencies().all(|dependency| {
            let margin = self.margin(&dependency);
            let Some((_, diagram)) = least_totals(&dependency, ranges, &[1 - margin, 1]) else { return false };
            margin == 0 || diagram.choices().iter().all(|(range, _)| *range != 1)
        })
    }

    /// Conditions on the ranges of some sums, which all hold where ranges are compatible; none where they are too large.
    pub(super) fn conditions(&self, ranges: &[Vec<Range>], most: usize) -> Option<Vec<SumCondition>> {
        let (mut conditions, mut left) = (Vec::new(), most);
        for dependency in self.signed_dependencies() {
            let (sums, diagram) = least_totals(&dependency, ranges, &[1])?;
            if diagram.choices().iter().any(|(range, _)| *range == 1) {
                conditions.push((sums, diagram.with_outcomes(&[true, false])));
                left = left.checked_sub(size(conditions.last()))?;
            }
        }
        if let Kind::Divisible { congruence, .. } = &self.kind {
            let found = congruence.condition(ranges)?;
            left.checked_sub(size(found.last()))?;
            conditions.extend(found);
        }
        Some(conditions)
    }

    /// Inputs for which each sum is in its range; none if these are not compatible.
    pub(super) fn point(&self, ranges: &[Range]) -> Option<Vec<i128>> {
        let values = match &self.kind {
            Kind::Unimodular => self.narrowed(ranges)?,
            Kind::Divisible { congruence, last } => {
                let dependency = last.map(|last| (self.dependencies[0].as_slice(), last));
                congruence.values(ranges, dependency)?
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
        Some(self.form.inputs(value))
    }

    /// One value of each sum, where these are compatible, near 0: compatible ranges are halved as long as they stay so.
    fn narrowed(&self, ranges: &[Range]) -> Option<Vec<i128>> {
        let within = |distance: i128| ranges.iter().map(|range| range.within(distance)).collect::<Option<Vec<_>>>();
        let reach = reach(self.sums, ranges.iter().filter_map(Range::end).max().unwrap_or(0))?;
        let distances =
            std::iter::successors(Some(1), |distance: &i128| Some(2 * distance).filter(|_| *distance < reach));
        let mut near = distances.filter_map(within).find(|near| self.are_compatible(near))?;
        for sum in (0..self.sums).filter(|&sum| !self.is_loose[sum]) {
            while let Some([first, second]) = near[sum].halves() {
                near[sum] = first;
                if !self.are_compatible(&near) {
                    near[sum] = second;
                }
            }
        }
        Some(near.iter().map(Range::nearest).collect())
    }

    /// Whether inputs go on for ever within compatible ranges: some sum can rise or fall by any number, or none of them minds.
    pub(super) fn is_endless(&self, ranges: &[Range]) -> bool {
        let directions = |range: &Range| Range { low: range.low.map(|_| 0), high: range.high.map(|_| 0) };
        let directions: Vec<Range> = ranges.iter().map(directions).collect();
        let goes_on = |sum: usize, by: i128| {
            let mut along = directions.clone();
            along[sum] = Range { low: Some(by), high: Some(by) };
            directions[sum].has(by) && self.are_compatible(&along)
        };
        self.leaves_inputs_open() || (0..self.sums).any(|sum| goes_on(sum, 1) || goes_on(sum, -1))
    }

    /// Whether no dependency is violated.
    fn are_compatible(&self, ranges: &[Range]) -> bool {
        let is_violated = |dependency: &[i128]| least_total(dependency, ranges).is_some_and(|least| least > 0);
        !self.signed_dependencies().any(|dependency| is_violated(&dependency))
    }
}

/// No sum has to be further from 0 than this where ranges have ends up to `end`: of dependencies with no other multiples than 1 and -1,
/// one sum makes up for all others. None if that is too far.
fn reach(sums: usize, end: i128) -> Option<i128> {
    end.checked_add(1)?.checked_mul(4 * i128::try_from(sums).ok()?)
}

/// By sum: whether each range is as long as the step that the sums before it leave. What comes after one must be so, too.
fn loose(form: &HermiteForm, single: &[usize], ranges: &[Vec<Range>]) -> Vec<bool> {
    let mut is_loose = vec![false; ranges.len()];
    for (sum, step) in form.steps().rev() {
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

/// A sum of the dependency that has no range with two ends, with the greatest multiple.
fn last(dependency: &[i128], ranges: &[Vec<Range>]) -> Option<usize> {
    let endless =
        (0..dependency.len()).filter(|&sum| ranges[sum].iter().all(Range::is_endless) && dependency[sum] != 0);
    endless.max_by_key(|&sum| dependency[sum].abs())
}

/// The least that a multiple of a sum can be; none for anything.
fn least(multiple: i128, range: &Range) -> Option<i128> {
    if multiple > 0 { range.low.map(|low| low * multiple) } else { range.high.map(|high| high * multiple) }
}

/// The least to which a dependency adds up within these ranges.
fn least_total(dependency: &[i128], ranges: &[Range]) -> Option<i128> {
    let occurring = dependency.iter().zip(ranges).filter(|(multiple, _)| **multiple != 0);
    occurring.map(|(multiple, range)| least(*multiple, range)).sum()
}

/// The sums of a dependency, and in which part, between these starts, the least total of it is that their ranges leave. Of several
/// starts only the last may be above 0.
fn least_totals(dependency: &[i128], ranges: &[Vec<Range>], starts: &[i128]) -> Option<(Vec<usize>, RangeDiagram)> {
    let sums: Vec<usize> = (0..dependency.len()).filter(|&sum| dependency[sum] != 0).collect();
    let terms = || sums.iter().map(|&sum| ranges[sum].iter().map(move |range| least(dependency[sum], range)));
    // What goes on for ever is less than all others make up for.
    let all: i128 = terms().map(|layer| layer.flatten().map(i128::abs).max().unwrap_or(0)).sum();
    let endless = -all - 1 - starts.iter().map(|start| start.abs()).sum::<i128>();
    if endless < -MAX_NUMBER {
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
