//! Which connections reach nodes, against walking from each node by itself.

use std::collections::VecDeque;

use proptest::prelude::*;
use variscope::analysis::question::Variants;
use variscope::analysis::value::Configuration;
use variscope::unfurl::environment::Environment;
use variscope::unfurl::{Job, RunEnvironment};

use crate::support::model::model_as;

const NODES: usize = 6;

/// Nodes with their hosts, and connections with the node that each is the default for; none for all nodes.
fn written(hosts: &[Vec<usize>], connections: &[Option<usize>]) -> String {
    let requirement = |(place, host): (usize, &usize)| {
        format!("h{place}: {{node: n{host}, relationship: {{type: tosca.relationships.HostedOn}}}}")
    };
    let node = |(place, hosts): (usize, &Vec<usize>)| {
        let requirements: Vec<String> = hosts.iter().enumerate().map(requirement).collect();
        format!("    n{place}: {{type: tosca.nodes.Root, requirements: [{}]}}\n", requirements.join(", "))
    };
    let connection = |(place, node): (usize, &Option<usize>)| {
        let default_for = node.map_or("ANY".to_owned(), |node| format!("n{node}"));
        format!("    c{place}: {{type: tosca.relationships.ConnectsTo, default_for: {default_for}}}\n")
    };
    format!(
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  relationship_templates:\n{}  node_templates:\n{}",
        connections.iter().enumerate().map(connection).collect::<String>(),
        hosts.iter().enumerate().map(node).collect::<String>()
    )
}

/// The connections of a node in lookup order: the farthest first, then those that are declared last.
fn walked(hosts: &[Vec<usize>], connections: &[Option<usize>], start: usize) -> Vec<String> {
    let (mut met, mut open, mut found) = (vec![start], VecDeque::from([start]), Vec::new());
    while let Some(node) = open.pop_front() {
        for (place, default_for) in connections.iter().enumerate() {
            if default_for.is_none_or(|meant| meant == node) && !found.contains(&place) {
                found.push(place);
            }
        }
        for &host in &hosts[node] {
            if !met.contains(&host) {
                met.push(host);
                open.push_back(host);
            }
        }
    }
    found.iter().rev().map(|place| format!("c{place}")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn nodes_are_reached_as_by_walking(
        hosts in prop::collection::vec(prop::collection::vec(0..NODES, 0..3), NODES),
        connections in prop::collection::vec(prop::option::weighted(0.9, 0..NODES), 1..5),
    ) {
        let text = written(&hosts, &connections);
        let model = model_as(&text, None);
        let configuration = Configuration::default();
        let variant = Variants::of(&model, &configuration).unwrap().resolve();
        prop_assert!(variant.is_ok(), "{:?} {}", variant.err(), text);
        let (variant, run_environment) = (variant.unwrap(), RunEnvironment::new(Environment::unknown()));
        let job = Job::new(&model, &variant, &run_environment);
        for (place, node) in job.nodes().enumerate() {
            let found: Vec<String> = job.connections(node, None).iter().map(|it| it.name.to_string()).collect();
            prop_assert_eq!(found, walked(&hosts, &connections, place), "n{} {}", place, text);
        }
    }
}
