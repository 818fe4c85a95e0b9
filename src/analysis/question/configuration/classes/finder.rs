//! The class that a configuration is in.

use std::collections::BTreeSet;

use super::outcome_evaluator::OutcomeEvaluator;
use super::subjects::subjects;
use super::{Classes, InputReader, Outcome};
use crate::analysis::domain::Reader;
use crate::analysis::question::configuration::known_presence::KnownPresence;
use crate::analysis::value::Configuration;

/// Finds the classes of configurations.
pub(crate) struct ClassFinder<'c, 'v, 'm> {
    classes: &'c Classes<'v, 'm>,
    readers: Vec<(InputReader, Reader<'v, 'm>)>,
}

impl<'c, 'v, 'm> ClassFinder<'c, 'v, 'm> {
    pub(super) fn new(classes: &'c Classes<'v, 'm>) -> Self {
        Self { classes, readers: subjects(classes.variants, classes.has_rules) }
    }
}

impl ClassFinder<'_, '_, '_> {
    /// The class of a group that a configuration is in, if it is one of those that were found.
    pub(crate) fn class_of(&self, group: usize, configuration: &Configuration) -> Option<usize> {
        if let Some(joint_sums) = self.classes.joint_sums().iter().find(|joint_sums| joint_sums.groups.contains(&group))
        {
            return joint_sums.class_of(group, configuration);
        }
        let group = &self.classes.groups()[group];
        let variants = self.classes.variants;
        let mut logic = KnownPresence::none(variants.model());
        // What is added up looks at one input.
        let none = BTreeSet::new();
        let mut asking = OutcomeEvaluator::of(variants, configuration, &mut logic);
        let outcomes: Vec<Outcome> = group
            .readers
            .iter()
            .map(|&place| {
                let inputs = self.readers.get(place).map_or(&none, |(_, reader)| &reader.inputs);
                asking.outcome(&self.classes.subjects[place], inputs)
            })
            .collect();
        let mut left: Vec<usize> = (0..group.classes.len()).collect();
        for (reader, outcome) in outcomes.iter().enumerate() {
            left.retain(|&class| group.outcomes.at(class, reader) == outcome);
        }
        left.first().copied()
    }
}
