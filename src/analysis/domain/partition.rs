//! Groups of inputs that are read together, and the classes of their configurations.

use std::collections::BTreeSet;
use std::hash::Hash;
use std::sync::Arc;

use num_bigint::BigUint;

use super::Caveat;
use super::between_groups::{CrossGroupSums, Sum};
use super::candidate::Candidate;
use super::class::{Completions, InputGroup};
use super::class_table::{GroupReaders, OutcomeClasses, Sizes};
use super::connected::connected;
use super::extent::Extent;
use super::grid::{CandidateGrid, GridRows};
use super::joint_sums::JointSums;
use super::product::{Product, Row};
use super::reader::{Reader, distinct, open_inputs_read};
use super::samples::MAX_TRIES;
use super::truth_value::TruthOutcome;
use crate::analysis::value::{Configuration, DistinctValues, Value};

/// All configurations, as a product of groups.
#[derive(Clone, Debug)]
pub struct Partition<S> {
    /// The groups, in the order of their first readers; what reads no open input is in a group without inputs.
    pub groups: Vec<InputGroup<S>>,
    /// Open inputs that nothing reads.
    pub unread: Vec<UnreadInput>,
    /// Readers that look at sums over several groups, and are in none of them.
    pub sums: Vec<Sum>,
    /// Groups that are sums of the same inputs.
    pub joint_sums: Vec<JointSums>,
}

/// An open input that nothing reads.
#[derive(Clone, Debug)]
pub struct UnreadInput {
    /// Its name.
    pub input: Arc<str>,
    /// How many values it has; none for infinitely many, and where they are not counted.
    pub size: Option<BigUint>,
    /// Whether they are finitely many.
    pub extent: Extent,
    /// One of them.
    pub witness: Option<Value>,
}

impl<S: Eq + Hash + Clone + TruthOutcome> Partition<S> {
    /// Splits completions. `outcome` says what the reader at a place makes of a configuration. The inputs of `sums` have
    /// readers of their values.
    pub fn of(
        completions: Completions<'_>,
        readers: &[Reader<'_, '_>],
        sums: &CrossGroupSums,
        mut outcome: impl FnMut(&Configuration, usize) -> S,
    ) -> Self {
        let Completions { language, given, .. } = completions;
        let open = open_inputs_read(language, given, readers);
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
            let known = sums.values(&inputs);
            let grid = CandidateGrid::new(completions, &inputs, members, known);
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

impl<S: Eq + Hash + Clone + TruthOutcome> InputGroup<S> {
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
                    let columns: Vec<&[Candidate]> = grid.columns().collect();
                    asking.product(&mut found, Product::new(columns.iter().copied()), &grid.own(&columns), sizes)
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
            for truth_values in &mut self.possible {
                *truth_values = columns.iter().map(|&column| truth_values[column]).collect();
            }
        }
        Self { readers, ..self }
    }
}

impl<S: Eq + Hash + Clone + TruthOutcome> GroupReaders<'_, S> {
    /// Tries values until everything that may come of the readers did; false where it does not.
    fn reaches_all_outcomes(&mut self, found: &mut OutcomeClasses<S>, grid: &CandidateGrid<'_, '_, '_>) -> bool {
        let possible = grid.possible();
        if !found.is_saturated(&possible) {
            let tries = grid.tries();
            let columns: Vec<&[Candidate]> = tries.iter().map(Vec::as_slice).collect();
            let tries = Product::new(columns.iter().copied());
            // Every combination of truth values needs a try of its own.
            let truth_values = possible
                .iter()
                .try_fold(1_usize, |product, truth_values| product.checked_mul(truth_values.iter().count()));
            if tries
                .total()
                .is_none_or(|count| count > MAX_TRIES || truth_values.is_none_or(|truth_values| truth_values > count))
            {
                return false;
            }
            self.product(found, tries, &grid.own(&columns), Sizes::Unknown);
        }
        let is_saturated = found.is_saturated(&possible);
        if is_saturated {
            found.forget_sizes();
        }
        is_saturated
    }
}

fn unread_input((input, column): (&Arc<str>, &[Candidate])) -> UnreadInput {
    let witness = column.first().map(|candidate| candidate.value.clone());
    let size = column.iter().map(|candidate| candidate.size.clone()).sum();
    // That no value was found says nothing about how many there are.
    let size = witness.as_ref().and(size);
    let extent = column.iter().map(|candidate| candidate.extent).max().unwrap_or_default();
    UnreadInput { input: Arc::clone(input), size, extent, witness }
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
