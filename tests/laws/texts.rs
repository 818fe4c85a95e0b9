//! Texts that are put together of inputs, against all short texts.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::question::{CheckOptions, CountDetail, Limits, Variants};
use variscope::analysis::value::{Configuration, Given, Provenance, Value};
use variscope::tosca::model::Kind;

use crate::support::model::{HEAD, model, template_of_nodes};

const LETTERS: [char; 3] = ['a', 'b', '-'];

/// As long as the longest literal, so that every piece of one is among them.
const LONGEST: usize = 3;

/// A part of a text: `$a` and `$b` are the inputs.
const PARTS: [&str; 6] = ["$a", "$b", "$a", "$b", "-", "a"];

fn texts() -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..LONGEST {
        last = last.iter().flat_map(|text| LETTERS.map(|letter| format!("{text}{letter}"))).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// A text that is compared with a literal.
#[derive(Clone, Debug)]
struct Comparison {
    parts: Vec<&'static str>,
    literal: String,
}

impl Comparison {
    fn text(&self) -> String {
        let part = |part: &&str| match part.strip_prefix('$') {
            Some(input) => format!("{{variability_input: {input}}}"),
            None => format!("\"{part}\""),
        };
        let parts: Vec<String> = self.parts.iter().map(part).collect();
        format!("{{equal: [{{concat: [{}]}}, \"{}\"]}}", parts.join(", "), self.literal)
    }

    fn holds(&self, a: &str, b: &str) -> bool {
        let parts = self.parts.iter().map(|part| match *part {
            "$a" => a,
            "$b" => b,
            fixed => fixed,
        });
        parts.collect::<String>() == self.literal
    }
}

fn comparison() -> impl Strategy<Value = Comparison> {
    let parts = prop::collection::vec(select(PARTS.to_vec()), 1..4);
    (parts, select(texts())).prop_map(|(parts, literal)| Comparison { parts, literal })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn variants_are_those_of_all_texts(conditions in prop::collection::vec(comparison(), 1..4)) {
        let declared = "    inputs: {a: {type: string}, b: {type: string}}\n";
        let model = model(&template_of_nodes(declared, conditions.iter().map(Comparison::text)));
        let holding = |a: &str, b: &str| -> Vec<bool> { conditions.iter().map(|condition| condition.holds(a, b)).collect() };
        let texts = texts();
        let expected: BTreeSet<Vec<bool>> = texts.iter().flat_map(|a| texts.iter().map(|b| holding(a, b))).collect();
        let nothing = Configuration::new();
        let variants = Variants::of(&model, &nothing).unwrap();
        let survey = variants.enumerate_classes(&Limits::default());
        prop_assert!(survey.exactness.is_exact(), "{:?}", survey.exactness.caveats);
        let mut actual = BTreeSet::new();
        for variant in &survey.variants {
            let is_present = |id| variant.present[survey.elements.binary_search(&id).unwrap()];
            let present: Vec<bool> = model.of_kind(Kind::Node).take(conditions.len()).map(is_present).collect();
            let value = |name: &str| {
                let given = variant.reach.witness.iter().find(|(input, _)| **input == *name);
                given.map_or(String::new(), |(_, value)| Value::to_text(value))
            };
            prop_assert_eq!(&holding(&value("a"), &value("b")), &present, "{:?}", variant.reach.witness);
            actual.insert(present);
        }
        prop_assert_eq!(actual, expected);
    }
}

/// Inputs that are put together to names of several parts, and their values.
const ENVIRONMENTS: [&str; 6] = ["a", "b", "ab", "-", "a-", "dev"];

/// The inputs that a name is put together of, in order, with one of the values of each.
type Name = Vec<(usize, usize)>;

fn name() -> impl Strategy<Value = Name> {
    let values = prop::collection::vec(0..ENVIRONMENTS.len(), 5);
    (prop::collection::vec(0..5_usize, 2..6), values)
        .prop_map(|(inputs, values)| inputs.into_iter().map(|input| (input, values[input])).collect())
}

/// The values of a name with a separator between them.
fn text(name: &[(usize, usize)], separator: &str, chosen: impl Fn((usize, usize)) -> usize) -> String {
    name.iter().map(|&part| ENVIRONMENTS[chosen(part)]).collect::<Vec<_>>().join(separator)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// So many combinations that inputs are classes of their own, with all of their values and with one that is given.
    #[test]
    fn names_of_many_parts_are_those_of_all_combinations(
        names in prop::collection::vec((name(), select(vec!["", "-", "a"])), 1..6),
        given in prop::option::of(0..ENVIRONMENTS.len()),
    ) {
        let node = |(place, (name, separator)): (usize, &(Name, &str))| {
            let parts: Vec<String> = name.iter().map(|(input, _)| format!("{{variability_input: i{input}}}")).collect();
            let parts = parts.join(&format!(", \"{separator}\", "));
            let text = text(name, separator, |(_, chosen)| chosen);
            format!("    n{place}: {{type: t, conditions: {{equal: [{{concat: [{parts}]}}, \"{text}\"]}}}}\n")
        };
        let nodes: String = names.iter().enumerate().map(node).collect();
        let declaration = |place: usize| {
            format!("      i{place}: {{type: string, constraints: [{{valid_values: {ENVIRONMENTS:?}}}]}}\n")
        };
        let declarations: String = (0..5).map(declaration).collect();
        let model = model(&format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {{type_default_condition: true}}
    inputs:
{declarations}  node_templates:
{nodes}    always: {{type: t}}
"
        ));
        let mut configuration = Configuration::new();
        if let Some(value) = given {
            let value = Value::string(ENVIRONMENTS[value]);
            configuration.set("i0", Given { value, provenance: Provenance::Assumed });
        }
        let combinations = (0..6_usize.pow(5)).map(|number| [0, 1, 2, 3, 4].map(|input| number / 6_usize.pow(input) % 6));
        let combinations: Vec<[usize; 5]> = combinations.filter(|all| given.is_none_or(|given| all[0] == given)).collect();
        let holding = |all: &[usize; 5]| -> Vec<bool> {
            let holds = |(name, separator): &(Name, &str)| {
                text(name, separator, |(input, _)| all[input]) == text(name, separator, |(_, chosen)| chosen)
            };
            names.iter().map(holds).collect()
        };
        let expected: BTreeSet<Vec<bool>> = combinations.iter().map(holding).collect();
        let count = Variants::of(&model, &configuration).unwrap().count(&Limits::default(), CountDetail::Total);
        prop_assert!(count.exactness.is_exact(), "{:?}", count.exactness.caveats);
        prop_assert_eq!(count.variants, expected.len().into());
        prop_assert_eq!(count.configurations, Some(combinations.len().into()));
    }
}

/// Names of many open parts are decided without a look at all combinations of these.
#[test]
fn names_of_many_open_parts_are_exact() {
    let parts = 20;
    let declaration = |place: usize| format!("      i{place}: {{type: string}}\n");
    let declarations = (0..parts).map(declaration).collect::<Vec<_>>().concat();
    // The first comes again at the end.
    let places = || (0..parts).chain([0]);
    let inputs: Vec<String> = places().map(|place| format!("{{variability_input: i{place}}}")).collect();
    let full = inputs.join(", \"-\", ");
    let node = |number: usize| {
        let text = places().map(|place| format!("v{}", number * (place + 1) % 7)).collect::<Vec<_>>().join("-");
        format!("    n{number}: {{type: t, conditions: {{equal: [{{concat: [{full}]}}, {text}]}}}}\n")
    };
    let nodes: String = (0..7).map(node).collect();
    let model = model(&format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {{type_default_condition: true}}
    inputs:
{declarations}  node_templates:
{nodes}    start: {{type: t, conditions: {{equal: [{{variability_input: i0}}, v1]}}}}
    always: {{type: t}}
"
    ));
    let nothing = Configuration::new();
    let count = Variants::of(&model, &nothing).unwrap().count(&Limits::default(), CountDetail::Total);
    assert!(count.exactness.is_exact(), "{:?}", count.exactness.caveats);
    // Each of the names, one of which starts with v1, or none of them with that start or another.
    assert_eq!(count.variants, 9_u8.into());
}

/// What is computed by operators that are defined everywhere makes no configuration invalid, and that is known; what may be
/// undefined is found, or not called fine.
#[test]
fn values_that_are_always_there_make_no_difference() {
    let is_fine = |expression: &str| {
        let model = model(&format!(
            "{HEAD}    inputs: {{a: {{type: string}}, n: {{type: integer}}}}
  node_templates:
    always:
      type: t
      properties:
        - p: {{expression: {expression}}}
"
        ));
        let nothing = Configuration::new();
        let variants = Variants::of(&model, &nothing).unwrap();
        let count = variants.count(&Limits::default(), CountDetail::Total);
        assert_eq!(count.variants, 1_u8.into(), "{expression}");
        let resolves = |text: &str, number: i64| {
            let mut given = Configuration::new();
            for (name, value) in [("a", Value::from(text.to_owned())), ("n", Value::integer(number))] {
                given.set(name, Given { value, provenance: Provenance::Assumed });
            }
            variants.under(&given).resolve().is_ok()
        };
        let texts = ["", "-", "x", "x-y"].into_iter();
        let mut all = texts.flat_map(|text| [-1, 0, 7].map(|number| (text, number)));
        let findings = variants.check(&Limits::default(), CheckOptions::default());
        let is_fine =
            findings.exactness.is_exact() && findings.findings.iter().all(|finding| finding.witness.is_none());
        assert_eq!(all.all(|(text, number)| resolves(text, number)), is_fine, "{expression}");
        is_fine
    };
    let (a, n) = ("{variability_input: a}", "{variability_input: n}");
    for always in [
        format!("{{join: [[{a}, x, {n}], ',']}}"),
        format!("{{token: [{{concat: [{a}, '-', x]}}, '-', 1]}}"),
        format!("{{token: [{a}, '-', 0]}}"),
        format!("{{greater: [{n}, 5]}}"),
        format!("{{less: [{n}, {{median: [1, 2, 3]}}]}}"),
        format!("{{equal: [{a}, x, {n}]}}"),
        format!("{{in_range: [{n}, [1, 5]]}}"),
        format!("{{valid_values: [{{concat: [{a}, {n}]}}, [x, y]]}}"),
    ] {
        assert!(is_fine(&always), "{always}");
    }
    for sometimes in [
        format!("{{less: [{n}, {{div: [1, {n}]}}]}}"),
        format!("{{token: [{a}, '-', 1]}}"),
        format!("{{token: [{{concat: [{a}, '-']}}, '-', 2]}}"),
        format!("{{token: [{a}, '', 0]}}"),
    ] {
        assert!(!is_fine(&sometimes), "{sometimes}");
    }
}
