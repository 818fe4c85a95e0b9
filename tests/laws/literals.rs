//! Inputs of every type, compared with literals of all types and of any size: what is said of all configurations holds for each of
//! those that can be given.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::question::{CountDetail, ElementStatus, Limits, Variants};
use variscope::analysis::value::{Admission, Configuration, Given, Instant, Number, Provenance, Value, check_given};
use variscope::source::diagnostic::Diagnostic;
use variscope::tosca::model::{Kind, Model};

use crate::support::model::{model, template_of_nodes};

/// What an input is declared as; `$v` is a literal.
const DECLARATIONS: [&str; 15] = [
    "",
    "type: integer",
    "type: integer, constraints: [{greater_or_equal: $v}]",
    "type: integer, constraints: [{in_range: [-3, 4]}]",
    "type: float",
    "type: float, constraints: [{less_than: $v}]",
    "type: number",
    "type: string",
    "type: string, constraints: [{max_length: 2147483647}]",
    "type: string, constraints: [{min_length: 1}]",
    "type: boolean",
    "type: timestamp",
    "type: timestamp, constraints: [{greater_or_equal: 2024-01-01}]",
    "type: timestamp, constraints: [{less_than: '2024-01-01'}]",
    "type: version",
];

/// What is compared with.
const LITERALS: [&str; 28] = [
    "0",
    "1",
    "-1",
    "2.5",
    "9007199254740992",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "1e308",
    "-1.0e308",
    "1.7976931348623157e308",
    "5e-324",
    "'5'",
    "'0x10'",
    "'-1.5'",
    "''",
    "true",
    "false",
    "[1]",
    "[]",
    "1970-01-01",
    "2024-01-01",
    "'2024-01-01'",
    "'1970-01-01T00:00:00.001Z'",
    "o",
    "other",
    "'1'",
];

/// Conditions: `$x` is the input, `$v` and `$w` are literals.
const CONDITIONS: [&str; 27] = [
    "{equal: [$x, $v]}",
    "{equal: [$v, $x]}",
    "{valid_values: [$x, [$v, $w]]}",
    "{greater: [$x, $v]}",
    "{less: [$x, $v]}",
    "{greater_or_equal: [$v, $x]}",
    "{less_or_equal: [$x, $v]}",
    "{in_range: [$x, [$v, $w]]}",
    "{and: [{greater: [$x, $v]}, {less: [$x, $w]}]}",
    "{after: [$x, $v]}",
    "{same: [$x, $v]}",
    "{or: [{equal: [$x, $v]}, {before: [$x, $w]}]}",
    "{length: [$x, 1]}",
    "{and: [{length: [$x, 1]}, {not: {valid_values: [$x, [o, x, y, z, '0', '1']]}}]}",
    "{less: [{sub: [$x, 1]}, $v]}",
    "{greater: [$v, {add: [$x, $w]}]}",
    "{equal: [{mul: [$x, 2]}, $v]}",
    "{not: {equal: [$x, $v]}}",
    "{length: [ab, $x]}",
    "{min_length: [$v, $x]}",
    "{max_length: ['', $x]}",
    "{and: [{min_length: [abcd, $x]}, {not: {equal: [$x, 2]}}]}",
    "{equal: [true, {max_length: [abc, $x]}]}",
    "{in_range: [$v, [$x, $w]]}",
    "{valid_values: [$v, [$x, $w]]}",
    "{before: [$v, $x]}",
    "{within: [$v, [$x, $w]]}",
];

pub(super) fn template(declaration: &str, conditions: &[String]) -> Model {
    let declared = format!("    inputs: {{x: {{{declaration}}}}}\n");
    model(&template_of_nodes(&declared, conditions))
}

fn condition() -> impl Strategy<Value = String> {
    (select(&CONDITIONS[..]), select(&LITERALS[..]), select(&LITERALS[..])).prop_map(|(condition, v, w)| {
        condition.replace("$x", "{variability_input: x}").replace("$v", v).replace("$w", w)
    })
}

/// Values that may be given: literals, and what lies next to them.
fn values() -> Vec<Value> {
    let integers = LITERALS.into_iter().filter_map(Number::parse_integer).filter_map(|number| number.to_integer());
    let integers = integers.flat_map(|at| [&at - 1, at.clone(), at + 1]).map(|at| Value::Number(at.into()));
    let doubles = [2.5, -1.5, 5e-324, 1e308, -1e308, f64::MAX, f64::MIN, 1.5e308, -1.5e308, 0.5, -0.5, 16.0, 4.0];
    let doubles = doubles.map(|at| Value::Number(Number::float(at)));
    let texts = ["", "5", "1", "0x10", "q", "o", "other", "2024-01-01", "1970", "1970-01-01T00:00:00.001Z", "zz"];
    let dates = ["2024-01-01", "1970-01-01", "1969-12-31", "2024-01-02"].into_iter().filter_map(Instant::parse_plain);
    let others = [Value::Boolean(true), Value::Boolean(false)];
    let texts = texts.map(Value::string).into_iter().chain(dates.map(Value::Instant)).chain(others);
    integers.chain(doubles).chain(texts).collect()
}

/// Whether it is an integer as a double that few integers are.
fn is_large_double(value: &Value) -> bool {
    value.as_number().is_some_and(|number| !number.is_integer() && number.to_f64().abs() > 9e15)
}

/// Values as the declaration of the input reads them, each once: a text may say the same date as another value.
pub(super) fn as_declared(model: &Model, values: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let language = model.language();
    let admission = Admission::of(&language, "x");
    let mut read = Vec::new();
    for value in values.into_iter().map(|value| admission.read(value)) {
        if !read.contains(&value) {
            read.push(value);
        }
    }
    read
}

/// Which nodes are there with this value; none where it is not what the input is declared as, or gives no variant.
pub(super) fn present(model: &Model, value: &Value) -> Option<Vec<bool>> {
    let mut configuration = Configuration::new();
    configuration.set("x", Given { value: value.clone(), provenance: Provenance::Assumed });
    let reported: Vec<Diagnostic> = check_given(&model.language(), &configuration);
    if !reported.is_empty() {
        return None;
    }
    let variant = Variants::of(model, &configuration).unwrap().resolve().ok()?;
    Some(model.of_kind(Kind::Node).map(|id| variant.has(model, id)).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_said_of_all_values_holds_for_each(
        declaration in select(&DECLARATIONS[..]),
        bound in select(vec!["1", "2.5", "9007199254740993", "9223372036854775808", "-1.0e308"]),
        conditions in prop::collection::vec(condition(), 1..4),
    ) {
        let declaration = declaration.replace("$v", bound);
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
        // Without a type, what is compared with Booleans is taken for one.
        let is_boolean = declaration.is_empty() && conditions.iter().any(|text| text.contains("true") || text.contains("false"));
        let meant = values().into_iter().filter(|value| !is_boolean || value.as_bool().is_some());
        for value in as_declared(&model, meant) {
            // These are not computed with as integers.
            if declaration.contains("integer") && is_large_double(&value) {
                continue;
            }
            // Dates without quotes are not in the order of texts, which is what is meant.
            let is_ordered = conditions.iter().any(|text| ["less", "greater", "in_range"].iter().any(|word| text.contains(word)));
            if declaration.contains("string") && matches!(value, Value::Instant(_)) && is_ordered {
                continue;
            }
            let Some(present) = present(&model, &value) else { continue };
            for (status, is_present) in statuses.iter().zip(&present) {
                let is_contradicted = matches!(
                    (status, is_present),
                    (Some(ElementStatus::Core), false) | (Some(ElementStatus::Dead), true)
                );
                prop_assert!(!is_contradicted, "{value:?} of {{{declaration}}}: {statuses:?} {conditions:?}");
            }
            let is_known = known.contains(&present);
            prop_assert!(
                is_known || !survey.exactness.is_exact(),
                "{value:?} of {{{declaration}}} gives {present:?}: {conditions:?}"
            );
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

/// Six words, and a seventh one.
#[test]
fn there_is_always_another_text() {
    let letters = ["o", "x", "y", "z", "'0'", "'1'"].into_iter().map(str::to_owned);
    let letters: Vec<String> = letters.chain(('a'..='z').map(|letter| letter.to_string())).collect();
    let condition = format!(
        "{{and: [{{length: [{{variability_input: x}}, 1]}}, {{not: {{valid_values: [{{variability_input: x}}, [{}]]}}}}]}}",
        letters.join(", ")
    );
    let model = template("type: string", &[condition]);
    let count = Variants::of(&model, &Configuration::new()).unwrap().count(&Limits::default(), CountDetail::Total);
    assert_eq!((count.variants, count.exactness.is_exact()), (2_u8.into(), true));
}

/// A text that is too long to be made is no reason to give up.
#[test]
fn huge_lengths_are_not_looked_at() {
    let long = "{min_length: [{variability_input: x}, 9223372036854775807]}".to_owned();
    let of = |declaration: &str, condition: &str| {
        let model = template(declaration, &[condition.to_owned()]);
        let count = Variants::of(&model, &Configuration::new()).unwrap().count(&Limits::default(), CountDetail::Total);
        (count.variants, count.exactness.is_exact())
    };
    let equal = "{equal: [{variability_input: x}, q]}";
    assert_eq!(of("type: string, constraints: [{max_length: 2147483647}]", equal), (2_u8.into(), true));
    assert!(!of("type: string", &long).1);
    assert!(!of("type: string, constraints: [{min_length: 2147483647}]", equal).1);
}

/// Between 1 - 1e-20 and 1 there are numbers, and no double: no value that can be given lies there.
#[test]
fn between_neighbouring_doubles_there_is_no_variant() {
    let conditions =
        ["{greater: [1, {add: [{variability_input: x}, 1e-20]}]}", "{length: [ab, {variability_input: x}]}"];
    let model = template("type: float, constraints: [{less_than: 1}]", &conditions.map(str::to_owned));
    let nothing = Configuration::new();
    let survey = Variants::of(&model, &nothing).unwrap().enumerate_classes(&Limits::default());
    let present: Vec<&[bool]> = survey.variants.iter().map(|variant| &variant.present[..]).collect();
    assert_eq!(present.len(), 1, "{present:?}");
    assert!(survey.exactness.is_exact());
}
