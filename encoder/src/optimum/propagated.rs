//! Cores that unit propagation finds: on a large formula each costs a few literals, where a call of the solver
//! costs a pass over all of them.

use std::collections::BTreeMap;

use crate::lit::Lit;
use crate::unit_propagation::{Position, Propagator};

/// Soft literals assumed one after the other.
pub(super) struct Walk<'a> {
    propagator: &'a mut Propagator,
    root: Position,
    /// The soft literals in the order in which they are assumed.
    order: &'a [Lit],
    /// Where in the order each soft literal is.
    places: BTreeMap<Lit, usize>,
    /// Which soft literals are assumed, by place, and the moment before.
    assumed: Vec<(usize, Position)>,
    next: usize,
}

impl<'a> Walk<'a> {
    pub(super) fn new(propagator: &'a mut Propagator, order: &'a [Lit]) -> Self {
        let places = order.iter().enumerate().map(|(place, lit)| (*lit, place)).collect();
        Self { root: propagator.position(), propagator, order, places, assumed: Vec::new(), next: 0 }
    }

    /// The next core among the soft literals for which `is_current`; `None` when all of them are assumed together.
    pub(super) fn core(&mut self, is_current: impl Fn(&Lit) -> bool) -> Option<Vec<Lit>> {
        while let Some(lit) = self.order.get(self.next).copied() {
            let before = self.propagator.position();
            if is_current(&lit) && self.propagator.value(lit) != Some(true) {
                if !self.propagator.assume(lit) {
                    let core = self.propagator.blame(self.root, lit);
                    self.propagator.undo(before);
                    return Some(core);
                }
                self.assumed.push((self.next, before));
            }
            self.next += 1;
        }
        None
    }

    /// Goes back to before the first of these soft literals.
    pub(super) fn retreat<'l>(&mut self, soft: impl Iterator<Item = &'l Lit>) {
        let Some(first) = soft.map(|lit| self.places[lit]).min() else { return };
        let kept = self.assumed.partition_point(|(place, _)| *place < first);
        if let Some((place, before)) = self.assumed.get(kept).copied() {
            self.propagator.undo(before);
            self.assumed.truncate(kept);
            self.next = place;
        }
    }

    /// Takes all assumptions back.
    pub(super) fn end(self) {
        self.propagator.undo(self.root);
    }
}
