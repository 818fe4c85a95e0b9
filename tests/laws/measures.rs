//! The best variant is the best of all configurations, values of expressions included.

use num_bigint::BigInt;
use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::question::{Decimal, Limits, Measure, NoBest, Variant, Variants, countable};
use variscope::analysis::value::{Configuration, Given, Provenance, Value};
use variscope::source::diagnostic::Code;
use variscope::tosca::model::{Direction, ElementId, Kind, Model};
use variscope_encoder::Budget;

use super::sums::under_one_limit;
use crate::support::model::model;

const HEAD: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {type_default_condition: true, property_default_condition: true}
    inputs:
      on: {type: boolean}
      size: {type: integer, constraints: [{in_range: [-2, 3]}]}
      tier: {type: integer, constraints: [{valid_values: [1, 5, 20]}]}
      free: {type: integer}
  node_templates:
";

fn condition() -> impl Strategy<Value = &'static str> {
    select(vec![
        "true",
        "{variability_input: on}",
        "{greater: [{variability_input: size}, 0]}",
        "{not: {equal: [{variability_input: tier}, 5]}}",
        "{less: [{variability_input: free}, 7]}",
    ])
}

fn price() -> impl Strategy<Value = &'static str> {
    select(vec![
        "{value: 2.5}",
        "{value: -3}",
        "{expression: {variability_input: size}}",
        "{expression: {variability_input: tier}}",
        "{expression: {mul: [{variability_input: size}, {variability_input: tier}]}}",
        "{expression: {sub: [{variability_input: size}, 1]}}",
    ])
}

fn text(nodes: &[(&str, &str)]) -> String {
    let node = |(place, (condition, price)): (usize, &(&str, &str))| {
        format!("    n{place}: {{type: t, conditions: {condition}, properties: [price: {price}]}}\n")
    };
    HEAD.to_owned() + &nodes.iter().enumerate().map(node).collect::<String>()
}

fn configurations() -> Vec<Configuration> {
    let mut all = Vec::new();
    for on in [false, true] {
        for size in -2..=3 {
            for tier in [1, 5, 20] {
                for free in [0, 7] {
                    let mut configuration = Configuration::new();
                    let numbers = [("size", size), ("tier", tier), ("free", free)];
                    let numbers = numbers.map(|(name, number)| (name, Value::integer(number)));
                    for (name, value) in numbers.into_iter().chain([("on", Value::Boolean(on))]) {
                        configuration.set(name, Given { value, provenance: Provenance::Assumed });
                    }
                    all.push(configuration);
                }
            }
        }
    }
    all
}

/// Tenths that the prices of a variant add up to.
fn total(model: &Model, variant: &Variant, literals: &[(&str, &str)]) -> BigInt {
    let properties: Vec<ElementId> = countable(model).into_iter().filter(|id| id.kind() == Kind::Property).collect();
    let price = |(&id, (_, price)): (&ElementId, &(&str, &str))| match variant.value(id) {
        _ if !variant.has(model, id) => BigInt::ZERO,
        Some(value) => value.as_number().unwrap().to_integer().unwrap() * 10,
        None if price.contains("2.5") => BigInt::from(25),
        None => BigInt::from(-30),
    };
    properties.iter().zip(literals).map(price).sum()
}

fn tenths(value: &Decimal) -> BigInt {
    assert!(value.scale <= 1);
    &value.digits * BigInt::from(10).pow(1 - value.scale)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn no_configuration_is_better(nodes in prop::collection::vec((condition(), price()), 3)) {
        let text = text(&nodes);
        let (model, nothing) = (model(&text), Configuration::new());
        let variants = Variants::of(&model, &nothing).unwrap();
        let of = |configuration: &Configuration| {
            let variant = variants.under(configuration).resolve().unwrap();
            total(&model, &variant, &nodes)
        };
        let totals: Vec<BigInt> = configurations().iter().map(of).collect();
        for (direction, expected) in [(Direction::Min, totals.iter().min()), (Direction::Max, totals.iter().max())] {
            let best = variants.best(direction, &Measure::Property("price".to_owned()), &Limits::default()).unwrap();
            prop_assert_eq!(Some(&tenths(&best.value)), expected, "{}", text);
            prop_assert_eq!(Some(&of(&best.sample.configuration)), expected, "{}", text);
            prop_assert!(best.exactness.is_exact(), "{}", text);
        }
    }
}

/// Each node takes three of what a limit leaves of integers, which only a diagram of their sums says soon.
#[test]
fn the_most_nodes_that_numbers_under_a_limit_allow_are_found_soon() {
    for (count, limit) in [(4, 10), (20, 100)] {
        let (model, nothing) = (model(&under_one_limit(count, limit)), Configuration::new());
        let variants = Variants::of(&model, &nothing).unwrap();
        let limits = Limits { budget: Budget::unlimited().with_steps(300_000_000), ..Limits::default() };
        let best = variants.best(Direction::Max, &Measure::Nodes, &limits).unwrap();
        assert!(best.exactness.is_exact());
        assert_eq!(best.value.to_string(), ((limit - count) / 3).to_string());
        let nodes = best.sample.present.iter().filter(|id| id.kind() == Kind::Node).count();
        assert_eq!(nodes, (limit - count) / 3);
    }
}

/// The greatest sum of prices, of variants without the second node where `is_narrowed`.
fn greatest(text: &str, is_narrowed: bool) -> Result<BigInt, NoBest> {
    let (model, nothing) = (model(text), Configuration::new());
    let second = model.find("node:n1").unwrap();
    let variants = Variants::of(&model, &nothing).unwrap();
    let variants = if is_narrowed { variants.assuming(vec![(second, false)]) } else { variants };
    let best = variants.best(Direction::Max, &Measure::Property("price".to_owned()), &Limits::default())?;
    Ok(tenths(&best.value))
}

#[test]
fn of_several_values_of_one_name_the_one_that_is_written_counts() {
    let two = |first: &str, second: &str| {
        let text = text(&[("true", "{value: 1}, price: {value: 0}"), ("true", "{value: 0}")]);
        let text = text.replace("price: {value: 1}, price: {value: 0}", &format!("price: {first}, price: {second}"));
        text.replace("options: {", "options: {ambiguous_property_check: false, ")
    };
    let on = |value: &str| format!("{{value: {value}, conditions: {{variability_input: on}}}}");
    assert_eq!(greatest(&two("{value: 1}", &on("5")), false).unwrap(), BigInt::from(50));
    assert_eq!(greatest(&two(&on("5"), "{value: 1}"), false).unwrap(), BigInt::from(10));
    let size = "{expression: {variability_input: size}}";
    assert_eq!(greatest(&two(size, &on("-7")), false).unwrap(), BigInt::from(30));
}

#[test]
fn what_cannot_be_added_up_is_no_fault_of_variants_that_lack_it() {
    for price in ["{value: much}", "{expression: {variability_input: on}}"] {
        let text = text(&[("true", "{value: 2.5}"), ("{variability_input: on}", price)]);
        assert_eq!(greatest(&text, true).unwrap(), BigInt::from(25), "{price}");
        assert!(matches!(greatest(&text, false), Err(NoBest::NoNumber(_))), "{price}");
    }
}

#[test]
fn what_cannot_be_added_up_is_refused_where_it_stands() {
    let refused = |price: &str| {
        let (model, nothing) = (model(&text(&[("true", price)])), Configuration::new());
        let variants = Variants::of(&model, &nothing).unwrap();
        let best = variants.best(Direction::Min, &Measure::Property("price".to_owned()), &Limits::default());
        let Err(NoBest::NoNumber(faults)) = best else { panic!("{price}: {best:?}") };
        let place = model.sources().position(faults[0].span().unwrap());
        assert_eq!((faults[0].code, place.line), (Code::WrongType, 11));
        faults[0].message.clone()
    };
    assert!(refused("{expression: {variability_input: free}}").contains("input \"free\", which has too many values"));
    assert!(refused("{expression: {variability_input: on}}").contains("is not always a number"));
    assert!(refused("{expression: {node_presence: n0}}").contains("depends on what is present"));
    assert!(refused("{value: much}").contains("is not a number"));
}
