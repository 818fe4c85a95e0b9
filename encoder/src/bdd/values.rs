//! Single assignments of sets, and the variables that matter.

use std::collections::BTreeSet;

use super::{Bdd, Diagrams};
use crate::random::Random;

/// Random values of so many variables, others for each seed.
pub fn random_values(seed: u64, variables: usize) -> Vec<bool> {
    let mut random = Random::new(seed);
    (0..variables).map(|_| random.next() % 2 == 1).collect()
}

impl Diagrams {
    /// Changes `values`, by variable, into those of an assignment in `set`, which is not empty, and reports the
    /// variables that changed. True is taken where it can be.
    pub fn pick(&self, set: Bdd, values: &mut [bool], mut changed: impl FnMut(usize)) {
        let mut here = set;
        for (variable, value) in values.iter_mut().enumerate() {
            let mut next = true;
            if self.level(here) == variable as u32 {
                let node = self.nodes[here.0 as usize];
                next = node.high != Bdd::FALSE;
                here = if next { node.high } else { node.low };
            }
            if *value != next {
                *value = next;
                changed(variable);
            }
        }
    }

    /// Changes `values`, by variable, into those of an assignment in `set`, which is not empty; only those that cannot stay.
    pub fn repair_into(&self, set: Bdd, values: &mut [bool]) {
        let mut here = set;
        while !here.is_constant() {
            let node = self.nodes[here.0 as usize];
            let value = &mut values[node.level as usize];
            let next = if *value { node.high } else { node.low };
            *value ^= next == Bdd::FALSE;
            here = if *value { node.high } else { node.low };
        }
    }

    /// The variables on which the function depends, ascending.
    pub fn support(&self, bdd: Bdd) -> BTreeSet<usize> {
        let nodes = self.reached(bdd, u32::MAX).into_iter().filter(|bdd| !bdd.is_constant());
        nodes.map(|bdd| self.level(bdd) as usize).collect()
    }
}
