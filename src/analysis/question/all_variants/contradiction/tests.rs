//! Both ways to look for contradictions find the same ones.

use std::collections::BTreeSet;

use variscope_encoder::Budget;

use super::*;
use crate::analysis::question::all_variants::lifted::Lifted;
use crate::analysis::value::Configuration;
use crate::source::package::Package;
use crate::source::syntax::vocabulary::Profile;
use crate::tosca::model::{LoadOptions, Model};

const HEAD: &str = "tosca_definitions_version: VERSION
topology_template:
  variability:
    options: {type_default_condition: true, OPTIONS}
    inputs: {x: {type: boolean}, y: {type: boolean}, z: {type: boolean}}
    constraints: [CONSTRAINT]
  node_templates:
";

const NODES: [&str; 5] = [
    // A cycle without a solution for some values.
    "    a: {type: t, conditions: {and: [{variability_input: x}, {variability_input: y}, {not: {node_presence: a}}]}}\n",
    // The same through another node, beside a cycle with two solutions.
    "    a: {type: t, conditions: {and: [{variability_input: x}, {not: {node_presence: b}}]}}
    b: {type: t, conditions: {and: [{variability_input: z}, {node_presence: a}]}}
    c: {type: t, conditions: {node_presence: c}}\n",
    // What a cycle comes to decides another one.
    "    a: {type: t, conditions: {node_presence: a}}
    b: {type: t, conditions: {and: [{node_presence: a}, {variability_input: x}, {not: {node_presence: b}}]}}
    c: {type: t, conditions: {or: [{node_presence: b}, {and: [{not: {node_presence: c}}, {variability_input: y}]}]}}\n",
    // Two contradictions, and something outside of cycles.
    "    a: {type: t, conditions: {and: [{variability_input: x}, {not: {node_presence: a}}]}}
    b: {type: t, conditions: {and: [{variability_input: y}, {not: {node_presence: b}}]}}
    c: {type: t, conditions: {variability_input: z}}\n",
    // An option of the version demands a host.
    "    a: {type: t, managed: false, anchor: true, conditions: {variability_input: x}, requirements: [{host: b}]}
    b: {type: t, managed: false, anchor: true, conditions: {variability_input: y}}\n",
];

const CONSTRAINTS: [&str; 4] = [
    "",
    "{not: {variability_input: x}}",
    "{not: {and: [{node_presence: a}, {variability_input: y}]}}",
    "{or: [{not: {node_presence: a}}, {variability_input: z}]}",
];

/// The configurations of the three inputs that have no presences, as truth values of value atoms.
fn met(variants: &Variants<'_>, contradictions: &Contradictions) -> BTreeSet<Vec<bool>> {
    let atoms: Vec<Atom> = variants.rules().atoms().values().map(|(atom, _)| atom).collect();
    let all = (0..1_usize << atoms.len()).map(|bits| (0..atoms.len()).map(|place| bits >> place & 1 == 1).collect());
    let is_met = |values: &Vec<bool>| {
        let has = |(atom, value): &(Atom, bool)| values[atoms.iter().position(|own| own == atom).unwrap()] == *value;
        contradictions.cubes.iter().any(|cube| cube.iter().all(has))
    };
    all.filter(is_met).collect()
}

#[test]
fn guesses_among_unsolved_and_among_all_configurations_agree() {
    let mut found = 0;
    for (version, nodes) in [("tosca_variability_1_0", &NODES[..4]), ("tosca_variability_1_0_rc_3", &NODES[4..])] {
        for constraint in CONSTRAINTS {
            for options in ["optimization_topology: min", "optimization_topology: false"] {
                for nodes in nodes {
                    let text = HEAD.replace("VERSION", version).replace("OPTIONS", options);
                    let text = text.replace("CONSTRAINT", constraint) + nodes;
                    let load = LoadOptions { profile: Some(Profile::D), options: None };
                    let model = Model::load(&Package::of_text(text.clone()), &load).unwrap().model.unwrap();
                    let nothing = Configuration::new();
                    let variants = Variants::of(&model, &nothing).unwrap();
                    let (stated, budget) = (StatementsOfTemplate::of(&variants), Budget::unlimited());
                    let lifted = Lifted::of(&variants, &budget).unwrap();
                    assert_eq!(lifted.determination(), Determination::ByDefinitions, "{text}");
                    let unsolved = ContradictionSearch::unsolved(&stated, &lifted, &budget).run();
                    let open = ContradictionSearch::open(&stated, lifted.classes(), &budget).run();
                    assert!(unsolved.is_complete && open.is_complete);
                    assert_eq!(met(&variants, &unsolved), met(&variants, &open), "{text}");
                    found += usize::from(!unsolved.found.is_empty());
                }
            }
        }
    }
    assert!(found > 15, "{found}");
}
