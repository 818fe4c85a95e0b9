//! Sums of integers below and above limits, against all points of a box that is too large for classes of combinations.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use proptest::prelude::*;
use variscope::analysis::question::{CheckOptions, CountDetail, ElementStatus, Limits, Variants};
use variscope::analysis::value::{Configuration, Given, Provenance, Value};
use variscope::tosca::model::{ElementId, Kind, Model};

use crate::support::model::{HEAD, model, template_of_nodes};

const INPUTS: &str = "    inputs:
      a: {type: integer, constraints: [{in_range: [0, 8]}]}
      b: {type: integer, constraints: [{in_range: [-4, 4]}], default: 2}
      c: {type: integer, constraints: [{valid_values: [7, 1, 2, 16, 4, 9, 32, 5, 3]}]}
      d: {type: integer, constraints: [{greater_than: 0}, {less_or_equal: 9}]}
      on: {type: boolean}
";

/// Integers from 1 to 10 under one limit, each with a node above 3 and one above 6.
pub(super) fn under_one_limit(count: usize, limit: usize) -> String {
    let all: Vec<String> = (0..count).map(|input| format!("{{variability_input: r{input}}}")).collect();
    let inputs =
        (0..count).map(|input| format!("      r{input}: {{type: integer, constraints: [{{in_range: [1, 10]}}]}}\n"));
    let node =
        |name, input: &String, least| format!("    {name}: {{type: t, conditions: {{greater: [{input}, {least}]}}}}\n");
    let nodes = all.iter().enumerate();
    let nodes = nodes.map(|(place, input)| node(format!("n{place}"), input, 3) + &node(format!("m{place}"), input, 6));
    format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {{type_default_condition: true}}
    inputs:
{}    constraints: [{{less_or_equal: [{{add: [{}]}}, {limit}]}}]
  node_templates:
{}",
        inputs.collect::<String>(),
        all.join(", "),
        nodes.collect::<String>()
    )
}

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

fn values(input: usize) -> Vec<i64> {
    match input {
        0 => (0..=8).collect(),
        1 => (-4..=4).collect(),
        2 => vec![7, 1, 2, 16, 4, 9, 32, 5, 3],
        _ => (1..=9).collect(),
    }
}

/// Values of all inputs.
type Point = ([i64; 4], bool);

fn points() -> Vec<Point> {
    let mut all = Vec::new();
    for a in values(0) {
        for b in values(1) {
            for c in values(2) {
                for d in values(3) {
                    all.extend([false, true].map(|on| ([a, b, c, d], on)));
                }
            }
        }
    }
    all
}

/// What is compared.
#[derive(Clone, Debug)]
enum Compared {
    /// Multiples of inputs, added up.
    Sum([i64; 4]),
    /// A product of two inputs, which is no sum: it is a table of their values.
    Product(usize, usize),
}

/// Something beside a number.
#[derive(Clone, Debug)]
struct Comparison {
    compared: Compared,
    operator: &'static str,
    number: i64,
    /// Whether it holds where `on` does not.
    is_optional: bool,
}

fn input(name: &str) -> String {
    format!("{{variability_input: {name}}}")
}

impl Comparison {
    fn text(&self) -> String {
        let compared = match &self.compared {
            Compared::Sum(factors) => {
                let terms = factors.iter().zip(NAMES).filter(|(factor, _)| **factor != 0);
                let term = |(factor, name): (&i64, &str)| match factor {
                    1 => input(name),
                    _ => format!("{{mul: [{factor}, {}]}}", input(name)),
                };
                let terms: Vec<String> = terms.map(term).chain(["0".to_owned()]).collect();
                format!("{{add: [{}]}}", terms.join(", "))
            }
            Compared::Product(one, other) => format!("{{mul: [{}, {}]}}", input(NAMES[*one]), input(NAMES[*other])),
        };
        let number = self.number;
        let comparison = match self.operator {
            "in_range" => format!("{{in_range: [{compared}, [{number}, {}]]}}", number + 5),
            operator => format!("{{{operator}: [{compared}, {number}]}}"),
        };
        if self.is_optional { format!("{{or: [{{not: {}}}, {comparison}]}}", input("on")) } else { comparison }
    }

    fn holds(&self, (point, on): &Point) -> bool {
        let compared: i64 = match &self.compared {
            Compared::Sum(factors) => factors.iter().zip(point).map(|(factor, at)| factor * at).sum(),
            Compared::Product(one, other) => point[*one] * point[*other],
        };
        let holds = match self.operator {
            "greater" => compared > self.number,
            "less_or_equal" => compared <= self.number,
            "in_range" => (self.number..=self.number + 5).contains(&compared),
            _ => compared == self.number,
        };
        holds || (self.is_optional && !on)
    }
}

fn comparison() -> impl Strategy<Value = Comparison> {
    let factor = || prop_oneof![3 => Just(1_i64), 1 => Just(0), 2 => -3..4_i64];
    let compared = prop_oneof![
        12 => ([factor(), factor(), factor(), factor()], -10..60_i64).prop_map(|(factors, number)| (Compared::Sum(factors), number)),
        4 => (0..4_usize, 0..20_i64).prop_map(|(one, number)| {
            let mut factors = [0; 4];
            factors[one] = 1;
            (Compared::Sum(factors), number)
        }),
        4 => (0..4_usize, 0..4_usize, -10..40_i64).prop_map(|(one, other, number)| (Compared::Product(one, other), number)),
    ];
    let operators = prop_oneof![Just("greater"), Just("less_or_equal"), Just("equal"), Just("in_range")];
    (compared, operators, any::<bool>()).prop_map(|((compared, number), operator, is_optional)| Comparison {
        compared,
        operator,
        number,
        is_optional,
    })
}

fn template(conditions: &[Comparison], constraint: &Comparison) -> String {
    let declared = format!("{INPUTS}    constraints: [{}]\n", constraint.text());
    template_of_nodes(&declared, conditions.iter().map(Comparison::text))
}

fn nodes(model: &Model) -> Vec<ElementId> {
    model.of_kind(Kind::Node).collect()
}

fn given(values: &[(&str, Value)]) -> Configuration {
    let mut configuration = Configuration::new();
    for (name, value) in values {
        configuration.set(*name, Given { value: value.clone(), provenance: Provenance::Assumed });
    }
    configuration
}

/// By variant: how many of these points give it.
fn expected(
    points: &[Point],
    (conditions, constraint): (&[Comparison], &Comparison),
    is_given: impl Fn(&Point) -> bool,
) -> BTreeMap<Vec<bool>, u64> {
    let mut expected: BTreeMap<Vec<bool>, u64> = BTreeMap::new();
    for point in points.iter().filter(|point| is_given(point) && constraint.holds(point)) {
        let present = conditions.iter().map(|condition| condition.holds(point)).chain([true]).collect();
        *expected.entry(present).or_default() += 1;
    }
    expected
}

/// Numbers, statuses and the list are those of the points.
fn agrees(
    model: &Model,
    configuration: &Configuration,
    (conditions, constraint): (&[Comparison], &Comparison),
    expected: &BTreeMap<Vec<bool>, u64>,
) -> Result<(), TestCaseError> {
    let (variants, limits) = (Variants::of(model, configuration).unwrap(), Limits::default());
    let count = variants.count(&limits, CountDetail::PerElement);
    prop_assert!(count.exactness.is_exact(), "{:?}", count.exactness.caveats);
    prop_assert_eq!(count.variants, BigUint::from(expected.len()));
    prop_assert_eq!(count.configurations, Some(BigUint::from(expected.values().sum::<u64>())));
    let elements = variants.elements(&limits);
    prop_assert!(elements.exactness.is_exact(), "{:?}", elements.exactness.caveats);
    for (place, id) in nodes(model).into_iter().enumerate() {
        let summary = elements.elements.iter().find(|summary| summary.element == id).unwrap();
        let with = expected.keys().filter(|present| present[place]).count();
        prop_assert_eq!(summary.variants.clone(), Some(BigUint::from(with)));
        let status = match with {
            _ if expected.is_empty() => None,
            0 => Some(ElementStatus::Dead),
            _ if with == expected.len() => Some(ElementStatus::Core),
            _ => Some(ElementStatus::Conditional),
        };
        prop_assert_eq!(summary.status, status);
    }
    let mut actual: BTreeMap<Vec<bool>, u64> = BTreeMap::new();
    let mut listing = variants.listing(&limits).unwrap();
    let mut next = BigUint::ZERO;
    while let Some(listed) = listing.seek(&next).unwrap() {
        let variant = listing.variant();
        let is_present = |id: &ElementId| variant.present[listing.elements().binary_search(id).unwrap()];
        let present: Vec<bool> = nodes(model).iter().map(is_present).collect();
        let point = NAMES.map(|name| {
            let open = variant.reach.witness.iter().find(|(input, _)| **input == *name).map(|(_, value)| value);
            let value = open.or_else(|| configuration.value(name));
            // Only "b" has a default, which is left out where nothing reads it.
            value.and_then(|value| value.as_number()?.to_i64()).unwrap_or(2)
        });
        let on = variant.reach.witness.iter().any(|(input, value)| &**input == "on" && *value == Value::Boolean(true));
        prop_assert!(constraint.holds(&(point, on)), "{:?}", point);
        let own: Vec<bool> = conditions.iter().map(|condition| condition.holds(&(point, on))).chain([true]).collect();
        prop_assert_eq!(&own, &present, "{:?}", point);
        let configurations = listing.configurations().unwrap();
        prop_assert!(actual.insert(present, u64::try_from(configurations).unwrap()).is_none());
        next = listed.end;
    }
    prop_assert_eq!(&actual, expected);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, ..ProptestConfig::default() })]

    #[test]
    fn answers_are_those_of_all_points(
        conditions in prop::collection::vec(comparison(), 1..5),
        constraint in comparison(),
    ) {
        let text = template(&conditions, &constraint);
        let (model, points) = (model(&text), points());
        let asked = (conditions.as_slice(), &constraint);
        agrees(&model, &Configuration::new(), asked, &expected(&points, asked, |_| true))?;
        // Under a given value what is left is few combinations, which are looked at one by one.
        let four = given(&[("c", Value::integer(4)), ("d", Value::integer(4))]);
        agrees(&model, &four, asked, &expected(&points, asked, |(point, _)| point[2] == 4 && point[3] == 4))?;
        let one = given(&[("b", Value::integer(-1))]);
        agrees(&model, &one, asked, &expected(&points, asked, |(point, _)| point[1] == -1))?;
    }
}

/// Nothing of what is said about a quota is doubtful, and what it makes impossible is reported.
#[test]
fn quotas_of_many_inputs_are_decided() {
    let declaration =
        |place: usize| format!("      i{place}: {{type: integer, constraints: [{{in_range: [1, 50]}}]}}\n");
    let inputs = (0..12).map(declaration).collect::<Vec<_>>().concat();
    let sum: Vec<String> = (0..12).map(|place| input(&format!("i{place}"))).collect();
    let sum = format!("{{add: [{}]}}", sum.join(", "));
    let text = format!(
        "{HEAD}    inputs:
{inputs}    constraints: [{{less_or_equal: [{sum}, 20]}}]
  node_templates:
    never: {{type: t, conditions: {{greater: [{}, 9]}}}}
    always: {{type: t, conditions: {{less: [{}, 10]}}}}
    full: {{type: t, conditions: {{equal: [{sum}, 20]}}}}
",
        input("i3"),
        input("i7")
    );
    let (model, nothing, limits) = (model(&text), Configuration::new(), Limits::default());
    let variants = Variants::of(&model, &nothing).unwrap();
    let count = variants.count(&limits, CountDetail::Total);
    // As many as there are ways to spend at most 8 on 12 inputs beside their 1.
    assert_eq!((count.variants, count.configurations), (2_u8.into(), Some(125_970_u32.into())));
    assert!(count.exactness.is_complete && count.exactness.caveats.is_empty());
    let elements = variants.elements(&limits);
    let statuses: Vec<_> = nodes(&model)
        .into_iter()
        .map(|id| elements.elements.iter().find(|summary| summary.element == id).unwrap().status.unwrap())
        .collect();
    assert_eq!(statuses, [ElementStatus::Dead, ElementStatus::Core, ElementStatus::Conditional]);
    let findings = variants.check(&limits, CheckOptions::default());
    assert!(findings.exactness.is_exact());
    assert!(findings.findings.iter().any(|finding| finding.diagnostic.message.contains("never")));
}

/// Sixty services, none in the zone of the next one: they are as many as the colourings of a cycle.
#[test]
fn inputs_that_must_differ_are_no_class_each() {
    let zone = |place: usize| input(&format!("zone{}", place % 60));
    let declaration = |place: usize| {
        format!("      zone{place}: {{type: string, constraints: [{{valid_values: [north, east, south, west]}}]}}\n")
    };
    let inputs = (0..60).map(declaration).collect::<Vec<_>>().concat();
    let differ = |place: usize| format!("{{not: {{equal: [{}, {}]}}}}", zone(place), zone(place + 1));
    let constraints = (0..60).map(differ).collect::<Vec<_>>().join(", ");
    let node = |place: usize| format!("    s{place}: {{type: t, conditions: {{equal: [{}, north]}}}}\n", zone(place));
    let nodes = (0..60).map(node).collect::<Vec<_>>().concat();
    let text = format!(
        "{HEAD}    inputs:
{inputs}    constraints: [{constraints}]
  node_templates:
{nodes}"
    );
    let (model, nothing, limits) = (model(&text), Configuration::new(), Limits::default());
    let variants = Variants::of(&model, &nothing).unwrap();
    let count = variants.count(&limits, CountDetail::Total);
    assert!(count.exactness.is_exact(), "{:?}", count.exactness.caveats);
    // Each zone but the last differs from the one before in three ways; what is left is to differ from the first as well.
    assert_eq!(count.configurations, Some(BigUint::from(3_u8).pow(60) + 3_u8));
}

/// Few inputs of few values each are looked at one by one, however many ranges of their differences there are.
#[test]
fn few_combinations_are_exact() {
    for (inputs, top) in [(3_usize, 9_usize), (4, 3), (4, 8), (5, 3), (5, 5), (7, 3)] {
        let name = |place: usize| input(&format!("i{place}"));
        let each = |line: &dyn Fn(usize) -> String, end: usize| (0..end).map(line).collect::<Vec<_>>().concat();
        let declarations = each(
            &|place| format!("      i{place}: {{type: integer, constraints: [{{in_range: [1, {top}]}}]}}\n"),
            inputs,
        );
        let near = |place: usize| {
            let (own, next) = (name(place), name(place + 1));
            format!(
                "      - less_or_equal: [{own}, {{add: [{next}, 2]}}]\n      - less_or_equal: [{next}, {{add: [{own}, 1]}}]\n"
            )
        };
        let node = |place: usize| format!("    n{place}: {{type: t, conditions: {{less: [{}, 2]}}}}\n", name(place));
        let text = format!(
            "{HEAD}    inputs:
{declarations}    constraints:
{}  node_templates:
{}    always: {{type: t}}
",
            each(&near, inputs - 1),
            each(&node, inputs)
        );
        let point = |number: usize| (0..inputs).map(move |place| 1 + number / top.pow(place as u32) % top);
        let points = (0..top.pow(inputs as u32)).map(|number| point(number).collect::<Vec<_>>());
        let near = |pair: &[usize]| pair[0] <= pair[1] + 2 && pair[1] <= pair[0] + 1;
        let valid: Vec<Vec<usize>> = points.filter(|point| point.windows(2).all(near)).collect();
        let present = |point: &Vec<usize>| point.iter().map(|at| *at < 2).collect::<Vec<_>>();
        let expected: BTreeSet<Vec<bool>> = valid.iter().map(present).collect();
        let (model, nothing) = (model(&text), Configuration::new());
        let count = Variants::of(&model, &nothing).unwrap().count(&Limits::default(), CountDetail::Total);
        assert!(count.exactness.is_exact(), "{text} {:?}", count.exactness.caveats);
        let numbers = (count.variants, count.configurations);
        assert_eq!(numbers, (expected.len().into(), Some(valid.len().into())), "{text}");
    }
}

/// Texts that are put together with a shared one, each in few ways, are a table each.
#[test]
fn texts_that_are_put_together_are_tables() {
    let versions = (0..18).map(|place| format!("\"{}.{}\"", 1 + place / 6, place % 6)).collect::<Vec<_>>().join(", ");
    let declaration =
        |place: usize| format!("      v{place}: {{type: string, constraints: [{{valid_values: [{versions}]}}]}}\n");
    let declarations = (0..5).map(declaration).collect::<Vec<_>>().concat();
    let tag = |place: usize| format!("{{concat: [{}, \"-\", {}]}}", input(&format!("v{place}")), input("env"));
    let node = |place: usize| format!("    n{place}: {{type: t, conditions: {{equal: [{}, 2.0-prod]}}}}\n", tag(place));
    let text = format!(
        "{HEAD}    inputs:
      env: {{type: string, constraints: [{{valid_values: [dev, prod]}}]}}
{declarations}  node_templates:
{}    always: {{type: t}}
",
        (0..5).map(node).collect::<Vec<_>>().concat()
    );
    let (model, nothing) = (model(&text), Configuration::new());
    let count = Variants::of(&model, &nothing).unwrap().count(&Limits::default(), CountDetail::Total);
    assert!(count.exactness.is_exact(), "{:?}", count.exactness.caveats);
    assert_eq!((count.variants, count.configurations), (32_u8.into(), Some((2 * 18_u32.pow(5)).into())));
}
