//! Groups of inputs that are read together, and the classes of their configurations.

use std::collections::BTreeSet;
use std::hash::Hash;
use std::sync::Arc;

use indexmap::IndexMap;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;

use super::Caveat;
use super::candidate::{Candidate, candidates};
use super::usage::{Usage, usage};
use crate::syntax::vocabulary::Profile;
use crate::syntax::yaml::Yaml;
use crate::value::{Configuration, Given, Language, Provenance, Value};

/// Combinations of candidates that are looked at in a group.
const MOST_COMBINATIONS: usize = 200_000;

/// Something whose outcome depends on inputs.
#[derive(Clone, Debug)]
pub struct Reader<'m> {
    /// The inputs that it reads.
    pub inputs: BTreeSet<String>,
    /// The expression by which it does; none where it looks only at whether the value is false, 0 or neither.
    pub expression: Option<Yaml<'m>>,
    /// Whether any two values of the expression make a difference.
    pub wants_values: bool,
}

impl<'m> Reader<'m> {
    /// What tells an expression by its outcome.
    pub fn of(language: &Language<'m>, expression: Yaml<'m>) -> Self {
        Self { inputs: language.inputs_of(expression), expression: Some(expression), wants_values: false }
    }

    /// What looks at one input, whether it is false, 0 or neither.
    pub fn of_truth(input: &str) -> Self {
        Self { inputs: BTreeSet::from([input.to_owned()]), expression: None, wants_values: false }
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
    /// By input: the values that were looked at, each with the classes in which it occurs, by place.
    pub occurrences: Vec<Vec<(Candidate, BTreeSet<usize>)>>,
    /// The class of each combination of these values, by place; the last input turns fastest.
    pub combinations: Vec<u32>,
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
    /// Splits the completions of `given`, without texts that nothing mentions if `is_closed`. `outcome` tells what readers,
    /// given by place, make of a configuration.
    pub fn of<'m>(
        language: &Language<'m>,
        (given, is_closed): (&Configuration, bool),
        readers: &[Reader<'m>],
        mut outcome: impl FnMut(&Configuration, &[usize]) -> Vec<S>,
    ) -> Self {
        let open = open_inputs(language, given, readers);
        let (mut groups, mut unread, mut caveats) = (Vec::new(), Vec::new(), Vec::new());
        for (inputs, readers_of_group) in connected(&open, readers) {
            let expressions: Vec<Yaml<'m>> =
                readers_of_group.iter().filter_map(|&reader| readers[reader].expression).collect();
            let wanted = |input: &str| {
                let mut of_group = readers_of_group.iter().map(|&reader| &readers[reader]);
                let wants = |reader: &&Reader<'m>| reader.wants_values && reader.inputs.contains(input);
                of_group.find(wants).and_then(|reader| reader.expression).map(Yaml::span)
            };
            let (mut columns, mut sampled): (Vec<Vec<Candidate>>, Vec<bool>) = Default::default();
            for input in &inputs {
                let mut usage = usage(language, input, &expressions);
                usage.otherwise = usage.otherwise.or(wanted(input));
                let is_read = !expressions.is_empty();
                let known = caveats.len();
                columns.push(column((language, is_closed), input, (&usage, is_read), &mut caveats));
                sampled.push(caveats.len() > known);
            }
            if readers_of_group.is_empty() {
                unread.extend(inputs.into_iter().zip(columns).map(|(input, column)| unread_input(input, &column)));
                continue;
            }
            let Split { classes, occurrences, combinations, is_cut } =
                classes(given, &inputs, &columns, |configuration| outcome(configuration, &readers_of_group));
            if is_cut {
                let message = format!("too many combinations of the inputs {}", inputs.join(", "));
                caveats.push(Caveat { span: expressions.first().map(|expression| expression.span()), message });
            }
            let values =
                |(column, places): (Vec<Candidate>, Vec<BTreeSet<usize>>)| column.into_iter().zip(places).collect();
            let occurrences = columns.into_iter().zip(occurrences).map(values).collect();
            groups.push(Group { inputs, sampled, readers: readers_of_group, classes, occurrences, combinations });
        }
        Self { groups, unread, caveats }
    }
}

fn unread_input(input: Arc<str>, column: &[Candidate]) -> Unread {
    let witness = column.first().map(|candidate| candidate.value.clone());
    Unread { input, size: column.iter().map(|candidate| candidate.size.clone()).sum(), witness }
}

fn column(
    (language, is_closed): (&Language<'_>, bool),
    input: &str,
    (usage, is_read): (&Usage, bool),
    caveats: &mut Vec<Caveat>,
) -> Vec<Candidate> {
    let mut found = candidates(language, input, usage);
    if is_closed {
        found.all.retain(|candidate| !candidate.is_other);
    }
    if !found.is_exact && is_read {
        let message = format!("only some values of input \"{input}\" are looked at");
        caveats.push(Caveat {
            span: usage.otherwise.or(language.input(input).map(|declaration| declaration.span())),
            message,
        });
    }
    found.all
}

/// Inputs without a given value: the declared ones, and before profile D those that are only read.
fn open_inputs(language: &Language<'_>, given: &Configuration, readers: &[Reader<'_>]) -> Vec<Arc<str>> {
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

/// Inputs, and their readers by place.
type Connected = (Vec<Arc<str>>, Vec<usize>);

/// Open inputs that share readers, with these; last the inputs without, and the readers without.
fn connected(open: &[Arc<str>], readers: &[Reader<'_>]) -> Vec<Connected> {
    let places: IndexMap<&str, usize, FxBuildHasher> =
        open.iter().enumerate().map(|(place, name)| (&**name, place)).collect();
    let mut leader: Vec<usize> = (0..open.len()).collect();
    let read: Vec<Vec<usize>> = readers
        .iter()
        .map(|reader| reader.inputs.iter().filter_map(|input| places.get(input.as_str()).copied()).collect())
        .collect();
    for inputs in &read {
        for pair in inputs.windows(2) {
            let (first, second) = (find(&mut leader, pair[0]), find(&mut leader, pair[1]));
            leader[first.max(second)] = first.min(second);
        }
    }
    let mut groups: IndexMap<Option<usize>, Connected, FxBuildHasher> = IndexMap::default();
    for (reader, inputs) in read.iter().enumerate() {
        let key = inputs.first().map(|&input| find(&mut leader, input));
        groups.entry(key).or_default().1.push(reader);
    }
    for (place, name) in open.iter().enumerate() {
        groups.entry(Some(find(&mut leader, place))).or_default().0.push(Arc::clone(name));
    }
    groups.into_values().collect()
}

fn find(leader: &mut [usize], place: usize) -> usize {
    let mut root = place;
    while leader[root] != root {
        root = leader[root];
    }
    leader[place] = root;
    root
}

struct Split<S> {
    classes: Vec<Class<S>>,
    /// By input, by candidate: the classes in which it occurs.
    occurrences: Vec<Vec<BTreeSet<usize>>>,
    /// The class of each combination.
    combinations: Vec<u32>,
    /// Whether there were too many combinations.
    is_cut: bool,
}

/// The classes of all combinations of candidates.
fn classes<S: Eq + Hash + Clone>(
    given: &Configuration,
    inputs: &[Arc<str>],
    columns: &[Vec<Candidate>],
    mut outcome: impl FnMut(&Configuration) -> Vec<S>,
) -> Split<S> {
    let mut found: IndexMap<Vec<S>, Class<S>, FxBuildHasher> = IndexMap::default();
    let mut configuration = given.clone();
    let mut odometer = vec![0_usize; columns.len()];
    let mut occurrences: Vec<Vec<BTreeSet<usize>>> =
        columns.iter().map(|column| vec![BTreeSet::new(); column.len()]).collect();
    let mut combinations = Vec::new();
    let is_empty = columns.iter().any(Vec::is_empty);
    let mut is_cut = !is_empty;
    for _ in 0..if is_empty { 0 } else { MOST_COMBINATIONS } {
        let row: Vec<&Candidate> = odometer.iter().zip(columns).map(|(&place, column)| &column[place]).collect();
        for (input, candidate) in inputs.iter().zip(&row) {
            let given = Given { value: candidate.value.clone(), provenance: Provenance::Assumed };
            configuration.set(Arc::clone(input), given);
        }
        let outcomes = outcome(&configuration);
        let size: Option<BigUint> = row.iter().map(|candidate| candidate.size.clone()).product();
        let is_other = row.iter().any(|candidate| candidate.is_other);
        let witness = || row.iter().map(|candidate| candidate.value.clone()).collect();
        let fresh = || Class { witness: witness(), outcomes: outcomes.clone(), size: Some(BigUint::ZERO), is_other };
        let entry = found.entry(outcomes.clone());
        let class_place = entry.index();
        combinations.push(class_place as u32);
        let class = entry.or_insert_with(fresh);
        class.size = class.size.take().zip(size).map(|(all, more)| all + more);
        if class.is_other && !is_other {
            (class.witness, class.is_other) = (witness(), false);
        }
        for (places, &candidate) in occurrences.iter_mut().zip(&odometer) {
            places[candidate].insert(class_place);
        }
        if !advance(&mut odometer, columns) {
            is_cut = false;
            break;
        }
    }
    Split { classes: found.into_values().collect(), occurrences, combinations, is_cut }
}

/// The next combination; false after the last.
fn advance(odometer: &mut [usize], columns: &[Vec<Candidate>]) -> bool {
    for (place, column) in odometer.iter_mut().zip(columns).rev() {
        *place += 1;
        if *place < column.len() {
            return true;
        }
        *place = 0;
    }
    false
}
