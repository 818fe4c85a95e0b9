//! Sums of the same integers that are compared with numbers, without a class for each combination of what comes of them.
//!
//! In `less: [{add: [a, b]}, 3]` and `less: [{add: [b, c]}, 5]` two sums share an input. Conditions look at each sum alone, and what
//! they make of it is the same in whole ranges of totals. So each sum becomes a group of its own, where every range is a class:
//!
//! ```text
//! a + b     below 3, from 3 on
//! b + c     below 5, from 5 on
//! ```
//!
//! Which ranges are *compatible*, there are integers that give each sum a value in its range, is a question to the integers that the
//! sums share ([`Compatibility`]). Where one sum can be what it wants whatever the others are, as here, all are. Where `c + d` and
//! `d + a` are sums as well, the sums are linearly dependent: `a + b` and `c + d` are together as much as the two others. What is
//! between ends of ranges is added up along the dependency, by the decision diagrams of [`between_groups`](super::between_groups); no
//! combination is looked at. Values of inputs are found when they are asked for.
//!
//! Comes in: the inputs of a group with their readers. Goes out: classes for each sum, and [`JointSums`] with conditions on these.
//! Invariants: ranges for which all conditions hold are compatible, and no others are; what comes of a range is found by evaluation.
//! Where it is not known which ranges are compatible, the group is none of sums.

mod compatibility;
mod congruence;
mod dependencies;
mod range;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::hash::Hash;
use std::sync::Arc;

use indexmap::IndexMap;
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use rustc_hash::FxBuildHasher;

use self::compatibility::{Compatibility, SumCondition};
use self::range::Range;
use super::candidates::scale;
use super::class::{Class, InputGroup};
use super::declaration::Declaration;
use super::extent::Extent;
use super::layered_diagram::{LayeredDiagram, TruthEvaluation};
use super::linear::{Cuts, Direction, HermiteForm};
use super::outcomes::Outcomes;
use super::reader::Reader;
use super::usage::usage;
use super::variable::Variable;
use crate::analysis::value::{Admission, Configuration, Language, Value};

/// Combinations of ranges; fewer are looked at one by one.
const MAX_JOINT_COMBINATIONS: usize = 300;

/// [`MAX_JOINT_COMBINATIONS`] where the declarations of all inputs leave finitely many values, which are counted then.
const MAX_FINITE_JOINT_COMBINATIONS: usize = 2_000;

/// Sums of the same inputs; which ranges of more of them are compatible is not looked at.
const MAX_SUMS: usize = 100;

/// Choices in all conditions of a group together.
const MAX_CHOICES: usize = 1 << 18;

/// Groups that are sums of the same inputs.
#[derive(Clone, Debug)]
pub struct JointSums {
    /// The inputs.
    pub inputs: Vec<Arc<str>>,
    /// The groups of the sums.
    pub groups: Vec<usize>,
    /// What holds for the classes of these groups where there are such configurations.
    pub conditions: Vec<LayeredDiagram>,
    compatibility: Arc<Compatibility>,
    sums: Vec<LinearSum>,
}

impl JointSums {
    /// Values of the inputs in these classes, by group.
    ///
    /// # Panics
    /// Where there is no such configuration.
    pub fn values(&self, combination: &[usize]) -> Vec<(Arc<str>, Value)> {
        let point =
            self.compatibility.point(&self.chosen(combination)).expect("there are configurations in these classes");
        self.inputs.iter().cloned().zip(point.into_iter().map(value)).collect()
    }

    /// By sum: the range in these classes, by group.
    fn chosen(&self, combination: &[usize]) -> Vec<Range> {
        self.sums.iter().zip(&self.groups).map(|(sum, &group)| sum.ranges[combination[group]]).collect()
    }

    /// Whether there are infinitely many configurations in these classes, by group, of which there are some.
    pub fn is_endless(&self, combination: &[usize]) -> bool {
        self.compatibility.is_endless(&self.chosen(combination))
    }

    /// Groups, each with a class of it whose range goes on for ever.
    pub fn endless(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.sums.iter().zip(&self.groups).flat_map(|(sum, &group)| {
            let ranges = sum.ranges.iter().enumerate().filter(|(_, range)| range.is_endless());
            ranges.map(move |(class, _)| (group, class))
        })
    }

    /// The class of a group that a configuration is in; none where inputs are no integers, or the declarations refuse them.
    pub fn class_of(&self, group: usize, configuration: &Configuration) -> Option<usize> {
        let sum = &self.sums[self.groups.iter().position(|&own| own == group)?];
        let number = |input: &Arc<str>| configuration.value(input)?.as_number()?.to_integer()?.to_i64();
        let terms =
            self.inputs.iter().zip(&sum.factors).map(|(input, factor)| Some(factor * i128::from(number(input)?)));
        let total: i128 = terms.sum::<Option<i128>>()?;
        sum.ranges.iter().position(|range| range.has(total))
    }
}

/// Inputs whose sums are groups, before groups have places.
pub(super) struct FoundJointSums {
    inputs: Vec<Arc<str>>,
    sums: Vec<LinearSum>,
    compatibility: Arc<Compatibility>,
    conditions: Vec<SumCondition>,
}

/// A sum of inputs.
#[derive(Clone, Debug)]
struct LinearSum {
    /// By input.
    factors: Vec<i128>,
    /// What looks at it, by place.
    readers: Vec<usize>,
    ranges: Vec<Range>,
}

impl LinearSum {
    /// Inputs that give the sum a value in a range.
    fn point(&self, range: &Range) -> Option<Vec<i128>> {
        let triangle = HermiteForm::of(std::slice::from_ref(&self.factors), &[0])?;
        Some(triangle.inputs(|_, _, _| range.nearest()))
    }

    /// Ranges of which the same comes are one.
    fn join(&mut self, inputs: &[Arc<str>], given: &Configuration, holds: TruthEvaluation<'_>) -> Option<()> {
        let (mut ranges, mut known): (Vec<Range>, Vec<Vec<bool>>) = Default::default();
        for range in &self.ranges {
            let configuration = under(given, inputs, self.point(range)?);
            let outcomes: Option<Vec<bool>> = self.readers.iter().map(|&place| holds(&configuration, place)).collect();
            let outcomes = outcomes?;
            match (ranges.last_mut(), known.last()) {
                (Some(before), Some(same)) if *same == outcomes => before.high = range.high,
                _ => {
                    ranges.push(*range);
                    known.push(outcomes);
                }
            }
        }
        self.ranges = ranges;
        Some(())
    }
}

/// Inputs that are read together.
pub(super) struct ReadTogether<'g> {
    pub(super) inputs: &'g [Arc<str>],
    /// The places of their readers.
    pub(super) places: &'g [usize],
    /// The places of those readers that are asked for all others like them.
    pub(super) distinct: &'g [usize],
}

impl FoundJointSums {
    /// The sums of a group; none where something else than sums is looked at, or it is not known which of their ranges are
    /// compatible.
    pub(super) fn of(
        language: &Language<'_>,
        given: &Configuration,
        readers: &[Reader<'_, '_>],
        ReadTogether { inputs, places, distinct }: ReadTogether<'_>,
        holds: TruthEvaluation<'_>,
    ) -> Option<Self> {
        let members: Vec<&Reader<'_, '_>> = places.iter().map(|&place| &readers[place]).collect();
        let variable = |input: &Arc<str>| {
            let is_computed = Declaration::of(language, input).is_computed(language);
            scale(language, input, &usage(input, &members)).filter(|scale| scale.is_integral && !is_computed)
        };
        let variables: Vec<Variable> = inputs.iter().map(variable).collect::<Option<_>>()?;
        let mut sums = compared(&variables, given, readers, distinct)?;
        let mut is_finite = true;
        for (place, variable) in variables.iter().enumerate() {
            is_finite &= restrict(language, place, variable, given, &mut sums)?;
            if sums.len() > MAX_SUMS {
                return None;
            }
        }
        let count = sums.iter().fold(1, |count: usize, sum| count.saturating_mul(sum.ranges.len()));
        let few = if is_finite { MAX_FINITE_JOINT_COMBINATIONS } else { MAX_JOINT_COMBINATIONS };
        if count <= few {
            return None;
        }
        sums.iter_mut().try_for_each(|sum| sum.join(inputs, given, &mut *holds))?;
        let factors: Vec<Vec<i128>> = sums.iter().map(|sum| sum.factors.clone()).collect();
        let ranges: Vec<Vec<Range>> = sums.iter().map(|sum| sum.ranges.clone()).collect();
        let compatibility = Compatibility::of(&factors, &ranges)?;
        let conditions = compatibility.conditions(&ranges, MAX_CHOICES)?;
        Some(Self { inputs: inputs.to_vec(), sums, compatibility: Arc::new(compatibility), conditions })
    }

    /// Whether these are its inputs.
    pub(super) fn has(&self, inputs: &[Arc<str>]) -> bool {
        self.inputs == inputs
    }

    /// A group for each sum, the first of which is at the place `first`, and what holds between them. `readers` gives the
    /// readers of all sums with those that are alike, each with the one that is asked for it.
    pub(super) fn groups<S: Clone + Eq + Hash>(
        &self,
        first: usize,
        given: &Configuration,
        readers: &[(usize, usize)],
        mut outcome: impl FnMut(&Configuration, usize) -> S,
    ) -> (Vec<InputGroup<S>>, JointSums) {
        let mut group = |(place, sum): (usize, &LinearSum)| {
            let own = readers.iter().filter(|(_, asked)| sum.readers.contains(asked));
            let own: Vec<(usize, usize)> = own.copied().collect();
            let mut outcomes = Vec::new();
            let mut class = |range: &Range| {
                let point = sum.point(range).expect("numbers were small enough before");
                let configuration = under(given, &self.inputs, point.clone());
                let known: Vec<(usize, S)> =
                    sum.readers.iter().map(|&reader| (reader, outcome(&configuration, reader))).collect();
                let of = |asked: usize| known.iter().find(|(reader, _)| *reader == asked).map(|(_, found)| found);
                outcomes.push(own.iter().filter_map(|&(_, asked)| of(asked).cloned()).collect::<Vec<S>>());
                Class {
                    witness: point.into_iter().map(value).collect(),
                    // How many configurations ranges have together is said of the first.
                    size: (place > 0).then(|| BigUint::from(1_u8)),
                    extent: match place {
                        0 if self.compatibility.leaves_inputs_open() => Extent::Infinite,
                        0 => Extent::Unknown,
                        _ => Extent::Finite,
                    },
                    is_unmentioned: false,
                }
            };
            let classes = sum.ranges.iter().map(&mut class).collect();
            InputGroup {
                classes,
                outcomes: Outcomes::of(&outcomes, own.len()),
                inputs: self.inputs.clone(),
                is_joint: true,
                sampled: vec![true; self.inputs.len()],
                readers: own.iter().map(|&(reader, _)| reader).collect(),
                occurrences: vec![Vec::new(); self.inputs.len()],
                combinations: None,
                possible: Vec::new(),
                caveats: Vec::new(),
            }
        };
        let groups = self.sums.iter().enumerate().map(&mut group).collect();
        let condition = |(sums, layers): &SumCondition| LayeredDiagram {
            groups: sums.iter().map(|sum| first + sum).collect(),
            layers: layers.clone(),
        };
        let joint = JointSums {
            inputs: self.inputs.clone(),
            groups: (first..first + self.sums.len()).collect(),
            conditions: self.conditions.iter().map(condition).collect(),
            compatibility: Arc::clone(&self.compatibility),
            sums: self.sums.clone(),
        };
        (groups, joint)
    }
}

/// The sums at which readers look, with the ranges that they distinguish.
fn compared(
    variables: &[Variable],
    given: &Configuration,
    readers: &[Reader<'_, '_>],
    places: &[usize],
) -> Option<Vec<LinearSum>> {
    // Bounds are looked at by themselves.
    let free = |variable: &Variable| Variable { bounds: Vec::new(), ..variable.clone() };
    let free: Vec<Variable> = variables.iter().map(free).collect();
    let mut found: IndexMap<Vec<i128>, (Vec<usize>, BTreeSet<i128>), FxBuildHasher> = IndexMap::default();
    for &place in places {
        let Direction { terms, starts } = Cuts::of(&free, given, &[&readers[place]]).ok()?.direction()?;
        let mut factors = vec![0; variables.len()];
        terms.iter().for_each(|&(variable, factor)| factors[variable] = factor.into());
        let (own, all) = found.entry(factors).or_default();
        own.push(place);
        all.extend(starts.into_iter().map(i128::from));
    }
    let sum = |(factors, (readers, starts)): (Vec<i128>, (Vec<usize>, BTreeSet<i128>))| {
        let starts: Vec<i128> = starts.into_iter().collect();
        LinearSum { factors, readers, ranges: Range::between(&starts) }
    };
    Some(found.into_iter().map(sum).collect())
}

/// Leaves those ranges of an input that its declaration allows, which are in a row; whether they are finite.
fn restrict(
    language: &Language<'_>,
    place: usize,
    variable: &Variable,
    given: &Configuration,
    sums: &mut Vec<LinearSum>,
) -> Option<bool> {
    if variable.bounds.is_empty() {
        return Some(false);
    }
    let declared = Cuts::of(std::slice::from_ref(variable), given, &[]).ok()?.direction()?;
    let unit = |sum: &LinearSum| sum.factors.iter().enumerate().all(|(at, by)| *by == i128::from(at == place));
    let at = sums.iter().position(unit).unwrap_or_else(|| {
        let factors = (0..sums.first().map_or(1, |sum| sum.factors.len())).map(|at| i128::from(at == place)).collect();
        sums.push(LinearSum { factors, readers: Vec::new(), ranges: Range::between(&[]) });
        sums.len() - 1
    });
    let own = sums[at].ranges.iter().filter_map(|range| range.low);
    let starts: BTreeSet<i128> = own.chain(declared.starts.into_iter().map(i128::from)).collect();
    let mut ranges = Range::between(&starts.into_iter().collect::<Vec<_>>());
    let admission = Admission::of(language, &variable.name);
    ranges.retain(|range| admission.allows(&value(range.nearest())));
    let is_row = ranges.windows(2).all(|pair| pair[0].high.zip(pair[1].low).is_some_and(|(high, low)| high + 1 == low));
    let is_finite = ranges.first()?.low.is_some() && ranges.last()?.high.is_some();
    sums[at].ranges = ranges;
    is_row.then_some(is_finite)
}

fn value(number: i128) -> Value {
    Value::Number(BigInt::from(number).into())
}

/// What is given, together with these values.
fn under(given: &Configuration, inputs: &[Arc<str>], point: Vec<i128>) -> Configuration {
    given.assuming(inputs.iter().zip(point.into_iter().map(value)))
}
