//! Ids of elements.

use std::fmt;

use super::Kind;

/// An element of a [`super::Model`]: its kind and, from 0, its place among the elements of that kind in order of
/// creation. Ids compare in element order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementId {
    kind: Kind,
    place: u32,
}

impl ElementId {
    /// The element number `place` of `kind`.
    pub(super) fn new(kind: Kind, place: usize) -> Self {
        Self { kind, place: u32::try_from(place).expect("fewer than 2^32 elements of a kind") }
    }

    /// Its kind.
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// Its place among the elements of its kind, from 0.
    pub fn place(self) -> usize {
        self.place as usize
    }
}

impl fmt::Debug for ElementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.kind, self.place)
    }
}
