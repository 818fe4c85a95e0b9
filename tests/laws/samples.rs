//! Samples show every possible combination of few presences, and nothing that is not valid.

use std::collections::BTreeSet;

use proptest::prelude::*;
use variscope::analysis::question::{Limits, Method, NoSamples, Variants, countable};
use variscope::analysis::value::Configuration;
use variscope::tosca::model::Kind;
use variscope_encoder::Budget;

use super::generated::{Template, replayed, variants};
use super::sums::under_one_limit;
use crate::support::model::model;

/// The combinations of so many presences that some of these variants show, as places with values.
fn combinations(variants: &BTreeSet<Vec<bool>>, strength: usize) -> BTreeSet<Vec<(usize, bool)>> {
    let mut found: BTreeSet<Vec<(usize, bool)>> = BTreeSet::new();
    for present in variants {
        let mut partial: Vec<Vec<(usize, bool)>> = vec![Vec::new()];
        for (place, &is_present) in present.iter().enumerate() {
            let longer = partial
                .iter()
                .filter(|part| part.len() < strength)
                .map(|part| part.iter().copied().chain([(place, is_present)]).collect());
            let longer: Vec<Vec<(usize, bool)>> = longer.collect();
            partial.extend(longer);
        }
        found.extend(partial.into_iter().filter(|part| part.len() == strength));
    }
    found
}

fn agree(text: &str, strength: usize, seed: u64) -> Result<(), TestCaseError> {
    let (model, nothing) = (model(text), Configuration::new());
    let valid = variants(&model);
    let all = Variants::of(&model, &nothing).unwrap();
    for method in [Method::Covering(strength), Method::Uniform(5)] {
        let samples = match all.samples(method, seed, &Limits::default()) {
            Err(NoSamples::Void) => {
                prop_assert!(valid.is_empty(), "{}", text);
                continue;
            }
            samples => samples.unwrap(),
        };
        prop_assert!(samples.exactness.is_exact());
        let shown: BTreeSet<Vec<bool>> = samples.samples.iter().map(|sample| replayed(&model, sample)).collect();
        prop_assert!(shown.is_subset(&valid), "{}", text);
        if method == Method::Covering(strength) {
            let strength = strength.min(countable(&model).len());
            prop_assert_eq!(combinations(&shown, strength), combinations(&valid, strength), "{}", text);
            // None of them is in vain.
            prop_assert!(samples.samples.len() <= valid.len(), "{}", text);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn samples_show_all_that_is_possible(
        template in Template::without_cycles(),
        strength in 1_usize..=3,
        seed in any::<u64>(),
    ) {
        agree(&Template { is_wired: template.is_wired && strength < 3, ..template }.text(), strength, seed)?;
    }

    #[test]
    fn samples_of_the_best_variants_show_all_that_is_possible(
        template in Template::with_cycles(&["optimization_topology: max, optimization_topology_unique: false"]),
        strength in 1_usize..=3,
    ) {
        agree(&template.text(), strength, 0)?;
    }
}

/// Where integers have to share what a limit leaves, each pair of nodes is shown that goes together, and soon.
#[test]
fn pairs_of_what_numbers_under_a_limit_allow_are_shown_soon() {
    for (count, limit) in [(4, 10), (20, 100)] {
        let (model, nothing) = (model(&under_one_limit(count, limit)), Configuration::new());
        let all = Variants::of(&model, &nothing).unwrap();
        let limits = Limits { budget: Budget::unlimited().with_steps(60_000_000), ..Limits::default() };
        let samples = all.samples(Method::Covering(2), 0, &limits).unwrap();
        let is_node: Vec<bool> = countable(&model).iter().map(|id| id.kind() == Kind::Node).collect();
        let nodes = |present: Vec<bool>| -> Vec<bool> {
            present.into_iter().zip(&is_node).filter(|(_, is_node)| **is_node).map(|(present, _)| present).collect()
        };
        let shown: BTreeSet<Vec<bool>> = samples.samples.iter().map(|sample| nodes(replayed(&model, sample))).collect();
        let places: Vec<[usize; 2]> = (0..count).map(|input| [2 * input, 2 * input + 1]).collect();
        // What the least integers with these nodes exceed the least of all by.
        let excess = |values: [bool; 2]| match values {
            [false, false] => Some(0),
            [true, false] => Some(3),
            [true, true] => Some(6),
            [false, true] => None,
        };
        let least = |wanted: &[(usize, bool)]| -> Option<usize> {
            let of = |own: &[usize; 2]| {
                let fits = |values: &[bool; 2]| {
                    wanted
                        .iter()
                        .all(|&(place, value)| own.iter().zip(values).all(|(&own, &has)| own != place || has == value))
                };
                let ways = [[false, false], [true, false], [true, true], [false, true]];
                ways.into_iter().filter(fits).filter_map(excess).min()
            };
            places.iter().map(of).sum()
        };
        let pairs = (0..2 * count).flat_map(|right| (0..right).map(move |left| (left, right)));
        let pairs = pairs.flat_map(|(left, right)| {
            [(false, false), (false, true), (true, false), (true, true)]
                .map(|(one, other)| vec![(left, one), (right, other)])
        });
        let possible = pairs.filter(|pair| least(pair).is_some_and(|excess| count + excess <= limit));
        assert_eq!(combinations(&shown, 2), possible.collect(), "{count}");
    }
}

/// More variants than anybody can draw end with the budget.
#[test]
fn drawing_ends_with_the_budget() {
    let text =
        Template { options: String::new(), constraints: Vec::new(), conditions: Vec::new(), is_wired: false }.text();
    let (model, nothing) =
        (model(&text.replace("  node_templates:\n", "  node_templates: {n: {type: t}}\n")), Configuration::new());
    let all = Variants::of(&model, &nothing).unwrap();
    for budget in [Budget::unlimited().with_steps(10_000_000), Budget::unlimited().with_memory(1 << 20)] {
        let limits = Limits { budget, ..Limits::default() };
        let drawn = all.samples(Method::Uniform(usize::MAX), 0, &limits);
        assert!(matches!(drawn, Err(NoSamples::Interrupted(_) | NoSamples::NoWitness(_))), "{drawn:?}");
    }
}
