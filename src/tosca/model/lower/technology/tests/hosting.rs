//! Hosting paths against all walks of a small topology.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::super::hosting::{Hosts, MAX_STEPS, TooManyPaths, hosting_paths};
use crate::tosca::model::{ElementId, Kind};

/// Nodes by number: their type, and the relations with the nodes that these lead to.
#[derive(Clone, Debug)]
struct Topology {
    types: Vec<char>,
    relations: Vec<(usize, usize)>,
}

fn node(number: usize) -> ElementId {
    ElementId::new(Kind::Node, number)
}

fn relation(number: usize) -> ElementId {
    ElementId::new(Kind::Relation, number)
}

impl Hosts for Topology {
    fn hosts(&self, of: ElementId) -> Vec<(ElementId, ElementId)> {
        let relations = self.relations.iter().enumerate();
        let own = relations.filter(|(_, (source, _))| *source == of.place());
        own.map(|(number, &(_, target))| (relation(number), node(target))).collect()
    }

    fn is_a(&mut self, node: ElementId, type_name: &str) -> bool {
        type_name == self.types[node.place()].to_string()
    }
}

/// Whether hosts of these types are what `wanted` says. Behind a `*` stands a type.
fn fits(types: &[char], wanted: &[char]) -> bool {
    match wanted.split_first() {
        None => types.is_empty(),
        Some(('*', rest)) if rest.first() == Some(&'*') => false,
        Some(('*', rest)) => (0..=types.len()).any(|skipped| fits(&types[skipped..], rest)),
        Some((first, rest)) => types.first() == Some(first) && fits(&types[1..], rest),
    }
}

/// All walks from node 0 with at most `length` relations that fit.
fn walks(topology: &Topology, wanted: &[char], length: usize) -> Vec<Vec<ElementId>> {
    let mut fitting = Vec::new();
    let mut pending: Vec<(usize, Vec<usize>)> = vec![(0, Vec::new())];
    while let Some((at, walk)) = pending.pop() {
        let target = |number: &usize| topology.relations[*number].1;
        let types: Vec<char> = walk.iter().map(|number| topology.types[target(number)]).collect();
        if fits(&types, wanted) {
            fitting.push(walk.iter().flat_map(|number| [relation(*number), node(target(number))]).collect());
        }
        if walk.len() < length {
            for (number, &(source, target)) in topology.relations.iter().enumerate() {
                if source == at {
                    pending.push((target, [&walk[..], &[number]].concat()));
                }
            }
        }
    }
    fitting
}

/// The sets that contain no other of them.
fn smallest(paths: &[Vec<ElementId>]) -> BTreeSet<BTreeSet<ElementId>> {
    let sets: BTreeSet<BTreeSet<ElementId>> = paths.iter().map(|path| path.iter().copied().collect()).collect();
    let is_smallest = |set: &&BTreeSet<ElementId>| !sets.iter().any(|other| other != *set && other.is_subset(set));
    sets.iter().filter(is_smallest).cloned().collect()
}

fn topologies() -> impl Strategy<Value = Topology> {
    (1_usize..4).prop_flat_map(|count| {
        let types = prop::collection::vec(prop_oneof![Just('a'), Just('b')], count);
        let relations = prop::collection::vec((0..count, 0..count), 0..5);
        (types, relations).prop_map(|(types, relations)| Topology { types, relations })
    })
}

fn wanted_lists() -> impl Strategy<Value = Vec<char>> {
    prop::collection::vec(prop_oneof![Just('a'), Just('b'), Just('*')], 0..4)
}

fn searched(topology: &Topology, wanted: &[char]) -> Result<Vec<Vec<ElementId>>, TooManyPaths> {
    let wanted: Vec<String> = wanted.iter().map(char::to_string).collect();
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    hosting_paths(&mut topology.clone(), node(0), &wanted, &mut MAX_STEPS.clone())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Three wanted names and three nodes need no walk of more than six relations.
    #[test]
    fn paths_hold_exactly_when_some_walk_does(topology in topologies(), wanted in wanted_lists()) {
        let found = searched(&topology, &wanted).expect("few paths");
        prop_assert_eq!(smallest(&found), smallest(&walks(&topology, &wanted, 6)));
    }

    #[test]
    fn every_path_is_a_walk_that_fits(topology in topologies(), wanted in wanted_lists()) {
        let end = wanted.iter().rposition(|name| *name != '*').map_or(0, |last| last + 1);
        for path in searched(&topology, &wanted).expect("few paths") {
            let mut at = 0;
            let mut types = Vec::new();
            for step in path.chunks(2) {
                let (source, target) = topology.relations[step[0].place()];
                prop_assert_eq!((source, target), (at, step[1].place()));
                types.push(topology.types[target]);
                at = target;
            }
            prop_assert!(fits(&types, &wanted[..end]));
        }
    }
}

#[test]
fn paths_come_in_the_order_of_relations() {
    let topology = Topology { types: vec!['a', 'b', 'b'], relations: vec![(0, 2), (0, 1)] };
    let expected = vec![vec![relation(0), node(2)], vec![relation(1), node(1)]];
    assert_eq!(searched(&topology, &['b']), Ok(expected));
}

#[test]
fn exponentially_many_paths_are_refused() {
    let doubled = (0..40).flat_map(|at| [(at, at + 1), (at, at + 1)]).collect();
    let topology = Topology { types: vec!['a'; 41], relations: doubled };
    assert_eq!(searched(&topology, &['*', 'b']), Err(TooManyPaths));
}
