//! Some variants in place of all.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use variscope::analysis::question::{Limits, Method, NoSamples, Samples};
use variscope::analysis::value::Configuration;

use super::Case;

/// Samples are variants, and those that cover pairs show every pair of presences that some variant shows.
pub fn are_variants_of_some_configuration(case: &Case) -> TestCaseResult {
    let nothing = Configuration::new();
    let variants = case.variants(&nothing);
    let known = case.truth.variants();
    for method in [Method::Uniform(4), Method::Covering(1), Method::Covering(2)] {
        let samples: Samples = match variants.samples(method, 3, &Limits::default()) {
            Ok(samples) => samples,
            // Where not all values can be looked at, none may be found.
            Err(NoSamples::Unknown) => continue,
            Err(NoSamples::Void) => {
                prop_assert!(known.is_empty(), "there is a variant");
                continue;
            }
            Err(why) => return Err(TestCaseError::fail(format!("no samples: {why}"))),
        };
        let present = |id| samples.samples.iter().map(move |sample| sample.present.contains(id));
        let columns: Vec<Vec<bool>> = case.truth.elements.iter().map(|id| present(id).collect()).collect();
        let rows =
            (0..samples.samples.len()).map(|row| columns.iter().map(|column| column[row]).collect::<Vec<bool>>());
        let shown: BTreeSet<Vec<bool>> = rows.collect();
        if case.truth.is_complete {
            prop_assert!(
                shown.iter().all(|present| known.contains_key(present.as_slice())),
                "no variant is {:?}",
                shown
            );
        }
        if let Method::Covering(strength) = method
            && samples.exactness.is_exact()
        {
            let shown: Vec<&[bool]> = shown.iter().map(Vec::as_slice).collect();
            let known: Vec<&[bool]> = known.keys().copied().collect();
            prop_assert!(covers(&shown, &known, strength), "{:?} does not cover {:?}", shown, known);
        }
    }
    Ok(())
}

/// Whether some variants show every combination of so many presences, one or two, that other variants show.
fn covers(shown: &[&[bool]], known: &[&[bool]], strength: usize) -> bool {
    let combinations = |variants: &[&[bool]]| -> BTreeSet<[(usize, bool); 2]> {
        let of_one = |present: &&[bool]| {
            let own: Vec<(usize, bool)> = present.iter().copied().enumerate().collect();
            let pairs = own.iter().flat_map(|&left| own.iter().map(move |&right| [left, right])).collect::<Vec<_>>();
            pairs.into_iter().filter(|[left, right]| strength == 2 || left == right).collect::<Vec<_>>()
        };
        variants.iter().flat_map(of_one).collect()
    };
    combinations(shown).is_superset(&combinations(known))
}
