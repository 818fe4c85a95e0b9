//! Where the rules of a problem come from: those of the template, and those that no author wrote.
//!
//! The encoder knows rules by a kind and a number; each kind of [`RuleOrigin`] is one.

use variscope_encoder::{Atom, RuleIndex};

/// Where a rule comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RuleOrigin {
    /// From the template.
    Template(RuleIndex),
    /// It holds in any case, such as that an input is in one class.
    Background,
    /// An error, by its place, is not met.
    NoError(usize),
    /// An element is present or absent, as is assumed with this place.
    Assumed(usize),
    /// What is wanted with this place holds.
    Wanted(usize),
    /// The atom has this value in the assignment that `resolve` prefers among several.
    Chosen(Atom),
    /// The given inputs decide the value atom.
    Decided(Atom),
}

impl RuleOrigin {
    /// How the encoder knows the rule.
    pub(crate) fn index(self) -> RuleIndex {
        match self {
            Self::Template(rule) => rule,
            Self::Background => RuleIndex::of_kind(1, 0),
            Self::NoError(place) => RuleIndex::of_kind(2, place as u32),
            Self::Assumed(place) => RuleIndex::of_kind(3, place as u32),
            Self::Wanted(place) => RuleIndex::of_kind(4, place as u32),
            Self::Chosen(atom) => RuleIndex::of_kind(5, atom.index() as u32),
            Self::Decided(atom) => RuleIndex::of_kind(6, atom.index() as u32),
        }
    }

    /// Where a rule comes from that the encoder knows by its index.
    pub(crate) fn of(rule: RuleIndex) -> Self {
        let number = rule.index() as usize;
        match rule.kind() {
            0 => Self::Template(rule),
            1 => Self::Background,
            2 => Self::NoError(number),
            3 => Self::Assumed(number),
            4 => Self::Wanted(number),
            5 => Self::Chosen(Atom::new(number)),
            _ => Self::Decided(Atom::new(number)),
        }
    }
}
