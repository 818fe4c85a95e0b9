//! Rules that no author wrote, which explanations know by their numbers.

use variscope_encoder::{Atom, RuleIndex};

/// Rules behind all others: that the given inputs decide a value atom.
const DECIDED: u32 = 1 << 31;

pub(super) fn decided(atom: Atom) -> RuleIndex {
    RuleIndex::new(DECIDED + atom.index() as u32)
}

/// The value atom of which a rule says that the given inputs decide it.
pub(in crate::analysis::question) fn decided_atom(rule: RuleIndex) -> Option<Atom> {
    rule.index().checked_sub(DECIDED).map(|index| Atom::new(index as usize))
}

/// Rules behind those of the template and before those that say what is decided: that the atom is so in the best of several
/// possibilities.
const CHOSEN: u32 = 1 << 30;

pub(super) fn chosen(atom: Atom) -> RuleIndex {
    RuleIndex::new(CHOSEN + atom.index() as u32)
}

/// The atom of which a rule says that it is so in the best of several possibilities.
pub(in crate::analysis::question) fn chosen_atom(rule: RuleIndex) -> Option<Atom> {
    let index = Some(rule.index()).filter(|&index| index < DECIDED)?;
    index.checked_sub(CHOSEN).map(|index| Atom::new(index as usize))
}
