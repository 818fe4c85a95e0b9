//! The completions of a configuration, in classes that no condition, property expression or rule between inputs can
//! distinguish.

mod finder;
mod known;
mod outcome_evaluator;
mod possible;
mod sizes;
mod subjects;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use variscope_encoder::Atom;

pub(crate) use finder::ClassFinder;
use known::FoundClasses;
pub(crate) use known::KnownClasses;
use outcome_evaluator::OutcomeEvaluator;
pub(crate) use outcome_evaluator::value_under;
use possible::{failing_or_not, possible};
use subjects::{SumHandling, addends, completions, subjects, value_reader};

use super::known_presence::{Facts, KnownPresence};
use super::witness::Witness;
use crate::analysis::condition::ValueAtom;
use crate::analysis::domain::{
    Caveat, Class, Extent, InputGroup, JointSums, Partition, Reader, Sum, TruthOutcome, TruthValue,
};
use crate::analysis::question::Variants;
use crate::analysis::question::configuration::decimal::Decimal;
use crate::analysis::value::{Configuration, InputRules, Value};
use crate::tosca::model::ElementId;

/// What reads inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InputReader {
    /// A value that is taken as a condition.
    Atom(Atom, ValueAtom),
    /// The expression of a property.
    Property(ElementId),
    /// A rule between inputs that asks whether this one is selected.
    Selected(String),
    /// A question about the values of a property.
    Value(ElementId),
    /// A condition that looks at a sum of which this input is a part.
    Addend(String),
    /// Whatever reads inputs in a template that this one is compared with.
    Foreign,
}

impl InputReader {
    /// The value atom that it is.
    pub(crate) fn atom(&self) -> Option<Atom> {
        match self {
            Self::Atom(atom, _) => Some(*atom),
            Self::Property(_) | Self::Selected(_) | Self::Value(_) | Self::Addend(_) | Self::Foreign => None,
        }
    }
}

/// What comes of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    /// The condition holds or does not; the input is selected or not.
    Holds(bool),
    /// The property has a value.
    Fine,
    /// It cannot be evaluated.
    Error(String),
    /// The property cannot be evaluated under any of these presences, says the sentence behind each.
    ErrorUnder(Vec<(Facts, String)>),
    /// It is unknown whether it holds, or which value it has. Of no class that was found.
    Either,
    /// That depends on too many presences: these are the values that are read.
    Open(String),
    /// This is the value.
    Value {
        /// What is added up; none for what is no number.
        number: Option<Decimal>,
        /// The value as JSON; none where there is none.
        text: Option<String>,
    },
}

impl TruthOutcome for Outcome {
    fn truth_value(&self) -> Option<TruthValue> {
        match self {
            Self::Holds(true) | Self::Fine => Some(TruthValue::Holds),
            Self::Holds(false) => Some(TruthValue::Fails),
            Self::Error(_) => Some(TruthValue::Error),
            Self::Either | Self::ErrorUnder(_) | Self::Open(_) | Self::Value { .. } => None,
        }
    }
}

impl Outcome {
    /// Whether it is a truth value, be it known or not.
    pub(crate) fn is_truth(&self) -> bool {
        matches!(self, Self::Holds(_) | Self::Either)
    }
}

/// All completions of the configuration of some [`Variants`].
pub(crate) struct Classes<'v, 'm> {
    pub(crate) variants: &'v Variants<'m>,
    pub(crate) subjects: Vec<InputReader>,
    pub(crate) partition: Arc<Partition<Outcome>>,
    caveats: Vec<Caveat>,
    /// Whether inputs have rules between them.
    pub(crate) has_rules: bool,
}

/// A class of each group, by place.
pub(crate) type Combination = [usize];

impl<'v, 'm> Classes<'v, 'm> {
    pub(crate) fn of(variants: &'v Variants<'m>) -> Self {
        Self::measuring(variants, &[])
    }

    /// [`Classes::of`] where combinations of classes are not looked at: numbers that meet others in sums are no group.
    pub(crate) fn without_combinations(variants: &'v Variants<'m>) -> Self {
        Self::found(variants, &[], SumHandling::JointOnly)
    }

    /// Classes that distinguish the values of these properties too.
    pub(crate) fn measuring(variants: &'v Variants<'m>, measured: &[ElementId]) -> Self {
        Self::found(variants, measured, SumHandling::Grouped)
    }

    /// [`Classes::measuring`] for questions to all classes at once: inputs whose sums are compared are no group.
    pub(crate) fn with_separate_sums(variants: &'v Variants<'m>, measured: &[ElementId]) -> Self {
        Self::found(variants, measured, SumHandling::Separate)
    }

    fn found(variants: &'v Variants<'m>, measured: &[ElementId], sums: SumHandling) -> Self {
        let has_rules = !InputRules::new(variants.language()).is_empty();
        let search = || Self::search(variants, measured, sums, has_rules);
        let FoundClasses { subjects, partition, .. } =
            if measured.is_empty() { variants.known_classes().recall(sums, search) } else { search() };
        Self { variants, subjects, caveats: partition.caveats(), partition, has_rules }
    }

    fn search(variants: &'v Variants<'m>, measured: &[ElementId], sums: SumHandling, has_rules: bool) -> FoundClasses {
        let values = measured.iter().filter_map(|&id| value_reader(variants, id));
        let readers = subjects(variants, has_rules).into_iter().chain(values);
        let (mut subjects, mut readers): (Vec<InputReader>, Vec<Reader<'v, 'm>>) = readers.unzip();
        let mut logic = KnownPresence::none(variants.model());
        let sums = sums.of(variants, &readers, |configuration, place| {
            OutcomeEvaluator::of(variants, configuration, &mut logic).outcome(&subjects[place], &readers[place].inputs)
        });
        let (added, own) = addends(&sums, &readers);
        subjects.extend(added);
        readers.extend(own);
        let partition =
            Partition::of(completions(variants, &variants.effort()), &readers, &sums, |configuration, place| {
                let mut asking = OutcomeEvaluator::of(variants, configuration, &mut logic);
                asking.outcome(&subjects[place], &readers[place].inputs)
            });
        FoundClasses { subjects, has_sums: !sums.is_empty(), partition: Arc::new(partition) }
    }

    /// The completions for two templates that declare the same inputs: in classes that nothing in either can distinguish.
    pub(crate) fn of_both(before: &'v Variants<'m>, after: &'v Variants<'m>) -> [Self; 2] {
        Self::found_of_both(before, after, SumHandling::Grouped)
    }

    /// [`Classes::of_both`] for questions to all classes at once.
    pub(crate) fn with_separate_sums_of_both(before: &'v Variants<'m>, after: &'v Variants<'m>) -> [Self; 2] {
        Self::found_of_both(before, after, SumHandling::Separate)
    }

    fn found_of_both(before: &'v Variants<'m>, after: &'v Variants<'m>, sums: SumHandling) -> [Self; 2] {
        let sides = [before, after].map(|side| {
            let has_rules = !InputRules::new(side.language()).is_empty();
            (side, has_rules, subjects(side, has_rules))
        });
        let mut readers: Vec<Reader<'v, 'm>> =
            sides.iter().flat_map(|(_, _, subjects)| subjects.iter().map(|(_, reader)| reader.clone())).collect();
        let (first_of_after, all) = (sides[0].2.len(), readers.len());
        // Names may stand for something else on the other side.
        for reader in &mut readers[first_of_after..] {
            reader.alike = reader.alike.map(|number| number + first_of_after as u32);
        }
        let subject = |place: usize| match place.checked_sub(first_of_after) {
            Some(place) => &sides[1].2[place].0,
            None => &sides[0].2[place].0,
        };
        let mut logics = [before, after].map(|side| KnownPresence::none(side.model()));
        let mut outcome =
            |configuration: &Configuration, subject: &InputReader, place: usize, inputs: &BTreeSet<String>| {
                let side = usize::from(place >= first_of_after);
                OutcomeEvaluator::of([before, after][side], configuration, &mut logics[side]).outcome(subject, inputs)
            };
        let sums = sums.of(before, &readers, |configuration, place| {
            outcome(configuration, subject(place), place, &readers[place].inputs)
        });
        let (added, own) = addends(&sums, &readers);
        readers.extend(own);
        let partition =
            Partition::of(completions(before, &before.effort()), &readers, &sums, |configuration, place| {
                let subject = place.checked_sub(all).map_or_else(|| subject(place), |place| &added[place]);
                outcome(configuration, subject, place, &readers[place].inputs)
            });
        let partition = Arc::new(partition);
        let foreign = |count: usize| std::iter::repeat_n(InputReader::Foreign, count);
        sides.map(|(variants, has_rules, own)| {
            let own: Vec<InputReader> = own.into_iter().map(|(subject, _)| subject).collect();
            let missing = all - own.len();
            let mut subjects: Vec<InputReader> = if std::ptr::eq(variants, before) {
                own.into_iter().chain(foreign(missing)).collect()
            } else {
                foreign(missing).chain(own).collect()
            };
            subjects.extend(added.iter().cloned());
            Self { variants, subjects, caveats: partition.caveats(), partition: Arc::clone(&partition), has_rules }
        })
    }

    /// Whether every class is known.
    pub(crate) fn are_complete(&self) -> bool {
        self.groups().iter().all(InputGroup::is_complete)
    }

    /// With classes besides that may exist or not, behind those that were found: whatever holds in all of them holds in
    /// every configuration that can be evaluated. None where it is not understood what comes of those that cannot.
    pub(crate) fn relaxed(&self) -> Option<Self> {
        let mut partition = Partition::clone(&self.partition);
        for group in &mut partition.groups {
            let subjects: Vec<&InputReader> = group.readers.iter().map(|&reader| &self.subjects[reader]).collect();
            let rules = self.variants.rules();
            let needs_all = self.variants.model().dialect().evaluates_every_condition;
            // Nothing in the template minds where it cannot be evaluated, or not always.
            let is_optional = |subject: &InputReader| matches!(subject, InputReader::Atom(atom, _) if !needs_all || rules.is_of_demands(*atom));
            let mut all = std::mem::take(&mut group.possible);
            if !needs_all {
                all = failing_or_not(all, |reader| is_optional(subjects[reader]))?;
            }
            for truth_values in all {
                let outcomes = subjects.iter().zip(truth_values).map(|(subject, truth_values)| {
                    match possible(subject, truth_values) {
                        None if is_optional(subject) => Some(Outcome::Error(String::new())),
                        outcome => outcome,
                    }
                });
                let Some(outcomes) = outcomes.collect::<Option<Vec<Outcome>>>() else { continue };
                group.outcomes.push(outcomes);
                group.classes.push(Class {
                    witness: Vec::new(),
                    size: None,
                    extent: Extent::Unknown,
                    is_unmentioned: false,
                });
            }
        }
        let (subjects, partition) = (self.subjects.clone(), Arc::new(partition));
        Some(Self { variants: self.variants, subjects, partition, caveats: Vec::new(), has_rules: self.has_rules })
    }

    pub(crate) fn groups(&self) -> &[InputGroup<Outcome>] {
        &self.partition.groups
    }

    /// The inputs that have no value yet, read or not.
    pub(crate) fn open_inputs(&self) -> impl Iterator<Item = &str> {
        let groups = self.groups().iter().filter(|group| !group.is_joint);
        let tied = self.joint_sums().iter().flat_map(|joint_sums| &joint_sums.inputs);
        let read = groups.flat_map(|group| &group.inputs).chain(tied);
        read.chain(self.partition.unread.iter().map(|unread| &unread.input)).map(|input| &**input)
    }

    /// Why classes may be missing; empty when none is.
    pub(crate) fn caveats(&self) -> &[Caveat] {
        &self.caveats
    }

    pub(crate) fn chosen<'c>(
        &'c self,
        combination: &'c Combination,
    ) -> impl Iterator<Item = (&'c InputGroup<Outcome>, &'c Class)> {
        self.groups().iter().zip(combination).map(|(group, &place)| (group, &group.classes[place]))
    }

    /// What each subject makes of a combination.
    pub(crate) fn outcomes<'c>(
        &'c self,
        combination: &'c Combination,
    ) -> impl Iterator<Item = (&'c InputReader, &'c Outcome)> {
        self.groups().iter().zip(combination).flat_map(|(group, &class)| {
            group.readers.iter().map(|&reader| &self.subjects[reader]).zip(group.outcomes.of_class(class))
        })
    }

    /// What looks at sums over several groups.
    pub(crate) fn sums(&self) -> impl Iterator<Item = (&InputReader, &Sum)> {
        self.partition.sums.iter().map(|sum| (&self.subjects[sum.reader], sum))
    }

    /// Groups that are sums of the same inputs.
    pub(crate) fn joint_sums(&self) -> &[JointSums] {
        &self.partition.joint_sums
    }

    /// Values for the open inputs that give this combination, of which there is a configuration.
    pub(crate) fn witness(&self, combination: &Combination) -> Witness {
        let groups = self.groups().iter().zip(combination);
        let read = groups.flat_map(|(group, &class)| read_values(group, class));
        Witness::new(read.chain(self.joint_values(combination)).chain(self.unread_values()))
    }

    /// Values for the inputs whose sums are groups.
    pub(crate) fn joint_values(&self, combination: &Combination) -> impl Iterator<Item = (Arc<str>, Value)> {
        self.joint_sums().iter().flat_map(|joint_sums| joint_sums.values(combination))
    }

    /// By group, by class: the part of a witness that is about the inputs of the group.
    pub(crate) fn parts_of_witnesses(&self) -> Vec<Vec<Witness>> {
        let parts = |group: &InputGroup<Outcome>| -> Vec<Witness> {
            (0..group.classes.len()).map(|class| Witness::new(read_values(group, class))).collect()
        };
        self.groups().iter().map(parts).collect()
    }

    /// The part of all witnesses that is about inputs that make no difference.
    pub(crate) fn common_part_of_witnesses(&self) -> Witness {
        Witness::new(self.unread_values())
    }

    /// Values for the open inputs that nothing reads; those with a default have one already.
    fn unread_values(&self) -> impl Iterator<Item = (Arc<str>, Value)> + '_ {
        let has_default = |name: &str| {
            let declaration = self.variants.language().input(name);
            let given = |key| declaration.and_then(|declaration| declaration.get(key)).filter(|value| !value.is_null());
            ["default", "default_expression"].into_iter().any(|key| given(key).is_some())
        };
        let unread = self.partition.unread.iter().filter(move |unread| !has_default(&unread.input));
        unread.filter_map(|unread| Some((Arc::clone(&unread.input), unread.witness.clone()?)))
    }

    /// The given values together with those of a witness.
    pub(crate) fn configuration(&self, combination: &Combination) -> Configuration {
        self.witness(combination).complete(self.variants.configuration())
    }

    /// To find the classes of many configurations.
    pub(crate) fn finder(&self) -> ClassFinder<'_, 'v, 'm> {
        ClassFinder::new(self)
    }

    /// The group of a subject that reads inputs, and its place among the readers there.
    pub(crate) fn place_of(&self, subject: &InputReader) -> (usize, usize) {
        let in_group =
            |group: &InputGroup<Outcome>| group.readers.iter().position(|&place| self.subjects[place] == *subject);
        let mut groups = self.groups().iter().enumerate();
        groups.find_map(|(place, group)| Some((place, in_group(group)?))).expect("every subject is in a group")
    }
}

/// The values that a class alone has for the inputs of its group.
fn read_values(group: &InputGroup<Outcome>, class: usize) -> impl Iterator<Item = (Arc<str>, Value)> + '_ {
    let values = group.inputs.iter().cloned().zip(group.classes[class].witness.iter().cloned());
    values.filter(|_| !group.is_joint)
}
