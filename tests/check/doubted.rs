//! Removals that are no safe repair: something else is wrong with what would stay.

use super::*;
use crate::support::model::model;

/// The findings of a template of two environments with this rest, under these options.
fn of(rest: &str) -> Findings {
    let text = format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      env: {{type: string, constraints: [{{valid_values: [dev, prod]}}]}}
{rest}"
    );
    check(&model(&text))
}

/// By finding that proposes a removal: its code, and whether that is safe; none where there is no fix.
fn removals(findings: &Findings) -> Vec<(Code, Option<bool>)> {
    let codes =
        [Code::RedundantCondition, Code::FalseOptional, Code::TautologicalCondition, Code::TautologicalConstraint];
    let found = findings.findings.iter().map(|finding| &finding.diagnostic);
    let found = found.filter(|diagnostic| codes.contains(&diagnostic.code));
    found.map(|diagnostic| (diagnostic.code, diagnostic.fix.as_ref().map(|fix| fix.is_safe()))).collect()
}

/// The bounds of the input may be what is wrong, and without them the condition decides something.
#[test]
fn nothing_is_removed_safely_beside_a_default_outside_of_its_constraints() {
    let rest = |default: u8| {
        format!(
            "      replicas: {{type: integer, default: {default}, constraints: [{{in_range: [2, 9]}}]}}
    constraints:
      - implies: [{{equal: [{{variability_input: env}}, dev]}}, {{not: {{greater: [{{variability_input: replicas}}, 1]}}}}]
    options: {{mode: consistent-strict}}
  node_templates: {{search: {{type: t, conditions: {{equal: [{{variability_input: env}}, prod]}}}}}}
"
        )
    };
    assert_eq!(removals(&of(&rest(2))), [(Code::RedundantCondition, Some(true))]);
    assert_eq!(removals(&of(&rest(1))), [(Code::RedundantCondition, Some(false))]);
}

#[test]
fn a_constraint_with_an_expression_that_never_or_always_holds_is_not_removed() {
    let found = |expression: &str, premise: &str| {
        of(&format!(
            "      replicas: {{type: integer, constraints: [{{in_range: [1, 9]}}]}}
    expressions: {{scaled: {expression}, large: {{greater: [{{variability_input: replicas}}, 5]}}}}
    options: {{mode: consistent-strict}}
    constraints: [{{implies: [{premise}, {{not: {{node_presence: file}}}}]}}]
  node_templates:
    app: {{type: t}}
    file: {{type: t, conditions: {{not: {{logic_expression: large}}}}}}
"
        ))
    };
    let scaled = "{logic_expression: scaled}";
    let never = found("{greater: [{variability_input: replicas}, 9]}", scaled);
    let reported = |findings: &Findings| -> Vec<Code> {
        findings
            .findings
            .iter()
            .map(|finding| finding.diagnostic.code)
            .filter(|code| *code != Code::UnreadInput)
            .collect()
    };
    assert_eq!(reported(&never), [Code::UnsatisfiableCondition, Code::TautologicalConstraint]);
    assert_eq!(removals(&never), [(Code::TautologicalConstraint, None)]);
    let always = found("{greater: [{variability_input: replicas}, 0]}", &format!("{{not: {scaled}}}"));
    assert_eq!(
        (reported(&always), removals(&always)),
        (vec![Code::TautologicalConstraint], vec![(Code::TautologicalConstraint, None)])
    );
    assert!(always.findings.iter().any(|finding| finding.diagnostic.notes.iter().any(|note| note.contains("scaled"))));
    // An expression that decides something does not speak for the constraint.
    let idle = found("{greater: [{variability_input: replicas}, 7]}", "{and: [{logic_expression: scaled}, false]}");
    assert_eq!(removals(&idle), [(Code::TautologicalConstraint, Some(true))]);
}

/// The condition of the second cloud is meant to exclude the first: its removal would leave the errors for good.
#[test]
fn a_condition_that_always_holds_is_not_removed_safely_where_errors_come_of_it() {
    let found = of("    options: {mode: consistent-strict}
  node_templates:
    app: {type: t, requirements: [{host: aws}, {host: gcp}]}
    aws: {type: t, conditions: {equal: [{variability_input: env}, dev]}}
    gcp:
      type: t
      conditions: {not: {and: [{equal: [{variability_input: env}, dev]}, {equal: [{variability_input: env}, prod]}]}}
");
    assert_eq!(removals(&found), [(Code::RedundantCondition, Some(false))]);
    let note = "node \"gcp\" is in every valid variant: its condition may be what is wrong";
    let errors = found.findings.iter().filter(|finding| finding.diagnostic.is_error());
    let reported: Vec<bool> =
        errors.map(|error| error.diagnostic.notes.iter().any(|reported| reported == note)).collect();
    assert_eq!(reported, [true, true]);
}

/// One alternative is always there and the other never: which of the two is wrong is unknown.
#[test]
fn the_condition_of_an_alternative_is_not_removed_safely_beside_one_that_is_never_there() {
    let found = |second: &str| {
        of(&format!(
            "    options: {{mode: semantic-strict}}
  node_templates:
    db: {{type: t}}
    web:
      type: t
      artifacts: [{{image: {{type: t, file: a, conditions: {{equal: [{{variability_input: env}}, dev]}}}}}}]
      properties:
        - log: {{value: debug, conditions: {{equal: [{{variability_input: env}}, dev]}}}}
{second}"
        ))
    };
    assert_eq!(removals(&found("")), [(Code::FalseOptional, Some(true))]);
    let both = found("        - log: {value: warning, conditions: {equal: [{variability_input: env}, prod]}}\n");
    assert_eq!(removals(&both), [(Code::FalseOptional, Some(false))]);
    let notes = both.findings.iter().flat_map(|finding| &finding.diagnostic.notes).cloned().collect::<Vec<_>>();
    assert_eq!(notes, ["property \"log@1\" of node \"web\", the other one of its name, is in no valid variant"]);
}

/// That they are never looked at is reported already (V216).
#[test]
fn conditions_beside_a_default_alternative_are_not_said_never_to_hold() {
    let codes = |rest: &str| -> Vec<Code> {
        let found = of(&format!(
            "    options: {{mode: consistent-strict}}
  node_templates:
    a: {{type: t, requirements: [{{db: {{node: b, conditions: {{equal: [{{variability_input: env}}, dev]}}{rest}}}}}, {{db: c}}]}}
    b: {{type: t}}
    c: {{type: t, conditions: {{not: {{equal: [{{variability_input: env}}, dev]}}}}}}
"
        ));
        found.findings.iter().map(|finding| finding.diagnostic.code).collect()
    };
    assert!(!codes(", default_alternative: true").contains(&Code::UnsatisfiableCondition));
}

/// Where no lines force that nothing is valid, nothing is said of lines.
#[test]
fn no_lines_are_spoken_of_where_none_are_shown() {
    let found = of("  node_templates:
    a: {type: t, conditions: {not: {node_presence: b}}}
    b: {type: t, conditions: {not: {node_presence: a}}}
");
    let errors = found.findings.iter().filter(|finding| finding.diagnostic.is_error());
    let errors: Vec<_> = errors.map(|error| (error.diagnostic.code, error.diagnostic.help.is_some())).collect();
    assert_eq!(errors, [(Code::NoValidVariant, false), (Code::AmbiguousResult, true)]);
}

/// `and` in place of `implies`: what always holds then is what the constraint says, and no condition is to go for it.
#[test]
fn nothing_is_removed_for_a_constraint_that_pins_an_input_or_that_a_preset_violates() {
    let found = |presets: &str, operator: &str| {
        of(&format!(
            "      monitoring: {{type: boolean}}
    presets: {presets}
    constraints: [{{{operator}: [{{equal: [{{variability_input: env}}, prod]}}, {{variability_input: monitoring}}]}}]
    options: {{mode: semantic-strict, expected_incoming_relation_check: false}}
  node_templates:
    app: {{type: t, requirements: [{{uses: monitor}}]}}
    mock: {{type: t, conditions: {{not: {{variability_input: monitoring}}}}}}
    monitor: {{type: t, conditions: {{variability_input: monitoring}}}}
"
        ))
    };
    let none = "{}";
    let pinned = found(none, "and");
    assert_eq!(removals(&pinned), [(Code::RedundantCondition, None)]);
    let idle = pinned.findings.iter().find(|finding| finding.diagnostic.code == Code::RedundantCondition).unwrap();
    assert!(idle.diagnostic.notes.iter().any(|note| note.starts_with("it rests on a constraint")), "{idle:?}");
    let presets = "{small: {inputs: {env: dev, monitoring: false}}}";
    assert_eq!(removals(&found(presets, "and")), [(Code::RedundantCondition, None)]);
    assert_eq!(removals(&found(none, "implies")), []);
}
