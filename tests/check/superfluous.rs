//! What is without effect, where that was not reported.

use super::*;
use crate::support::model::{model, model_as};

/// A list may be indented like its key; brackets in its place may not.
#[test]
fn the_only_constraint_of_a_list_can_be_removed() {
    for indent in ["    ", "      "] {
        let text =
            format!("{HEAD}    constraints:\n{indent}- node_presence: n\n  node_templates: {{n: {{type: t}}}}\n");
        let model = model(&text);
        let found = check(&model).findings.into_iter().map(|finding| finding.diagnostic);
        let fixes: Vec<bool> = found
            .filter(|diagnostic| diagnostic.code == Code::TautologicalConstraint)
            .map(|diagnostic| diagnostic.fix.is_some_and(|fix| fix.is_safe()))
            .collect();
        assert_eq!(fixes, [true], "{text}");
    }
}

/// Who excludes configurations for which conditions contradict each other says what else would be a mistake: without the
/// constraint nothing would be deployed there either, but that would not be meant.
#[test]
fn a_constraint_that_keeps_conditions_from_contradicting_each_other_is_not_idle() {
    let text = |constraints: &str| {
        format!(
            "tosca_definitions_version: tosca_variability_1_0_rc_3
topology_template:
  variability:
    inputs: {{x: {{type: boolean}}, y: {{type: boolean}}}}
    options: {{enrich_technologies: false, required_technology_constraint: false}}
{constraints}  node_templates:
    a:
      type: tosca.nodes.Root
      anchor: true
      requirements: [uses: {{node: b, conditions: {{variability_input: y}}}}]
    b: {{type: tosca.nodes.Root, requirements: [host: c]}}
    c: {{type: tosca.nodes.Root, conditions: {{variability_input: x}}}}
"
        )
    };
    let codes = |constraints: &str| -> Vec<Code> {
        check(&model(&text(constraints))).findings.into_iter().map(|finding| finding.diagnostic.code).collect()
    };
    assert!(codes("").contains(&Code::Contradiction));
    let wish = "    constraints: [{implies: [{variability_input: y}, {variability_input: x}]}]\n";
    let reported = codes(wish);
    assert!(!reported.contains(&Code::RedundantConstraint) && !reported.contains(&Code::Contradiction), "{reported:?}");
    let idle = "    constraints: [{implies: [{variability_input: y}, {variability_input: x}]}, {implies: [{not: {variability_input: x}}, {not: {variability_input: y}}]}]\n";
    assert!(codes(idle).contains(&Code::RedundantConstraint));
}

/// Profile C evaluates conditions as far as it has to: the division by zero is never met, and what else is said is what is said
/// without it.
#[test]
fn conditions_without_effect_are_reported_where_others_are_evaluated_in_part() {
    let text = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {x: {type: boolean}, i: {type: integer, constraints: [{in_range: [0, 1]}]}}
    options: {enable_relation_pruning: true, enable_property_pruning: true}
  node_templates:
    a:
      type: t
      requirements:
        - r: {node: a, conditions: {and: [{greater_than: [{div: [2, {get_variability_input: i}]}, 1]}, {has_present_targets: p}]}}
    b: {type: t, requirements: [{r: {node: a, relationship: rt, conditions: {get_variability_input: x}}}]}
  relationship_templates:
    rt: {type: t, properties: [{k: {value: 0, conditions: {get_node_presence: b}}}]}
  policies: [{p: {type: t, targets: []}}]
";
    let model = model_as(text, Profile::C);
    let found = check(&model);
    assert!(found.exactness.is_exact());
    let inside = found.findings.iter().filter(|finding| finding.diagnostic.code == Code::TautologicalCondition);
    let inside: Vec<String> = inside.map(|finding| model.path(finding.element.unwrap())).collect();
    assert_eq!(inside, ["property.k@0.relation.r@0.node.b"]);
}

/// The members of a group share its condition: it holds wherever the relation can be, and still decides the node.
#[test]
fn a_condition_that_decides_another_element_does_not_always_hold() {
    let text = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {x: {type: boolean}}
    options: {type_pruning: true}
  node_templates: {n: {type: t, requirements: [{uses: {node: n, default_alternative: true}}]}}
  groups:
    g: {type: variability.groups.ConditionalMembers, members: [[n, 0], n], conditions: {variability_input: x}}
";
    let found = check(&model(text));
    assert!(found.exactness.is_exact());
    assert!(found.findings.iter().all(|finding| finding.diagnostic.code != Code::TautologicalCondition));
}

/// Where the input is true, the node would be there with `true` in place of its condition: it is not because it would
/// contradict itself then.
#[test]
fn a_condition_that_contradicts_the_presence_of_its_element_does_not_always_hold() {
    let text = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {x: {type: boolean}}
    options: {pruning: true, anchor_check: false, optimization_topology: max, optimization_topology_unique: false}
  node_templates:
    n:
      type: t
      conditions: {xor: [{has_incoming_relation_naive: n}, {variability_input: x}]}
      requirements: [{uses: n}, {dev_host: n}]
";
    let found = check(&model(text));
    assert!(found.exactness.is_exact());
    assert!(found.findings.iter().all(|finding| finding.diagnostic.code != Code::TautologicalCondition));
}

/// Beside an error of any kind nothing is removed safely: what has no effect now may have one once the error is mended.
#[test]
fn no_removal_is_safe_beside_an_error() {
    let removed = |port: &str| -> Vec<bool> {
        let text = format!(
            "{HEAD}    options: {{type_default_condition: true}}
    constraints: [{{or: [{{variability_input: a}}, {{not: {{variability_input: a}}}}]}}]
  node_templates: {{app: {{type: App, properties: {{port: {port}}}}}}}
node_types: {{App: {{properties: {{port: {{type: integer}}}}}}}}
"
        );
        let found = check(&model(&text)).findings.into_iter().map(|finding| finding.diagnostic);
        let removals =
            found.filter(|found| matches!(found.code, Code::TautologicalConstraint | Code::RedundantConstraint));
        removals.map(|found| found.fix.is_some_and(|fix| fix.is_safe())).collect()
    };
    assert_eq!((removed("80"), removed("eighty")), (vec![true], vec![false]));
}

/// Of two constraints that say the same one is needed: the first is said to be in vain, and that the other one is then not.
#[test]
fn of_constraints_that_say_the_same_one_is_removed() {
    let text = format!(
        "{HEAD}    constraints:
      - implies: [{{variability_input: a}}, {{not: {{variability_input: b}}}}]
      - implies: [{{variability_input: b}}, {{not: {{variability_input: a}}}}]
      - or: [{{variability_input: a}}, {{not: {{variability_input: a}}}}]
    options: {{type_default_condition: true}}
  node_templates:
    n: {{type: t, conditions: {{variability_input: a}}}}
    m: {{type: t, conditions: {{variability_input: b}}}}
"
    );
    let model = model(&text);
    let found = check(&model).findings.into_iter().map(|finding| finding.diagnostic);
    let idle: Vec<_> = found.filter(|found| found.code == Code::RedundantConstraint).collect();
    let line = |span| model.sources().position(span).line;
    let labels: Vec<_> =
        idle.iter().flat_map(|found| &found.labels).map(|label| (line(label.span), &*label.text)).collect();
    assert_eq!(labels, [(6, ""), (7, "this could be removed as well, but not both")]);
    assert!(idle[0].fix.as_ref().is_some_and(|fix| fix.is_safe()));
}

/// The lines that exclude a value are reported with it.
#[test]
fn what_excludes_a_value_is_reported() {
    let text = format!(
        "{HEAD}    constraints:
      - implies: [{{variability_input: a}}, {{equal: [{{variability_input: env}}, dev]}}]
      - implies: [{{variability_input: a}}, {{equal: [{{variability_input: env}}, prod]}}]
      - implies: [{{variability_input: b}}, {{equal: [{{variability_input: env}}, prod]}}]
    options: {{type_default_condition: true}}
  node_templates:
    n: {{type: t, conditions: {{equal: [{{variability_input: env}}, dev]}}}}
"
    );
    let model = model(&text);
    let found = check(&model).findings.into_iter().filter(|finding| finding.diagnostic.code == Code::ImpossibleValue);
    let lines = |finding: variscope::analysis::question::Finding| -> Vec<u32> {
        finding.because.iter().map(|label| model.sources().position(label.span).line).collect()
    };
    assert_eq!(found.map(lines).collect::<Vec<_>>(), [[6, 7]]);
}
