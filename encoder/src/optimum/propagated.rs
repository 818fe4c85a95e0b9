//! Cores that unit propagation finds: on a large formula each costs a few literals, where a call of the solver
//! costs a pass over all of them.

use std::collections::BTreeMap;

use crate::engine::Engine;
use crate::lit::Lit;

/// Soft literals assumed one after the other.
pub(super) struct CoreSearch<'a> {
    engine: &'a mut Engine,
    /// The soft literals in the order in which they are assumed.
    order: &'a [Lit],
    /// Where in the order each soft literal is.
    places: BTreeMap<Lit, usize>,
    /// By level: the place of the soft literal that is assumed there.
    assumed: Vec<usize>,
    next: usize,
}

impl<'a> CoreSearch<'a> {
    pub(super) fn new(engine: &'a mut Engine, order: &'a [Lit]) -> Self {
        let places = order.iter().enumerate().map(|(place, lit)| (*lit, place)).collect();
        Self { engine, order, places, assumed: Vec::new(), next: 0 }
    }

    /// The next core among the soft literals for which `is_current`; `None` when all of them are assumed together.
    pub(super) fn core(&mut self, is_current: impl Fn(&Lit) -> bool) -> Option<Vec<Lit>> {
        while let Some(lit) = self.order.get(self.next).copied() {
            if is_current(&lit) && !self.engine.is_true(lit) {
                if let Err(core) = self.engine.assume(lit) {
                    return Some(core);
                }
                self.assumed.push(self.next);
            }
            self.next += 1;
        }
        None
    }

    /// Goes back to before the first of these soft literals.
    pub(super) fn retreat<'l>(&mut self, soft: impl Iterator<Item = &'l Lit>) {
        let Some(first) = soft.map(|lit| self.places[lit]).min() else { return };
        let kept = self.assumed.partition_point(|place| *place < first);
        if let Some(place) = self.assumed.get(kept).copied() {
            self.engine.backtrack(kept as u32);
            self.assumed.truncate(kept);
            self.next = place;
        }
    }

    /// Takes all assumptions back.
    pub(super) fn end(self) {
        self.engine.backtrack(0);
    }
}
