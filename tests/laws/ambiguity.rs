//! A result is ambiguous when several assignments are equally good, as trying all of them shows.

use std::collections::BTreeSet;

use proptest::prelude::*;
use variscope::analysis::question::{CheckOptions, Limits, Variants};
use variscope::analysis::value::Configuration;
use variscope::source::diagnostic::Code;

use super::generated::{Assignment, INPUTS, NODES, Template};
use crate::support::model::model;

static OPTIONS: &[&str] = &[
    "optimization_topology: min",
    "optimization_topology: max, optimization_topology_mode: count",
    "optimization_topology: false",
    "optimization_topology: false, optimization_topology_unique_backward: true",
    "optimization_topology: min, optimization_topology_unique_backward: true",
    "optimization_topology: min, optimization_topology_unique: false",
];

/// The best sets of nodes under some values.
fn best(template: &Template, inputs: usize) -> Vec<usize> {
    let rules = template.rules();
    let consistent: Vec<usize> =
        (0..1 << NODES).filter(|&nodes| template.satisfies(&rules, Assignment { inputs, nodes })).collect();
    let counts = consistent.iter().map(|nodes| nodes.count_ones());
    let wanted = match template.options.split([',', ':']).nth(1).map(str::trim) {
        Some("min") => counts.min(),
        Some("max") => counts.max(),
        _ => None,
    };
    consistent.into_iter().filter(|nodes| wanted.is_none_or(|wanted| nodes.count_ones() == wanted)).collect()
}

/// The best sets that stand against the first one in element order.
fn competitors(template: &Template, inputs: usize) -> Vec<usize> {
    let best = best(template, inputs);
    let order = |nodes: &usize| (0..NODES).map(|node| nodes >> node & 1).collect::<Vec<_>>();
    let Some(&first) = best.iter().min_by_key(|nodes| order(nodes)) else { return Vec::new() };
    let lacks = |nodes: &usize| first & !nodes != 0;
    let differs = |nodes: &usize| *nodes != first;
    let is_rival: &dyn Fn(&usize) -> bool = match &template.options {
        options if options.contains("unique: false") => &|_| false,
        options if options.contains("unique_backward: true") => &differs,
        _ => &lacks,
    };
    best.into_iter().filter(is_rival).collect()
}

/// The nodes that a text names.
fn named(text: &str) -> usize {
    (0..NODES).filter(|node| text.contains(&format!("\"n{node}\""))).map(|node| 1 << node).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn ambiguous_results_have_two_best_variants(template in Template::with_cycles(OPTIONS)) {
        let text = template.text();
        let (model, nothing) = (model(&text), Configuration::new());
        let findings = Variants::of(&model, &nothing).unwrap().check(&Limits::default(), CheckOptions::default());
        let is_ambiguity = |code: Code| code == Code::AmbiguousResult;
        let found: Vec<_> = findings.findings.iter().filter(|finding| is_ambiguity(finding.diagnostic.code)).collect();
        let ambiguous: BTreeSet<usize> =
            (0..1 << INPUTS.len()).filter(|&inputs| !competitors(&template, inputs).is_empty()).collect();
        prop_assert_eq!(found.is_empty(), ambiguous.is_empty(), "{}", text);
        for finding in found {
            let witness = finding.witness.as_ref().unwrap();
            let is_true = |name: &str| witness.iter().any(|(input, value)| **input == *name && value.as_bool() == Some(true));
            let inputs: usize = (0..INPUTS.len()).filter(|&place| is_true(INPUTS[place])).map(|place| 1 << place).sum();
            prop_assert!(ambiguous.contains(&inputs), "{:?} {}", witness, text);
            // One of the two has the first nodes, the other the second ones instead, and both are among the best.
            let note = &finding.diagnostic.notes[0];
            let (one, other) = note.split_once(", another has ").unwrap();
            let (one, other) = (named(one), named(other));
            let best = best(&template, inputs);
            let is_pair = |(left, right): (&usize, &usize)| left & !right == one && right & !left == other;
            prop_assert!(best.iter().any(|left| best.iter().any(|right| is_pair((left, right)))), "{} {}", note, text);
            prop_assert!(one != other, "{}", note);
        }
    }
}
