//! Configurations that stand for all that two templates can distinguish.

use std::collections::BTreeMap;

use variscope_encoder::random::Congruential;

use super::{UndecidedReason, frame};
use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::class_enumeration::combinations;
use crate::analysis::question::configuration::classes::Classes;
use crate::analysis::question::configuration::witness::Witness;

/// Configurations that stand for others, by the values of open inputs.
#[derive(Clone, Debug)]
pub struct Representatives {
    /// The configurations.
    pub witnesses: Vec<Witness>,
    /// Why there are others that none of them stands for.
    pub doubt: Option<UndecidedReason>,
}

impl Variants<'_> {
    /// One configuration of each class that neither these nor the other variants distinguish; where there are more than `most`,
    /// only so many of them, spread over all.
    ///
    /// Inputs that one side does not declare have the values that the conditions of both mention.
    pub fn representatives(&self, other: &Variants<'_>, most: usize) -> Representatives {
        let found = self.classes_of_both(other, most);
        let unlike = self.unlike(other);
        Representatives { doubt: unlike.or(found.doubt), ..found }
    }

    /// Why the classes of both do not say all.
    fn unlike(&self, other: &Variants<'_>) -> Option<UndecidedReason> {
        let [before, after] = [frame::inputs(self), frame::inputs(other)];
        // An input that one side does not declare is anything there.
        let is_like = |one: &BTreeMap<String, String>, other: &BTreeMap<String, String>| {
            one.iter().all(|(name, declared)| other.get(name).unwrap_or(&String::new()) == declared)
        };
        if !is_like(&before, &after) || !is_like(&after, &before) {
            return Some(UndecidedReason::Inputs);
        }
        if frame::presets(self) != frame::presets(other) {
            return Some(UndecidedReason::Presets);
        }
        // Values may be any within a class.
        (frame::computations(self) != frame::computations(other)).then_some(UndecidedReason::Documents)
    }

    fn classes_of_both(&self, other: &Variants<'_>, most: usize) -> Representatives {
        let [classes, _] = Classes::of_both(self, other);
        let lengths: Vec<usize> = classes.groups().iter().map(|group| group.classes.len()).collect();
        let count = lengths.iter().try_fold(1_usize, |count, &length| count.checked_mul(length));
        let inexact = classes.caveats().first().map(|caveat| UndecidedReason::Inexact(caveat.message.clone()));
        let (numbers, doubt): (Vec<Vec<usize>>, Option<UndecidedReason>) = match count {
            Some(count) if count <= most => (combinations(&classes).collect(), inexact),
            _ => (spread(&lengths, most), Some(UndecidedReason::TooMany)),
        };
        Representatives { witnesses: numbers.iter().map(|combination| classes.witness(combination)).collect(), doubt }
    }
}

/// Combinations that change one place of the first, then combinations that look random.
fn spread(lengths: &[usize], most: usize) -> Vec<Vec<usize>> {
    let first = vec![0; lengths.len()];
    let mut found = vec![first.clone()];
    for (place, &length) in lengths.iter().enumerate() {
        for digit in 1..length {
            let mut combination = first.clone();
            combination[place] = digit;
            found.push(combination);
        }
    }
    found.truncate(most / 2);
    let mut draws = Congruential::new(1);
    while found.len() < most {
        found.push(lengths.iter().map(|&length| draws.below(length.max(1))).collect());
    }
    found
}
