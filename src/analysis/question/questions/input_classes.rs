//! Which values of a variability input make no difference?

use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::analysis::domain::Candidate;
use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::prepared::AllVariants;
use crate::analysis::question::configuration::classes::Classes;
use crate::analysis::value::Value;

/// Values of an input that nothing distinguishes, whatever the other inputs are.
#[derive(Clone, Debug, PartialEq)]
pub struct InputClass {
    /// Values that were looked at, in the order of the domain.
    pub values: Vec<Value>,
    /// Whether it holds values that nothing mentions.
    pub has_unmentioned: bool,
}

/// The classes of an input.
#[derive(Clone, Debug, PartialEq)]
pub struct InputClasses {
    /// The input.
    pub input: Arc<str>,
    /// Its classes, in the order of their first values; none when nothing reads it.
    pub classes: Vec<InputClass>,
}

impl Variants<'_> {
    /// The classes of open inputs, in the order of the template; not of numbers that meet others in one expression.
    pub fn input_classes(&self) -> Vec<InputClasses> {
        classes_of_inputs(&Classes::without_combinations(self))
    }
}

impl AllVariants<'_, '_> {
    /// [`Variants::input_classes`].
    pub fn input_classes(&self) -> Vec<InputClasses> {
        let lifted = self.space.lifted();
        lifted.map_or_else(|| self.variants.input_classes(), |lifted| classes_of_inputs(lifted.classes()))
    }
}

/// What these classes of configurations mean for each input.
fn classes_of_inputs(classes: &Classes<'_, '_>) -> Vec<InputClasses> {
    let whole = classes.groups().iter().filter(|group| group.combinations.is_some());
    let read = whole.flat_map(|group| group.inputs.iter().zip(&group.occurrences));
    let read = read.map(|(input, values)| InputClasses { input: Arc::clone(input), classes: together(values) });
    let unread = classes.partition.unread.iter();
    let unread = unread.map(|unread| InputClasses { input: Arc::clone(&unread.input), classes: Vec::new() });
    let mut all: Vec<InputClasses> = read.chain(unread).collect();
    let place = |name: &str| classes.variants.language().inputs().position(|(known, _)| known == name);
    all.sort_by_key(|classes| place(&classes.input).unwrap_or(usize::MAX));
    all
}

/// Values that occur in the same classes of configurations belong together.
fn together(values: &[(Candidate, BTreeSet<usize>)]) -> Vec<InputClass> {
    let mut found: IndexMap<&BTreeSet<usize>, InputClass, FxBuildHasher> = IndexMap::default();
    for (candidate, places) in values {
        let class = found.entry(places).or_insert_with(|| InputClass { values: Vec::new(), has_unmentioned: false });
        class.has_unmentioned |= candidate.is_unmentioned;
        class.values.extend((!candidate.is_unmentioned).then(|| candidate.value.clone()));
    }
    found.into_values().collect()
}
