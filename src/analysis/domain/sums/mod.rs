//! Sums of integers that are compared with something, without a class for each combination of their values.
//!
//! A quota such as `less: [{add: [a, b, c]}, 40]` makes a group of its inputs, and all combinations of their values are more than
//! can be looked at. But the condition looks at the sum alone. So each of the inputs stays in a group of its own, where every value is
//! a class, and the condition becomes a decision diagram over these groups that adds up what their classes contribute (dynamic
//! programming over partial sums):
//!
//! ```text
//! a = 1, 2, 3     partial sum 1, 2, 3
//! b = 1, 2, 3     partial sum 2, 3, 4 and more         those from which on nothing makes a difference are one
//! c = 1, 2, 3     total below 5: holds; from 5 on: fails
//! ```
//!
//! Comes in: the readers of inputs. Goes out: [`Sums`], those readers that look at a sum alone, and with the classes of the groups a
//! [`Sum`] for each of them. Sums of inputs with too many values are found as well, see [`ties`](super::ties). Invariant: what comes of a total is found by evaluation of the reader, once for each range of totals that
//! the hyperplanes of [`linear`](super::linear) leave together; where anything else than a truth comes of it, it is no sum.

mod diagram;

use std::collections::BTreeSet;
use std::sync::Arc;

use num_traits::One;
use rustc_hash::FxHashMap;

pub(super) use self::diagram::{Layers, RangeDiagram, joined};
use super::candidate::{Candidate, candidates};
use super::connected::connected;
use super::declaration::Declaration;
use super::linear::{Cuts, Direction, Variable};
use super::partition::{Asks, Reader, distinct, open_inputs};
use super::ties::FoundTies;
use super::usage::usage;
use crate::analysis::value::{Configuration, Given, Language, Number, Provenance, Value};

/// Combinations of inputs that are read together; fewer are looked at one by one.
const FEW_COMBINATIONS: usize = 4_096;

/// Values of an input that is added up.
const MOST_VALUES: usize = 1_000;

/// A number that is added up, at most.
const MOST: i64 = 1 << 40;

/// A reader that looks at nothing but a sum of inputs, with what comes of it.
#[derive(Clone, Debug)]
pub struct Sum {
    /// The reader, by place.
    pub reader: usize,
    /// Whether it holds.
    pub diagram: Layered,
}

/// A condition on classes of several groups, as a decision diagram.
#[derive(Clone, Debug)]
pub struct Layered {
    /// The groups, in the order of the layers.
    pub groups: Vec<usize>,
    /// By layer, by node, by class of its group: the node of the next layer that the class leads to. Behind the last layer, 1
    /// stands for where the condition holds, 0 for all others.
    pub layers: Layers,
}

impl Layered {
    /// Whether it holds in these classes, by group.
    pub fn holds(&self, combination: &[usize]) -> bool {
        let step = |node: u32, (layer, &group): (&Vec<Vec<u32>>, &usize)| layer[node as usize][combination[group]];
        self.layers.iter().zip(&self.groups).fold(0, step) == 1
    }
}

/// The readers that look at a sum alone, with their inputs.
#[derive(Default)]
pub struct Sums {
    found: Vec<FoundSum>,
    readers: BTreeSet<usize>,
    /// Groups of sums that share inputs.
    tied: Vec<FoundTies>,
}

/// A reader and its diagram, before groups have places.
struct FoundSum {
    reader: usize,
    inputs: Vec<Arc<str>>,
    layers: Vec<Vec<Vec<u32>>>,
}

/// An input that can be added up: all of its values.
struct Addend {
    name: Arc<str>,
    values: Vec<i64>,
}

/// What the reader at a place makes of a configuration; none for what is no truth.
pub(super) type Holds<'h> = &'h mut dyn FnMut(&Configuration, usize) -> Option<bool>;

impl Sums {
    /// Those among the readers whose inputs have too many combinations to be looked at one by one. `holds` tells what the reader at
    /// a place makes of a configuration; none for what is no truth.
    pub fn of(language: &Language<'_>, given: &Configuration, readers: &[Reader<'_, '_>], holds: Holds<'_>) -> Self {
        let found = Self::of_more_than(FEW_COMBINATIONS, (language, given), readers, &mut *holds);
        found.with_ties((language, given), readers, holds)
    }

    /// Only those that share inputs whose values are not told apart.
    pub fn tied(language: &Language<'_>, given: &Configuration, readers: &[Reader<'_, '_>], holds: Holds<'_>) -> Self {
        Self::default().with_ties((language, given), readers, holds)
    }

    /// The same where inputs have more than so many combinations.
    fn of_more_than(
        few: usize,
        (language, given): (&Language<'_>, &Configuration),
        readers: &[Reader<'_, '_>],
        holds: Holds<'_>,
    ) -> Self {
        let open = open_inputs(language, given, readers);
        let mut found = Vec::new();
        for (inputs, places) in connected(&open, readers, |_| false) {
            if inputs.len() < 2 {
                continue;
            }
            let members: Vec<&Reader<'_, '_>> = places.iter().map(|&place| &readers[place]).collect();
            let addends = inputs.iter().filter_map(|input| addend(language, input, &members));
            let addends: Vec<Addend> = addends.collect();
            if addends.iter().fold(1, |count: usize, addend| count.saturating_mul(addend.values.len())) > few {
                found.extend(sums_among(given, (readers, &places), (&inputs, &addends), &mut *holds));
            }
        }
        Self { readers: found.iter().map(|sum| sum.reader).collect(), found, tied: Vec::new() }
    }

    fn with_ties(
        mut self,
        (language, given): (&Language<'_>, &Configuration),
        readers: &[Reader<'_, '_>],
        holds: Holds<'_>,
    ) -> Self {
        let open = open_inputs(language, given, readers);
        for (inputs, places) in connected(&open, readers, |reader| self.has(reader)) {
            if inputs.len() > 1 {
                let (distinct, _) = distinct(readers, &places);
                let group = (inputs.as_slice(), places.as_slice(), distinct.as_slice());
                self.tied.extend(FoundTies::of((language, given), readers, group, &mut *holds));
            }
        }
        self
    }

    /// The sums of these inputs, if they are groups of their own.
    pub(super) fn ties(&self, inputs: &[Arc<str>]) -> Option<&FoundTies> {
        self.tied.iter().find(|found| found.has(inputs))
    }

    /// Whether no reader looks at a sum that is no group's.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.tied.is_empty()
    }

    /// Whether a reader is one of them.
    pub(super) fn has(&self, reader: usize) -> bool {
        self.readers.contains(&reader)
    }

    /// The inputs whose values are told apart, each once, with a reader that looks at it.
    pub fn inputs(&self) -> Vec<(Arc<str>, usize)> {
        let mut seen = BTreeSet::new();
        let inputs = self.found.iter().flat_map(|sum| sum.inputs.iter().map(|input| (Arc::clone(input), sum.reader)));
        inputs.filter(|(input, _)| seen.insert(Arc::clone(input))).collect()
    }

    /// The same over groups, by the inputs that each of them has.
    pub(super) fn placed<'g>(&self, groups: impl Iterator<Item = &'g [Arc<str>]>) -> Vec<Sum> {
        let inputs = groups.enumerate().flat_map(|(group, inputs)| inputs.iter().map(move |input| (&**input, group)));
        let group_of: FxHashMap<&str, usize> = inputs.collect();
        let placed = |sum: &FoundSum| {
            let groups = sum.inputs.iter().map(|input| group_of[&**input]).collect();
            Sum { reader: sum.reader, diagram: Layered { groups, layers: sum.layers.clone() } }
        };
        self.found.iter().map(placed).collect()
    }
}

/// The input with all of its values, where these are a few integers.
fn addend(language: &Language<'_>, input: &Arc<str>, members: &[&Reader<'_, '_>]) -> Option<Addend> {
    let declaration = Declaration::of(language, input);
    if declaration.type_name() != "integer" || declaration.is_computed() {
        return None;
    }
    let usage = usage(input, members);
    usage.otherwise?;
    let found = candidates(language, input, &usage);
    let is_each = found.is_exact && found.all.iter().all(|candidate| candidate.size.as_ref().is_some_and(One::is_one));
    if !is_each || found.all.is_empty() || found.all.len() > MOST_VALUES {
        return None;
    }
    let value = |candidate: &Candidate| candidate.value.as_number().and_then(Number::to_i64);
    let values: Option<Vec<i64>> = found.all.iter().map(value).collect();
    Some(Addend { name: Arc::clone(input), values: values? })
}

/// The sums among readers that share inputs. Inputs that anything else reads together stay together, and what adds these up is
/// no sum.
fn sums_among(
    given: &Configuration,
    (readers, places): (&[Reader<'_, '_>], &[usize]),
    (inputs, addends): (&[Arc<str>], &[Addend]),
    holds: Holds<'_>,
) -> Vec<FoundSum> {
    let (mut found, mut joined): (Vec<FoundSum>, BTreeSet<&str>) = (Vec::new(), BTreeSet::new());
    for &place in places {
        let own = inputs.iter().map(|input| &**input).filter(|&input| readers[place].inputs.contains(input));
        let own: Vec<&str> = own.collect();
        let added = own.iter().map(|input| addends.iter().find(|addend| *addend.name == **input));
        let added: Option<Vec<&Addend>> = added.collect();
        match added.and_then(|added| sum(given, (&readers[place], place), &added, &mut *holds)) {
            _ if own.len() < 2 => {}
            Some(sum) => found.push(sum),
            None => joined.extend(own),
        }
    }
    loop {
        let is_alone = |sum: &FoundSum| !sum.inputs.iter().any(|input| joined.contains(&**input));
        let (alone, others): (Vec<FoundSum>, Vec<FoundSum>) = found.into_iter().partition(is_alone);
        found = alone;
        if others.is_empty() {
            return found;
        }
        let others = others.iter().flat_map(|sum| &sum.inputs);
        joined.extend(others.filter_map(|name| inputs.iter().find(|input| *input == name)).map(|input| &**input));
    }
}

/// The reader as a sum of these inputs, if it looks at nothing else.
fn sum(
    given: &Configuration,
    (reader, place): (&Reader<'_, '_>, usize),
    addends: &[&Addend],
    holds: Holds<'_>,
) -> Option<FoundSum> {
    if reader.asks != Asks::Truth || addends.len() < 2 {
        return None;
    }
    let variable = |addend: &&Addend| Variable {
        name: Arc::clone(&addend.name),
        is_integral: true,
        bounds: Vec::new(),
        default: None,
    };
    let variables: Vec<Variable> = addends.iter().map(variable).collect();
    let Direction { terms, starts } = Cuts::of((&variables, given), &[reader]).ok()?.direction()?;
    if terms.len() != addends.len() {
        return None;
    }
    let times = |(addend, (_, factor)): (&&Addend, &(usize, i64))| -> Option<Vec<i64>> {
        addend.values.iter().map(|value| value.checked_mul(*factor).filter(|term| term.abs() <= MOST)).collect()
    };
    let terms: Vec<Vec<i64>> = addends.iter().zip(&terms).map(times).collect::<Option<_>>()?;
    let ranges = RangeDiagram::of(&terms, &starts)?;
    let mut outcomes = vec![false; starts.len() + 1];
    for (range, choice) in ranges.choices() {
        let mut configuration = given.clone();
        for (addend, value) in addends.iter().zip(choice) {
            let value = Value::integer(addend.values[value]);
            configuration.set(Arc::clone(&addend.name), Given { value, provenance: Provenance::Assumed });
        }
        outcomes[range] = holds(&configuration, place)?;
    }
    let inputs = addends.iter().map(|addend| Arc::clone(&addend.name)).collect();
    Some(FoundSum { reader: place, inputs, layers: ranges.told(&outcomes) })
}
