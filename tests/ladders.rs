//! Named expressions that each use the one before twice: as trees they have 2^60 parts, so that a walk which does not remember
//! where it was never ends.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::fmt::Write as _;

use support::model::HEAD;
use support::program::variscope;

/// Named expressions above the first one.
const RUNGS: usize = 60;

/// What stands for the expression below in a rung, and for the topmost one in a use.
const BELOW: &str = "BELOW";

/// A type of input, the lowest expression, how each one is made of the one below, and a value of the input.
const LADDERS: [(&str, &str, &str, &str); 19] = [
    ("integer", "{add: [{variability_input: s}, 0]}", "{add: [BELOW, BELOW]}", "1"),
    ("integer", "{add: [{variability_input: s}, {variability_input: t}]}", "{add: [BELOW, BELOW]}", "1"),
    ("integer", "{add: [{variability_input: s}, 0.5]}", "{sub: [BELOW, BELOW]}", "1"),
    ("integer", "{mul: [{variability_input: s}, {variability_input: s}]}", "{mul: [BELOW, BELOW]}", "1"),
    ("integer", "{div: [{variability_input: s}, 3]}", "{div: [BELOW, BELOW]}", "3"),
    ("integer", "{mod: [{variability_input: s}, 7]}", "{mod: [BELOW, BELOW]}", "1"),
    ("integer", "{add: [{variability_input: s}, 0]}", "{max: [BELOW, BELOW]}", "1"),
    ("float", "{add: [{variability_input: s}, 0]}", "{add: [BELOW, BELOW]}", "1.5"),
    ("float", "{mul: [{variability_input: s}, {variability_input: t}]}", "{add: [BELOW, BELOW]}", "1.5"),
    ("string", "{concat: [{variability_input: s}, a]}", "{equal: [BELOW, BELOW]}", "x"),
    ("string", "{token: [{variability_input: s}, '-', 0]}", "{equal: [BELOW, BELOW]}", "x"),
    ("boolean", "{not: {variability_input: s}}", "{and: [BELOW, BELOW]}", "true"),
    ("boolean", "{not: {variability_input: s}}", "{exo: [BELOW, BELOW]}", "true"),
    ("boolean", "{or: [{variability_input: s}, {variability_input: t}]}", "{or: [BELOW, {not: BELOW}]}", "true"),
    ("boolean", "{not: {variability_input: s}}", "{equal: [BELOW, BELOW]}", "true"),
    ("boolean", "{node_presence: b}", "{equal: [BELOW, BELOW]}", "true"),
    ("boolean", "{node_presence: b}", "{implies: [BELOW, BELOW]}", "true"),
    ("boolean", "{node_presence: b}", "{or: [{equal: [BELOW, true]}, {equal: [BELOW, false]}]}", "true"),
    ("boolean", "{node_presence: b}", "{equal: [{xor: [{equal: [BELOW, true]}, {equal: [BELOW, 1]}]}, true]}", "true"),
];

/// What a node makes of the topmost expression.
const USES: [&str; 4] = [
    "conditions: {equal: [BELOW, 1]}",
    "conditions: {not: BELOW}",
    "properties: [{p: {expression: BELOW}}]",
    "properties: [{p: {value: 1, conditions: {greater: [BELOW, 3]}}}]",
];

fn template((kind, lowest, rung, _): (&str, &str, &str, &str), used: &str) -> String {
    let mut expressions = format!("e0: {lowest}\n");
    for place in 1..=RUNGS {
        let below = format!("{{value_expression: e{}}}", place - 1);
        writeln!(expressions, "      e{place}: {}", rung.replace(BELOW, &below)).unwrap();
    }
    let used = used.replace(BELOW, &format!("{{value_expression: e{RUNGS}}}"));
    format!(
        "{HEAD}    inputs: {{s: {{type: {kind}}}, t: {{type: {kind}}}}}
    expressions:
      {expressions}
  node_templates:
    a:
      type: tosca.nodes.Root
      {used}
    b:
      type: tosca.nodes.Root
      conditions: {{equal: [{{variability_input: s}}, {{variability_input: t}}]}}
"
    )
}

#[test]
fn every_question_about_a_ladder_ends() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ladder.yaml");
    for ladder in LADDERS {
        let given = ["s", "t"].map(|name| format!("{name}={}", ladder.3));
        for used in USES {
            std::fs::write(&path, template(ladder, used)).unwrap();
            let resolve = ["resolve", "--input", &given[0], "--input", &given[1]];
            let diff = ["diff", "--", path.to_str().unwrap()];
            let mut questions = vec![&["count"][..], &["check"], &["convert"], &resolve];
            questions.extend((used == USES[0]).then_some(&diff[..]));
            for question in questions {
                let output = variscope(question).arg(&path).output().unwrap();
                let printed = String::from_utf8_lossy(&output.stderr);
                // It has an answer, findings, or says what it did not decide; it neither crashes nor is misused.
                let status = output.status.code();
                let has_no_value = status == Some(3) && printed.contains("error[V2");
                assert!(has_no_value || matches!(status, Some(0 | 1 | 4)), "{question:?} {ladder:?} {used}: {printed}");
            }
        }
    }
}
