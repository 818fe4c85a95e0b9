//! The classes of a group that were found so far.

use std::collections::BTreeSet;
use std::hash::Hash;
use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};
use num_bigint::BigUint;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::candidate::Candidate;
use super::class::{Class, ClassSize};
use super::extent::Extent;
use super::grid::MAX_COMBINATIONS;
use super::outcomes::{Outcomes, Run};
use super::product::{Product, Row};
use super::reader::Reader;
use super::text_diagram::{LooksAt, TextDiagram};
use super::truth_value::{TruthOutcome, TruthValue, TruthValues};
use super::value_line::{ReaderOutcome, ValueLine, of_classes, signatures};
use crate::analysis::value::{Configuration, Value};

/// Values in all combinations together that are looked at where these are too many to look at all of them.
const MAX_SAMPLED_VALUES: usize = 2_000_000;

/// What readers, given by place, make of a configuration.
pub(super) type ReaderEvaluation<'o, S> = &'o mut dyn FnMut(&Configuration, usize) -> S;

/// Classes by the outcomes of readers.
pub(super) struct OutcomeClasses<S> {
    /// Outcomes of all readers, each once.
    outcomes: IndexSet<S, FxBuildHasher>,
    /// By the numbers of the outcomes, one for each reader.
    classes: IndexMap<Box<[u32]>, KnownClass, FxBuildHasher>,
}

/// What is known of a class.
struct KnownClass {
    witness: Vec<Value>,
    /// Configurations that were looked at one by one.
    single: u64,
    /// All others; none for infinitely many.
    many: Option<BigUint>,
    extent: Extent,
    is_unmentioned: bool,
}

impl<S: Eq + Hash + Clone> OutcomeClasses<S> {
    pub(super) fn new() -> Self {
        Self { outcomes: IndexSet::default(), classes: IndexMap::default() }
    }

    /// The number of an outcome.
    pub(super) fn number(&mut self, outcome: S) -> u32 {
        self.outcomes.insert_full(outcome).0 as u32
    }

    /// Adds a row to the class with the outcomes of these numbers; the place of the class.
    pub(super) fn add(
        &mut self,
        numbers: &[u32],
        (share, is_unmentioned): (ClassSize, bool),
        witness: impl FnOnce() -> Vec<Value>,
    ) -> u32 {
        let place = match self.classes.get_index_of(numbers) {
            Some(place) => {
                let kept = &mut self.classes[place];
                if kept.is_unmentioned && !is_unmentioned {
                    (kept.witness, kept.is_unmentioned) = (witness(), false);
                }
                place
            }
            None => {
                let kept = KnownClass {
                    witness: witness(),
                    single: 0,
                    many: Some(BigUint::ZERO),
                    extent: Extent::Finite,
                    is_unmentioned,
                };
                self.classes.insert_full(numbers.into(), kept).0
            }
        };
        self.classes[place].count(share);
        place as u32
    }

    /// Whether whatever may come of the readers together was found: then there is no other class.
    pub(super) fn is_saturated(&self, possible: &[TruthValues]) -> bool
    where
        S: TruthOutcome,
    {
        let all =
            possible.iter().try_fold(1_usize, |product, truth_values| product.checked_mul(truth_values.iter().count()));
        let distinguished = |numbers: &[u32]| -> Option<Vec<TruthValue>> {
            let truth_values = numbers.iter().zip(possible).map(|(&number, possible)| {
                self.outcomes[number as usize].truth_value().filter(|&truth_value| possible.has(truth_value))
            });
            truth_values.collect()
        };
        let distinguished: Option<BTreeSet<Vec<TruthValue>>> =
            self.classes.keys().map(|numbers| distinguished(numbers)).collect();
        distinguished.is_some_and(|distinguished| Some(distinguished.len()) == all)
    }

    /// Makes the number of configurations of the classes unknown.
    pub(super) fn forget_sizes(&mut self) {
        self.classes.values_mut().for_each(|kept| kept.count(ClassSize::Unknown));
    }

    /// The classes in the order in which they were found, and what so many readers make of them. `columns` are their runs,
    /// where classes were not added with the numbers of outcomes.
    pub(super) fn into_classes(self, columns: Option<Vec<Arc<[Run]>>>, readers: usize) -> (Vec<Class>, Outcomes<S>) {
        let known: Arc<[S]> = self.outcomes.into_iter().collect();
        let (numbers, kept): (Vec<Box<[u32]>>, Vec<KnownClass>) = self.classes.into_iter().unzip();
        let outcomes = match columns {
            Some(columns) => Outcomes::of_runs(known, columns, kept.len()),
            None => Outcomes::of_classes(known, &numbers, readers),
        };
        let class = |kept: KnownClass| Class {
            size: kept.many.map(|many| many + kept.single),
            witness: kept.witness,
            extent: kept.extent,
            is_unmentioned: kept.is_unmentioned,
        };
        (kept.into_iter().map(class).collect(), outcomes)
    }
}

impl KnownClass {
    fn count(&mut self, share: ClassSize) {
        match share {
            ClassSize::One => self.single += 1,
            ClassSize::Many(size, extent) => {
                self.many = self.many.take().zip(size).map(|(all, more)| all + more);
                self.extent = self.extent.max(extent);
            }
            ClassSize::Unknown => (self.many, self.extent) = (None, Extent::Unknown),
        }
    }
}

/// Whether values stand for as many as they say.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sizes {
    Known,
    Unknown,
}

/// The readers of a group, by place, with the configurations that they are asked about.
pub(super) struct GroupReaders<'a, S> {
    pub(super) given: &'a Configuration,
    pub(super) inputs: &'a [Arc<str>],
    pub(super) places: &'a [usize],
    pub(super) outcome: ReaderEvaluation<'a, S>,
}

impl<S: Eq + Hash + Clone> GroupReaders<'_, S> {
    /// Adds these rows; the class of each of them.
    pub(super) fn rows(
        &mut self,
        found: &mut OutcomeClasses<S>,
        rows: impl IntoIterator<Item = (Row, ClassSize)>,
    ) -> Vec<u32> {
        let mut configuration = self.given.clone();
        let mut classes = Vec::new();
        for (Row { values, is_unmentioned, .. }, share) in rows {
            for (input, value) in self.inputs.iter().zip(&values) {
                set(&mut configuration, input, value);
            }
            let numbers: Vec<u32> =
                self.places.iter().map(|&place| found.number((self.outcome)(&configuration, place))).collect();
            classes.push(found.add(&numbers, (share, is_unmentioned), || values));
        }
        classes
    }

    /// Adds the values of the only input, each of which stands for as many as it says; the class of each, and what the readers
    /// make of classes, in runs.
    pub(super) fn line(
        &mut self,
        found: &mut OutcomeClasses<S>,
        (column, readers): (&[Candidate], &[&Reader<'_, '_>]),
    ) -> (Vec<u32>, Vec<Arc<[Run]>>)
    where
        S: TruthOutcome,
    {
        let input = &self.inputs[0];
        let line = ValueLine::new(input, column);
        let mut configuration = self.given.clone();
        let mut runs = Vec::with_capacity(readers.len());
        for (&place, reader) in self.places.iter().zip(readers) {
            let ask = |value: usize| {
                set(&mut configuration, input, &column[value].value);
                let outcome = (self.outcome)(&configuration, place);
                let is_truth_value = matches!(outcome.truth_value(), Some(TruthValue::Holds | TruthValue::Fails));
                ReaderOutcome { number: found.number(outcome), is_truth_value }
            };
            runs.push(line.runs(reader, ask));
        }
        let mut product = Product::new([column]);
        let (mut classes, mut firsts) = (Vec::with_capacity(column.len()), Vec::new());
        for (place, signature) in signatures(&runs, column.len()).into_iter().enumerate() {
            let class = found.add(&[signature], product.kind(), || product.values());
            if class as usize == firsts.len() {
                firsts.push(place as u32);
            }
            classes.push(class);
            product.advance();
        }
        (classes, runs.iter().map(|runs| of_classes(runs, &firsts)).collect())
    }

    /// Adds combinations of values, all of them or, where these are too many, the first ones; the class of each. `own` says for
    /// each reader what it looks at: it is asked once for each that it can distinguish.
    pub(super) fn product(
        &mut self,
        found: &mut OutcomeClasses<S>,
        mut product: Product<'_>,
        own: &[LooksAt],
        sizes: Sizes,
    ) -> Vec<u32> {
        let mut known: Vec<Memory> = own.iter().map(|own| Memory::of(&product, own)).collect();
        let mut configuration = self.given.clone();
        let mut set_to: Vec<Option<usize>> = vec![None; self.inputs.len()];
        let (mut classes, mut numbers) = (Vec::new(), vec![0; own.len()]);
        let is_whole = product.total().is_some_and(|count| count <= MAX_COMBINATIONS);
        let most = if is_whole { MAX_COMBINATIONS } else { MAX_SAMPLED_VALUES / product.width() };
        while let Some(places) = product.places_now().filter(|_| classes.len() < most) {
            for (reader, own) in own.iter().enumerate() {
                numbers[reader] = known[reader].recall(&product, own, || {
                    for &input in own.inputs() {
                        if set_to[input] != Some(places[input]) {
                            set(&mut configuration, &self.inputs[input], product.value(input, places[input]));
                            set_to[input] = Some(places[input]);
                        }
                    }
                    found.number((self.outcome)(&configuration, self.places[reader]))
                });
            }
            let (share, is_unmentioned) = product.kind();
            let share = if sizes == Sizes::Known { share } else { ClassSize::Unknown };
            classes.push(found.add(&numbers, (share, is_unmentioned), || product.values()));
            product.advance();
        }
        classes
    }
}

/// Outcomes of one reader by the places of the values of its inputs, or by what matters of them.
struct Memory {
    known: FxHashMap<usize, u32>,
    /// Whether combinations of its inputs can be numbered, and are met more than once.
    is_used: bool,
}

impl Memory {
    fn of(product: &Product<'_>, own: &LooksAt) -> Self {
        let inputs = own.inputs();
        let count = inputs.iter().try_fold(1_usize, |count, &input| count.checked_mul(product.length(input)));
        let is_used = matches!(own, LooksAt::Text(_)) || count.is_some() && inputs.len() < product.width();
        Self { known: FxHashMap::default(), is_used }
    }

    /// The outcome for the next combination of the product.
    fn recall(&mut self, product: &Product<'_>, own: &LooksAt, ask: impl FnOnce() -> u32) -> u32 {
        let Some(places) = product.places_now().filter(|_| self.is_used) else { return ask() };
        let key = match own {
            LooksAt::Inputs(inputs) => inputs.iter().fold(0, |key, &input| key * product.length(input) + places[input]),
            LooksAt::Text(TextDiagram { inputs, ends }) => ends.end(inputs.iter().map(|&input| places[input])),
        };
        *self.known.entry(key).or_insert_with(ask)
    }
}

fn set(configuration: &mut Configuration, input: &Arc<str>, value: &Value) {
    configuration.assume(Arc::clone(input), value.clone());
}
