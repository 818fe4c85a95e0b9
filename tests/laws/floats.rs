//! Arithmetic with doubles: what is called exact holds for doubles, not for real numbers only.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::question::{Limits, Variants};
use variscope::analysis::value::{Configuration, Given, Number, Provenance, Value};
use variscope::tosca::model::{Kind, Model};

use crate::support::model::{model, template_of_nodes};

const DECIMALS: [f64; 9] = [0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 3.0, 9.99, 0.0];

/// What is computed, with `$c` and `$d` for constants.
const TERMS: [&str; 15] = [
    "{variability_input: f}",
    "{add: [{variability_input: f}, $c]}",
    "{sub: [{variability_input: f}, $c]}",
    "{sub: [{add: [{variability_input: f}, $c]}, $d]}",
    "{sub: [{add: [{variability_input: f}, $c]}, $c]}",
    "{mul: [{variability_input: f}, $c]}",
    "{div: [{variability_input: f}, 3]}",
    "{mul: [{variability_input: f}, {variability_input: f}]}",
    "{add: [{variability_input: f}, {variability_input: g}]}",
    "{sub: [{add: [{variability_input: f}, {variability_input: g}]}, {variability_input: g}]}",
    "{mul: [{variability_input: f}, {variability_input: n}]}",
    "{div: [{variability_input: n}, 3]}",
    "{mod: [{variability_input: f}, $c]}",
    "{mod: [{variability_input: f}, 2]}",
    "{add: [{mod: [{variability_input: f}, 2]}, $c]}",
];

fn term() -> impl Strategy<Value = String> {
    (select(&TERMS[..]), select(&DECIMALS[..]), select(&DECIMALS[..]))
        .prop_map(|(term, c, d)| term.replace("$c", &c.to_string()).replace("$d", &d.to_string()))
}

fn condition() -> impl Strategy<Value = String> {
    let operand = prop_oneof![
        3 => select(&DECIMALS[..]).prop_map(|decimal| decimal.to_string()),
        1 => Just("{variability_input: f}".to_owned()),
    ];
    let operator = select(vec!["equal", "greater", "less_or_equal"]);
    (operator, term(), operand).prop_map(|(operator, term, operand)| format!("{{{operator}: [{term}, {operand}]}}"))
}

fn template(conditions: &[String]) -> Model {
    let declared = "    inputs: {f: {type: float}, g: {type: float}, n: {type: integer}}\n";
    model(&template_of_nodes(declared, conditions))
}

fn configuration(f: f64, g: f64, n: i64) -> Configuration {
    let mut configuration = Configuration::new();
    let values =
        [("f", Value::Number(Number::float(f))), ("g", Value::Number(Number::float(g))), ("n", Value::integer(n))];
    for (name, value) in values {
        configuration.set(name, Given { value, provenance: Provenance::Assumed });
    }
    configuration
}

/// What computing with decimals gives, and its neighbours.
fn near_decimals() -> impl Strategy<Value = f64> {
    let decimal = || select(&DECIMALS[..]);
    let computed = (decimal(), decimal(), select(vec![0, 1, 2, 3, 4])).prop_map(|(a, b, operation)| match operation {
        0 => a + b,
        1 => a - b,
        2 => a * b,
        3 => a / (b + 0.1),
        _ => a,
    });
    (computed, -2..3_i64).prop_map(|(at, steps)| match steps {
        0 => at,
        1 => at.next_up(),
        -1 => at.next_down(),
        _ => -at * 1e15,
    })
}

fn present(model: &Model, configuration: &Configuration) -> Option<Vec<bool>> {
    let variant = Variants::of(model, configuration).unwrap().resolve().ok()?;
    Some(model.of_kind(Kind::Node).map(|id| variant.has(model, id)).collect())
}

/// The variants, where these are said to be all; else none.
fn exact_variants(model: &Model) -> Option<BTreeSet<Vec<bool>>> {
    let nothing = Configuration::new();
    let survey = Variants::of(model, &nothing).unwrap().enumerate_classes(&Limits::default());
    let of = |present: &[bool]| -> Vec<bool> {
        model.of_kind(Kind::Node).map(|id| present[survey.elements.binary_search(&id).unwrap()]).collect()
    };
    survey.exactness.is_exact().then(|| survey.variants.iter().map(|variant| of(&variant.present)).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn no_double_contradicts_what_is_called_exact(
        conditions in prop::collection::vec(condition(), 1..4),
        points in prop::collection::vec((near_decimals(), near_decimals(), -4..5_i64), 60),
    ) {
        let model = template(&conditions);
        let Some(known) = exact_variants(&model) else { return Ok(()) };
        for (f, g, n) in points {
            if let Some(present) = present(&model, &configuration(f, g, n)) {
                prop_assert!(known.contains(&present), "f={f:e} g={g:e} n={n}: {conditions:?}");
            }
        }
    }
}

#[test]
fn sums_that_are_rounded_are_not_taken_for_real_numbers() {
    let there_and_back = "{equal: [{sub: [{add: [{variability_input: f}, {variability_input: g}]}, {variability_input: g}]}, {variability_input: f}]}";
    let model = template(&[there_and_back.to_owned()]);
    assert_eq!(present(&model, &configuration(9.99, 9.0, 0)), Some(vec![false, true]));
    assert!(exact_variants(&model).is_none_or(|known| known.contains(&vec![false, true])));
    let model = template(&[
        "{equal: [{add: [{variability_input: f}, 0.1]}, 0.3]}".to_owned(),
        "{equal: [{variability_input: f}, 0.2]}".to_owned(),
        "{equal: [{sub: [{add: [{variability_input: f}, 0.1]}, 0.1]}, {variability_input: f}]}".to_owned(),
    ]);
    let all: BTreeSet<Vec<bool>> = [0.2, 0.3, 0.1, 0.199_999_999_999_999_98]
        .into_iter()
        .filter_map(|f| present(&model, &configuration(f, 0.0, 0)))
        .collect();
    assert!(exact_variants(&model).is_none_or(|known| all.is_subset(&known)), "{all:?}");
}
