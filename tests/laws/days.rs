//! The day of the week is open in questions about all variants: against resolving on each of the seven days.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::question::{CheckOptions, CountDetail, ElementStatus, Limits, Variants};
use variscope::analysis::value::{Configuration, Given, Provenance, Value, WEEKDAY, WEEKDAYS, check_given};
use variscope::source::diagnostic::Code;
use variscope::tosca::model::{Kind, Model};

use crate::support::model::{model, template_of_nodes};

const CONDITIONS: [&str; 9] = [
    "{equal: [{weekday: []}, monday]}",
    "{equal: [{weekday: []}, sunday]}",
    "{valid_values: [{weekday: []}, [saturday, sunday]]}",
    "{not: {equal: [{value_expression: today}, friday]}}",
    "{equal: [{weekday: []}, Monday]}",
    "{equal: [{length: [{weekday: []}, 6]}, {variability_input: x}]}",
    "{greater: [{variability_input: n}, 0]}",
    "{variability_input: x}",
    "{equal: [{concat: [{weekday: []}, {variability_input: n}]}, tuesday1]}",
];

fn template(conditions: &[&str], constraint: &str) -> Model {
    let declared = format!(
        "    inputs: {{x: {{type: boolean}}, n: {{type: integer, constraints: [{{in_range: [0, 1]}}]}}}}
    expressions: {{today: {{weekday: []}}}}
    constraints: [{{or: [{constraint}, {{variability_input: x}}]}}]
"
    );
    model(&template_of_nodes(&declared, conditions))
}

fn configuration(values: [(&str, Value); 3]) -> Configuration {
    let mut configuration = Configuration::new();
    for (name, value) in values {
        configuration.set(name, Given { value, provenance: Provenance::Assumed });
    }
    configuration
}

fn all() -> Vec<Configuration> {
    let inputs = [(false, 0), (false, 1), (true, 0), (true, 1)];
    let with = |day: &'static str| {
        inputs.map(|(x, n)| configuration([(WEEKDAY, Value::string(day)), ("x", x.into()), ("n", Value::integer(n))]))
    };
    WEEKDAYS.into_iter().flat_map(with).collect()
}

/// The nodes that are present, if it resolves.
fn present(model: &Model, configuration: &Configuration) -> Option<Vec<bool>> {
    let variant = Variants::of(model, configuration).unwrap().resolve().ok()?;
    Some(model.of_kind(Kind::Node).map(|id| variant.has(model, id)).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn variants_and_configurations_are_those_of_all_days(
        conditions in prop::collection::vec(select(&CONDITIONS[..]), 1..4),
        constraint in select(&CONDITIONS[..]),
    ) {
        let model = template(&conditions, constraint);
        let is_read = conditions.iter().chain([&constraint]).any(|text| text.contains("weekday") || text.contains("today"));
        let repeated = if is_read { 1 } else { WEEKDAYS.len() };
        let mut expected: BTreeMap<Vec<bool>, usize> = BTreeMap::new();
        for variant in all().iter().filter_map(|configuration| present(&model, configuration)) {
            *expected.entry(variant).or_default() += 1;
        }
        let nothing = Configuration::new();
        let variants = Variants::of(&model, &nothing).unwrap();
        let survey = variants.enumerate_classes(&Limits::default());
        prop_assert!(survey.exactness.is_exact(), "{:?}", survey.exactness.caveats);
        let mut actual = BTreeMap::new();
        for variant in &survey.variants {
            let shown = variant.reach.witness.complete(&nothing);
            let here: Vec<bool> = model
                .of_kind(Kind::Node)
                .map(|id| variant.present[survey.elements.binary_search(&id).unwrap()])
                .collect();
            prop_assert_eq!(shown.value(WEEKDAY).is_some(), is_read, "a witness says its day where that matters");
            prop_assert_eq!(present(&model, &shown), Some(here.clone()));
            let configurations = variant.reach.configurations.clone().unwrap();
            actual.insert(here, configurations * repeated);
        }
        let expected: BTreeMap<Vec<bool>, BigUint> =
            expected.into_iter().map(|(present, count)| (present, count.into())).collect();
        prop_assert_eq!(&actual, &expected);
        let count = variants.count(&Limits::default(), CountDetail::Total);
        prop_assert!(count.exactness.is_exact());
        prop_assert_eq!(count.variants, BigUint::from(expected.len()));
        prop_assert_eq!(count.configurations.unwrap() * repeated, expected.into_values().sum::<BigUint>());
    }
}

#[test]
fn whoever_names_the_day_gets_its_variants() {
    let model = template(&["{equal: [{weekday: []}, sunday]}"], "true");
    let status = |configuration: &Configuration| {
        let elements = Variants::of(&model, configuration).unwrap().elements(&Limits::default());
        let id = model.find("node:n0").unwrap();
        elements.elements.iter().find(|summary| summary.element == id).unwrap().status
    };
    assert_eq!(status(&Configuration::new()), Some(ElementStatus::Conditional));
    for day in WEEKDAYS {
        let mut given = Configuration::new();
        given.set(WEEKDAY, Given { value: Value::string(day), provenance: Provenance::Assumed });
        let expected = if day == "sunday" { ElementStatus::Core } else { ElementStatus::Dead };
        assert_eq!(status(&given), Some(expected), "{day}");
        assert_eq!(check_given(&model.language(), &given), []);
    }
    let mut given = Configuration::new();
    given.set(WEEKDAY, Given { value: Value::string("someday"), provenance: Provenance::Assumed });
    let faults = check_given(&model.language(), &given);
    assert_eq!(faults.iter().map(|fault| fault.code).collect::<Vec<_>>(), [Code::IllTypedInput]);
}

#[test]
fn a_day_that_never_is_makes_a_condition_false_and_no_other_does() {
    let model = template(&["{equal: [{weekday: []}, Monday]}", "{equal: [{weekday: []}, monday]}"], "true");
    let nothing = Configuration::new();
    let variants = Variants::of(&model, &nothing).unwrap();
    let elements = variants.elements(&Limits::default());
    let dead = elements.elements.iter().filter(|summary| summary.status == Some(ElementStatus::Dead));
    let nodes = dead.map(|summary| summary.element).filter(|id| id.kind() == Kind::Node);
    let dead: Vec<String> = nodes.map(|id| model.path(id)).collect();
    assert_eq!(dead, ["node.n0"]);
    let findings = variants.check(&Limits::default(), CheckOptions::default());
    assert!(findings.exactness.is_exact());
    let reported: Vec<(Code, &str)> = findings
        .findings
        .iter()
        .filter(|finding| matches!(finding.diagnostic.code, Code::DeadElement | Code::IdleComparison))
        .map(|finding| (finding.diagnostic.code, &*finding.diagnostic.message))
        .collect();
    // The cause is reported in place of the node that is never there.
    assert_eq!(reported, [(Code::IdleComparison, "the day of the week is never \"Monday\"")]);
}
