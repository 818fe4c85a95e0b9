//! How many configurations classes stand for.

use num_bigint::BigUint;

use super::subjects::value_reader;
use super::{Classes, Combination};
use crate::analysis::domain::Extent;
use crate::tosca::model::ElementId;

impl Classes<'_, '_> {
    /// An open input of a group that a property reads and of which not each value was looked at by itself.
    pub(crate) fn unbounded(&self, group: usize, property: ElementId) -> Option<&str> {
        let (_, reader) = value_reader(self.variants, property)?;
        let group = &self.groups()[group];
        let mut inputs = group.inputs.iter().zip(&group.occurrences);
        let unbounded = inputs.find(|(input, column)| {
            reader.inputs.contains(&***input) && !column.iter().all(|(candidate, _)| candidate.is_one())
        });
        unbounded.map(|(input, _)| &**input)
    }

    /// How many configurations a combination stands for, inputs that nothing reads left out; none for infinitely many.
    pub(crate) fn size(&self, combination: &Combination) -> Option<BigUint> {
        self.chosen(combination).map(|(_, class)| class.size.clone()).product()
    }

    /// How many values the inputs have together that nothing reads; none for infinitely many, and where they are not counted.
    pub(crate) fn unread_size(&self) -> Option<BigUint> {
        self.partition.unread.iter().map(|unread| unread.size.clone()).product()
    }

    /// Whether they are finitely many.
    pub(crate) fn unread_extent(&self) -> Extent {
        self.partition.unread.iter().map(|unread| unread.extent).max().unwrap_or(Extent::Finite)
    }

    /// Whether configurations that are not counted are finitely many, whichever they are.
    pub(crate) fn uncounted_extent(&self) -> Extent {
        if self.unread_extent() == Extent::Infinite {
            return Extent::Infinite;
        }
        let classes = self.groups().iter().flat_map(|group| &group.classes).filter(|class| class.size.is_none());
        let unread = self.partition.unread.iter().filter(|unread| unread.size.is_none());
        let mut extents = classes.map(|class| class.extent).chain(unread.map(|unread| unread.extent));
        let first = extents.next().unwrap_or(Extent::Finite);
        if extents.all(|extent| extent == first) { first } else { Extent::Unknown }
    }

    /// Whether some value in it is one that nothing mentions.
    pub(crate) fn is_unmentioned(&self, combination: &Combination) -> bool {
        self.chosen(combination).any(|(_, class)| class.is_unmentioned)
    }
}
