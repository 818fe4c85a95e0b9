//! Lists of variants.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use variscope::analysis::question::{CountDetail, FoundVariant, Limits, Variants};
use variscope::analysis::value::Configuration;

use super::Case;

/// All lists, the one of all variants at once, the one by search and the one of one class after the other, have every variant
/// once, with the number of its classes or configurations, and no other variant.
pub fn are_those_of_all_configurations(case: &Case) -> TestCaseResult {
    let (nothing, limits) = (Configuration::new(), Limits::default());
    let variants = case.variants(&nothing);
    let survey = variants.enumerate_classes(&limits);
    agrees(case, &survey.variants, survey.exactness.is_exact())?;
    let Some((listed, is_exact)) = listed(&variants, &limits) else { return Ok(()) };
    agrees(case, &listed, is_exact)?;
    if let Some(searched) = variants.search_variants(&limits) {
        let known = |found: &[FoundVariant]| -> Vec<(Vec<bool>, BigUint)> {
            found.iter().map(|variant| (variant.present.clone(), variant.reach.classes.clone())).collect()
        };
        prop_assert!(searched.exactness.is_complete);
        prop_assert_eq!(known(&searched.variants), known(&listed));
    }
    let classes = |found: &[FoundVariant]| -> BTreeMap<Vec<bool>, BigUint> {
        found.iter().map(|variant| (variant.present.clone(), variant.reach.classes.clone())).collect()
    };
    if is_exact && survey.exactness.is_exact() {
        prop_assert_eq!(classes(&listed), classes(&survey.variants));
        let all: BigUint = listed.iter().map(|variant| &variant.reach.classes).sum();
        prop_assert_eq!(variants.count(&limits, CountDetail::Total).classes, Some(all));
    }
    Ok(())
}

/// All variants at once, and whether there are no others; none where they cannot be had.
pub fn listed(variants: &Variants<'_>, limits: &Limits) -> Option<(Vec<FoundVariant>, bool)> {
    let mut listing = variants.listing(limits)?;
    let (mut found, mut next) = (Vec::new(), BigUint::ZERO);
    while let Some(listed) = listing.seek(&next).expect("there is memory enough") {
        found.push(listing.variant());
        next = listed.end;
    }
    let is_exact = listing.caveats().is_empty();
    Some((found, is_exact))
}

fn agrees(case: &Case, found: &[FoundVariant], is_exact: bool) -> TestCaseResult {
    let known = case.truth.variants();
    let once: BTreeSet<&[bool]> = found.iter().map(|variant| variant.present.as_slice()).collect();
    prop_assert_eq!(once.len(), found.len(), "a variant is listed twice");
    if is_exact {
        for (present, number) in &known {
            prop_assert!(once.contains(present), "a variant of {} configurations is missing: {:?}", number, present);
        }
    }
    if !case.truth.is_complete {
        return Ok(());
    }
    for variant in found {
        let number = known.get(variant.present.as_slice());
        prop_assert!(number.is_some(), "no configuration gives {:?}", variant.present);
        let number = number.map(|&number| BigUint::from(number));
        prop_assert!(!is_exact || variant.reach.configurations == number, "{:?} {:?}", variant, number);
    }
    Ok(())
}
