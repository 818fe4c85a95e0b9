//! How often functions hold on one set of assignments, without a diagram for the two together.
//!
//! The nodes of the set are laid out once, by level, each with how often the set holds below it. A function is then asked from its first
//! variable to its last, node by node: for each, the weight with which assignments arrive at the nodes of the set. What arrives at its
//! first variable does not depend on the function, and is taken over from one function to the next, in the order of these variables.
//! Invariant: what has arrived counts all variables before the first one on which the set or the function still depends.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::{Bdd, Diagrams, Overflow, Weights};
use crate::natural::Natural;

/// A set of assignments, to be asked how often functions hold on it.
#[derive(Debug)]
pub struct SetCounts<'a> {
    diagrams: &'a Diagrams,
    weights: &'a Weights,
    /// By level, so that a node stands before those it leads to; the constant true is the last one.
    nodes: Vec<SetNode>,
}

/// Asks for one function after the other; several threads may ask, each by one of its own.
#[derive(Debug)]
pub struct ConjunctionCounter<'s> {
    counts: &'s SetCounts<'s>,
    /// By node of the set: what has arrived, while a node of a function is looked at; zero otherwise.
    arrived: Vec<Natural>,
    frontier: Frontier,
}

/// What arrives from above a level of the set.
#[derive(Debug)]
struct Frontier {
    level: usize,
    /// Nodes at the level and below it, each with the weight that arrives, which counts the variables before the level.
    weights: Vec<(u32, Natural)>,
}

/// A node of the set.
#[derive(Debug)]
struct SetNode {
    level: usize,
    /// The places of those for false and for true; none for the constant false.
    parts: [Option<u32>; 2],
    /// How often the set holds below, over the variables from its own on.
    below: Natural,
}

/// What arrives at nodes of the set, by node of a function: the first levels first.
type Arrivals = BTreeMap<(usize, Bdd), Vec<(u32, Natural)>>;

impl Diagrams {
    /// To ask how often functions hold on `set`, counted over the variables that `weights` has.
    pub fn set_counts<'a>(&'a self, set: Bdd, weights: &'a Weights) -> SetCounts<'a> {
        let mut found = self.reached(set, u32::MAX);
        found.retain(|&bdd| bdd != Bdd::FALSE);
        found.sort_unstable_by_key(|&bdd| (self.nodes[bdd.index()].level, bdd));
        let places: FxHashMap<Bdd, u32> = found.iter().enumerate().map(|(place, &bdd)| (bdd, place as u32)).collect();
        let mut counter = self.counter(weights);
        let node = |&bdd: &Bdd| {
            if bdd == Bdd::TRUE {
                return SetNode { level: weights.of.len(), parts: [None; 2], below: Natural::ONE };
            }
            let node = self.nodes[bdd.index()];
            let (level, parts) = (node.level as usize, [node.low, node.high].map(|part| places.get(&part).copied()));
            SetNode { level, parts, below: counter.of_own(bdd) }
        };
        let nodes = found.iter().map(node).collect();
        SetCounts { diagrams: self, weights, nodes }
    }
}

impl SetCounts<'_> {
    /// To ask for functions.
    pub fn counter(&self) -> ConjunctionCounter<'_> {
        ConjunctionCounter { counts: self, arrived: vec![Natural::ZERO; self.nodes.len()], frontier: self.start() }
    }

    /// Everything arrives at the first node.
    fn start(&self) -> Frontier {
        let first = self.nodes.first().map(|_| (0, Natural::ONE));
        Frontier { level: 0, weights: first.into_iter().collect() }
    }

    /// A weight, which counts the variables before `from`, arrives at a node of the set and one of a function together.
    fn arrive(
        &self,
        function: Bdd,
        place: Option<u32>,
        (weight, from): (Natural, usize),
        open: &mut Arrivals,
        count: &mut Natural,
    ) {
        let Some(place) = place.filter(|_| function != Bdd::FALSE && weight != Natural::ZERO) else { return };
        let node = &self.nodes[place as usize];
        if function == Bdd::TRUE {
            let weight = self.weights.widened(weight, from, node.level).multiply(&node.below);
            *count = std::mem::replace(count, Natural::ZERO).add(weight);
        } else {
            let level = self.diagrams.level(function) as usize;
            let weight = self.weights.widened(weight, from, level.min(node.level));
            open.entry((level, function)).or_default().push((place, weight));
        }
    }
}

impl ConjunctionCounter<'_> {
    /// The sums of [`count`](Self::count) for several functions, which are asked in the order of their first variables.
    ///
    /// # Errors
    /// [`Overflow`], when the budget is used up.
    pub fn counts(&mut self, functions: &[Bdd]) -> Result<Vec<BigUint>, Overflow> {
        let mut order: Vec<usize> = (0..functions.len()).collect();
        order.sort_by_key(|&place| self.counts.diagrams.level(functions[place]));
        let mut counts = vec![BigUint::ZERO; functions.len()];
        for place in order {
            counts[place] = self.count(functions[place])?;
        }
        Ok(counts)
    }

    /// The sum, over all assignments of the set that satisfy the function, of the product of the weights.
    ///
    /// # Errors
    /// [`Overflow`], when the budget is used up.
    pub fn count(&mut self, function: Bdd) -> Result<BigUint, Overflow> {
        self.counts.diagrams.budget.check().map_err(|_| Overflow)?;
        let mut count = Natural::ZERO;
        let mut open = Arrivals::new();
        if function.is_constant() {
            let first = (!self.counts.nodes.is_empty()).then_some(0);
            self.counts.arrive(function, first, (Natural::ONE, 0), &mut open, &mut count);
            return Ok(count.into());
        }
        let level = self.counts.diagrams.level(function) as usize;
        self.move_frontier(level);
        let frontier = std::mem::replace(&mut self.frontier, Frontier { level, weights: Vec::new() });
        for (place, weight) in &frontier.weights {
            self.split(function, level, (*place, weight.clone()), &mut open, &mut count);
        }
        self.frontier = frontier;
        while let Some(((level, function), arrivals)) = open.pop_first() {
            for arrived_at in self.push_down(level, arrivals) {
                self.split(function, level, arrived_at, &mut open, &mut count);
            }
        }
        Ok(count.into())
    }

    /// Moves the frontier to a level, from the start when it is below it.
    fn move_frontier(&mut self, level: usize) {
        if level < self.frontier.level {
            self.frontier = self.counts.start();
        }
        let from = std::mem::replace(&mut self.frontier.level, level);
        let weights = std::mem::take(&mut self.frontier.weights).into_iter();
        let counts = self.counts;
        let arrivals = weights.map(|(place, weight)| {
            let own = counts.nodes[place as usize].level;
            (place, counts.weights.widened(weight, from, level.min(own)))
        });
        self.frontier.weights = self.push_down(level, arrivals.collect());
    }

    /// What arrives at nodes from the level on, each once, from what arrives at nodes anywhere.
    fn push_down(&mut self, level: usize, arrivals: Vec<(u32, Natural)>) -> Vec<(u32, Natural)> {
        let SetCounts { weights, nodes, .. } = self.counts;
        let (mut start, end) = (nodes.len(), nodes.partition_point(|node| node.level < level));
        let mut arrived_at = Vec::new();
        for (place, weight) in arrivals {
            start = start.min(place as usize);
            self.arrive_at(place, weight, end, &mut arrived_at);
        }
        for place in start..end {
            let weight = std::mem::replace(&mut self.arrived[place], Natural::ZERO);
            if weight == Natural::ZERO {
                continue;
            }
            let SetNode { level: own, parts, .. } = nodes[place];
            for (part, factor) in parts.into_iter().zip(&weights.of[own]) {
                let Some(part) = part else { continue };
                let next = nodes[part as usize].level.min(level);
                let weight = weights.widened(times(&weight, factor), own + 1, next);
                self.arrive_at(part, weight, end, &mut arrived_at);
            }
        }
        let taken = |place: u32| (place, std::mem::replace(&mut self.arrived[place as usize], Natural::ZERO));
        arrived_at.into_iter().map(taken).collect()
    }

    /// Goes on with both values of the first variable of a function, which is that of the level, from a node at which a weight arrives.
    fn split(
        &self,
        function: Bdd,
        level: usize,
        (place, weight): (u32, Natural),
        open: &mut Arrivals,
        count: &mut Natural,
    ) {
        let SetCounts { diagrams, weights, nodes } = self.counts;
        let node = &nodes[place as usize];
        let parts = if node.level == level { node.parts } else { [Some(place); 2] };
        for (value, part) in [false, true].into_iter().zip(parts) {
            let next = diagrams.cofactor(function, level as u32, value);
            let weight = times(&weight, &weights.of[level][usize::from(value)]);
            self.counts.arrive(next, part, (weight, level + 1), open, count);
        }
    }

    /// More arrives at a node; those from `end` on are noted when something arrives there for the first time.
    fn arrive_at(&mut self, place: u32, weight: Natural, end: usize, arrived_at: &mut Vec<u32>) {
        let arrived = &mut self.arrived[place as usize];
        if place as usize >= end && *arrived == Natural::ZERO {
            arrived_at.push(place);
        }
        *arrived = std::mem::replace(arrived, Natural::ZERO).add(weight);
    }
}

/// The product; most factors are one.
fn times(weight: &Natural, factor: &Natural) -> Natural {
    if *factor == Natural::ONE { weight.clone() } else { weight.clone().multiply(factor) }
}
