//! Conditions and constraints that make no difference, and those that only seem to.

use super::*;
use crate::support::model::{model, model_as};

#[test]
fn what_makes_no_difference_is_found() {
    let text = format!(
        "{HEAD}    expressions: {{unused: {{variability_input: b}}}}
    options: {{type_default_condition: true, artifact_pruning: true, property_default_condition: true}}
    constraints:
      - or: [{{variability_input: a}}, {{not: {{variability_input: a}}}}]
      - {{variability_input: a}}
      - or: [{{variability_input: a}}, {{equal: [{{variability_input: env}}, dev]}}]
  node_templates:
    always: {{type: t, conditions: {{variability_input: a}}}}
    never:
      type: t
      conditions: {{not: {{variability_input: a}}}}
    some:
      type: t
      conditions: {{equal: [{{variability_input: env}}, dev]}}
      properties:
        - p: {{value: 1, conditions: {{and: [{{variability_input: a}}, {{node_presence: some}}]}}}}
      artifacts:
        - r: {{type: t, file: r, conditions: {{or: [{{variability_input: a}}, {{not: {{variability_input: a}}}}]}}}}
"
    );
    let expected = [
        (Code::ImpossibleValue, 4),
        (Code::UnreadInput, 4),
        (Code::UnusedExpression, 5),
        (Code::TautologicalConstraint, 8),
        (Code::RedundantConstraint, 10),
        (Code::RedundantCondition, 12),
        (Code::DeadElement, 13),
        (Code::FalseOptional, 20),
        (Code::TautologicalCondition, 22),
    ];
    assert_eq!(codes(&text), expected);
}

const WAKING: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {a: {type: boolean}}
    options: {OPTIONS}
  node_templates:
    first: {type: t, requirements: [{to: {node: second, conditions: false}}, {to: {node: third, conditions: false}}]}
    second: {type: t, conditions: true}
    third: {type: t, conditions: {or: [{variability_input: a}, {not: {variability_input: a}}]}}
";

/// Without their conditions these nodes get a default condition, under which they are never there.
#[test]
fn a_condition_that_keeps_a_default_away_is_not_without_effect() {
    let wakes = "node_default_condition: true, node_default_condition_mode: incoming, type_default_condition: true, \
                 expected_incoming_relation_check: false";
    let sleeps = "type_default_condition: true, expected_incoming_relation_check: false";
    let about_nodes = |options: &str| {
        let model = model(&WAKING.replace("OPTIONS", options));
        let found = check(&model).findings.into_iter().map(|finding| finding.diagnostic);
        found.filter(|diagnostic| diagnostic.code == Code::RedundantCondition).collect::<Vec<_>>()
    };
    let removable = about_nodes(sleeps);
    assert_eq!(removable.len(), 2);
    for diagnostic in &removable {
        assert!(diagnostic.message.ends_with("its condition has no effect"), "{diagnostic:?}");
        assert!(diagnostic.fix.as_ref().is_some_and(|fix| fix.is_safe() && fix.edits[0].replacement.is_empty()));
    }
    let needed = about_nodes(wakes);
    let [third] = needed.as_slice() else { panic!("`true` says no more than it has to: {needed:?}") };
    assert_eq!(third.message, "node \"third\" is in every valid variant");
    let fix = third.fix.as_ref().unwrap();
    assert!(fix.is_safe() && fix.edits[0].replacement == " true", "{fix:?}");
}

/// In the early profiles nothing goes with its container by itself.
#[test]
fn a_condition_that_repeats_that_of_the_container_is_needed_where_nothing_else_says_it() {
    let text = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {a: {type: boolean}}
  node_templates:
    shop: {type: t}
    cache:
      type: t
      conditions: {get_variability_input: a}
      artifacts: [image: {file: i.tar, type: t, conditions: {get_variability_input: a}}]
      requirements: [next: {node: shop, conditions: {get_variability_input: a}}]
";
    let found = check(&model_as(text, Profile::C));
    assert_eq!(found.findings, Vec::new());
}

/// The lines that are shown for dead nodes.
fn reasons(nodes: &str) -> Vec<String> {
    let text = format!("{HEAD}    options: {{type_default_condition: true}}\n  node_templates:\n{nodes}");
    let dead = check(&model(&text)).findings.into_iter().filter(|finding| finding.diagnostic.code == Code::DeadElement);
    dead.flat_map(|finding| finding.because).map(|label| label.text).collect()
}

#[test]
fn a_node_in_a_cycle_that_nothing_leads_to_is_absent_for_that() {
    let text = "tosca_definitions_version: tosca_variability_1_0_rc_3
topology_template:
  variability:
    inputs: {windows: {type: boolean}}
    options: {required_technology_constraint: false}
  node_templates:
    portal: {type: t, anchor: true, requirements: [dependency: {node: extra, conditions: {variability_input: windows}}]}
    runner: {type: t, requirements: [host: machine]}
    extra: {type: t}
    machine: {type: t}
";
    let found = check(&model_as(text, Profile::D)).findings;
    let of_runner = found.iter().find(|finding| finding.diagnostic.message.contains("node \"runner\" is in no valid"));
    let lines: Vec<&str> = of_runner.into_iter().flat_map(|found| &found.because).map(|label| &*label.text).collect();
    assert!(
        matches!(lines[..], [line] if line.contains("\"machine\", line 10") && line.contains("outside of this cycle")),
        "{lines:?}"
    );
}

#[test]
fn what_only_itself_demands_is_absent_for_that() {
    let itself = reasons("    cache: {type: t, conditions: {node_presence: cache}}\n");
    let reported =
        "node \"cache\" has the condition `node.cache`; it depends on itself, and as little as possible is present";
    assert_eq!(itself, [reported]);
    let cycle = "    x: {type: t, conditions: {node_presence: y}}\n    y: {type: t, conditions: {node_presence: x}}\n";
    let cycle = reasons(cycle);
    assert!(
        cycle.len() == 2 && cycle.iter().all(|line| line.ends_with("as little as possible is present")),
        "{cycle:?}"
    );
    // Here the condition forces it alone.
    let other = reasons("    z: {type: t, conditions: {and: [{node_presence: z}, false]}}\n");
    assert_eq!(other, ["node \"z\" has the condition `node.z and false`"]);
}

/// What is dead in a template: each finding's lines, and its help.
fn dead(options: &str, nodes: &str) -> Vec<(Vec<String>, String)> {
    let text = format!("{HEAD}    options: {{{options}}}\n  node_templates:\n{nodes}");
    let dead = check(&model(&text)).findings.into_iter().filter(|finding| finding.diagnostic.code == Code::DeadElement);
    let lines = |finding: &Finding| finding.because.iter().map(|label| label.text.clone()).collect();
    dead.map(|finding| (lines(&finding), finding.diagnostic.help.clone().unwrap_or_default())).collect()
}

#[test]
fn a_relation_whose_target_only_it_keeps_is_absent_for_that() {
    let nodes = "    shop: {type: t, anchor: true, requirements: [{uses: db}]}\n    db: {type: t}\n";
    let found = dead("mode: semantic-strict, node_default_condition_mode: incomingnaive-host", nodes);
    let (lines, help) = &found[0];
    assert!(lines.len() == 1 && lines[0].ends_with("as little as possible is present"), "{found:?}");
    assert_eq!(help, "write `anchor: true` at node \"db\" if that is deployed in any case, or remove both");
    let anchored = nodes.replace("db: {type: t}", "db: {type: t, anchor: true}");
    assert_eq!(dead("mode: semantic-strict, node_default_condition_mode: incomingnaive-host", &anchored), []);
}

#[test]
fn conditions_from_a_variability_group_are_said_to_be_from_there() {
    let nodes = "    y: {type: t}\n  groups:\n    extras: {type: variability.groups.ConditionalMembers, members: [y], conditions: false}\n";
    let found = dead("type_default_condition: true", nodes);
    let line = format!("{HEAD}    options: {{}}\n  node_templates:\n{nodes}").lines().count();
    let reported = format!("node \"y\" has the condition `false` from variability group \"extras\", line {line}");
    assert_eq!(found.iter().map(|(lines, _)| lines.clone()).collect::<Vec<_>>(), [[reported]]);
}

#[test]
fn what_is_wrong_in_an_expression_that_nothing_uses_is_a_warning() {
    let broken = [
        "{node_presence: nope}",
        "{logic_expression: nope}",
        "{source_presence: n}",
        "{foo: 1}",
        "{is_consumed: SOURCE}",
        "{variability_input: nope}",
        "{value_expression: nope}",
        "{logic_expression: u7}",
        "{logic_expression: u0}",
    ];
    let expressions: Vec<String> =
        broken.iter().enumerate().map(|(number, body)| format!("      u{number}: {body}\n")).collect();
    let expressions = expressions.concat();
    let text = |value: &str| {
        format!(
            "{HEAD}    expressions:\n{expressions}  node_templates: {{n: {{type: t, properties: [{{p: {value}}}]}}}}\n"
        )
    };
    let reported = |text: &str| {
        let model = model(text);
        let (_, faults) = variscope::analysis::presence::Rules::of(&model);
        faults.into_iter().map(|fault| (fault.code, fault.is_error(), fault.reference.is_some())).collect::<Vec<_>>()
    };
    let codes = [
        Code::UndefinedElement,
        Code::UndefinedExpression,
        Code::WrongOperand,
        Code::UnknownOperator,
        Code::UndefinedElement,
        Code::CircularExpression,
        Code::UndefinedInput,
        Code::UndefinedExpression,
    ];
    assert_eq!(reported(&text("1")), codes.map(|code| (code, false, false)));
    // What a value uses is evaluated, by way of another one, too.
    let used = reported(&text("{expression: {value_expression: u8}}"));
    assert!(used.contains(&(Code::UndefinedElement, true, true)), "{used:?}");
}
