//! When elements are present: their statuses, in how many variants they are, and the formulas that are shown.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use variscope::analysis::condition::Literal;
use variscope::analysis::condition::ValueAtom;
use variscope::analysis::question::{ElementStatus, Limits, PresenceVerdict, Variants};
use variscope::analysis::value::{Configuration, Evaluator, Logic, Value};
use variscope::source::diagnostic::Diagnostic;
use variscope::source::syntax::vocabulary::Operator;
use variscope::source::syntax::yaml::{Yaml, YamlId};
use variscope::tosca::model::ElementId;

use super::Case;
use super::truth::Found;

/// What is said about an element is so in all configurations.
pub fn behave_as_in_all_configurations(case: &Case) -> TestCaseResult {
    let (nothing, limits) = (Configuration::new(), Limits::default());
    let variants = case.variants(&nothing);
    let found = variants.elements(&limits);
    let bare = variants.statuses(&limits);
    prop_assert!(bare.exactness.is_exact() || !found.exactness.is_exact());
    for (bare, summary) in bare.elements.iter().zip(&found.elements) {
        prop_assert_eq!(bare.element, summary.element);
        let is_same = bare.status == summary.status || bare.status.is_none() && !found.exactness.is_exact();
        prop_assert!(is_same, "{:?} without numbers, {:?} with them", bare.status, summary.status);
    }
    let known = case.truth.variants();
    for (place, summary) in found.elements.iter().enumerate() {
        let path = case.model.path(summary.element);
        prop_assert_eq!(summary.element, case.truth.elements[place]);
        let number = known.keys().filter(|present| present[place]).count();
        let is_contradicted = match summary.status {
            Some(ElementStatus::Core) => number < known.len(),
            Some(ElementStatus::Dead) => number > 0,
            Some(ElementStatus::Conditional) => case.truth.is_complete && (number == 0 || number == known.len()),
            None => case.truth.is_complete && found.exactness.is_exact() && !known.is_empty(),
        };
        prop_assert!(
            !is_contradicted,
            "{} is said to be {:?}, and is in {} of {}",
            path,
            summary.status,
            number,
            known.len()
        );
        if case.truth.is_complete && found.exactness.is_exact() {
            prop_assert!(
                summary.variants.as_ref().is_none_or(|variants| *variants == BigUint::from(number)),
                "{}",
                path
            );
        }
        if let Some(cases) = summary.presence.as_ref().filter(|_| found.exactness.is_exact()) {
            evaluates_to_presence(case, &variants, place, cases)?;
        }
    }
    Ok(())
}

/// Elements of a set come together in all variants, or each without the other; no others do, but those in all variants or in none.
pub fn of_a_set_come_together(case: &Case) -> TestCaseResult {
    let (nothing, limits) = (Configuration::new(), Limits::default());
    let found = case.variants(&nothing).atomic_sets(|_| true, &limits);
    let found = found.map_err(|why| TestCaseError::fail(format!("no sets: {why}")))?;
    if !case.truth.is_complete || !found.exactness.is_exact() {
        return Ok(());
    }
    let known = case.truth.variants();
    let mut together: BTreeMap<Vec<bool>, Vec<(ElementId, bool)>> = BTreeMap::new();
    for (place, &element) in case.truth.elements.iter().enumerate() {
        let column: Vec<bool> = known.keys().map(|present| present[place]).collect();
        if !column.contains(&true) || !column.contains(&false) {
            continue;
        }
        let complement: Vec<bool> = column.iter().map(|is_present| !is_present).collect();
        match together.get_mut(&complement) {
            Some(set) => set.push((element, false)),
            None => together.entry(column).or_default().push((element, true)),
        }
    }
    let mut sets: Vec<Vec<(ElementId, bool)>> = together.into_values().filter(|set| set.len() > 1).collect();
    sets.sort_unstable();
    prop_assert_eq!(found.is_void, known.is_empty());
    prop_assert_eq!(found.sets, sets);
    Ok(())
}

/// What is explained about an element is so in all configurations.
pub fn are_explained_as_in_all_configurations(case: &Case) -> TestCaseResult {
    let (nothing, limits) = (Configuration::new(), Limits::default());
    let variants = case.variants(&nothing);
    let known = case.truth.variants();
    for (place, &element) in case.truth.elements.iter().enumerate() {
        let number = known.keys().filter(|present| present[place]).count();
        let answer = variants.explain(Some(element), &limits).answer;
        let is_possible = match &answer {
            PresenceVerdict::NoVariant => known.is_empty(),
            PresenceVerdict::Present => number == known.len(),
            PresenceVerdict::Absent => number == 0,
            PresenceVerdict::Depends { .. } => !case.truth.is_complete || (number > 0 && number < known.len()),
            PresenceVerdict::Unknown => !case.truth.is_complete,
            PresenceVerdict::SomeVariant { .. } => false,
        };
        let path = case.model.path(element);
        prop_assert!(is_possible, "{:?} of {}, which is in {} of {}", answer, path, number, known.len());
        if let PresenceVerdict::Depends { presence: Some(cases), .. } = &answer {
            evaluates_to_presence(case, &variants, place, cases)?;
        }
    }
    Ok(())
}

/// In every valid configuration the element is present exactly when one of the cases holds.
fn evaluates_to_presence(case: &Case, variants: &Variants<'_>, place: usize, cases: &[Vec<Literal>]) -> TestCaseResult {
    for (outcome, Found { present, .. }) in case.truth.valid() {
        let mut evaluator = Evaluator::new(variants.language(), &outcome.configuration);
        let mut holds =
            |literal: &Literal| is_true(variants, &mut evaluator, &literal.value).map(|value| value == literal.holds);
        let cases: Vec<Option<bool>> =
            cases.iter().map(|literals| all_hold(literals.iter().map(&mut holds).collect())).collect();
        // One case holds where it is not so that none does.
        let is_some = all_hold(cases.into_iter().map(|case| case.map(|holds| !holds)).collect()).map(|none| !none);
        let path = case.model.path(case.truth.elements[place]);
        prop_assert_eq!(is_some, Some(present[place]), "the formula of {} under {:?}", path, outcome.values);
    }
    Ok(())
}

/// Whether all of these hold, of which some may have no value (Kleene's three-valued logic).
fn all_hold(parts: Vec<Option<bool>>) -> Option<bool> {
    let is_false = parts.contains(&Some(false));
    if is_false { Some(false) } else { parts.into_iter().collect::<Option<Vec<bool>>>().map(|_| true) }
}

/// Whether a value, taken as a condition, holds; none where it has no value, which decides nothing then.
fn is_true(variants: &Variants<'_>, evaluator: &mut Evaluator<'_>, value: &ValueAtom) -> Option<bool> {
    let model = variants.model();
    let value = match value {
        ValueAtom::Expression { expression, assumed } => {
            evaluator.evaluate(model.yaml(*expression), &mut Assumed(assumed))
        }
        ValueAtom::Input(name) => evaluator.input_value(model.yaml(*name)),
    };
    match value.ok()?.expect("they are defined") {
        Value::Boolean(holds) => Some(holds),
        Value::Number(number) => Some(number.to_f64() > 0.0),
        Value::String(_) => Some(true),
        other => panic!("{other:?} is no condition"),
    }
}

/// The truth values under which an expression that looks at presences is evaluated.
struct Assumed<'a>(&'a [(YamlId, bool)]);

impl Logic for Assumed<'_> {
    fn holds(&mut self, _: &mut Evaluator<'_>, asked: Yaml<'_>, _: Operator) -> Result<bool, Box<Diagnostic>> {
        let known = self.0.iter().find(|(assumed, _)| *assumed == asked.id());
        Ok(known.expect("all logic inside a value is assumed").1)
    }
}
