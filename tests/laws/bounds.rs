//! Inputs of every type with declared constraints of every kind: what is said of all configurations holds for each value that they
//! let through, and no answer promises more configurations than there are.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::domain::Extent;
use variscope::analysis::question::{CountDetail, ElementStatus, Limits, Variants};
use variscope::analysis::value::{Configuration, Instant, Number, Value};
use variscope::tosca::model::Kind;

use super::literals::{as_declared, present, template};

/// Types of inputs; the last one is defined nowhere near.
const TYPES: [&str; 13] = [
    "",
    "type: string, ",
    "type: integer, ",
    "type: float, ",
    "type: number, ",
    "type: boolean, ",
    "type: timestamp, ",
    "type: version, ",
    "type: scalar-unit.size, ",
    "type: scalar-unit.time, ",
    "type: list, ",
    "type: map, ",
    "type: other.Type, ",
];

/// Constraints: `$v` and `$w` are literals, the first not after the second where both are texts or both are numbers.
const CLAUSES: [&str; 16] = [
    "{equal: $v}",
    "{greater_than: $v}",
    "{greater_or_equal: $v}",
    "{less_than: $v}",
    "{less_or_equal: $v}",
    "{in_range: [$v, $w]}",
    "{in_range: [$v, UNBOUNDED]}",
    "{valid_values: [$v, $w]}",
    "{length: 1}",
    "{min_length: 2}",
    "{max_length: 2}",
    "{max_length: 0}",
    "{pattern: 'a|b|dev'}",
    "{pattern: '[ab0-9]{1,2}'}",
    "{pattern: '[a-z]+'}",
    "{pattern: '[0-9.]{3,}'}",
];

/// Literals of texts, sizes, times, versions, numbers and dates.
const LITERALS: [&str; 18] = [
    "''",
    "a",
    "aa",
    "b",
    "dev",
    "'1'",
    "1 B",
    "1 GB",
    "10 GB",
    "2 GB",
    "5 s",
    "'1.0'",
    "'1.10'",
    "1.0",
    "2",
    "3.5",
    "2024-01-01",
    "'2024-01-01'",
];

/// Conditions of `$x` about literals and lengths.
const CONDITIONS: [&str; 10] = [
    "{equal: [$x, $v]}",
    "{not: {equal: [$x, $v]}}",
    "{valid_values: [$x, [$v, $w]]}",
    "{greater: [$x, $v]}",
    "{less_or_equal: [$x, $v]}",
    "{in_range: [$x, [$v, $w]]}",
    "{length: [$x, 0]}",
    "{length: [$x, 2]}",
    "{min_length: [$x, 2]}",
    "{and: [{max_length: [$x, 3]}, {not: {equal: [$x, $v]}}]}",
];

/// Two literals in their order.
fn pair() -> impl Strategy<Value = [&'static str; 2]> {
    (select(&LITERALS[..]), select(&LITERALS[..])).prop_map(|(one, other)| {
        let is_after = match (one.parse::<f64>(), other.parse::<f64>()) {
            (Ok(one), Ok(other)) => one > other,
            _ => one.trim_matches('\'') > other.trim_matches('\''),
        };
        if is_after { [other, one] } else { [one, other] }
    })
}

fn filled(form: &str, [v, w]: [&str; 2]) -> String {
    form.replace("$x", "{variability_input: x}").replace("$v", v).replace("$w", w)
}

fn constraints() -> impl Strategy<Value = String> {
    let clause = (select(&CLAUSES[..]), pair()).prop_map(|(clause, literals)| filled(clause, literals));
    prop::collection::vec(clause, 1..3).prop_map(|clauses| format!("constraints: [{}]", clauses.join(", ")))
}

fn condition() -> impl Strategy<Value = String> {
    (select(&CONDITIONS[..]), pair()).prop_map(|(condition, literals)| filled(condition, literals))
}

/// Values that may be given: texts that are mentioned, and what lies next to them; numbers, dates, lists.
fn values() -> Vec<Value> {
    let texts = LITERALS.map(|text| text.trim_matches('\'').to_owned());
    let longer = texts.iter().flat_map(|text| [format!("{text}0"), format!("{text}z"), format!(" {text}")]);
    let cut = texts.iter().filter_map(|text| text.get(..text.len().checked_sub(1)?).map(str::to_owned));
    let others =
        ["0", "01", "1.5", "1.05", "1500 MB", "7", "Z", "~", "ab", "ba", "xyz", "1 s", "60 s", "2024-06-01", "1.00"];
    let others = others.into_iter().map(str::to_owned).chain(longer).chain(cut);
    let texts: BTreeSet<String> = texts.iter().cloned().chain(others).collect();
    let numbers = [-1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 1.7e12, 2e12].map(|at: f64| {
        let number = Number::float(at);
        Value::Number(number.to_integer().map_or(number, Number::from))
    });
    let dates = ["2024-01-01", "2023-12-31", "2024-01-02", "1970-01-01"].into_iter().filter_map(Instant::parse_plain);
    let lists = [vec![], vec![Value::string("a")], vec![Value::string("a"), Value::string("b")]].map(Value::from);
    let texts = texts.into_iter().map(Value::from);
    texts
        .chain(numbers)
        .chain(dates.map(Value::Instant))
        .chain(lists)
        .chain([true, false].map(Value::Boolean))
        .collect()
}

/// Whether dates without quotes and lists are meant: elsewhere they are compared as numbers and as texts.
fn is_meant(declaration: &str, value: &Value) -> bool {
    match value {
        Value::Instant(_) => declaration.contains("timestamp"),
        Value::List(_) => declaration.contains("type: list"),
        _ => true,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn what_is_said_of_all_values_holds_for_each_that_constraints_let_through(
        type_name in select(&TYPES[..]),
        constraints in constraints(),
        conditions in prop::collection::vec(condition(), 0..3),
    ) {
        let declaration = format!("{type_name}{constraints}");
        let model = template(&declaration, &conditions);
        let nothing = Configuration::new();
        let variants = Variants::of(&model, &nothing).unwrap();
        let nodes: Vec<_> = model.of_kind(Kind::Node).collect();
        let elements = variants.elements(&Limits::default());
        let status = |id| elements.elements.iter().find(|summary| summary.element == id).and_then(|summary| summary.status);
        let statuses: Vec<Option<ElementStatus>> = nodes.iter().map(|&id| status(id)).collect();
        let survey = variants.enumerate_classes(&Limits::default());
        let of = |present: &[bool]| -> Vec<bool> {
            nodes.iter().map(|id| present[survey.elements.binary_search(id).unwrap()]).collect()
        };
        let known: BTreeSet<Vec<bool>> = survey.variants.iter().map(|variant| of(&variant.present)).collect();
        let mut given = 0_u32;
        let meant = values().into_iter().filter(|value| is_meant(&declaration, value));
        for value in as_declared(&model, meant) {
            let Some(present) = present(&model, &value) else { continue };
            given += 1;
            for (status, is_present) in statuses.iter().zip(&present) {
                let is_contradicted = matches!(
                    (status, is_present),
                    (Some(ElementStatus::Core), false) | (Some(ElementStatus::Dead), true)
                );
                prop_assert!(!is_contradicted, "{value:?} of {{{declaration}}}: {statuses:?} {conditions:?}");
            }
            prop_assert!(
                known.contains(&present) || !survey.exactness.is_exact(),
                "{value:?} of {{{declaration}}} gives {present:?}: {conditions:?}"
            );
        }
        let count = variants.count(&Limits::default(), CountDetail::Total);
        for (exactness, number) in [(&survey.exactness, known.len()), (&count.exactness, known.len())] {
            prop_assert!(!exactness.is_exact() || count.variants == number.into(), "{{{declaration}}} {conditions:?}");
        }
        if count.exactness.is_exact() {
            let has_values = count.configurations != Some(BigUint::ZERO);
            prop_assert!(has_values || given == 0, "{{{declaration}}} {conditions:?}");
            let is_enough = count.configurations.as_ref().is_none_or(|number| *number >= given.into());
            prop_assert!(is_enough, "{:?} of {{{declaration}}}: {given} were given {conditions:?}", count.configurations);
            let is_finite = count.configurations.is_some() || count.extent == Extent::Finite;
            let has_longest = declaration.contains("type: string") && ["{length", "max_length", "'a|b", "{1,2}"]
                .iter().any(|word| declaration.contains(word));
            prop_assert!(is_finite || !has_longest, "{{{declaration}}} {conditions:?}");
        }
        // What is shown is there.
        for variant in &survey.variants {
            let shown = variant.reach.witness.complete(&nothing);
            let resolved = variants.under(&shown).resolve();
            let present = resolved.ok().map(|found| nodes.iter().map(|&id| found.has(&model, id)).collect::<Vec<_>>());
            prop_assert_eq!(present, Some(of(&variant.present)), "{:?}", variant.reach.witness);
        }
    }
}

/// What no value fits is in no configuration, whether or not anything reads it.
#[test]
fn an_input_without_values_leaves_no_variant() {
    for declaration in [
        "type: integer, constraints: [{greater_than: 3}, {less_than: 4}]",
        "type: string, constraints: [{min_length: 3}, {max_length: 2}]",
        "type: string, constraints: [{greater_than: b}, {less_than: a}]",
        "type: string, constraints: [{pattern: a|b}, {pattern: c|d}]",
        "type: string, valid_values: []",
    ] {
        for conditions in [vec![], vec!["{equal: [{variability_input: x}, 1]}".to_owned()]] {
            let model = template(declaration, &conditions);
            let count =
                Variants::of(&model, &Configuration::new()).unwrap().count(&Limits::default(), CountDetail::Total);
            let numbers = (count.variants, count.configurations, count.exactness.is_exact());
            assert_eq!(numbers, (0_u8.into(), Some(0_u8.into()), true), "{declaration} {conditions:?}");
        }
    }
}

/// Texts of which there are few are counted, others are finitely many or not.
#[test]
fn texts_are_counted_where_they_are_few() {
    let of = |constraints: &str| {
        let declaration = format!("type: string, constraints: [{constraints}]");
        let model = template(&declaration, &["{equal: [{variability_input: x}, a]}".to_owned()]);
        let count = Variants::of(&model, &Configuration::new()).unwrap().count(&Limits::default(), CountDetail::Total);
        (count.variants, count.configurations, count.extent, count.exactness.is_exact())
    };
    assert_eq!(of("{pattern: '[ab]'}"), (2_u8.into(), Some(2_u8.into()), Extent::Finite, true));
    assert_eq!(of("{pattern: a|b}, {pattern: b|c}"), (1_u8.into(), Some(1_u8.into()), Extent::Finite, true));
    assert_eq!(of("{pattern: a}"), (1_u8.into(), Some(1_u8.into()), Extent::Finite, true));
    assert_eq!(of("{max_length: 2}"), (2_u8.into(), None, Extent::Finite, true));
    assert_eq!(of("{pattern: '[a-z]{1,9}'}"), (2_u8.into(), None, Extent::Finite, true));
    assert_eq!(of("{pattern: '[a-z]+'}"), (2_u8.into(), None, Extent::Infinite, true));
    assert_eq!(of("{pattern: '[a-z]{1,9}'}, {min_length: 2}"), (1_u8.into(), None, Extent::Finite, true));
    assert_eq!(of("{pattern: '[a-z]{2,9}'}, {max_length: 3}"), (1_u8.into(), None, Extent::Finite, true));
    assert_eq!(of("{min_length: 1}"), (2_u8.into(), None, Extent::Infinite, true));
    assert_eq!(of("{pattern: '[a-z]+'}, {less_than: c}").2, Extent::Unknown);
}
