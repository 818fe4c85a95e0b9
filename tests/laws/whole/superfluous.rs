//! What makes no difference: dead elements, conditions, constraints, inputs and values without effect.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use variscope::diagnostic::Code;
use variscope::model::{ElementId, LoadOptions, Model};
use variscope::question::{Findings, Limits, Strictness, Variants};
use variscope::source::Span;
use variscope::source::package::Package;
use variscope::syntax::yaml::Yaml;
use variscope::value::Configuration;

use super::Case;
use super::truth::resolved;

fn check(case: &Case) -> Findings {
    let nothing = Configuration::new();
    case.variants(&nothing).check(&Limits::default(), Strictness::default())
}

/// The elements that findings with a code are about.
fn about(found: &Findings, code: Code) -> BTreeSet<ElementId> {
    let with_code = found.findings.iter().filter(|finding| finding.diagnostic.code == code);
    with_code.filter_map(|finding| finding.element).collect()
}

/// Whether what is found can be held against what is true.
fn is_decided(case: &Case, found: &Findings) -> bool {
    case.truth.is_complete && found.is_exact() && case.truth.valid().next().is_some()
}

/// Dead are the elements that no valid configuration has; those inside of dead ones are not named.
pub fn elements_are_in_no_variant(case: &Case) -> TestCaseResult {
    let found = check(case);
    let said = about(&found, Code::DeadElement);
    let is_met = |id: ElementId| case.truth.valid().any(|(_, found)| found.present[case.truth.place(id)]);
    for &id in &said {
        prop_assert!(!is_met(id), "{} is not dead", case.model.path(id));
    }
    if is_decided(case, &found) {
        for &id in case.truth.elements.iter().filter(|&&id| !is_met(id)) {
            let is_inside = case.model.element(id).container.is_some_and(|container| !is_met(container));
            prop_assert_eq!(said.contains(&id), !is_inside, "{} is dead", case.model.path(id));
        }
    }
    Ok(())
}

/// Conditions have no effect on elements that are in all variants, or in all that their container is in, or where they
/// always hold.
pub fn conditions_change_nothing(case: &Case) -> TestCaseResult {
    let found = check(case);
    let (core, inside, always) =
        (about(&found, Code::IdleCondition), about(&found, Code::FalseOptional), about(&found, Code::TrueCondition));
    let has = |present: &[bool], id: ElementId| present[case.truth.place(id)];
    let in_all = |id: ElementId| case.truth.valid().all(|(_, found)| has(&found.present, id));
    let in_container = |id: ElementId| {
        let container = case.model.element(id).container;
        let is_with = |present: &[bool]| has(present, id) || !container.is_none_or(|container| has(present, container));
        case.truth.valid().all(|(_, found)| is_with(&found.present))
    };
    for &id in &case.truth.elements {
        let path = case.model.path(id);
        prop_assert!(!core.contains(&id) || in_all(id), "{} is not in all variants", path);
        prop_assert!(!inside.contains(&id) || in_container(id), "{} can be absent from its container", path);
        prop_assert!(!always.contains(&id) || outcomes_without(case, id)?, "the condition of {} matters", path);
        let is_conditional = !case.model.element(id).conditions.is_empty();
        let is_dead = case.truth.valid().all(|(_, found)| !has(&found.present, id));
        if is_conditional && !is_dead && is_decided(case, &found) {
            prop_assert_eq!(core.contains(&id), in_all(id), "{} is in all variants", path);
            let is_said = core.contains(&id) || inside.contains(&id) || always.contains(&id) || !in_container(id);
            prop_assert!(is_said, "{} is present whenever its container is", path);
        }
    }
    Ok(())
}

/// Whether the same configurations give the same documents when all conditions of an element are `true`.
fn outcomes_without(case: &Case, id: ElementId) -> Result<bool, TestCaseError> {
    let conditions = case.model.element(id).conditions.iter().map(|&condition| case.model.yaml(condition).span());
    are_same_with(case, conditions.collect())
}

/// Whether the same configurations give the same documents when everything in these places is `true`.
fn are_same_with(case: &Case, mut places: Vec<Span>) -> Result<bool, TestCaseError> {
    let mut text = case.template.text();
    places.sort_by_key(|place| std::cmp::Reverse(place.start));
    for place in places {
        text.replace_range(place.start as usize..place.end as usize, "true\n");
    }
    let LoadOptions { profile, options } = case.template.load_options();
    let loaded = Model::load(&Package::stdin(text), &LoadOptions { profile, options }).expect("no file is read");
    let model = loaded.model.expect("the template can be read");
    let nothing = Configuration::new();
    let variants = Variants::of(&model, &nothing).expect("the conditions are well-formed");
    Ok(case.truth.outcomes.iter().all(|outcome| {
        let own = outcome.found.as_ref().ok().map(|found| &found.document);
        resolved(&variants, &outcome.configuration).ok().map(|found| found.document).as_ref() == own
    }))
}

/// Constraints have no effect where all that they exclude is excluded by something else.
pub fn constraints_exclude_nothing(case: &Case) -> TestCaseResult {
    let found = check(case);
    let listed = case.model.variability().and_then(|variability| variability.get("constraints"));
    for constraint in listed.into_iter().flat_map(Yaml::items) {
        let span = constraint.span();
        let is_said = found.findings.iter().any(|finding| {
            matches!(finding.diagnostic.code, Code::TrueConstraint | Code::IdleConstraint)
                && finding.diagnostic.span() == Some(span)
        });
        let is_without_effect = are_same_with(case, vec![span])?;
        prop_assert!(!is_said || is_without_effect, "{} excludes something", constraint.to_json());
        let is_found = is_said || !is_without_effect || !is_decided(case, &found);
        prop_assert!(is_found, "{} excludes nothing", constraint.to_json());
    }
    Ok(())
}

/// An input that nothing reads makes no difference.
pub fn inputs_make_no_difference(case: &Case) -> TestCaseResult {
    let found = check(case);
    for (name, _) in case.template.inputs() {
        let message = format!("nothing reads the variability input \"{name}\"");
        let is_said = found
            .findings
            .iter()
            .any(|finding| finding.diagnostic.code == Code::UnreadInput && finding.diagnostic.message == message);
        if !is_said {
            continue;
        }
        let mut known = std::collections::BTreeMap::new();
        for outcome in &case.truth.outcomes {
            let mut others = outcome.values.clone();
            others.shift_remove(&name);
            let document = outcome.found.as_ref().ok().map(|found| &found.document);
            let other = known.entry(serde_json::Value::from(others).to_string()).or_insert(document);
            prop_assert_eq!(*other, document, "{} makes a difference", name);
        }
    }
    Ok(())
}

/// Values that are said to be in no valid variant are in none; of inputs with few values all such are told.
pub fn values_are_in_no_valid_configuration(case: &Case) -> TestCaseResult {
    let found = check(case);
    for (name, input) in case.template.inputs() {
        for value in input.shape.values().unwrap_or_default() {
            let message = format!("no valid variant has {value} for the input \"{name}\"");
            let is_said = found.findings.iter().any(|finding| {
                finding.diagnostic.code == Code::ImpossibleValue && finding.diagnostic.message == message
            });
            let is_met = case.truth.valid().any(|(outcome, _)| outcome.values.get(&name) == Some(&value));
            prop_assert!(!(is_said && is_met), "{} can be {}", name, value);
            if is_decided(case, &found) {
                prop_assert!(is_said || is_met, "{} cannot be {}", name, value);
            }
        }
    }
    Ok(())
}
