//! Conditions on several groups as decision diagrams, and those of ranges of totals (Abío et al., "A new look at BDDs for pseudo-Boolean
//! constraints", JAIR 2012).
//!
//! By layer a choice of one term, and totals in ranges. Partial sums that lead to the same range whatever else is chosen are one node.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use variscope_encoder::recursion::descend;

use crate::analysis::value::Configuration;

/// Choices in all nodes together.
pub(super) const MAX_CHOICES: usize = 1 << 18;

/// By layer, by node, by choice: the node in the next layer.
pub(super) type Layers = Vec<Vec<Vec<u32>>>;

/// A condition on classes of several groups, as a decision diagram.
#[derive(Clone, Debug)]
pub struct LayeredDiagram {
    /// The groups, in the order of the layers.
    pub groups: Vec<usize>,
    /// By layer, by node, by class of its group: the node of the next layer that the class leads to. Behind the last layer, 1
    /// stands for where the condition holds, 0 for all others.
    pub layers: Layers,
}

impl LayeredDiagram {
    /// Whether it holds in these classes, by group.
    pub fn holds(&self, combination: &[usize]) -> bool {
        let step = |node: u32, (layer, &group): (&Vec<Vec<u32>>, &usize)| layer[node as usize][combination[group]];
        self.layers.iter().zip(&self.groups).fold(0, step) == 1
    }

    /// How many choices its nodes have together.
    pub fn choices(&self) -> usize {
        self.layers.iter().flatten().map(Vec::len).sum()
    }
}

/// What the reader at a place makes of a configuration; none for what is no truth.
pub(super) type TruthEvaluation<'h> = &'h mut dyn FnMut(&Configuration, usize) -> Option<bool>;

/// Which range a total is in, or what else matters of all choices. The first node of the first layer is the beginning; behind the
/// last layer come the ranges.
pub(super) struct RangeDiagram {
    layers: Layers,
    ranges: usize,
}

/// Partial sums from the first to the last one that lead to the same node.
type NodeSums = (i64, u32, i64);

/// Nodes that are made so far.
struct Building<'t> {
    terms: &'t [Vec<i64>],
    starts: &'t [i64],
    layers: Layers,
    /// By layer, by first partial sum: node and last one.
    known: Vec<BTreeMap<i64, (u32, i64)>>,
    choices: usize,
}

impl RangeDiagram {
    /// Totals of one term of each layer; `starts`, ascending, are the first totals of all ranges but the first. None where it is too
    /// large.
    pub(super) fn of(terms: &[Vec<i64>], starts: &[i64]) -> Option<Self> {
        let (layers, known) = (vec![Vec::new(); terms.len()], vec![BTreeMap::new(); terms.len()]);
        let mut building = Building { terms, starts, layers, known, choices: 0 };
        building.node(0, 0)?;
        Some(Self { layers: building.layers, ranges: starts.len() + 1 })
    }

    /// These layers, with numbers of so many ranges behind the last one in the place of those there.
    pub(super) fn leading_to(layers: Layers, places: Vec<u32>, ranges: usize) -> Self {
        Self { layers: joined(layers, places), ranges }
    }

    /// How many ranges there are.
    pub(super) fn count(&self) -> usize {
        self.ranges
    }

    /// The range that choices lead to, by layer.
    pub(super) fn end(&self, choices: impl Iterator<Item = usize>) -> usize {
        self.layers.iter().zip(choices).fold(0, |node, (layer, choice)| layer[node][choice] as usize)
    }

    /// For each range that has totals, choices that lead there, by layer.
    pub(super) fn choices(&self) -> Vec<(usize, Vec<usize>)> {
        // By layer, by node: the node of the layer before, and the choice there.
        let mut ways: Vec<Vec<Option<(u32, usize)>>> = vec![vec![Some((0, 0))]];
        for (place, layer) in self.layers.iter().enumerate() {
            let next = self.layers.get(place + 1).map_or(self.ranges, Vec::len);
            let mut reached = vec![None; next];
            for (number, node) in layer.iter().enumerate().filter(|(number, _)| ways[place][*number].is_some()) {
                for (choice, &to) in node.iter().enumerate() {
                    reached[to as usize].get_or_insert((number as u32, choice));
                }
            }
            ways.push(reached);
        }
        let last = self.layers.len();
        let ranges = (0..self.ranges).filter(|&range| ways[last][range].is_some());
        let found = ranges.map(|range| {
            let (mut node, mut choices) = (range, Vec::new());
            for layer in (1..=last).rev() {
                let (before, choice) = ways[layer][node].expect("a node is reached from one that is reached");
                choices.push(choice);
                node = before as usize;
            }
            choices.reverse();
            (range, choices)
        });
        found.collect()
    }

    /// Its layers, with 0 and 1 behind the last one instead of ranges, by the outcome of each range.
    pub(super) fn with_outcomes(self, outcomes: &[bool]) -> Layers {
        joined(self.layers, outcomes.iter().map(|&holds| u32::from(holds)).collect())
    }
}

/// The layers with these numbers behind the last one in the place of those there; nodes that lead to the same are joined.
pub(super) fn joined(mut layers: Layers, mut places: Vec<u32>) -> Layers {
    for layer in layers.iter_mut().rev() {
        let mut different: IndexMap<Vec<u32>, (), FxBuildHasher> = IndexMap::default();
        let moved = layer.iter().map(|node| node.iter().map(|&to| places[to as usize]).collect());
        places = moved.map(|node: Vec<u32>| different.insert_full(node, ()).0 as u32).collect();
        *layer = different.into_keys().collect();
    }
    layers
}

/// The layers of a table: by combination of choices, that of the last layer turning fastest, whether it leads to 1.
pub(super) fn tabulated(lengths: &[usize], outcomes: &[bool]) -> Layers {
    let mut places: Vec<u32> = outcomes.iter().map(|&holds| u32::from(holds)).collect();
    let mut layers: Layers = Vec::with_capacity(lengths.len());
    for &length in lengths.iter().rev() {
        let mut different: IndexMap<Vec<u32>, (), FxBuildHasher> = IndexMap::default();
        places = places.chunks(length).map(|node| different.insert_full(node.to_vec(), ()).0 as u32).collect();
        layers.push(different.into_keys().collect());
    }
    layers.reverse();
    layers
}

impl Building<'_> {
    /// The node of a layer for a partial sum, and those partial sums that lead to it.
    fn node(&mut self, layer: usize, sum: i64) -> Option<NodeSums> {
        let Some(known) = self.known.get(layer) else { return Some(self.range(sum)) };
        if let Some((&first, &(node, last))) = known.range(..=sum).next_back().filter(|(_, (_, last))| sum <= *last) {
            return Some((first, node, last));
        }
        self.choices += self.terms[layer].len();
        if self.choices > MAX_CHOICES {
            return None;
        }
        let (mut first, mut last, mut node) = (i64::MIN, i64::MAX, Vec::with_capacity(self.terms[layer].len()));
        for choice in 0..self.terms[layer].len() {
            let term = self.terms[layer][choice];
            let next = sum.checked_add(term)?;
            let (own_first, to, own_last) = descend(|| self.node(layer + 1, next))?;
            // The ends stand for infinity.
            first = first.max(if own_first == i64::MIN { i64::MIN } else { own_first.checked_sub(term)? });
            last = last.min(if own_last == i64::MAX { i64::MAX } else { own_last.checked_sub(term)? });
            node.push(to);
        }
        let place = self.layers[layer].len() as u32;
        self.layers[layer].push(node);
        self.known[layer].insert(first, (place, last));
        Some((first, place, last))
    }

    fn range(&self, total: i64) -> NodeSums {
        let range = self.starts.partition_point(|&start| start <= total);
        let first = if range == 0 { i64::MIN } else { self.starts[range - 1] };
        let last = self.starts.get(range).map_or(i64::MAX, |start| start - 1);
        (first, range as u32, last)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// All choices, each with its total.
    fn totals(terms: &[Vec<i64>]) -> Vec<(Vec<usize>, i64)> {
        terms.iter().fold(vec![(Vec::new(), 0)], |all, layer| {
            let longer = |(choices, total): &(Vec<usize>, i64)| {
                let of = |(choice, term): (usize, &i64)| ([choices.as_slice(), &[choice]].concat(), total + term);
                layer.iter().enumerate().map(of).collect::<Vec<_>>()
            };
            all.iter().flat_map(longer).collect()
        })
    }

    fn end(layers: &Layers, choices: &[usize]) -> u32 {
        layers.iter().zip(choices).fold(0, |node, (layer, &choice)| layer[node as usize][choice])
    }

    proptest! {
        #[test]
        fn totals_are_in_their_ranges(
            terms in prop::collection::vec(prop::collection::vec(-9..10_i64, 1..5), 1..5),
            starts in prop::collection::btree_set(-15..16_i64, 0..4),
            outcomes in prop::collection::vec(any::<bool>(), 4),
        ) {
            let starts: Vec<i64> = starts.into_iter().collect();
            let diagram = RangeDiagram::of(&terms, &starts).unwrap();
            let range = |total: i64| starts.iter().filter(|&&start| start <= total).count();
            let all = totals(&terms);
            for (choices, total) in &all {
                prop_assert_eq!(end(&diagram.layers, choices) as usize, range(*total));
            }
            let reached: std::collections::BTreeSet<usize> = all.iter().map(|(_, total)| range(*total)).collect();
            let shown = diagram.choices();
            prop_assert!(shown.iter().map(|(range, _)| *range).eq(reached));
            for (shown, choices) in &shown {
                prop_assert_eq!(end(&diagram.layers, choices) as usize, *shown);
            }
            let with_outcomes = diagram.with_outcomes(&outcomes);
            for (choices, total) in &all {
                prop_assert_eq!(end(&with_outcomes, choices) == 1, outcomes[range(*total)]);
            }
        }
    }

    proptest! {
        #[test]
        fn tables_lead_where_their_rows_do(
            lengths in prop::collection::vec(1..4_usize, 1..5),
            rows in prop::collection::vec(any::<bool>(), 81),
        ) {
            let terms: Vec<Vec<i64>> = lengths.iter().map(|&length| vec![0; length]).collect();
            let all = totals(&terms);
            let layers = tabulated(&lengths, &rows[..all.len()]);
            prop_assert_eq!(layers[0].len(), 1);
            for ((choices, _), holds) in all.iter().zip(rows) {
                prop_assert_eq!(end(&layers, choices) == 1, holds);
            }
        }
    }

    #[test]
    fn what_makes_no_difference_is_one_node() {
        let terms: Vec<Vec<i64>> = vec![(1..=20).collect(); 10];
        let layers = RangeDiagram::of(&terms, &[40]).unwrap().with_outcomes(&[true, false]);
        assert!(layers.iter().all(|layer| layer.len() <= 31), "{:?}", layers.iter().map(Vec::len).collect::<Vec<_>>());
    }

    #[test]
    fn too_many_choices_are_refused() {
        // All totals are different, and each is a range.
        let terms: Vec<Vec<i64>> = (0..18).map(|place| vec![0, 1 << place]).collect();
        let starts: Vec<i64> = (1..1 << 18).collect();
        assert!(RangeDiagram::of(&terms, &starts).is_none());
    }
}
