//! How much may be done for an answer is counted in steps: one that stops says so and names the switch, one that does not is
//! the same as without a limit, and where it stops does not depend on the clock.

use std::fs;
use std::process::Output;

use serde_json::Value as Json;

use crate::support::folder::File;
use crate::support::program::{json as document, run};

/// Constraints over inputs that have much to do with each other.
fn tied(inputs: usize) -> String {
    let names: Vec<String> = (0..inputs).map(|place| format!("i{place}: {{type: boolean}}")).collect();
    let clause = |number: usize| {
        let places = [number, number * 7 + 3, number * number + 5].map(|place| place % inputs);
        let literals = places.map(|place| format!("{{variability_input: i{place}}}"));
        format!("      - xor: [{}, {{node_presence: n{}}}]\n", literals.join(", "), (number * 5 + 1) % inputs)
    };
    let node = |place: usize| format!("    n{place}: {{type: t, conditions: {{variability_input: i{place}}}}}\n");
    format!(
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    options: \
         {{type_default_condition: true}}\n    inputs: {{{}}}\n    constraints:\n{}  node_templates:\n{}",
        names.join(", "),
        (0..inputs / 2).map(clause).collect::<String>(),
        (0..inputs).map(node).collect::<String>()
    )
}

fn within(question: &[&str], path: &str, steps: &str) -> Output {
    run(&[&question[..1], &[path, "--steps", steps], &question[1..]].concat())
}

/// What is said of the only template.
fn messages(answer: &Json) -> Vec<String> {
    answer["templates"][0]["findings"].as_array().unwrap().iter().map(|one| one["message"].to_string()).collect()
}

#[test]
fn what_stops_says_so_and_what_does_not_is_the_whole_answer() {
    let file = File::new("template.yaml", tied(24));
    let path = file.path();
    for question in [
        &["count", "--format", "json"][..],
        &["elements", "--format", "json"],
        &["list", "--limit", "50", "--format", "json"],
    ] {
        let whole = run(&[&question[..1], &[path, "--no-limit"], &question[1..]].concat());
        assert_eq!(document(&whole)["exact"], true, "{question:?}");
        let mut stopped = 0;
        for steps in ["0", "1k", "5k", "20k", "100k", "1M", "20G"] {
            let output = within(question, path, steps);
            let printed = String::from_utf8_lossy(&output.stderr);
            if output.status.code() == Some(0) {
                assert_eq!(output.stdout, whole.stdout, "{question:?} {steps}");
                assert!(!printed.contains("--no-limit"), "{printed}");
                continue;
            }
            stopped += 1;
            assert_eq!(output.status.code(), Some(4), "{question:?} {steps}: {output:?}");
            assert!(printed.contains("`--no-limit` goes on"), "{question:?} {steps}: {printed}");
            if !output.stdout.is_empty() {
                assert_eq!(document(&output)["exact"], false, "{question:?} {steps}");
            }
            let again = within(question, path, steps);
            assert_eq!((again.stdout, again.stderr), (output.stdout, output.stderr), "{question:?} {steps}");
        }
        assert!(stopped > 0, "{question:?}");
    }
}

#[test]
fn findings_of_a_check_that_stops_are_findings_of_the_whole_check() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("template.yaml");
    let nodes = "    dead: {type: t, conditions: {and: [{variability_input: i0}, {not: {variability_input: i0}}]}}\n    \
                 torn: {type: t, conditions: {variability_input: i1}, requirements: [{uses: n2}]}\n";
    fs::write(&path, tied(16) + nodes).unwrap();
    let path = path.to_str().unwrap();
    let question = ["check", "--format", "json"];
    let whole = document(&run(&["check", path, "--no-limit", "--format", "json"]));
    let (known, all) = (messages(&whole), whole.to_string());
    assert!(known.len() > 1, "{whole}");
    for steps in ["0", "1k", "10k", "50k", "200k", "1M", "20G"] {
        let output = within(&question, path, steps);
        let found = document(&output);
        for message in messages(&found) {
            // What follows from a finding that came later is reported with that.
            let reported = message.trim_matches('"').trim_end_matches('.');
            assert!(known.contains(&message) || all.contains(reported), "{steps}: {message}\n{all}");
        }
        let is_whole = messages(&found).len() == known.len();
        assert!(is_whole || found["templates"][0]["exact"] == false, "{steps}: {output:?}");
    }
}

/// Nodes that may be there or not, of which few are to be chosen so that each of some pairs has one.
fn chosen(nodes: usize) -> String {
    let pair = |number: usize| {
        let places = [number % nodes, (number * number + 3 * number + 1) % nodes];
        format!("      - or: [{{node_presence: n{}}}, {{node_presence: n{}}}]\n", places[0], places[1])
    };
    let node = |place: usize| format!("    n{place}: {{type: t, conditions: {{node_presence: SELF}}}}\n");
    format!(
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    options: \
         {{type_default_condition: true, optimization_topology: min, optimization_topology_mode: count}}\n    \
         constraints:\n{}  node_templates:\n{}",
        (0..2 * nodes).map(pair).collect::<String>(),
        (0..nodes).map(node).collect::<String>()
    )
}

#[test]
fn a_variant_is_looked_for_in_as_many_steps_as_are_allowed() {
    let file = File::new("template.yaml", chosen(60));
    let path = file.path();
    for question in [&["resolve"][..], &["runtime"], &["graph", "--variant"]] {
        let whole = run(&[&question[..1], &[path, "--no-limit"], &question[1..]].concat());
        assert_eq!(whole.status.code(), Some(0), "{question:?}: {whole:?}");
        let mut stopped = 0;
        for steps in ["0", "1k", "10k", "100k", "20G"] {
            let output = within(question, path, steps);
            if output.status.code() == Some(0) {
                assert_eq!(output.stdout, whole.stdout, "{question:?} {steps}");
                continue;
            }
            stopped += 1;
            let printed = String::from_utf8_lossy(&output.stderr);
            assert_eq!((output.status.code(), output.stdout.len()), (Some(4), 0), "{question:?} {steps}: {printed}");
            assert!(printed.contains("stopped before the variant was known"), "{question:?} {steps}: {printed}");
            assert!(printed.contains("`--no-limit` goes on"), "{question:?} {steps}: {printed}");
        }
        assert!(stopped > 0, "{question:?}");
    }
}

/// Nodes of inputs, of which each of some pairs has one.
fn covered(nodes: usize) -> String {
    let inputs: Vec<String> = (0..nodes).map(|place| format!("i{place}: {{type: boolean}}")).collect();
    let node = |place: usize| format!("    n{place}: {{type: t, conditions: {{variability_input: i{place}}}}}\n");
    let pair = |number: usize| {
        let places = [number % nodes, (number * number + 3 * number + 1) % nodes];
        format!("      - or: [{{variability_input: i{}}}, {{variability_input: i{}}}]\n", places[0], places[1])
    };
    format!(
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    options: \
         {{type_default_condition: true}}\n    inputs: {{{}}}\n    constraints:\n{}  node_templates:\n{}",
        inputs.join(", "),
        (0..2 * nodes).map(pair).collect::<String>(),
        (0..nodes).map(node).collect::<String>()
    )
}

/// However early it ends, the variant has the sum that is said, and the bound is one.
#[test]
fn an_optimisation_that_stops_shows_the_best_that_it_found() {
    let file = File::new("template.yaml", covered(60));
    let path = file.path();
    let number = |answer: &Json, name: &str| answer[name].as_str().unwrap().parse::<usize>().unwrap();
    let question = ["optimize", "--min", "nodes", "--format", "json"];
    let whole = document(&run(&["optimize", path, "--no-limit", "--min", "nodes", "--format", "json"]));
    let least = number(&whole, "value");
    assert_eq!((number(&whole, "bound"), &whole["exact"]), (least, &Json::Bool(true)));
    let mut shown = 0;
    for steps in (0..10).map(|power| 10_000_u64 << power) {
        let output = within(&question, path, &steps.to_string());
        if output.stdout.is_empty() || output.status.code() == Some(0) {
            continue;
        }
        shown += 1;
        let found = document(&output);
        assert_eq!((output.status.code(), &found["complete"]), (Some(4), &Json::Bool(false)), "{found}");
        let is_node = |path: &&Json| path.as_str().unwrap().starts_with("node.");
        let present = found["present"].as_array().unwrap().iter().filter(is_node).count();
        assert_eq!(present, number(&found, "value"), "{found}");
        assert!(number(&found, "bound") <= least && least <= number(&found, "value"), "{least}: {found}");
        let text = String::from_utf8(within(&question[..3], path, &steps.to_string()).stdout).unwrap();
        assert!(number(&found, "bound") == least || text.contains("no variant has less than"), "{text}");
    }
    assert!(shown > 0);
}

/// A square of nodes, each of which is there where one of its neighbours leads to it; those of the first column are where inputs say so.
fn mesh(width: usize) -> String {
    let node = |(row, column): (usize, usize)| {
        let link = (row + column) % width;
        let relation = |(number, (row, column)): (usize, (usize, usize))| {
            format!("        - to{number}: {{node: n{row}_{column}, conditions: {{variability_input: k{link}}}}}\n")
        };
        let around =
            [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
        let there = around.into_iter().filter(|&(row, column)| row < width && column < width);
        let relations: String = there.enumerate().map(relation).collect();
        let source = match column {
            0 => format!("      anchor: true\n      conditions: {{variability_input: r{row}}}\n"),
            _ => String::new(),
        };
        format!("    n{row}_{column}:\n      type: t\n{source}      requirements:\n{relations}")
    };
    let nodes: String = (0..width).flat_map(|row| (0..width).map(move |column| (row, column))).map(node).collect();
    let inputs: Vec<String> = ["r", "k"]
        .iter()
        .flat_map(|kind| (0..width).map(move |place| format!("{kind}{place}: {{type: boolean}}")))
        .collect();
    format!(
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs: {{{}}}\n    \
         options: {{mode: semantic-loose, expected_incoming_relation_check: false}}\n  node_templates:\n{nodes}",
        inputs.join(", ")
    )
}

#[test]
fn nodes_that_lead_to_each_other_in_all_directions_take_few_steps() {
    let file = File::new("mesh.yaml", mesh(14));
    let output = run(&["list", file.path(), "--limit", "1", "--steps", "500M"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}
