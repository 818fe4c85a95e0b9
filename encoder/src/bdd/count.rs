//! How often a function holds.

use num_bigint::BigUint;
use num_traits::One;

use super::{Bdd, Diagrams};

/// For how many things each value of each variable stands.
#[derive(Clone, Debug)]
pub struct Weights {
    /// By variable: for false and for true.
    of: Vec<[BigUint; 2]>,
    /// By variable: the product of the sums of this and all later variables.
    after: Vec<BigUint>,
}

impl Weights {
    /// Weights by variable, for false and for true.
    pub fn new(of: Vec<[BigUint; 2]>) -> Self {
        let mut after = vec![BigUint::one(); of.len() + 1];
        for (place, [when_false, when_true]) in of.iter().enumerate().rev() {
            after[place] = &after[place + 1] * (when_false + when_true);
        }
        Self { of, after }
    }

    /// Every value of `count` variables stands for itself.
    pub fn plain(count: usize) -> Self {
        Self::new(vec![[BigUint::one(), BigUint::one()]; count])
    }
}

/// Counts functions of one set of diagrams; what was counted once is kept.
#[derive(Debug)]
pub struct Counter<'a> {
    diagrams: &'a Diagrams,
    weights: &'a Weights,
    /// By node: over the variables from its own on.
    known: Vec<Option<BigUint>>,
}

impl Diagrams {
    /// To count over the variables that `weights` has.
    pub fn counter<'a>(&'a self, weights: &'a Weights) -> Counter<'a> {
        Counter { diagrams: self, weights, known: vec![None; self.nodes.len()] }
    }

    /// The sum over all assignments that satisfy the function of the product of the weights.
    pub fn count(&self, bdd: Bdd, weights: &Weights) -> BigUint {
        self.counter(weights).count(bdd)
    }
}

impl Counter<'_> {
    /// The sum over all assignments that satisfy the function of the product of the weights.
    pub fn count(&mut self, bdd: Bdd) -> BigUint {
        self.from(bdd, 0)
    }

    /// The same over the variables from `level` on.
    fn from(&mut self, bdd: Bdd, level: usize) -> BigUint {
        match bdd {
            Bdd::FALSE => BigUint::ZERO,
            Bdd::TRUE => self.weights.after[level].clone(),
            _ => {
                let own = self.diagrams.level(bdd) as usize;
                self.of_node(bdd) * self.skipped(level, own)
            }
        }
    }

    /// Variables that do not matter.
    fn skipped(&self, from: usize, to: usize) -> BigUint {
        self.weights.of[from..to].iter().map(|[when_false, when_true]| when_false + when_true).product()
    }

    fn of_node(&mut self, bdd: Bdd) -> BigUint {
        if let Some(known) = &self.known[bdd.0 as usize] {
            return known.clone();
        }
        let node = self.diagrams.nodes[bdd.0 as usize];
        let level = node.level as usize;
        let parts = [node.low, node.high].map(|part| self.from(part, level + 1));
        let count: BigUint = parts.iter().zip(&self.weights.of[level]).map(|(part, weight)| part * weight).sum();
        self.known[bdd.0 as usize] = Some(count.clone());
        count
    }
}
