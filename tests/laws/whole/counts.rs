//! How many variants, classes and configurations there are.

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use variscope::analysis::question::{CountDetail, Limits};
use variscope::analysis::value::Configuration;

use super::Case;

/// Variants and configurations are as many as resolving all of them gives.
pub fn are_those_of_all_configurations(case: &Case) -> TestCaseResult {
    let nothing = Configuration::new();
    let variants = case.variants(&nothing);
    let count = variants.count(&Limits::default(), CountDetail::PerElement);
    let known = case.truth.variants();
    prop_assert!(count.variants >= BigUint::from(known.len()) || !count.exactness.is_exact());
    if !case.truth.is_complete || !count.exactness.is_exact() {
        return Ok(());
    }
    prop_assert_eq!(&count.variants, &BigUint::from(known.len()));
    let valid: usize = known.values().sum();
    prop_assert_eq!(&count.configurations, &Some(BigUint::from(valid)));
    let present = |place: usize| BigUint::from(known.keys().filter(|present| present[place]).count());
    let per_element: Vec<BigUint> = (0..case.truth.elements.len()).map(present).collect();
    prop_assert_eq!(&count.elements, &case.truth.elements);
    prop_assert_eq!(count.per_element.as_ref(), Some(&per_element));
    let classes = count.classes.unwrap_or_default();
    prop_assert!(classes >= count.variants && classes <= BigUint::from(valid));
    Ok(())
}
