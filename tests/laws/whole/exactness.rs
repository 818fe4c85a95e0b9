//! What is called exact, where inputs have infinitely many values: no configuration contradicts it, and most of it is.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseResult, TestRunner};
use variscope::analysis::question::{Limits, Variants};
use variscope::analysis::value::Configuration;

use super::Case;
use super::truth::read;
use crate::template::open_templates;

/// Every variant that some configuration gives is among those that are surveyed, where these are said to be all.
pub fn no_configuration_contradicts(case: &Case) -> TestCaseResult {
    let nothing = Configuration::new();
    let survey = case.variants(&nothing).enumerate_classes(&Limits::default());
    if !survey.exactness.is_exact() {
        return Ok(());
    }
    let known: BTreeSet<&[bool]> = survey.variants.iter().map(|variant| &*variant.present).collect();
    for (outcome, found) in case.truth.valid() {
        prop_assert!(known.contains(&*found.present), "{:?} gives another variant", outcome.values);
    }
    Ok(())
}

/// How many of so many random templates are not decided, and what is to blame.
fn undecided(templates: usize) -> BTreeMap<String, usize> {
    let mut runner = TestRunner::deterministic();
    let strategy = open_templates();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..templates {
        let template = strategy.new_tree(&mut runner).expect("there are templates").current();
        let (model, nothing) = (read(&template), Configuration::new());
        let variants = Variants::of(&model, &nothing).expect("the conditions are well-formed");
        let elements = variants.elements(&Limits::default());
        if elements.exactness.is_exact() {
            continue;
        }
        let text = |caveat: &variscope::analysis::domain::Caveat| {
            let place = caveat.span.map_or("", |span| model.sources().text(span));
            format!("{}: {place}", caveat.message)
        };
        *reasons.entry(elements.exactness.caveats.first().map_or(String::new(), text)).or_default() += 1;
    }
    reasons
}

#[test]
fn few_open_templates_are_undecided() {
    let reasons = undecided(150);
    let number: usize = reasons.values().sum();
    assert!(number <= 15, "{number} of 150: {reasons:#?}");
}

#[test]
#[ignore = "takes minutes"]
fn of_a_thousand_open_templates_few_are_undecided() {
    let reasons = undecided(1_000);
    let number: usize = reasons.values().sum();
    assert!(number <= 60, "{number} of 1000: {reasons:#?}");
}
