//! Where the rules of a problem come from: those of the template, and those that no author wrote.
//!
//! The encoder knows rules by numbers. Those of the template come first, then what holds in any case, then what is demanded of
//! valid configurations in the order of [`RuleOrigin`]; rules about atoms have numbers of their own, far behind these.

use variscope_encoder::{Atom, RuleIndex};

use super::Lifted;

/// Rules behind those of the template: that an atom is so in the best of several possibilities.
const CHOSEN: u32 = 1 << 30;

/// Rules behind all others: that the given inputs decide a value atom.
const DECIDED: u32 = 1 << 31;

/// Where a rule comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::analysis::question) enum RuleOrigin {
    /// From the template.
    Template(RuleIndex),
    /// It holds in any case, such as that an input is in one class.
    Granted,
    /// A fault, by its place, is not met.
    NoFault(usize),
    /// An element is present or absent, as is assumed with this place.
    Assumed(usize),
    /// What is wanted with this place holds.
    Wanted(usize),
    /// The atom is so in the best of several possibilities.
    Chosen(Atom),
    /// The given inputs decide the value atom.
    Decided(Atom),
}

impl Lifted<'_, '_> {
    /// The number of a rule.
    pub(in crate::analysis::question) fn rule(&self, origin: RuleOrigin) -> RuleIndex {
        let (faults, assumed) = (self.faults().len(), self.variants().assumed().len());
        let behind = |place: usize| RuleIndex::new(self.added().index() + 1 + place as u32);
        match origin {
            RuleOrigin::Template(rule) => rule,
            RuleOrigin::Granted => self.added(),
            RuleOrigin::NoFault(place) => behind(place),
            RuleOrigin::Assumed(place) => behind(faults + place),
            RuleOrigin::Wanted(place) => behind(faults + assumed + place),
            RuleOrigin::Chosen(atom) => chosen(atom),
            RuleOrigin::Decided(atom) => decided(atom),
        }
    }

    /// Where a rule comes from.
    pub(in crate::analysis::question) fn origin(&self, rule: RuleIndex) -> RuleOrigin {
        let (faults, assumed) = (self.faults().len(), self.variants().assumed().len());
        let (number, added) = (rule.index(), self.added().index());
        if let Some(atom) = number.checked_sub(DECIDED) {
            return RuleOrigin::Decided(Atom::new(atom as usize));
        }
        if let Some(atom) = number.checked_sub(CHOSEN) {
            return RuleOrigin::Chosen(Atom::new(atom as usize));
        }
        match number.checked_sub(added).map(|number| number as usize) {
            None => RuleOrigin::Template(rule),
            Some(0) => RuleOrigin::Granted,
            Some(number) if number <= faults => RuleOrigin::NoFault(number - 1),
            Some(number) if number <= faults + assumed => RuleOrigin::Assumed(number - 1 - faults),
            Some(number) => RuleOrigin::Wanted(number - 1 - faults - assumed),
        }
    }
}

pub(super) fn decided(atom: Atom) -> RuleIndex {
    RuleIndex::new(DECIDED + atom.index() as u32)
}

pub(super) fn chosen(atom: Atom) -> RuleIndex {
    RuleIndex::new(CHOSEN + atom.index() as u32)
}
