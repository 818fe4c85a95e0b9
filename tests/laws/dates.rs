//! Dates that are compared with each other: what is said of all values, against resolving with many.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::question::{CountDetail, Limits, Variants};
use variscope::analysis::value::{Configuration, Given, Instant, Provenance, Value, check_given};
use variscope::source::diagnostic::Diagnostic;
use variscope::tosca::model::{Kind, Model};

use crate::support::model::{model, template_of_nodes};

const CONDITIONS: [&str; 12] = [
    "{before: [$a, $b]}",
    "{after: [$a, $b]}",
    "{same: [$a, $b]}",
    "{before_or_same: [$a, $b]}",
    "{and: [{before: [$a, $b]}, {before: [$b, $c]}]}",
    "{within: [$a, [$b, $c]]}",
    "{within: ['2024-01-01', [$a, $b]]}",
    "{within: [$a, [2024-01-01, $b]]}",
    "{and: [{before: [$a, $b]}, {after: [$a, '2024-01-01']}, {before: [$b, '2024-01-01T00:00:00.002Z']}]}",
    "{or: [{same: [$a, $a]}, {after: [$b, 2024-01-01]}]}",
    "{after: [$a, 2024-01-02]}",
    "{same: [{value_expression: first}, $b]}",
];

const DECLARATIONS: [&str; 6] = [
    "{type: string}",
    "{type: string, default: 2024-01-02}",
    "{type: timestamp}",
    "{type: timestamp, constraints: [{greater_or_equal: 2024-01-01}]}",
    "{type: timestamp, constraints: [{valid_values: [2024-01-01, 2024-01-03]}]}",
    "{type: timestamp, default: 2024-01-02}",
];

fn template(declarations: &[&str], conditions: &[String]) -> Model {
    let [a, b, c] = declarations else { panic!("three inputs") };
    let declared =
        format!("    inputs: {{a: {a}, b: {b}, c: {c}}}\n    expressions: {{first: {{variability_input: a}}}}\n");
    model(&template_of_nodes(&declared, conditions))
}

fn condition() -> impl Strategy<Value = String> {
    let orders = vec![["a", "b", "c"], ["b", "c", "a"], ["c", "a", "b"], ["b", "a", "c"]];
    (select(&CONDITIONS[..]), select(orders)).prop_map(|(condition, [a, b, c])| {
        let input =
            |text: String, sign: &str, name: &str| text.replace(sign, &format!("{{variability_input: {name}}}"));
        input(input(input(condition.to_owned(), "$a", a), "$b", b), "$c", c)
    })
}

/// The dates that are mentioned, what lies next to them, and others.
fn dates() -> Vec<Value> {
    let texts = [
        "2023-12-31T23:59:59.999Z",
        "2024-01-01",
        "2024-01-01T00:00:00.001Z",
        "2024-01-01T00:00:00.002Z",
        "2024-01-02",
        "2024-01-02T12:00:00Z",
        "2024-01-03",
        "2024-01-04",
    ];
    texts.iter().filter_map(|text| Instant::parse(text)).map(Value::Instant).collect()
}

fn given(values: [(&str, &Value); 3]) -> Configuration {
    let mut configuration = Configuration::new();
    for (name, value) in values {
        configuration.set(name, Given { value: value.clone(), provenance: Provenance::Assumed });
    }
    configuration
}

/// The nodes that are present; none where a value is not allowed.
fn present(model: &Model, configuration: &Configuration) -> Option<Vec<bool>> {
    let reported: Vec<Diagnostic> = check_given(&model.language(), configuration);
    if reported.iter().any(Diagnostic::is_error) {
        return None;
    }
    let variant = Variants::of(model, configuration).unwrap().resolve().ok()?;
    Some(model.of_kind(Kind::Node).map(|id| variant.has(model, id)).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn variants_are_those_of_all_orders(
        declarations in prop::collection::vec(select(&DECLARATIONS[..]), 3),
        conditions in prop::collection::vec(condition(), 1..3),
    ) {
        let (model, nothing) = (template(&declarations, &conditions), Configuration::new());
        let variants = Variants::of(&model, &nothing).unwrap();
        let survey = variants.enumerate_classes(&Limits::default());
        prop_assert!(survey.exactness.is_exact(), "{conditions:?}: {:?}", survey.exactness.caveats);
        let nodes: Vec<_> = model.of_kind(Kind::Node).collect();
        let of = |present: &[bool]| -> Vec<bool> {
            nodes.iter().map(|id| present[survey.elements.binary_search(id).unwrap()]).collect()
        };
        let known: BTreeSet<Vec<bool>> = survey.variants.iter().map(|variant| of(&variant.present)).collect();
        let dates = dates();
        for (a, b, c) in dates.iter().flat_map(|a| dates.iter().map(move |b| (a, b))).flat_map(|(a, b)| dates.iter().map(move |c| (a, b, c))) {
            let Some(present) = present(&model, &given([("a", a), ("b", b), ("c", c)])) else { continue };
            prop_assert!(known.contains(&present), "{a:?} {b:?} {c:?} gives {present:?}: {declarations:?} {conditions:?}");
        }
        // What is shown is there.
        for variant in &survey.variants {
            let shown = variant.reach.witness.complete(&nothing);
            prop_assert_eq!(present(&model, &shown), Some(of(&variant.present)), "{:?}", variant.reach.witness);
        }
    }
}

/// One of two dates is given.
#[test]
fn a_date_that_is_given_is_a_mentioned_one() {
    let conditions = ["{before: [{variability_input: a}, {variability_input: b}]}".to_owned()];
    let model = template(&["{type: timestamp}"; 3], &conditions);
    let mut configuration = Configuration::new();
    let value = Instant::parse("2031-05-05").map(Value::Instant).unwrap();
    configuration.set("b", Given { value, provenance: Provenance::Assumed });
    let count = Variants::of(&model, &configuration).unwrap().count(&Limits::default(), CountDetail::Total);
    assert_eq!((count.variants, count.exactness.is_exact()), (2_u8.into(), true));
}
