//! Groups of inputs that are read together, and the classes of their configurations.

use std::collections::BTreeSet;
use std::hash::Hash;
use std::sync::Arc;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use variscope_encoder::linear::Effort;

use super::Caveat;
use super::between_groups::{CrossGroupSums, Sum};
use super::candidate::Candidate;
use super::class_table::{GroupReaders, OutcomeClasses, Sizes};
use super::connected::connected;
use super::extent::Extent;
use super::grid::{CandidateGrid, GridRows};
use super::joint_sums::JointSums;
use super::outcomes::Outcomes;
use super::product::{Product, Row};
use super::samples::MAX_TRIES;
use super::sign::{SignedOutcome, Signs};
use crate::analysis::value::{Configuration, DistinctValues, Language, Value, WEEKDAY};
use crate::source::syntax::yaml::Yaml;

/// Something whose outcome depends on inputs.
#[derive(Clone)]
pub struct Reader<'l, 'm> {
    /// What its expression can refer to.
    pub language: &'l Language<'m>,
    /// The inputs that it reads.
    pub inputs: Arc<BTreeSet<String>>,
    /// The expression by which it does; none where it looks only at whether the value is false, 0 or neither.
    pub expression: Option<Yaml<'m>>,
    /// What it makes of that.
    pub asks: Asks,
    /// Readers with one number make the same of every configuration, so that one of them is asked.
    pub alike: Option<u32>,
}

/// What a reader makes of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asks {
    /// Whether it holds.
    Truth,
    /// Whether it has a value.
    Definedness,
    /// Which value it has: any two make a difference.
    Value,
}

impl<'l, 'm> Reader<'l, 'm> {
    /// What asks something of an expression.
    pub fn of(language: &'l Language<'m>, expression: Yaml<'m>, asks: Asks) -> Self {
        let inputs = Arc::new(language.inputs_of(expression));
        Self { language, inputs, expression: Some(expression), asks, alike: None }
    }

    /// What tells all values of an input apart that the expression of another reader reads.
    pub fn of_values(other: &Self, input: &str) -> Self {
        let inputs = Arc::new(BTreeSet::from([input.to_owned()]));
        Self { language: other.language, inputs, expression: other.expression, asks: Asks::Value, alike: None }
    }

    /// What looks at one input, whether it is false, 0 or neither.
    pub fn of_truth(language: &'l Language<'m>, input: &str) -> Self {
        let inputs = Arc::new(BTreeSet::from([input.to_owned()]));
        Self { language, inputs, expression: None, asks: Asks::Truth, alike: None }
    }
}

/// All configurations, as a product of groups.
#[derive(Clone, Debug)]
pub struct Partition<S> {
    /// The groups, in the order of their first readers; what reads no open input is in a group without inputs.
    pub groups: Vec<InputGroup<S>>,
    /// Open inputs that nothing reads.
    pub unread: Vec<Unread>,
    /// Readers that look at sums over several groups, and are in none of them.
    pub sums: Vec<Sum>,
    /// Groups that are sums of the same inputs.
    pub joint_sums: Vec<JointSums>,
}

/// An open input that nothing reads.
#[derive(Clone, Debug)]
pub struct Unread {
    /// Its name.
    pub input: Arc<str>,
    /// How many values it has; none for infinitely many, and where they are not counted.
    pub size: Option<BigUint>,
    /// Whether they are finitely many.
    pub extent: Extent,
    /// One of them.
    pub witness: Option<Value>,
}

/// Inputs that are read together.
#[derive(Clone, Debug)]
pub struct InputGroup<S> {
    /// The open inputs.
    pub inputs: Vec<Arc<str>>,
    /// Whether it is one of several sums of these inputs: then its classes are ranges of the sum, and which there are together, and
    /// in which configurations, is said by [`JointSums`].
    pub is_joint: bool,
    /// By input: whether only some of the values that may make a difference were looked at.
    pub sampled: Vec<bool>,
    /// The readers, by place.
    pub readers: Vec<usize>,
    /// The classes, in the order of their witnesses.
    pub classes: Vec<Class>,
    /// What the readers make of them.
    pub outcomes: Outcomes<S>,
    /// By input: the values that were looked at, each with the classes in which it was met, by place.
    pub occurrences: Vec<Vec<(Candidate, BTreeSet<usize>)>>,
    /// The class of each combination of these values, by place; the last input turns fastest. None where some combinations
    /// were looked at only: then a value may occur in other classes too.
    pub combinations: Option<Vec<u32>>,
    /// Configurations of none of the classes that there may be, by kind: what each reader may make of them. Empty when
    /// every class is known.
    pub possible: Vec<Vec<Signs>>,
    /// Why there may be such configurations.
    pub caveats: Vec<Caveat>,
}

impl<S> InputGroup<S> {
    /// Whether every class is known.
    pub fn is_complete(&self) -> bool {
        self.possible.is_empty()
    }
}

/// Configurations of a group that no reader can tell apart.
#[derive(Clone, Debug)]
pub struct Class {
    /// One of them: a value for each input of the group.
    pub witness: Vec<Value>,
    /// How many they are; none for infinitely many, and where they are not counted.
    pub size: Option<BigUint>,
    /// Whether they are finitely many.
    pub extent: Extent,
    /// Whether all of them have a value that nothing mentions.
    pub is_unmentioned: bool,
}

/// The completions of a configuration, and how they are looked at.
#[derive(Clone, Copy)]
pub struct Completions<'c> {
    /// What declares the inputs.
    pub language: &'c Language<'c>,
    /// What is completed.
    pub given: &'c Configuration,
    /// Whether they have no texts that nothing mentions.
    pub is_closed: bool,
    /// Where numbers meet is computed as long as there is some of it left.
    pub effort: &'c Effort,
}

impl<S: Eq + Hash + Clone + SignedOutcome> Partition<S> {
    /// Splits completions. `outcome` tells what the reader at a place makes of a configuration. The inputs of `sums` have readers of
    /// their values.
    pub fn of(
        completions: Completions<'_>,
        readers: &[Reader<'_, '_>],
        sums: &CrossGroupSums,
        mut outcome: impl FnMut(&Configuration, usize) -> S,
    ) -> Self {
        let Completions { language, given, .. } = completions;
        let open = open_inputs(language, given, readers);
        let (mut groups, mut unread, mut joint_sums) = (Vec::new(), Vec::new(), Vec::new());
        for (inputs, places) in connected(&open, readers, |reader| sums.has(reader)) {
            let (distinct, columns) = distinct(readers, &places);
            if let Some(found) = sums.joint_sums(&inputs) {
                let asked: Vec<(usize, usize)> =
                    places.iter().zip(columns).map(|(&place, column)| (place, distinct[column])).collect();
                let (own, between) = found.groups(groups.len(), given, &asked, &mut outcome);
                groups.extend(own);
                joint_sums.push(between);
                continue;
            }
            let members = distinct.iter().map(|&reader| &readers[reader]).collect();
            let grid = CandidateGrid::new(completions, &inputs, members);
            // What has no value is in no configuration, whether or not anything reads it.
            if places.is_empty() && !grid.has_no_value() {
                unread.extend(inputs.iter().zip(grid.columns()).map(unread_input));
                continue;
            }
            let asking = GroupReaders { given, inputs: &inputs, places: &distinct, outcome: &mut outcome };
            groups.push(InputGroup::of(&grid, asking).with_all(places, &columns));
        }
        let sums = sums.placed(groups.iter().map(|group: &InputGroup<S>| group.inputs.as_slice()));
        Self { groups, unread, sums, joint_sums }
    }

    /// Why classes may be missing; empty when none is.
    pub fn caveats(&self) -> Vec<Caveat> {
        self.groups.iter().flat_map(|group| group.caveats.iter().cloned()).collect()
    }
}

impl<S: Eq + Hash + Clone + SignedOutcome> InputGroup<S> {
    fn of(grid: &CandidateGrid<'_, '_, '_>, mut asking: GroupReaders<'_, S>) -> Self {
        let mut found = OutcomeClasses::new();
        let (inputs, readers) = (asking.inputs.to_vec(), asking.places.to_vec());
        let mut columns = None;
        let (occurrences, mut combinations, mut caveats) = match grid.points() {
            Ok(points) => {
                let GridRows { rows, shares, caveat } = points;
                let classes = asking.rows(&mut found, rows.iter().cloned().zip(shares));
                (of_points(&rows, inputs.len(), &classes), None, caveat.into_iter().collect())
            }
            Err(blamed) => {
                let caveats = grid.caveats(blamed);
                let combinations = if let Some(line) = grid.line().filter(|_| caveats.is_empty()) {
                    let (combinations, runs) = asking.line(&mut found, line);
                    columns = Some(runs);
                    combinations
                } else {
                    let sizes = if caveats.is_empty() { Sizes::Known } else { Sizes::Unknown };
                    asking.product(&mut found, Product::new(grid.columns()), &grid.own(), sizes)
                };
                (of_product(grid, &combinations), Some(combinations), caveats)
            }
        };
        if !caveats.is_empty() && asking.reaches_all_outcomes(&mut found, grid) {
            (combinations, caveats) = (None, Vec::new());
        }
        let sampled = match combinations {
            Some(_) => grid.sampled().collect(),
            None => vec![true; inputs.len()],
        };
        let possible = if caveats.is_empty() { Vec::new() } else { vec![grid.possible()] };
        let (classes, outcomes) = found.into_classes(columns, readers.len());
        let is_joint = false;
        Self { inputs, is_joint, sampled, readers, classes, outcomes, occurrences, combinations, possible, caveats }
    }

    /// The group with all its readers, each of which has what came of the one at its column.
    fn with_all(mut self, readers: Vec<usize>, columns: &[usize]) -> Self {
        if readers.len() > self.readers.len() {
            self.outcomes = self.outcomes.columns(columns);
            for signs in &mut self.possible {
                *signs = columns.iter().map(|&column| signs[column]).collect();
            }
        }
        Self { readers, ..self }
    }
}

/// Of readers that are alike the first one; and by reader, the place of the one that is asked for it.
pub(super) fn distinct(readers: &[Reader<'_, '_>], places: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let (mut kept, mut known): (Vec<usize>, FxHashMap<u32, usize>) = Default::default();
    let column = |&place: &usize| {
        let fresh = kept.len();
        let column = readers[place].alike.map_or(fresh, |alike| *known.entry(alike).or_insert(fresh));
        if column == fresh {
            kept.push(place);
        }
        column
    };
    let columns = places.iter().map(column).collect();
    (kept, columns)
}

impl<S: Eq + Hash + Clone + SignedOutcome> GroupReaders<'_, S> {
    /// Tries values until everything that may come of the readers did; false where it does not.
    fn reaches_all_outcomes(&mut self, found: &mut OutcomeClasses<S>, grid: &CandidateGrid<'_, '_, '_>) -> bool {
        let possible = grid.possible();
        if !found.is_saturated(&possible) {
            let tries = grid.tries();
            let tries = Product::new(tries.iter().map(Vec::as_slice));
            // Every combination of signs needs a try of its own.
            let signs = possible.iter().try_fold(1_usize, |product, signs| product.checked_mul(signs.iter().count()));
            if tries.total().is_none_or(|count| count > MAX_TRIES || signs.is_none_or(|signs| signs > count)) {
                return false;
            }
            self.product(found, tries, &grid.own(), Sizes::Unknown);
        }
        let is_saturated = found.is_saturated(&possible);
        if is_saturated {
            found.forget_sizes();
        }
        is_saturated
    }
}

fn unread_input((input, column): (&Arc<str>, &[Candidate])) -> Unread {
    let witness = column.first().map(|candidate| candidate.value.clone());
    let size = column.iter().map(|candidate| candidate.size.clone()).sum();
    // That no value was found says nothing about how many there are.
    let size = witness.as_ref().and(size);
    let extent = column.iter().map(|candidate| candidate.extent).max().unwrap_or_default();
    Unread { input: Arc::clone(input), size, extent, witness }
}

/// Values with the classes in which they were met.
type Occurrences = Vec<Vec<(Candidate, BTreeSet<usize>)>>;

/// By input, by value of its column: the classes of the combinations that have it.
fn of_product(grid: &CandidateGrid<'_, '_, '_>, combinations: &[u32]) -> Occurrences {
    let mut product = Product::new(grid.columns());
    let fresh = |column: &[Candidate]| column.iter().map(|candidate| (candidate.clone(), BTreeSet::new())).collect();
    let mut occurrences: Occurrences = grid.columns().map(fresh).collect();
    for &class in combinations {
        let places = product.places_now().into_iter().flatten();
        for (column, &place) in occurrences.iter_mut().zip(places) {
            column[place].1.insert(class as usize);
        }
        product.advance();
    }
    occurrences
}

/// By input: the values in these rows.
fn of_points(rows: &[Row], inputs: usize, combinations: &[u32]) -> Occurrences {
    let mut occurrences: Occurrences = vec![Vec::new(); inputs];
    let mut known = vec![DistinctValues::default(); inputs];
    for (row, &class) in rows.iter().zip(combinations) {
        for ((column, known), value) in occurrences.iter_mut().zip(&mut known).zip(&row.values) {
            let (place, is_new) = known.insert_full(value);
            column.extend(is_new.then(|| (Candidate::of_many(value.clone()), BTreeSet::new())));
            column[place].1.insert(class as usize);
        }
    }
    occurrences
}

/// Inputs without a given value: the declared ones, the day of the week where something asks for it, and before profile D
/// those that are only read.
pub(super) fn open_inputs(language: &Language<'_>, given: &Configuration, readers: &[Reader<'_, '_>]) -> Vec<Arc<str>> {
    let declared = language.inputs().map(|(name, _)| name);
    let read = readers.iter().flat_map(|reader| reader.inputs.iter()).map(String::as_str);
    let is_undeclared = |name: &&str| !language.dialect().inputs_are_declared || *name == WEEKDAY;
    let read = read.filter(|name| is_undeclared(name) && language.input(name).is_none());
    let is_open = |name: &&str| given.value(name).is_none_or(|value| *value == Value::Null);
    let mut names: Vec<Arc<str>> = Vec::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for name in declared.chain(read).filter(is_open) {
        if seen.insert(name) {
            names.push(name.into());
        }
    }
    names
}
