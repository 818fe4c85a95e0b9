//! What looks at inputs.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::analysis::value::{Configuration, Language, Value, WEEKDAY};
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
    pub asks: ReadingPurpose,
    /// Readers with one number make the same of every configuration, so that one of them is asked.
    pub alike: Option<u32>,
}

/// What a reader makes of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReadingPurpose {
    /// Whether it holds.
    Truth,
    /// Whether it has a value.
    Definedness,
    /// Which value it has: any two make a difference.
    Value,
}

impl<'l, 'm> Reader<'l, 'm> {
    /// What asks something of an expression.
    pub fn of(language: &'l Language<'m>, expression: Yaml<'m>, asks: ReadingPurpose) -> Self {
        let inputs = Arc::new(language.inputs_of(expression));
        Self { language, inputs, expression: Some(expression), asks, alike: None }
    }

    /// What distinguishes all values of an input that the expression of another reader reads.
    pub fn of_values(other: &Self, input: &str) -> Self {
        let inputs = Arc::new(BTreeSet::from([input.to_owned()]));
        Self {
            language: other.language,
            inputs,
            expression: other.expression,
            asks: ReadingPurpose::Value,
            alike: None,
        }
    }

    /// What looks at one input, whether it is false, 0 or neither.
    pub fn of_truth(language: &'l Language<'m>, input: &str) -> Self {
        let inputs = Arc::new(BTreeSet::from([input.to_owned()]));
        Self { language, inputs, expression: None, asks: ReadingPurpose::Truth, alike: None }
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

/// Inputs without a given value: the declared ones, the day of the week where something asks for it, and before profile D
/// those that are only read.
pub(super) fn open_inputs_read(
    language: &Language<'_>,
    given: &Configuration,
    readers: &[Reader<'_, '_>],
) -> Vec<Arc<str>> {
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
