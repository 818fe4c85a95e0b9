//! What tests cover is what a list of all variants says.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use proptest::prelude::*;
use variscope::analysis::question::{Coverage, ElementPresence, Limits, Share, Variants, countable};
use variscope::analysis::value::Configuration;
use variscope::tosca::model::{ElementId, Model};

use super::generated::{Template, configurations, presences, replayed, variants};
use crate::support::model::model;

/// The presences that some of these variants have.
fn single(elements: &[ElementId], variants: &BTreeSet<Vec<bool>>) -> BTreeSet<ElementPresence> {
    variants.iter().flat_map(|present| elements.iter().copied().zip(present.iter().copied())).collect()
}

/// The pairs of presences that some of these variants have.
fn pairs(elements: &[ElementId], variants: &BTreeSet<Vec<bool>>) -> BTreeSet<[ElementPresence; 2]> {
    let mut found = BTreeSet::new();
    for present in variants {
        for left in 0..elements.len() {
            for right in left + 1..elements.len() {
                found.insert([(elements[left], present[left]), (elements[right], present[right])]);
            }
        }
    }
    found
}

fn share(covered: usize, total: usize) -> Share {
    Share { covered: BigUint::from(covered), total: BigUint::from(total) }
}

fn coverage(model: &Model, tests: &[&Configuration]) -> Coverage {
    let nothing = Configuration::new();
    let all = Variants::of(model, &nothing).unwrap();
    let shown: Vec<_> = tests.iter().filter_map(|tested| all.under(tested).resolve().ok()).collect();
    all.coverage(&shown, &Limits::default()).unwrap()
}

/// Everything that is said, against the sets.
fn agree(text: &str, tested: u8) -> Result<(), TestCaseError> {
    let model = model(text);
    let all = configurations();
    let tests: Vec<&Configuration> =
        all.iter().enumerate().filter(|(place, _)| tested >> place & 1 == 1).map(|(_, found)| found).collect();
    let found = coverage(&model, &tests);
    prop_assert!(found.exactness.is_exact());
    let elements = countable(&model);
    let (valid, shown) = (variants(&model), tests.iter().filter_map(|tested| presences(&model, tested)).collect());
    prop_assert_eq!(&found.variants, &share(BTreeSet::len(&shown), valid.len()), "{}", text);

    let (allowed, covered) = (single(&elements, &valid), single(&elements, &shown));
    let of = |id: ElementId| [false, true].map(|is_present| (id, is_present));
    let is_covered = |id: &&ElementId| of(**id).iter().all(|one| covered.contains(one) || !allowed.contains(one));
    let possible: Vec<&ElementId> =
        elements.iter().filter(|id| of(**id).iter().any(|one| allowed.contains(one))).collect();
    let complete = possible.iter().filter(|id| is_covered(id)).count();
    prop_assert_eq!(&found.elements, &share(complete, possible.len()), "{}", text);
    let samples: Vec<Vec<bool>> = found.samples.iter().map(|sample| replayed(&model, sample)).collect();
    let has = |(id, is_present): ElementPresence, sample: usize| {
        samples[sample][elements.binary_search(&id).unwrap()] == is_present
    };
    let missing: BTreeMap<ElementPresence, usize> = found.missing_presences().collect();
    prop_assert!(missing.keys().eq(allowed.difference(&covered)), "{}", text);
    prop_assert!(missing.iter().all(|(&presence, &sample)| has(presence, sample)), "{}", text);

    let (allowed, covered) = (pairs(&elements, &valid), pairs(&elements, &shown));
    prop_assert_eq!(&found.pairs, &share(covered.len(), allowed.len()), "{}", text);
    let missing: BTreeMap<[ElementPresence; 2], usize> = found.missing_pairs().collect();
    prop_assert!(missing.keys().eq(allowed.difference(&covered)), "{}", text);
    prop_assert!(missing.iter().all(|(pair, &sample)| pair.iter().all(|&presence| has(presence, sample))), "{}", text);
    leaders_stand_for_others(&found, &elements, &valid)
}

/// Two elements have one leader when one is present exactly when the other is, or exactly when it is not.
fn leaders_stand_for_others(
    found: &Coverage,
    elements: &[ElementId],
    valid: &BTreeSet<Vec<bool>>,
) -> Result<(), TestCaseError> {
    let leaders: Vec<ElementId> = found.leaders().into_iter().map(|(_, leader)| leader).collect();
    for left in 0..elements.len() {
        for right in 0..elements.len() {
            let equal = valid.iter().filter(|present| present[left] == present[right]).count();
            prop_assert_eq!(leaders[left] == leaders[right], equal == 0 || equal == valid.len());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn coverage_is_that_of_all_variants(template in Template::without_cycles(), tested in any::<u8>()) {
        agree(&template.text(), tested)?;
    }

    #[test]
    fn coverage_of_the_best_variants_is_that_of_all(
        template in Template::with_cycles(&["optimization_topology: max, optimization_topology_unique: false"]),
        tested in any::<u8>(),
    ) {
        agree(&template.text(), tested)?;
    }
}
