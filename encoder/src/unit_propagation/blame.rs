//! Which assumptions led to a conflict.

use std::collections::BinaryHeap;

use super::{Position, Propagator};
use crate::lit::Lit;

/// Where a literal on the trail came from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Origin {
    /// Its place on the trail.
    pub place: u32,
    pub reason: Reason,
}

/// What made a literal true.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Reason {
    #[default]
    Assumed,
    /// This literal, by a clause of two literals.
    Partner(Lit),
    /// All other literals of this clause being false.
    Clause(u32),
}

impl Propagator {
    /// The assumptions since `root` that led to the last conflict, the last one included, latest first. To be asked
    /// before anything is undone, with the literal whose assumption failed.
    pub(crate) fn blame(&self, root: Position, failed: Lit) -> Vec<Lit> {
        let mut blamed = Vec::new();
        if self.value(failed) == Some(false) {
            blamed.push(failed);
        }
        let place = |lit: &Lit| self.origins[lit.var().index()].place;
        let mut open: BinaryHeap<u32> = self.conflict.iter().map(place).collect();
        let mut last = None;
        while let Some(place) = open.pop().filter(|place| *place as usize >= root.0) {
            if last.replace(place) == Some(place) {
                continue;
            }
            let lit = self.trail[place as usize];
            match self.origins[lit.var().index()].reason {
                Reason::Assumed => blamed.push(lit),
                Reason::Partner(partner) => open.push(self.origins[partner.var().index()].place),
                Reason::Clause(clause) => {
                    let others = self.clause(clause).iter().filter(|other| **other != lit);
                    open.extend(others.map(|other| self.origins[other.var().index()].place));
                }
            }
        }
        blamed
    }
}
