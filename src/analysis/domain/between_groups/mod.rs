//! Conditions between groups of inputs: sums, and tables that are small by themselves, without a class for each combination of
//! the values of all inputs.
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
//! So do conditions on inputs that have few combinations among themselves, but many with all those to which other conditions tie them:
//! `not: {equal: [zone_a, zone_b]}` for each two services that must not share a zone. Such a table is evaluated whole. And so do conditions
//! that compare a text, put together of inputs, with given ones ([`text_diagram`](super::text_diagram)): then an input may be any text.
//!
//! Comes in: the readers of inputs. Goes out: [`CrossGroupSums`], those readers that look at a sum or a table alone, and with the
//! classes of the groups a [`Sum`] for each of them. Sums of inputs with too many values are found as well, see
//! [`joint_sums`](super::joint_sums). Invariant: what comes of a total is found by evaluation of the reader, once for each range of
//! totals that the hyperplanes of
//! [`linear`](super::linear) leave together; where anything else than a truth comes of it, it is no sum, and no table.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::candidate::{Candidate, Candidates};
use super::candidates::candidates;
use super::class::Completions;
use super::connected::connected;
use super::declaration::Declaration;
use super::grid::LoneInput;
use super::joint_sums::{FoundJointSums, ReadTogether};
use super::layered_diagram::{LayeredDiagram, Layers, RangeDiagram, TruthEvaluation, tabulated};
use super::linear::{Cuts, Direction};
use super::product::advance;
use super::reader::{Reader, ReadingPurpose, distinct, open_inputs_read};
use super::text_diagram::TextDiagram;
use super::usage::usage;
use super::variable::Variable;
use crate::analysis::value::{Configuration, Language, Number};

/// Combinations of inputs that are read together; fewer are looked at one by one.
const MAX_TABLE_COMBINATIONS: usize = 4_096;

/// Combinations in all tables of inputs that are read together.
const MAX_TABLE_ENTRIES: usize = 1 << 20;

/// Values of an input that is distinguished.
const MAX_VALUES: usize = 1_000;

/// A number that is added up, at most.
const MAX_NUMBER: i64 = 1 << 40;

/// A reader that looks at nothing but a sum of inputs, or at few combinations of them, with what comes of it.
#[derive(Clone, Debug)]
pub struct Sum {
    /// The reader, by place.
    pub reader: usize,
    /// Whether it holds.
    pub diagram: LayeredDiagram,
}

/// The readers that look at a sum or a table alone, with their inputs.
#[derive(Default)]
pub struct CrossGroupSums {
    found: Vec<FoundSum>,
    readers: BTreeSet<usize>,
    /// Inputs that meet others.
    known: Vec<KnownInput>,
    /// Groups of sums that share inputs.
    joint: Vec<FoundJointSums>,
}

/// A reader and its diagram, before groups have places.
struct FoundSum {
    reader: usize,
    inputs: Vec<Arc<str>>,
    layers: Vec<Vec<Vec<u32>>>,
}

/// An input whose values can be distinguished: all, or texts that stand for all others.
struct KnownInput {
    name: Arc<str>,
    values: Vec<Candidate>,
}

impl KnownInput {
    /// Its multiples, where it is an integer.
    fn times(&self, factor: i64) -> Option<Vec<i64>> {
        let number = |value: &Candidate| value.value.as_number().and_then(Number::to_i64);
        let term = |value: &Candidate| number(value)?.checked_mul(factor).filter(|term| term.abs() <= MAX_NUMBER);
        self.values.iter().map(term).collect()
    }
}

impl CrossGroupSums {
    /// Those among the readers whose inputs have too many combinations to be looked at one by one. `holds` says what the reader
    /// at a place makes of a configuration; none for what is no truth.
    pub fn of(completions: Completions<'_>, readers: &[Reader<'_, '_>], holds: TruthEvaluation<'_>) -> Self {
        let found = Self::of_more_than(MAX_TABLE_COMBINATIONS, completions, readers, &mut *holds);
        found.with_joint(completions, readers, holds)
    }

    /// Only those that share inputs whose values are not distinguished.
    pub fn joint(completions: Completions<'_>, readers: &[Reader<'_, '_>], holds: TruthEvaluation<'_>) -> Self {
        Self::default().with_joint(completions, readers, holds)
    }

    /// Conditions on several groups, whose inputs have more than so many combinations.
    fn of_more_than(
        few: usize,
        completions: Completions<'_>,
        readers: &[Reader<'_, '_>],
        holds: TruthEvaluation<'_>,
    ) -> Self {
        let Completions { language, given, .. } = completions;
        let open = open_inputs_read(language, given, readers);
        let (mut found, mut known): (Vec<FoundSum>, Vec<KnownInput>) = Default::default();
        for (inputs, places) in connected(&open, readers, |_| false) {
            if inputs.len() < 2 {
                continue;
            }
            let members: Vec<&Reader<'_, '_>> = places.iter().map(|&place| &readers[place]).collect();
            let addends = inputs.iter().filter_map(|input| known_input(completions, input, &members));
            let addends: Vec<KnownInput> = addends.collect();
            if addends.iter().fold(1, |count: usize, addend| count.saturating_mul(addend.values.len())) > few {
                found.extend(sums_among(given, readers, &places, &inputs, &addends, &mut *holds));
                known.extend(addends);
            }
        }
        Self { readers: found.iter().map(|sum| sum.reader).collect(), found, known, joint: Vec::new() }
    }

    fn with_joint(
        mut self,
        Completions { language, given, .. }: Completions<'_>,
        readers: &[Reader<'_, '_>],
        holds: TruthEvaluation<'_>,
    ) -> Self {
        let open = open_inputs_read(language, given, readers);
        for (inputs, places) in connected(&open, readers, |reader| self.has(reader)) {
            let members: Vec<&Reader<'_, '_>> = places.iter().map(|&place| &readers[place]).collect();
            if inputs.len() > 1 && !are_few(language, &inputs, &members) {
                let (distinct, _) = distinct(readers, &places);
                let group = ReadTogether { inputs: &inputs, places: &places, distinct: &distinct };
                self.joint.extend(FoundJointSums::of(language, given, readers, group, &mut *holds));
            }
        }
        self
    }

    /// All values that matter of an input that is a group of its own because of sums and tables.
    pub(super) fn values(&self, inputs: &[Arc<str>]) -> Option<&[Candidate]> {
        let [input] = inputs else { return None };
        self.found.iter().find(|sum| sum.inputs.contains(input))?;
        self.known.iter().find(|known| known.name == *input).map(|known| known.values.as_slice())
    }

    /// The sums of these inputs, if they are groups of their own.
    pub(super) fn joint_sums(&self, inputs: &[Arc<str>]) -> Option<&FoundJointSums> {
        self.joint.iter().find(|found| found.has(inputs))
    }

    /// Whether no reader looks at a sum that is no group's.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.joint.is_empty()
    }

    /// Whether a reader is one of them.
    pub(super) fn has(&self, reader: usize) -> bool {
        self.readers.contains(&reader)
    }

    /// The inputs whose values are distinguished, each once, with a reader that looks at it.
    pub fn inputs(&self) -> Vec<(Arc<str>, usize)> {
        let mut seen = BTreeSet::new();
        let inputs = self.found.iter().flat_map(|sum| sum.inputs.iter().map(|input| (Arc::clone(input), sum.reader)));
        inputs.filter(|(input, _)| seen.insert(Arc::clone(input))).collect()
    }

    /// All sums, over the groups that have their inputs; each group is given by these.
    pub(super) fn placed<'g>(&self, groups: impl Iterator<Item = &'g [Arc<str>]>) -> Vec<Sum> {
        let inputs = groups.enumerate().flat_map(|(group, inputs)| inputs.iter().map(move |input| (&**input, group)));
        let group_of: FxHashMap<&str, usize> = inputs.collect();
        let placed = |sum: &FoundSum| {
            let groups = sum.inputs.iter().map(|input| group_of[&**input]).collect();
            Sum { reader: sum.reader, diagram: LayeredDiagram { groups, layers: sum.layers.clone() } }
        };
        self.found.iter().map(placed).collect()
    }
}

/// Whether all values that matter of inputs are known, and their combinations so few that they are looked at one by one.
fn are_few(language: &Language<'_>, inputs: &[Arc<str>], members: &[&Reader<'_, '_>]) -> bool {
    let known = |input: &Arc<str>| {
        let found = candidates(language, input, &usage(input, members));
        found.is_exact.then_some(found.all.len())
    };
    let count = inputs.iter().try_fold(1_usize, |count, input| Some(count.saturating_mul(known(input)?)));
    count.is_some_and(|count| count <= MAX_TABLE_COMBINATIONS)
}

/// The input with all of its values, or texts that stand for all, where these are few.
fn known_input(completions: Completions<'_>, input: &Arc<str>, members: &[&Reader<'_, '_>]) -> Option<KnownInput> {
    let declaration = Declaration::of(completions.language, input);
    if declaration.is_computed(completions.language) {
        return None;
    }
    let Candidates { all, is_exact } = LoneInput::of(completions, input, members).values;
    let are_texts = || all.iter().all(|candidate| candidate.value.as_str().is_some());
    let is_known = all.iter().all(Candidate::is_known_one) || declaration.type_name() == "string" && are_texts();
    let is_known = is_known && is_exact && !all.is_empty() && all.len() <= MAX_VALUES;
    is_known.then(|| KnownInput { name: Arc::clone(input), values: all })
}

/// The sums and tables among readers that share inputs. Inputs that anything else reads together stay together, and what looks at
/// these is neither.
fn sums_among(
    given: &Configuration,
    readers: &[Reader<'_, '_>],
    places: &[usize],
    inputs: &[Arc<str>],
    addends: &[KnownInput],
    holds: TruthEvaluation<'_>,
) -> Vec<FoundSum> {
    let (mut found, mut joined): (Vec<FoundSum>, BTreeSet<&str>) = (Vec::new(), BTreeSet::new());
    let mut left = MAX_TABLE_ENTRIES;
    for &place in places {
        let own = inputs.iter().map(|input| &**input).filter(|&input| readers[place].inputs.contains(input));
        let own: Vec<&str> = own.collect();
        let added = own.iter().map(|input| addends.iter().find(|addend| *addend.name == **input));
        let added: Option<Vec<&KnownInput>> = added.collect();
        if own.len() < 2 {
            continue;
        }
        let reader = &readers[place];
        let diagram = added.and_then(|added| {
            sum(given, reader, place, &added, &mut *holds)
                .or_else(|| text(given, reader, place, &added, &mut *holds))
                .or_else(|| table(given, reader, place, &added, &mut left, &mut *holds))
        });
        match diagram {
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
    reader: &Reader<'_, '_>,
    place: usize,
    addends: &[&KnownInput],
    holds: TruthEvaluation<'_>,
) -> Option<FoundSum> {
    if reader.asks != ReadingPurpose::Truth || addends.len() < 2 {
        return None;
    }
    let variable = |addend: &&KnownInput| Variable {
        name: Arc::clone(&addend.name),
        is_integral: true,
        bounds: Vec::new(),
        default: None,
    };
    let variables: Vec<Variable> = addends.iter().map(variable).collect();
    addends.iter().map(|addend| addend.times(1)).collect::<Option<Vec<_>>>()?;
    let Direction { terms, starts } = Cuts::of(&variables, given, &[reader]).ok()?.direction()?;
    if terms.len() != addends.len() {
        return None;
    }
    let times = |(addend, (_, factor)): (&&KnownInput, &(usize, i64))| addend.times(*factor);
    let terms: Vec<Vec<i64>> = addends.iter().zip(&terms).map(times).collect::<Option<_>>()?;
    let ranges = RangeDiagram::of(&terms, &starts)?;
    let layers = evaluated(given, place, addends, ranges, holds)?;
    Some(FoundSum { reader: place, inputs: names(addends), layers })
}

/// The reader as a comparison of a text that is put together of these inputs, if it is one.
fn text(
    given: &Configuration,
    reader: &Reader<'_, '_>,
    place: usize,
    addends: &[&KnownInput],
    holds: TruthEvaluation<'_>,
) -> Option<FoundSum> {
    let own: Vec<&str> = addends.iter().map(|addend| &*addend.name).collect();
    let columns: Vec<&[Candidate]> = addends.iter().map(|addend| addend.values.as_slice()).collect();
    let TextDiagram { inputs, ends } = TextDiagram::of(given, reader, &own, &columns)?;
    let in_order: Vec<&KnownInput> = inputs.into_iter().map(|input| addends[input]).collect();
    let layers = evaluated(given, place, &in_order, ends, holds)?;
    Some(FoundSum { reader: place, inputs: names(&in_order), layers })
}

/// The layers of ranges, with what the reader makes of each.
fn evaluated(
    given: &Configuration,
    place: usize,
    addends: &[&KnownInput],
    ranges: RangeDiagram,
    holds: TruthEvaluation<'_>,
) -> Option<Layers> {
    let mut outcomes = vec![false; ranges.count()];
    for (range, choice) in ranges.choices() {
        outcomes[range] = holds(&with(given, addends, &choice), place)?;
    }
    Some(ranges.with_outcomes(&outcomes))
}

/// The reader as a table of all combinations of these inputs, if they are few; so many are `left` for all tables.
fn table(
    given: &Configuration,
    reader: &Reader<'_, '_>,
    place: usize,
    addends: &[&KnownInput],
    left: &mut usize,
    holds: TruthEvaluation<'_>,
) -> Option<FoundSum> {
    let count = addends.iter().try_fold(1_usize, |count, addend| count.checked_mul(addend.values.len()))?;
    if reader.asks != ReadingPurpose::Truth || addends.len() < 2 || count > MAX_TABLE_COMBINATIONS || count > *left {
        return None;
    }
    *left -= count;
    let mut outcomes = Vec::with_capacity(count);
    let lengths: Vec<usize> = addends.iter().map(|addend| addend.values.len()).collect();
    let mut choice = vec![0; addends.len()];
    loop {
        outcomes.push(holds(&with(given, addends, &choice), place)?);
        if !advance(&mut choice, &lengths) {
            break;
        }
    }
    Some(FoundSum { reader: place, inputs: names(addends), layers: tabulated(&lengths, &outcomes) })
}

/// What is given, with these values of inputs, by their places.
fn with(given: &Configuration, addends: &[&KnownInput], choice: &[usize]) -> Configuration {
    given
        .assuming(addends.iter().zip(choice).map(|(addend, value)| (&addend.name, addend.values[*value].value.clone())))
}

fn names(addends: &[&KnownInput]) -> Vec<Arc<str>> {
    addends.iter().map(|addend| Arc::clone(&addend.name)).collect()
}
