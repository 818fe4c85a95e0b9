//! What is printed of conditions means what it says: the text of a presence, read again, holds exactly where the element is
//! present.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::path::Path;

use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::condition::text::Phrase;
use variscope::analysis::question::{Limits, Occurrence, Variants};
use variscope::analysis::value::Configuration;
use variscope::answer;
use variscope::source::package::Package;
use variscope::tosca::model::{LoadOptions, Model};

use support::folder::{files, is_named};
use support::model::{HEAD, model_as};

fn load(path: &Path) -> Option<Model> {
    let loaded = Model::load(&Package::open(path).ok()?, &LoadOptions::default()).ok()?;
    let is_sound = loaded.diagnostics.iter().all(|diagnostic| !diagnostic.is_error());
    loaded.model.filter(|_| is_sound)
}

/// Elements with the text of their presences.
fn presences(model: &Model, nothing: &Configuration) -> Vec<(String, String)> {
    let Ok(variants) = Variants::of(model, nothing) else { return Vec::new() };
    let elements = variants.elements(&Limits::default());
    if !elements.exactness.is_exact() {
        return Vec::new();
    }
    let answer = answer::Elements::of_template(model, &elements);
    answer.elements.into_iter().filter_map(|element| Some((element.id, element.presence?))).collect()
}

#[test]
fn presences_are_what_is_printed_of_them() {
    let mut paths = Vec::new();
    let is_template = is_named(&["template.yaml", "service-template.yaml"]);
    paths.extend(files("tests/cases", &is_template));
    paths.extend(files("tests/csar", &is_template));
    let (mut tried, mut faults) = (0, Vec::new());
    for path in paths {
        let Some(mut model) = load(&path) else { continue };
        let nothing = Configuration::default();
        let printed = presences(&model, &nothing);
        if printed.is_empty() {
            continue;
        }
        let mut demands = Vec::new();
        for (id, text) in &printed {
            let is_shared = model.language().input(id).is_some();
            let name = model.by_path(id).filter(|_| is_shared).and_then(|element| model.display_name(element));
            let same = format!("{} = ({text})", Phrase::name(name.unwrap_or_else(|| id.clone())));
            match model.demand_of("condition", &same) {
                Ok(bound) => demands.push(bound),
                Err(fault) if text.contains("...") => assert!(fault.message.contains("shortened"), "{same}: {fault:?}"),
                Err(fault) => faults.push(format!("{}: {same}: {}", path.display(), fault.message)),
            }
        }
        let Ok(variants) = Variants::demanding(&model, &nothing, &demands) else {
            faults.push(format!("{}: {printed:?}", path.display()));
            continue;
        };
        for place in 0..demands.len() {
            let holding = variants.holding(place, &Limits::default());
            tried += 1;
            if !matches!(holding.occurrence, Occurrence::Always { .. }) {
                faults.push(format!("{}: {:?}: {:?}", path.display(), printed.get(place), holding.occurrence));
            }
        }
    }
    assert!(tried > 100, "{tried}");
    assert!(faults.is_empty(), "{} of {tried}\n{}", faults.len(), faults.join("\n"));
}

/// A date without quotes is no text, and is printed as none.
#[test]
fn dates_are_read_as_they_are_printed() {
    let condition = |condition: &str| condition.replace("$x", "{variability_input: x}");
    let conditions = [
        ("{equal: [$x, 2024-01-01]}", "x = 2024-01-01"),
        ("{after: [$x, 2024-01-01]}", "after(x, 2024-01-01)"),
        ("{same: [$x, 2001-12-14 21:59:43.10 -5]}", "same(x, 2001-12-15T02:59:43.100Z)"),
        ("{before: [$x, '2024-01-01']}", "before(x, \"2024-01-01\")"),
        ("{within: [$x, [2024-01-01, 2024-02-01T10:00:00Z]]}", "within(x, [2024-01-01, 2024-02-01T10:00:00Z])"),
    ];
    for (written, printed) in conditions {
        let text = format!(
            "{HEAD}    inputs: {{x: {{type: timestamp}}}}
  node_templates:
    a: {{type: t}}
    b: {{type: t, conditions: {}}}
",
            condition(written)
        );
        assert_eq!(printed_of_b(&text).as_deref(), Some(printed));
    }
}

/// What is printed of the presence of the node `b`, read again and held against that presence; nothing where it is always or
/// never there.
fn printed_of_b(text: &str) -> Option<String> {
    let (mut model, nothing) = (model_as(text, None), Configuration::default());
    let (_, printed) = presences(&model, &nothing).into_iter().find(|(id, _)| id == "node.b")?;
    let demand = model.demand_of("condition", &format!("node.b = ({printed})")).unwrap();
    let variants = Variants::demanding(&model, &nothing, &[demand]).unwrap();
    assert!(matches!(variants.holding(0, &Limits::default()).occurrence, Occurrence::Always { .. }), "{printed}");
    Some(printed)
}

/// A comparison of values of which some are in no order.
fn comparison() -> impl Strategy<Value = String> {
    let input = |name: &str| format!("{{variability_input: {name}}}");
    let token = |place: u8| format!("{{token: [{}, '-', {place}]}}", input("tag"));
    let operands = [input("release"), input("n"), input("b"), token(0), token(1)];
    let others = ["8", "'5'", "latest", "true", "{variability_input: n}"].map(str::to_owned);
    let operators = select(&["greater", "greater_or_equal", "less", "less_or_equal", "equal"][..]);
    (operators, select(operands.to_vec()), select(others.to_vec()))
        .prop_map(|(operator, left, right)| format!("{{{operator}: [{left}, {right}]}}"))
}

fn condition() -> impl Strategy<Value = String> {
    comparison().prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|denied| format!("{{not: {denied}}}")),
            (select(&["and", "or", "xor", "implies"][..]), inner.clone(), inner)
                .prop_map(|(operator, left, right)| format!("{{{operator}: [{left}, {right}]}}")),
        ]
    })
}

fn of_mixed_values(condition: &str) -> String {
    format!(
        "{HEAD}    inputs:
      release: {{type: string, constraints: [{{valid_values: ['7', '9', latest]}}]}}
      tag: {{type: string, constraints: [{{valid_values: [v, v-4, 6-6]}}]}}
      n: {{type: integer, constraints: [{{in_range: [7, 9]}}]}}
      b: {{type: boolean}}
  node_templates:
    a: {{type: t}}
    b: {{type: t, conditions: {condition}}}
"
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn presences_of_random_conditions_are_what_is_printed_of_them(condition in condition()) {
        printed_of_b(&of_mixed_values(&condition));
    }
}

/// Of two values without an order neither is less than the other.
#[test]
fn only_comparisons_of_numbers_are_turned_round() {
    for (condition, printed) in [
        ("{not: {greater_or_equal: [{variability_input: release}, 8]}}", "not release >= 8"),
        ("{not: {greater: [{token: [{variability_input: tag}, '-', 1]}, '5']}}", "not token(tag, \"-\", 1) > \"5\""),
        ("{not: {greater_or_equal: [{variability_input: n}, 8]}}", "n < 8"),
    ] {
        assert_eq!(printed_of_b(&of_mixed_values(condition)).unwrap_or_default(), printed, "{condition}");
    }
}
