//! One expression that cannot be decided leaves the rest exact, and is not told as a fact itself.

use variscope::diagnostic::Code;
use variscope::model::Model;
use variscope::question::{Answer, ElementStatus, Limits, Strictness, Variants};
use variscope::value::Configuration;

use super::generated::model;

/// Whether two numbers have cubes with this sum, nobody decides in general.
const CUBES: &str = "{equal: [{add: [{mul: [{variability_input: i}, {variability_input: i}, {variability_input: i}]}, {mul: [{variability_input: j}, {variability_input: j}, {variability_input: j}]}]}, 114]}";

fn template() -> Model {
    model(&format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {{type_default_condition: true}}
    inputs: {{i: {{type: integer}}, j: {{type: integer}}, x: {{type: boolean}}}}
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
    assert!(!elements.is_exact());
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
    let findings = Variants::of(&model, &nothing).unwrap().check(&Limits::default(), Strictness::default());
    let told: Vec<(Code, String)> = findings
        .findings
        .iter()
        .filter_map(|finding| Some((finding.diagnostic.code, model.path(finding.element?))))
        .collect();
    let never = |code| (code, "node.never".to_owned());
    assert_eq!(told, [never(Code::DeadElement), never(Code::FalseCondition)]);
    assert!(!findings.is_exact());
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
    assert_eq!(open.answer, Answer::Unknown);
    assert!(open.caveats.iter().all(|caveat| caveat.span.is_some()) && !open.caveats.is_empty());
    let never = explain("never");
    assert_eq!((never.answer, never.because.len(), never.caveats.len()), (Answer::Absent, 1, 0));
    let Answer::Depends { presence, .. } = explain("large").answer else { unreachable!("it depends") };
    assert_eq!(presence.map(|cases| (cases.len(), cases[0].len())), Some((1, 1)));
}
