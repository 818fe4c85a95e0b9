//! Combinations of several parts that are resolved at once: no two of them give a group of inputs, or a condition, different values.

use rustc_hash::FxHashMap;
use variscope_encoder::Atom;

use super::axes::{AtomValues, Axes};
use crate::analysis::question::configuration::classes::Combination;

/// Rounds in which a place for a combination is looked for.
const MAX_TRIED: usize = 64;

/// One combination of a part, by place of the part and number of the combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) part: usize,
    pub(super) number: usize,
}

/// Combinations of different parts.
#[derive(Default)]
pub(super) struct Round {
    /// By ascending part.
    pub(super) members: Vec<Member>,
    /// Values of the atoms that they look at.
    pub(super) values: FxHashMap<Atom, bool>,
    /// The groups that some member looks at, with their classes.
    classes: FxHashMap<usize, usize>,
}

impl Round {
    /// By group, the class in which all of them are; `usual` are those that none of them looks at.
    pub(super) fn combination(&self, usual: &Combination) -> Vec<usize> {
        let mut combination = usual.to_vec();
        self.classes.iter().for_each(|(&group, &class)| combination[group] = class);
        combination
    }

    fn admits(&self, part: usize, classes: &[(usize, usize)], values: &AtomValues) -> bool {
        let is_free = self.members.last().is_none_or(|last| last.part != part);
        is_free
            && classes.iter().all(|(group, class)| self.classes.get(group).is_none_or(|own| own == class))
            && values.iter().all(|(atom, value)| self.values.get(atom).is_none_or(|own| own == value))
    }

    fn add(&mut self, member: Member, classes: Vec<(usize, usize)>, values: AtomValues) {
        self.members.push(member);
        self.classes.extend(classes);
        self.values.extend(values);
    }
}

/// All combinations of all parts, each in one round. `axes` are those of the parts.
pub(super) fn rounds(axes: &[Axes]) -> Vec<Round> {
    let mut rounds: Vec<Round> = Vec::new();
    for (part, axes) in axes.iter().enumerate() {
        for number in 0..axes.len() {
            let (classes, values) = axes.combination(number);
            // Combinations of parts of the same shape are in the same order.
            let start = number.min(rounds.len().saturating_sub(MAX_TRIED));
            let tried = (number..rounds.len()).chain(start..number.min(rounds.len())).take(MAX_TRIED);
            let place = tried.into_iter().find(|&place| rounds[place].admits(part, &classes, &values));
            let place = place.unwrap_or_else(|| {
                rounds.push(Round::default());
                rounds.len() - 1
            });
            rounds[place].add(Member { part, number }, classes, values);
        }
    }
    rounds
}
