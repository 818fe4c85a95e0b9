//! Templates with alternatives of everything that is written once.

use proptest::prelude::*;
use proptest::sample::select;

use crate::generated::{Formula, formula};

/// Alternatives, each with a condition; a default one has none.
type Alternatives = Vec<Option<Formula>>;

/// One or two alternatives, of which one at most is the default.
fn alternatives() -> impl Strategy<Value = Alternatives> {
    let one_default = |found: &Alternatives| found.iter().filter(|condition| condition.is_none()).count() < 2;
    prop::collection::vec(prop::option::weighted(0.8, formula(0)), 1..3).prop_filter("one default", one_default)
}

fn list(name: &str, alternatives: &Alternatives) -> String {
    let body = |condition: &Option<Formula>| match condition {
        Some(condition) => format!("conditions: {}", condition.text()),
        None => "default_alternative: true".to_owned(),
    };
    let alternative = |(place, condition)| format!("{{{name}{place}: {{{}}}}}", body(condition));
    format!("[{}]", alternatives.iter().enumerate().map(alternative).collect::<Vec<_>>().join(", "))
}

static OPTIONS: &[&str] = &[
    "ambiguous_type_check: false",
    "expected_technology_check: false",
    "expected_artifact_check: false",
    "expected_incoming_relation_check: false",
    "checks: false",
    "edmm: true",
    "type_pruning: true",
];

/// Profile D: alternatives of type for an element of each kind, and of technology for a node.
pub(super) fn typed() -> impl Strategy<Value = String> {
    (
        prop::sample::subsequence(OPTIONS, 0..=OPTIONS.len()),
        prop::collection::vec(alternatives(), 5),
        prop::option::of(alternatives()),
        prop::collection::vec(formula(0), 3),
    )
        .prop_map(|(options, types, technology, conditions)| {
            let options: Vec<&str> = options.into_iter().chain(["type_default_condition: true"]).collect();
            let types: Vec<String> = types.iter().map(|types| list("T", types)).collect();
            let technology =
                technology.map(|found| format!("\n      technology: {}", list("ansible", &found))).unwrap_or_default();
            let conditions: Vec<String> = conditions.iter().map(Formula::text).collect();
            format!(
                "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{a: {{type: boolean}}, b: {{type: boolean}}, c: {{type: boolean}}}}
    options: {{{options}}}
  node_templates:
    n0:
      type: {node}
      conditions: {if_node}
      artifacts: [{{x: {{file: f, type: {artifact}, conditions: {if_artifact}}}}}]
      requirements: [{{uses: {{node: n1, relationship: r, conditions: {if_relation}}}}}]{technology}
    n1: {{type: t}}
  relationship_templates: {{r: {{type: {relation}}}}}
  groups: {{g: {{type: {group}, members: [n0]}}}}
  policies: [{{p: {{type: {policy}, targets: [n1]}}}}]
",
                options = options.join(", "),
                node = types[0],
                artifact = types[1],
                relation = types[2],
                group = types[3],
                policy = types[4],
                if_node = conditions[0],
                if_artifact = conditions[1],
                if_relation = conditions[2],
            )
        })
}

/// Profile B: values of a property, some of them the default, in a node and in a relationship template.
pub(super) fn valued() -> impl Strategy<Value = String> {
    let value = (formula(0), any::<bool>(), any::<bool>()).prop_map(|(condition, is_default, is_read)| {
        let default = if is_default { ", default: true" } else { "" };
        let value = if is_read { "{get_input: i}" } else { "PLACE" };
        format!("k: {{value: {value}, conditions: {}{default}}}", condition.text())
    });
    let options = select(vec![
        "{}",
        "{pruneProperties: true, pruneRelations: true}",
        "{forcePruneProperties: true}",
        "{disableConsistencyChecks: true}",
        "{disableAmbiguousPropertyConsistencyCheck: true}",
    ]);
    let values = prop::collection::vec(prop::collection::vec(value, 1..4), 2);
    (options, values, formula(0), formula(0)).prop_map(|(options, values, if_node, if_relation)| {
        let values = values.iter().map(|values| {
            let numbered = values.iter().enumerate().map(|(place, text)| text.replace("PLACE", &place.to_string()));
            numbered.collect::<Vec<_>>().join(", ")
        });
        let values: Vec<String> = values.collect();
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{a: {{type: boolean}}, b: {{type: boolean}}, c: {{type: boolean}}}}
    options: {options}
  inputs: {{i: {{type: string, conditions: false}}}}
  node_templates:
    n0:
      type: t
      conditions: {}
      properties: [{}]
      requirements: [{{uses: {{node: n1, relationship: r, conditions: {}}}}}]
    n1: {{type: t}}
  relationship_templates: {{r: {{type: t, properties: [{}]}}}}
",
            if_node.text(),
            values[0],
            if_relation.text(),
            values[1],
        );
        early(&text)
    })
}

/// Values that depend on presences, some of which cannot be computed in some cases; conditions that compare truths.
pub(super) fn computed() -> impl Strategy<Value = String> {
    let nodes = (formula(0), formula(1), formula(2));
    let value = (formula(3), formula(3), 0..6_usize).prop_map(|(first, second, form)| {
        let (first, second) = (first.text(), second.text());
        match form {
            0 => format!("{{token: [{{concat: [q, {first}]}}, 'true', 1]}}"),
            1 => format!("{{length: [{{token: [{{join: [[{first}, {second}], '-']}}, 'true-', 1]}}, 4]}}"),
            2 => format!("{{add: [1, {first}]}}"),
            3 => format!("{{equal: [{first}, {second}, true]}}"),
            4 => format!("{{and: [{{equal: [{{logic_expression: number}}, 3]}}, {first}]}}"),
            _ => first,
        }
    });
    let compared = (formula(3), select(vec!["true", "{logic_expression: truth}", "{logic_expression: number}"]));
    (nodes, compared, prop::collection::vec(value, 2), formula(3)).prop_map(|(nodes, compared, values, if_value)| {
        format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{a: {{type: boolean}}, b: {{type: boolean}}, c: {{type: boolean}}}}
    OPTIONS
    expressions: {{truth: {}, number: {{add: [1, 2]}}}}
  node_templates:
    n0: {{type: t, conditions: {}}}
    n1: {{type: t, conditions: {}}}
    n2: {{type: t, conditions: {}}}
    n3: {{type: t, conditions: {{equal: [{}, {}]}}}}
    n5: {{type: t, conditions: [{{variability_input: a}}, {{variability_input: b}}, {{variability_input: c}}]}}
    n4:
      type: t
      properties: [{{k: {{expression: {}}}}}, {{l: {{expression: {}, conditions: {}}}}}]
",
            nodes.0.text(),
            nodes.0.text(),
            nodes.1.text(),
            nodes.2.text(),
            compared.0.text(),
            compared.1,
            values[0],
            values[1],
            if_value.text(),
        )
    })
}

/// In the words of profiles A to C.
pub(super) fn early(text: &str) -> String {
    text.replace("{variability_input:", "{get_variability_input:")
        .replace("{node_presence:", "{get_node_presence:")
        .replace("{logic_expression:", "{get_variability_condition:")
}
