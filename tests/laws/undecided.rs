//! One expression that cannot be decided leaves the rest exact, and is not reported as a fact itself.

use variscope::analysis::question::{CheckOptions, ElementStatus, Limits, PresenceVerdict, Variants};
use variscope::analysis::value::{Configuration, Given, Provenance, Value};
use variscope::source::diagnostic::Code;
use variscope::tosca::model::Model;

use crate::support::model::{HEAD, model};

/// Whether two numbers have cubes with this sum is undecidable in general.
const CUBES: &str = "{equal: [{add: [{mul: [{variability_input: i}, {variability_input: i}, {variability_input: i}]}, {mul: [{variability_input: j}, {variability_input: j}, {variability_input: j}]}]}, 114]}";

fn template() -> Model {
    model(&format!(
        "{HEAD}    inputs: {{i: {{type: integer}}, j: {{type: integer}}, x: {{type: boolean}}}}
  node_templates:
    cubes: {{type: t, conditions: {CUBES}}}
    large: {{type: t, conditions: {{greater: [{{variability_input: i}}, 5]}}}}
    never: {{type: t, conditions: {{and: [{{variability_input: x}}, {{not: {{variability_input: x}}}}]}}}}
    both: {{type: t, conditions: {{and: [{{variability_input: x}}, {CUBES}]}}}}
    either: {{type: t, conditions: {{or: [{{variability_input: x}}, {CUBES}]}}}}
    always: {{type: t}}
"
    ))
}

#[test]
fn elements_are_decided_that_do_not_depend_on_it() {
    let (model, nothing) = (template(), Configuration::new());
    let elements = Variants::of(&model, &nothing).unwrap().elements(&Limits::default());
    assert!(!elements.exactness.is_exact());
    let of = |name: &str| {
        let id = model.find(&format!("node:{name}")).unwrap();
        elements.elements.iter().find(|summary| summary.element == id).unwrap()
    };
    for (name, status) in [
        ("cubes", None),
        ("large", Some(ElementStatus::Conditional)),
        ("never", Some(ElementStatus::Dead)),
        ("both", None),
        ("either", Some(ElementStatus::Conditional)),
        ("always", Some(ElementStatus::Core)),
    ] {
        assert_eq!(of(name).status, status, "{name}");
        assert_eq!(of(name).caveats.is_empty(), status.is_some(), "{name}: what is not decided says why");
    }
    // A formula is right for configurations of every class, be it known or not.
    assert_eq!(of("cubes").presence.as_ref().map(|cases| (cases.len(), cases[0].len())), Some((1, 1)));
    assert_eq!(of("either").presence.as_ref().map(Vec::len), Some(2));
}

#[test]
fn findings_that_do_not_depend_on_it_are_found_and_the_others_named() {
    let (model, nothing) = (template(), Configuration::new());
    let findings = Variants::of(&model, &nothing).unwrap().check(&Limits::default(), CheckOptions::default());
    let reported: Vec<(Code, String)> = findings
        .findings
        .iter()
        .filter_map(|finding| Some((finding.diagnostic.code, model.path(finding.element?))))
        .collect();
    let never = |code| (code, "node.never".to_owned());
    assert_eq!(reported, [never(Code::DeadElement), never(Code::UnsatisfiableCondition)]);
    assert!(!findings.exactness.is_exact());
    let open: Vec<&str> = findings.undecided.iter().map(|open| open.question.as_str()).collect();
    assert_eq!(
        open,
        [
            "whether node \"cubes\" is in some valid variant",
            "whether node \"both\" is in some valid variant",
            "whether the condition of node \"cubes\" ever holds",
            "whether the condition of node \"both\" ever holds",
        ]
    );
    assert!(findings.undecided.iter().all(|open| !open.caveats.is_empty()));
}

#[test]
fn explanations_are_facts_or_say_that_they_are_none() {
    let (model, nothing) = (template(), Configuration::new());
    let variants = Variants::of(&model, &nothing).unwrap();
    let explain = |name: &str| variants.explain(Some(model.find(&format!("node:{name}")).unwrap()), &Limits::default());
    let open = explain("cubes");
    assert_eq!(open.answer, PresenceVerdict::Unknown);
    assert!(open.caveats.iter().all(|caveat| caveat.span.is_some()) && !open.caveats.is_empty());
    let never = explain("never");
    assert_eq!((never.answer, never.because.len(), never.caveats.len()), (PresenceVerdict::Absent, 1, 0));
    let PresenceVerdict::Depends { presence, .. } = explain("large").answer else { unreachable!("it depends") };
    assert_eq!(presence.map(|cases| (cases.len(), cases[0].len())), Some((1, 1)));
}

/// Nodes with these conditions, over texts and numbers that may be anything.
fn statuses(conditions: &[(&str, Option<ElementStatus>)]) {
    let node = |(place, (condition, _)): (usize, &(&str, Option<ElementStatus>))| {
        format!("    n{place}: {{type: t, conditions: {condition}}}\n")
    };
    let nodes: String = conditions.iter().enumerate().map(node).collect();
    let text = format!(
        "{HEAD}    inputs:
      s: {{type: string}}
      t: {{type: string, constraints: [{{min_length: 2}}]}}
      i: {{type: integer}}
      f: {{type: float}}
      low: {{type: integer, constraints: [{{in_range: [0, 400]}}]}}
      high: {{type: integer, constraints: [{{in_range: [1, 600]}}]}}
  node_templates:
{nodes}"
    );
    let text = ["s", "t", "i", "f", "low", "high"]
        .iter()
        .fold(text, |text, name| text.replace(&format!("${name} "), &format!("{{variability_input: {name}}}")));
    let (model, nothing) = (model(&text), Configuration::new());
    let elements = Variants::of(&model, &nothing).unwrap().elements(&Limits::default());
    assert!(elements.exactness.is_exact(), "{conditions:?}: {:?}", elements.exactness.caveats);
    for (place, (condition, status)) in conditions.iter().enumerate() {
        let id = model.find(&format!("node:n{place}")).unwrap();
        let found = elements.elements.iter().find(|summary| summary.element == id).unwrap();
        assert_eq!(found.status, *status, "{condition}");
    }
}

#[test]
fn what_a_careful_person_decides_is_decided() {
    let (sometimes, never) = (Some(ElementStatus::Conditional), Some(ElementStatus::Dead));
    // Together, for nothing is lost where several conditions meet.
    statuses(&[
        ("{greater: [$s , m]}", sometimes),
        ("{and: [{greater: [$s , m]}, {less: [$s , n]}]}", sometimes),
        ("{and: [{greater: [$s , m]}, {less: [$s , m]}]}", never),
        ("{and: [{greater: [$s , m]}, {less: [$s , ma]}, {length: [$s , 1]}]}", never),
        ("{equal: [{token: [$s , '-', 0]}, eu]}", sometimes),
        ("{and: [{equal: [{token: [$s , '-', 0]}, eu]}, {greater: [$s , m]}]}", never),
        ("{length: [{concat: [$s , x]}, 3]}", sometimes),
        ("{length: [{concat: [$s , x]}, 0]}", never),
        ("{equal: [$s , $i ]}", never),
    ]);
    statuses(&[
        ("{equal: [{join: [[$s , $t ], '-']}, a-bc]}", sometimes),
        ("{equal: [{join: [[$s , $t ], '-']}, a-b]}", never),
        ("{and: [{less: [$s , $t ]}, {greater: [$s , $t ]}]}", never),
        ("{and: [{less: [$s , $t ]}, {less: [$t , b]}, {greater: [$s , b]}]}", never),
        ("{and: [{less: [$s , $t ]}, {less: [$t , b]}]}", sometimes),
    ]);
    statuses(&[
        ("{equal: [{mul: [$i , $i ]}, 49]}", sometimes),
        ("{equal: [{mul: [$i , $i ]}, 50]}", never),
        ("{less: [{mul: [$i , $i ]}, 0]}", never),
        ("{and: [{equal: [{mul: [$i , $i , $i ]}, -27]}, {greater: [$i , -3]}]}", never),
    ]);
    statuses(&[
        ("{equal: [{add: [$f , 0.1]}, 0.3]}", sometimes),
        ("{and: [{equal: [{add: [$f , 0.1]}, 0.3]}, {greater: [$f , 0.25]}]}", never),
        // No double is 0.3 after there and back again.
        ("{equal: [{sub: [{add: [$f , 0.1]}, 0.1]}, 0.3]}", never),
        ("{less: [{mul: [$f , $f ]}, 0]}", never),
    ]);
    statuses(&[
        ("{and: [{equal: [{mod: [$f , 2]}, 1]}, {less: [$f , 0]}]}", never),
        ("{and: [{equal: [{mod: [$f , 2]}, 1]}, {greater: [$f , 3]}]}", sometimes),
    ]);
}

#[test]
fn many_pairs_are_looked_at_where_nothing_else_helps() {
    let (sometimes, never) = (Some(ElementStatus::Conditional), Some(ElementStatus::Dead));
    statuses(&[("{equal: [{mul: [$low , $high ]}, 6]}", sometimes), ("{equal: [{mul: [$low , $high ]}, 907]}", never)]);
}

/// Which texts they may be is not decided, but that the condition may hold is seen.
#[test]
fn texts_that_are_put_together_are_tried_with_what_is_between_them() {
    for condition in ["{concat: [$s, a]}", "{concat: [x, $s, a]}", "{value_expression: whole}"] {
        let text = format!(
            "{HEAD}    inputs: {{s: {{type: string}}, t: {{type: string}}}}
    expressions: {{whole: {{concat: [$s, '-', $s]}}}}
  node_templates:
    n: {{type: t, conditions: {{equal: [{condition}, $t]}}}}
"
        );
        let text = ["s", "t"]
            .iter()
            .fold(text, |text, name| text.replace(&format!("${name}"), &format!("{{variability_input: {name}}}")));
        let (model, nothing) = (model(&text), Configuration::new());
        let elements = Variants::of(&model, &nothing).unwrap().elements(&Limits::default());
        let id = model.find("node:n").unwrap();
        let found = elements.elements.iter().find(|summary| summary.element == id).unwrap();
        assert_eq!(found.status, Some(ElementStatus::Conditional), "{condition}");
    }
}

/// Of the numbers that are looked at, none leads to a variant in which `j` is 0; others do.
#[test]
fn values_that_only_classes_have_which_were_not_found_are_not_called_impossible() {
    let model = model(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {type_default_condition: true}
    inputs:
      i: {type: integer}
      j: {type: integer, constraints: [{in_range: [0, 1]}]}
      f: {type: float, constraints: [{greater_or_equal: 0.5}]}
    constraints:
      - or:
          - equal: [{sub: [{variability_input: f}, {variability_input: i}]}, 0.0]
          - equal: [{mod: [{variability_input: j}, 2]}, 1]
      - equal: [{mod: [{variability_input: f}, 2]}, 1]
  node_templates:
    n: {type: t, conditions: {greater: [{add: [{variability_input: f}, {variability_input: j}]}, 0.5]}}
",
    );
    let mut given = Configuration::new();
    for (name, value) in [("i", 1), ("j", 0), ("f", 1)] {
        given.set(name, Given { value: Value::integer(value), provenance: Provenance::Assumed });
    }
    assert!(Variants::of(&model, &given).unwrap().resolve().is_ok());
    let nothing = Configuration::new();
    let found = Variants::of(&model, &nothing).unwrap().check(&Limits::default(), CheckOptions::default());
    let impossible = found.findings.iter().filter(|finding| finding.diagnostic.code == Code::ImpossibleValue);
    let impossible: Vec<&str> = impossible.map(|finding| finding.diagnostic.message.as_str()).collect();
    assert!(!impossible.iter().any(|message| message.contains("\"j\"")), "{impossible:?}");
}
