//! How often a function holds.

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashMap;

use super::{Bdd, Diagrams};
use crate::natural::Natural;
use crate::recursion::descend;

/// For how many things each value of each variable stands.
#[derive(Clone, Debug)]
pub struct Weights {
    /// By variable: for false and for true.
    pub(super) of: Vec<[Natural; 2]>,
    /// By variable: the sum of both.
    sums: Vec<Natural>,
    /// By variable: the product of the sums of this and all later variables.
    after: Vec<Natural>,
}

impl Weights {
    /// Weights by variable, for false and for true.
    pub fn new(of: Vec<[BigUint; 2]>) -> Self {
        let of: Vec<[Natural; 2]> = of.into_iter().map(|values| values.map(|value| Natural::from(&value))).collect();
        let sums: Vec<Natural> = of.iter().map(|[no, yes]| no.clone().add(yes.clone())).collect();
        let mut after = vec![Natural::ONE; of.len() + 1];
        for (place, sum) in sums.iter().enumerate().rev() {
            after[place] = after[place + 1].clone().multiply(sum);
        }
        Self { of, sums, after }
    }

    /// Every value of `count` variables stands for itself.
    pub fn plain(count: usize) -> Self {
        Self::new(vec![[BigUint::one(), BigUint::one()]; count])
    }

    /// A count over the variables from `to` on, over those from `from` on, where those in between do not matter.
    pub(super) fn widened(&self, count: Natural, from: usize, to: usize) -> Natural {
        self.sums[from..to].iter().fold(count, Natural::multiply)
    }
}

/// Counts functions of one set of diagrams; what was counted once is kept.
#[derive(Debug)]
pub struct Counter<'a> {
    diagrams: &'a Diagrams,
    weights: &'a Weights,
    counts: Counts,
}

impl Diagrams {
    /// To count over the variables that `weights` has.
    pub fn counter<'a>(&'a self, weights: &'a Weights) -> Counter<'a> {
        Counter { diagrams: self, weights, counts: Counts::default() }
    }

    /// The sum over all assignments that satisfy the function of the product of the weights.
    pub fn count(&self, bdd: Bdd, weights: &Weights) -> BigUint {
        self.counter(weights).count(bdd)
    }
}

impl Counter<'_> {
    /// The sum over all assignments that satisfy the function of the product of the weights.
    pub fn count(&mut self, bdd: Bdd) -> BigUint {
        self.counts.count(self.diagrams, self.weights, bdd)
    }

    /// The sum for a function that is no constant, over the variables from its own first one on.
    pub(super) fn of_own(&mut self, bdd: Bdd) -> Natural {
        self.counts.of_node(self.diagrams, self.weights, bdd)
    }
}

/// What was counted: by node, over the variables from its own on. All counts are of the same diagrams and weights.
#[derive(Debug, Default)]
pub(super) struct Counts {
    known: FxHashMap<Bdd, Natural>,
}

impl Counts {
    /// The sum over all assignments that satisfy the function of the product of the weights.
    pub(super) fn count(&mut self, diagrams: &Diagrams, weights: &Weights, bdd: Bdd) -> BigUint {
        self.from(diagrams, weights, bdd, 0).into()
    }

    /// The number of assignments that satisfy a function that is no constant, where every value of a variable stands for
    /// itself: those before its own first one double it.
    pub(super) fn over_all(&mut self, diagrams: &Diagrams, weights: &Weights, bdd: Bdd) -> BigUint {
        BigUint::from(self.of_node(diagrams, weights, bdd)) << diagrams.level(bdd)
    }

    /// Drops what is known of all but the first `kept` nodes.
    pub(super) fn forget(&mut self, kept: usize) {
        self.known.retain(|bdd, _| (bdd.0 as usize) < kept);
    }

    /// The sum over the variables from `level` on.
    fn from(&mut self, diagrams: &Diagrams, weights: &Weights, bdd: Bdd, level: usize) -> Natural {
        match bdd {
            Bdd::FALSE => Natural::ZERO,
            Bdd::TRUE => weights.after[level].clone(),
            _ => {
                let own = diagrams.level(bdd) as usize;
                weights.widened(self.of_node(diagrams, weights, bdd), level, own)
            }
        }
    }

    fn of_node(&mut self, diagrams: &Diagrams, weights: &Weights, bdd: Bdd) -> Natural {
        if let Some(known) = self.known.get(&bdd) {
            return known.clone();
        }
        let node = diagrams.nodes[bdd.0 as usize];
        let level = node.level as usize;
        let parts = [node.low, node.high].map(|part| descend(|| self.from(diagrams, weights, part, level + 1)));
        let [low, high] = parts;
        let [no, yes] = &weights.of[level];
        let count = low.multiply(no).add(high.multiply(yes));
        self.known.insert(bdd, count.clone());
        count
    }
}
