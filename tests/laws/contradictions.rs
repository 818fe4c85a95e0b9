//! Configurations without presences are contradictions, or excluded by constraints, as trying everything shows.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::json;
use variscope::analysis::question::{CheckOptions, Excluded, Exclusion, Finding, Limits, Portion, Variants, Witness};
use variscope::analysis::value::{Configuration, Value};
use variscope::source::diagnostic::Code;
use variscope::tosca::model::Model;

use super::generated::{Assignment, Formula, INPUTS, NODES, Rule, Template};
use super::varied::{self, Rules, resolved};
use crate::support::model::model;
use crate::support::program::{json, run};

static OPTIONS: &[&str] = &[
    "optimization_topology: min, optimization_topology_unique: false",
    "optimization_topology: max, optimization_topology_unique: false",
    "optimization_topology: false, optimization_topology_unique: false",
];

/// What is wrong with values, and how many are excluded.
struct Answer {
    findings: Vec<Finding>,
    exclusion: Exclusion,
    is_exact: bool,
}

fn answer(model: &Model) -> Answer {
    let (nothing, limits) = (Configuration::new(), Limits::default());
    let variants = Variants::of(model, &nothing).unwrap();
    let all = variants.all(&limits);
    let found = all.check(CheckOptions { unmentioned_values_are_errors: true, ..CheckOptions::default() });
    let is_exact = found.exactness.is_exact();
    let findings = found.findings.into_iter().filter(|finding| finding.diagnostic.code == Code::Contradiction);
    Answer { findings: findings.collect(), exclusion: all.exclusion(), is_exact }
}

/// The inputs that a witness makes true, one bit for each.
fn bits(witness: &Witness) -> usize {
    let is_true = |name: &str| witness.iter().any(|(input, value)| **input == *name && *value == Value::Boolean(true));
    (0..INPUTS.len()).filter(|&place| is_true(INPUTS[place])).map(|place| 1 << place).sum()
}

/// All presences beside some values.
fn presences(inputs: usize) -> impl Iterator<Item = Assignment> {
    (0..1 << NODES).map(move |nodes| Assignment { inputs, nodes })
}

/// By node: the nodes that its condition mentions, or whose presence makes a difference to it.
fn mentions(template: &Template, is_real: bool) -> Vec<Vec<bool>> {
    let flips = |formula: &Formula, node: usize| {
        Assignment::all().any(|one| {
            let other = Assignment { nodes: one.nodes ^ 1 << node, ..one };
            formula.holds(one) != formula.holds(other)
        })
    };
    let says = |formula: &Formula, node: usize| format!("{formula:?}").contains(&format!("Node({node})"));
    let mentions = |formula: &Formula, node| if is_real { flips(formula, node) } else { says(formula, node) };
    template.conditions.iter().map(|formula| (0..NODES).map(|node| mentions(formula, node)).collect()).collect()
}

/// The nodes whose conditions lead back to them.
fn circular(mut leads: Vec<Vec<bool>>) -> Vec<bool> {
    for middle in 0..NODES {
        for from in 0..NODES {
            for to in 0..NODES {
                leads[from][to] |= leads[from][middle] && leads[middle][to];
            }
        }
    }
    (0..NODES).map(|node| leads[node][node]).collect()
}

/// Values for which no presences satisfy the conditions, although constraints let them through, whatever nodes in cycles
/// come to.
fn contradictory(template: &Template, circular: &[bool]) -> BTreeSet<usize> {
    let conditions: Vec<Rule> = (0..NODES).map(Rule::Condition).collect();
    let outside = (0..NODES).filter(|&node| !circular[node]).map(Rule::Condition);
    let relaxed: Vec<Rule> = outside.chain((0..template.constraints.len()).map(Rule::Constraint)).collect();
    let is_possible = |rules: &[Rule], inputs| presences(inputs).any(|under| template.satisfies(rules, under));
    (0..1 << INPUTS.len())
        .filter(|&inputs| !is_possible(&conditions, inputs) && is_possible(&relaxed, inputs))
        .collect()
}

/// The conditions that a finding shows contradict each other under its witness, and without any one of them the others
/// do not.
fn lines_are_needed(template: &Template, model: &Model, finding: &Finding) -> Result<(), TestCaseError> {
    let inputs = bits(finding.witness.as_ref().unwrap());
    let shown = finding
        .because
        .iter()
        .filter(|label| label.text.contains("has the condition") || label.text.contains("has no condition"));
    let rules: BTreeSet<Rule> =
        shown.filter_map(|label| template.rule(model.sources().position(label.span).line as usize)).collect();
    prop_assert!(!presences(inputs).any(|under| template.satisfies(&rules, under)), "{:?}", rules);
    for left_out in &rules {
        let rest = rules.iter().filter(|rule| *rule != left_out);
        let is_possible = Assignment::all().any(|under| template.satisfies(rest.clone(), under));
        prop_assert!(is_possible, "{:?} without {:?}", rules, left_out);
    }
    Ok(())
}

fn hold(template: &Template) -> Result<(), TestCaseError> {
    let text = template.text();
    let model = model(&text);
    let Answer { findings, exclusion, is_exact } = answer(&model);
    prop_assert!(is_exact, "{}", text);
    // Conditions may mention what makes no difference to them: then it is open which nodes are in cycles.
    let least = contradictory(template, &circular(mentions(template, true)));
    let most = contradictory(template, &circular(mentions(template, false)));
    prop_assert!(least.is_subset(&most));
    prop_assert!(!findings.is_empty() || least.is_empty(), "{:?} {}", least, text);
    for finding in &findings {
        let inputs = bits(finding.witness.as_ref().unwrap());
        prop_assert!(most.contains(&inputs), "{} {}", inputs, text);
        lines_are_needed(template, &model, finding)?;
    }
    if template.constraints.is_empty() {
        prop_assert_eq!(exclusion, Exclusion::Unconstrained);
        return Ok(());
    }
    let rules = template.rules();
    let unsolved =
        (0..1 << INPUTS.len()).filter(|&inputs| !presences(inputs).any(|under| template.satisfies(&rules, under)));
    let unsolved = unsolved.count();
    let Exclusion::Counted(Excluded { configurations: Some(counted), is_exact: true, .. }) = exclusion else {
        panic!("{exclusion:?} {text}")
    };
    let excluded = usize::try_from(&counted.excluded).unwrap();
    prop_assert_eq!(counted.allowed, (1_usize << INPUTS.len()).into());
    prop_assert!((unsolved - most.len()..=unsolved - least.len()).contains(&excluded), "{} {}", excluded, text);
    Ok(())
}

/// Whether a configuration leaves no presences.
fn is_unsolved(model: &Model, configuration: &Configuration) -> bool {
    resolved(model, configuration).is_err_and(|faults| faults[0].code == Code::NoVariant)
}

/// Contradictions are what is left when constraints are taken away, where these are about inputs alone.
fn hold_for_inputs(template: &varied::Template) -> Result<(), TestCaseError> {
    let text = template.text(&[]);
    let line = |line: &&str| line.trim_start().starts_with("constraints:");
    let free = model(&text.lines().filter(|own| !line(own)).flat_map(|own| [own, "\n"]).collect::<String>());
    let (head, _) = text.split_once("  node_templates:").unwrap();
    let plain = model(&format!("{head}  node_templates: {{plain: {{type: t}}}}\n"));
    let model = model(&text);
    let all = template.configurations();
    let is_refused = |one: &Configuration| resolved(&plain, one).is_err();
    let contradictory = |one: &&Configuration| is_unsolved(&free, one) && !is_refused(one) && is_unsolved(&model, one);
    let Answer { findings, exclusion, is_exact } = answer(&model);
    let found: Vec<&Configuration> = all.iter().filter(contradictory).collect();
    prop_assert_eq!(findings.is_empty(), found.is_empty(), "{}", text);
    for finding in findings {
        let whole = finding.witness.unwrap().complete(&Configuration::new());
        prop_assert!(contradictory(&&whole), "{:?} {}", whole, text);
    }
    if !text.lines().any(|own| line(&own)) {
        prop_assert_eq!(exclusion, Exclusion::Unconstrained);
        return Ok(());
    }
    let Exclusion::Counted(counted) = exclusion else { panic!("{text}") };
    prop_assert_eq!(counted.is_exact, is_exact);
    let unsolved = all.iter().filter(|one| is_unsolved(&model, one)).count();
    let is_every =
        template.values().iter().all(|(name, _)| ["on", "ha", "extra", "size", "count", "env"].contains(name));
    if is_every {
        let by_rules =
            all.iter().filter(|one| !resolved(&plain, one).is_err_and(|faults| faults[0].code == Code::InputRule));
        let expected = Portion { excluded: (unsolved - found.len()).into(), allowed: by_rules.count().into() };
        prop_assert_eq!(counted.configurations, Some(expected), "{}", text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn contradictions_are_those_of_all_presences(template in Template::with_cycles(OPTIONS)) {
        hold(&template)?;
    }

    #[test]
    fn there_are_none_without_cycles(template in Template::without_cycles()) {
        hold(&template)?;
    }

    #[test]
    fn contradictions_are_left_without_constraints(template in varied::Template::any(Rules::Without)) {
        hold_for_inputs(&template)?;
    }

    #[test]
    fn contradictions_keep_the_rules_between_inputs(template in varied::Template::any(Rules::With)) {
        hold_for_inputs(&template)?;
    }
}

/// What always holds is no part of a contradiction: with other presences, one input would have two values in two lines.
#[test]
fn a_line_without_effect_is_not_shown() {
    let (input, node) = (Formula::Input, Formula::Node);
    let of_two = |name, one, other| Formula::All(name, vec![one, other]);
    let not = |inner| Formula::Not(Box::new(inner));
    let conditions = vec![
        of_two("xor", not(node(1)), of_two("or", input(2), node(1))),
        of_two("or", not(input(0)), input(0)),
        of_two("xor", node(2), of_two("or", input(2), node(0))),
        input(0),
    ];
    let template = Template { options: OPTIONS[0].to_owned(), constraints: vec![], conditions, is_wired: false };
    hold(&template).unwrap();
}

const CONTRADICTORY: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {type_default_condition: true}
    inputs: {x: {type: boolean}, y: {type: boolean}, size: {type: integer, constraints: [{in_range: [1, 256]}]}}
    CONSTRAINTS
  node_templates:
    a: {type: t, conditions: {and: [{variability_input: x}, {variability_input: y}, {not: {node_presence: a}}]}}
    b: {type: t, conditions: {greater: [{variability_input: size}, 108]}}
";

#[test]
fn what_constraints_exclude_is_counted_and_no_finding() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("template.yaml");
    let check = |constraints: &str| {
        std::fs::write(&path, CONTRADICTORY.replace("CONSTRAINTS", constraints)).unwrap();
        let path = path.to_str().unwrap();
        let output = String::from_utf8(run(&["--verbose", "check", path]).stdout).unwrap();
        let answer = json(&run(&["check", "--format", "json", path]))["templates"][0].clone();
        let codes: Vec<String> =
            answer["findings"].as_array().unwrap().iter().map(|one| one["code"].to_string()).collect();
        (output, answer["excluded"].clone(), codes.contains(&"\"V414\"".to_owned()))
    };
    let (output, excluded, is_found) = check("");
    assert!(is_found && output.contains("node \"a\" can be neither present nor absent under some configurations"));
    assert_eq!(excluded, serde_json::Value::Null);
    assert!(!output.contains("constraints exclude"));
    let (output, excluded, is_found) =
        check("constraints: [{not: {and: [{node_presence: b}, {variability_input: x}]}}]");
    assert!(is_found && output.contains("\nconstraints exclude 296 of 1,024 configurations\n"), "{output}");
    assert_eq!(excluded["configurations"], json!({"excluded": "296", "allowed": "1024"}));
    assert_eq!((&excluded["classes"]["allowed"], &excluded["exact"]), (&json!("8"), &json!(true)));
    let (output, _, is_found) = check("constraints: [{not: {and: [{variability_input: x}, {variability_input: y}]}}]");
    assert!(!is_found && output.contains("\nconstraints exclude 256 of 1,024 configurations\n"), "{output}");
    assert!(!output.contains("V406"), "{output}");
}
