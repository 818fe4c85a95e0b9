//! Classes against what each reader makes of each value by itself.

use std::fmt::Write as _;

use variscope_encoder::linear::WorkLimit;
use variscope_encoder::random::Congruential;

use super::*;
use crate::analysis::domain::CrossGroupSums;
use crate::source::package::Package;
use crate::tosca::model::{LoadOptions, Model};

const HEAD: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      n: {type: integer, default: 4}
      f: {type: float}
      s: {type: string}
      l: {type: integer, constraints: [{valid_values: [5, 1, 3, 2, 4]}]}
      u: {}
      d: {type: string, default_expression: {concat: [a, b]}}
  node_templates:
";

/// Conditions in which `N` is a number and `T` a text.
const CONDITIONS: [&str; 17] = [
    "{less: [{variability_input: n}, N]}",
    "{equal: [{variability_input: n}, N]}",
    "{not: {greater_or_equal: [{variability_input: n}, N]}}",
    "{in_range: [{variability_input: n}, [N, 7]]}",
    "{valid_values: [{variability_input: n}, [N, 2, 3]]}",
    "{greater: [{variability_input: f}, N.5]}",
    "{less_or_equal: [{variability_input: f}, N]}",
    "{equal: [{variability_input: s}, T]}",
    "{valid_values: [{variability_input: s}, [T, vN]]}",
    "{less: [{variability_input: s}, T]}",
    "{max_length: [{variability_input: s}, N]}",
    "{equal: [{concat: [v, {variability_input: s}]}, vT]}",
    "{less: [{variability_input: l}, N]}",
    "{equal: [{variability_input: u}, N]}",
    "{equal: [{variability_input: d}, T]}",
    "{equal: [{variability_input: n}, \"N\"]}",
    "{equal: [{weekday: []}, sunday]}",
];

/// Nodes with conditions that look random.
fn template(seed: u64, nodes: usize) -> String {
    let mut draws = Congruential::new(seed);
    let mut below = |bound: usize| draws.below(bound);
    let mut text = HEAD.to_owned();
    for node in 0..nodes {
        let condition = CONDITIONS[below(16)].replace('N', &below(9).to_string());
        let condition = condition.replace('T', ["ab", "v1", "v2", "x"][below(4)]);
        let _ = writeln!(text, "    n{node}: {{type: tosca.nodes.Root, conditions: {condition}}}");
    }
    text
}

fn model(text: &str) -> Model {
    let load = LoadOptions::default();
    Model::load(&Package::of_text(text.to_owned()), &load).unwrap().model.unwrap()
}

#[test]
fn readers_make_of_a_value_what_they_make_of_its_class() {
    let mut looked_at = 0;
    for seed in 0..120 {
        let text = template(seed, 2 + seed as usize % 12);
        let (model, nothing) = (model(&text), Configuration::new());
        let variants = Variants::of(&model, &nothing).unwrap();
        let classes = Classes::of(&variants);
        let mut logic = KnownPresence::none(&model);
        for group in classes.groups().iter().filter(|group| group.inputs.len() == 1) {
            for (candidate, met) in &group.occurrences[0] {
                let given = [(Arc::clone(&group.inputs[0]), candidate.value.clone())];
                let configuration = Witness::new(given).complete(&nothing);
                let mut asking = OutcomeEvaluator::of(&variants, &configuration, &mut logic);
                let class = *met.first().unwrap();
                for (reader, &subject) in group.readers.iter().enumerate() {
                    let alone = asking.outcome(&classes.subjects[subject], &BTreeSet::new());
                    assert_eq!(*group.outcomes.at(class, reader), alone, "{candidate:?} {text}");
                    looked_at += 1;
                }
            }
        }
    }
    assert!(looked_at > 1_000, "{looked_at}");
}

/// The groups of inputs where no condition is apart, and how often conditions were asked.
fn asked(text: &str) -> (Partition<Outcome>, usize) {
    let (model, nothing) = (model(text), Configuration::new());
    let variants = Variants::of(&model, &nothing).unwrap();
    let (subjects, readers): (Vec<InputReader>, Vec<Reader<'_, '_>>) = subjects(&variants, false).into_iter().unzip();
    let (mut logic, mut asked) = (KnownPresence::none(&model), 0);
    let sums = CrossGroupSums::default();
    let partition =
        Partition::of(completions(&variants, &WorkLimit::default()), &readers, &sums, |configuration, place| {
            asked += 1;
            let mut asking = OutcomeEvaluator::of(&variants, configuration, &mut logic);
            asking.outcome(&subjects[place], &readers[place].inputs)
        });
    (partition, asked)
}

/// Each reader is asked about its own literal and what is around it, and not about the literals of all others.
#[test]
fn readers_are_asked_about_their_own_literals() {
    for condition in ["{less: [{variability_input: n}, N]}", "{equal: [{variability_input: s}, vN]}"] {
        let mut text = HEAD.to_owned();
        for node in 0..200 {
            let condition = condition.replace('N', &node.to_string());
            let _ = writeln!(text, "    n{node}: {{type: tosca.nodes.Root, conditions: {condition}}}");
        }
        let (partition, asked) = asked(&text);
        let most = partition.groups.iter().map(|group| group.classes.len()).max();
        assert!(most >= Some(200) && asked <= 700, "{most:?} {asked}");
    }
}

/// A reader that compares a text with another is asked once where they are the same, and once where not.
#[test]
fn readers_of_texts_are_asked_twice() {
    let input = |place: usize| format!("{{variability_input: e{place}}}");
    let declaration = |place: usize| {
        format!("      e{place}: {{type: string, constraints: [{{valid_values: [a{place}, b{place}, c{place}]}}]}}\n")
    };
    let declarations: String = (0..5).map(declaration).collect();
    let mut text = HEAD.replace("  node_templates:", &format!("{declarations}  node_templates:"));
    for node in 0..30 {
        let part = |place: usize| format!("{}{place}", ["a", "b", "c"][(node + place * node) % 3]);
        let name = (0..5).map(part).collect::<Vec<_>>().concat();
        let whole = (0..5).map(input).collect::<Vec<_>>().join(", ");
        let condition = format!("{{equal: [{{concat: [{whole}]}}, {name}]}}");
        let _ = writeln!(text, "    n{node}: {{type: tosca.nodes.Root, conditions: {condition}}}");
    }
    let (partition, asked) = asked(&text);
    let combinations: usize =
        partition.groups.iter().filter_map(|group| Some(group.combinations.as_ref()?.len())).sum();
    assert!(combinations >= 243 && asked <= 60, "{combinations} {asked}");
}
