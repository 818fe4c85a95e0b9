//! Values that can still be chosen beside others.

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use variscope::analysis::question::{Choice, Limits};
use variscope::analysis::value::{Configuration, Value};

use super::Case;
use super::truth::configuration;

/// A value can be chosen when some completion is valid, beside one that was chosen before too.
pub fn are_possible_as_completions_are_valid(case: &Case) -> TestCaseResult {
    let (nothing, limits) = (Configuration::new(), Limits::default());
    let variants = case.variants(&nothing);
    let all = variants.all(&limits);
    let inputs = case.template.inputs();
    let asked = inputs.iter().flat_map(|(name, input)| {
        input.shape.values().unwrap_or_default().into_iter().map(move |value| (name.clone(), value))
    });
    let asked: Vec<Choice> = asked
        .map(|(name, value)| {
            let given = configuration(&[(name.clone(), value)].into_iter().collect());
            let value = given.value(&name).expect("it was given").clone();
            (name, value)
        })
        .collect();
    let some: Vec<Choice> = asked.first().cloned().into_iter().collect();
    for chosen in [Vec::new(), some] {
        for (choice, possible) in asked.iter().zip(all.possible(&chosen, &asked)) {
            let others = chosen.iter().filter(|(name, _)| *name != choice.0);
            let wanted: Vec<&Choice> = others.chain([choice]).collect();
            let has = |(name, value): &&Choice, outcome: &Configuration| outcome.value(name) == Some::<&Value>(value);
            let is_valid =
                case.truth.valid().any(|(outcome, _)| wanted.iter().all(|wanted| has(wanted, &outcome.configuration)));
            prop_assert!(!is_valid || possible != Some(false), "{:?} beside {:?}", choice, chosen);
            prop_assert!(
                is_valid || possible != Some(true) || !case.truth.is_complete,
                "{:?} beside {:?}",
                choice,
                chosen
            );
        }
    }
    Ok(())
}
