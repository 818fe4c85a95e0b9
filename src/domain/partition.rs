//! Groups of inputs that are read together, and the classes of their configurations.

use std::collections::BTreeSet;
use std::hash::Hash;
use std::sync::Arc;

use indexmap::IndexMap;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;

use super::Caveat;
use super::axes::{Axes, MOST_COMBINATIONS};
use super::candidate::Candidate;
use super::connected::connected;
use super::product::{Product, Row};
use crate::syntax::vocabulary::Profile;
use crate::syntax::yaml::Yaml;
use crate::value::{Configuration, Given, Language, Provenance, Value};

/// Something whose outcome depends on inputs.
#[derive(Clone)]
pub struct Reader<'l, 'm> {
    /// What its expression can refer to.
    pub language: &'l Language<'m>,
    /// The inputs that it reads.
    pub inputs: BTreeSet<String>,
    /// The expression by which it does; none where it looks only at whether the value is false, 0 or neither.
    pub expression: Option<Yaml<'m>>,
    /// What it makes of that.
    pub asks: Asks,
}

/// What a reader makes of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        Self { language, inputs: language.inputs_of(expression), expression: Some(expression), asks }
    }

    /// What looks at one input, whether it is false, 0 or neither.
    pub fn of_truth(language: &'l Language<'m>, input: &str) -> Self {
        Self { language, inputs: BTreeSet::from([input.to_owned()]), expression: None, asks: Asks::Truth }
    }
}

/// All configurations, as a product of groups.
#[derive(Clone, Debug)]
pub struct Partition<S> {
    /// The groups, in the order of their first readers; what reads no open input is in a group without inputs.
    pub groups: Vec<Group<S>>,
    /// Open inputs that nothing reads.
    pub unread: Vec<Unread>,
    /// Why classes may be missing; empty when none is.
    pub caveats: Vec<Caveat>,
}

/// An open input that nothing reads.
#[derive(Clone, Debug)]
pub struct Unread {
    /// Its name.
    pub input: Arc<str>,
    /// How many values it has; none for infinitely many.
    pub size: Option<BigUint>,
    /// One of them.
    pub witness: Option<Value>,
}

/// Inputs that are read together.
#[derive(Clone, Debug)]
pub struct Group<S> {
    /// The open inputs.
    pub inputs: Vec<Arc<str>>,
    /// By input: whether only some of the values that may make a difference were looked at.
    pub sampled: Vec<bool>,
    /// The readers, by place.
    pub readers: Vec<usize>,
    /// The classes, in the order of their witnesses.
    pub classes: Vec<Class<S>>,
    /// By input: the values that were looked at, each with the classes in which it was met, by place.
    pub occurrences: Vec<Vec<(Candidate, BTreeSet<usize>)>>,
    /// The class of each combination of these values, by place; the last input turns fastest. None where some combinations
    /// were looked at only: then a value may occur in other classes too.
    pub combinations: Option<Vec<u32>>,
}

/// Configurations of a group that no reader can tell apart.
#[derive(Clone, Debug)]
pub struct Class<S> {
    /// One of them: a value for each input of the group.
    pub witness: Vec<Value>,
    /// What the readers of the group make of them.
    pub outcomes: Vec<S>,
    /// How many they are; none for infinitely many.
    pub size: Option<BigUint>,
    /// Whether all of them have a value that nothing mentions.
    pub is_other: bool,
}

impl<S: Eq + Hash + Clone> Partition<S> {
    /// Splits the completions of `given`, without texts that nothing mentions if `is_closed`; `language` declares the inputs.
    /// `outcome` tells what readers, given by place, make of a configuration.
    pub fn of(
        language: &Language<'_>,
        (given, is_closed): (&Configuration, bool),
        readers: &[Reader<'_, '_>],
        mut outcome: impl FnMut(&Configuration, &[usize]) -> Vec<S>,
    ) -> Self {
        let open = open_inputs(language, given, readers);
        let (mut groups, mut unread, mut caveats) = (Vec::new(), Vec::new(), Vec::new());
        for (inputs, places) in connected(&open, readers) {
            let members = places.iter().map(|&reader| &readers[reader]).collect();
            let axes = Axes::new(language, (given, is_closed), &inputs, members);
            if places.is_empty() {
                unread.extend(inputs.iter().zip(axes.columns()).map(unread_input));
                continue;
            }
            let outcome = |configuration: &Configuration| outcome(configuration, &places);
            let (classes, occurrences, combinations) = match axes.points() {
                Ok(points) => {
                    caveats.extend(points.caveat);
                    let (classes, combinations) = split((given, &inputs), points.rows.iter().cloned(), outcome);
                    (classes, of_points(&points.rows, inputs.len(), &combinations), None)
                }
                Err(blamed) => {
                    caveats.extend(axes.caveats(blamed));
                    let rows = Product::new(axes.columns()).take(MOST_COMBINATIONS);
                    let (classes, combinations) = split((given, &inputs), rows, outcome);
                    (classes, of_product(&axes, &combinations), Some(combinations))
                }
            };
            let sampled = match combinations {
                Some(_) => axes.sampled().collect(),
                None => vec![true; inputs.len()],
            };
            groups.push(Group { inputs, sampled, readers: places, classes, occurrences, combinations });
        }
        Self { groups, unread, caveats }
    }
}

fn unread_input((input, column): (&Arc<str>, &[Candidate])) -> Unread {
    let witness = column.first().map(|candidate| candidate.value.clone());
    Unread { input: Arc::clone(input), size: column.iter().map(|candidate| candidate.size.clone()).sum(), witness }
}

/// Values with the classes in which they were met.
type Occurrences = Vec<Vec<(Candidate, BTreeSet<usize>)>>;

/// By input, by value of its column: the classes of the combinations that have it.
fn of_product(axes: &Axes<'_, '_, '_>, combinations: &[u32]) -> Occurrences {
    let product = Product::new(axes.columns());
    let fresh = |column: &[Candidate]| column.iter().map(|candidate| (candidate.clone(), BTreeSet::new())).collect();
    let mut occurrences: Occurrences = axes.columns().map(fresh).collect();
    for (combination, &class) in combinations.iter().enumerate() {
        for (column, place) in occurrences.iter_mut().zip(product.places(combination)) {
            column[place].1.insert(class as usize);
        }
    }
    occurrences
}

/// By input: the values in these rows.
fn of_points(rows: &[Row], inputs: usize, combinations: &[u32]) -> Occurrences {
    let mut occurrences: Occurrences = vec![Vec::new(); inputs];
    for (row, &class) in rows.iter().zip(combinations) {
        for (column, value) in occurrences.iter_mut().zip(&row.values) {
            let known = column.iter().position(|(candidate, _)| candidate.value == *value);
            let place = known.unwrap_or_else(|| {
                let candidate = Candidate { value: value.clone(), size: None, is_other: false };
                column.push((candidate, BTreeSet::new()));
                column.len() - 1
            });
            column[place].1.insert(class as usize);
        }
    }
    occurrences
}

/// Inputs without a given value: the declared ones, and before profile D those that are only read.
fn open_inputs(language: &Language<'_>, given: &Configuration, readers: &[Reader<'_, '_>]) -> Vec<Arc<str>> {
    let declared = language.inputs().map(|(name, _)| name);
    let read = readers.iter().flat_map(|reader| &reader.inputs).map(String::as_str);
    let read = read.filter(|name| language.profile() != Profile::D && language.input(name).is_none());
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

/// The classes of these rows, and the class of each row.
fn split<S: Eq + Hash + Clone>(
    (given, inputs): (&Configuration, &[Arc<str>]),
    rows: impl Iterator<Item = Row>,
    mut outcome: impl FnMut(&Configuration) -> Vec<S>,
) -> (Vec<Class<S>>, Vec<u32>) {
    let mut found: IndexMap<Vec<S>, Class<S>, FxBuildHasher> = IndexMap::default();
    let mut configuration = given.clone();
    let mut combinations = Vec::new();
    for Row { values, size, is_other } in rows {
        for (input, value) in inputs.iter().zip(&values) {
            configuration.set(Arc::clone(input), Given { value: value.clone(), provenance: Provenance::Assumed });
        }
        let outcomes = outcome(&configuration);
        let fresh = Class { witness: values.clone(), outcomes: outcomes.clone(), size: Some(BigUint::ZERO), is_other };
        let entry = found.entry(outcomes);
        combinations.push(entry.index() as u32);
        let class = entry.or_insert(fresh);
        class.size = class.size.take().zip(size).map(|(all, more)| all + more);
        if class.is_other && !is_other {
            (class.witness, class.is_other) = (values, false);
        }
    }
    (found.into_values().collect(), combinations)
}
