//! Sums of the same unbounded integers beside numbers, against all points of a cube and against values of the sums.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use num_bigint::BigUint;
use variscope::analysis::question::{CheckOptions, CountDetail, ElementStatus, Limits, Variants};
use variscope::analysis::value::{Configuration, Value};
use variscope::tosca::model::{ElementId, Kind, Model};
use variscope_encoder::random::Congruential;

use crate::support::model::model;

const NAMES: [&str; 3] = ["a", "b", "c"];

/// Multiples of the inputs that are added up, by kind: sums, differences, and multiples that leave remainders.
const SUMS: [&[[i64; 3]]; 3] = [
    &[[1, 1, 0], [0, 1, 1], [1, 0, 1], [1, 0, 0], [0, 0, 1]],
    &[[1, -1, 0], [0, 1, -1], [1, 0, -1], [1, 0, 0], [0, 0, 1]],
    &[[2, 1, 0], [0, 2, 1], [1, 0, 2], [1, 0, -1]],
];

/// How far points go from 0: further than where hyperplanes of three of these sums and numbers up to 4 meet.
const FAR: i64 = 24;

type Point = ([i64; 3], bool);

/// A sum beside a number.
struct Comparison {
    factors: [i64; 3],
    operator: &'static str,
    number: i64,
    /// Whether it holds where `on` does not.
    is_optional: bool,
}

impl Comparison {
    fn text(&self) -> String {
        let input = |name: &str| format!("{{variability_input: {name}}}");
        let term = |(factor, name): (&i64, &str)| match factor {
            1 => input(name),
            _ => format!("{{mul: [{factor}, {}]}}", input(name)),
        };
        let terms = self.factors.iter().zip(NAMES).filter(|(factor, _)| **factor != 0);
        let terms: Vec<String> = terms.map(term).collect();
        let comparison = format!("{{{}: [{{add: [{}, 0]}}, {}]}}", self.operator, terms.join(", "), self.number);
        if self.is_optional { format!("{{or: [{{not: {}}}, {comparison}]}}", input("on")) } else { comparison }
    }

    fn holds(&self, (point, on): &Point) -> bool {
        let sum: i64 = self.factors.iter().zip(point).map(|(factor, at)| factor * at).sum();
        let holds = match self.operator {
            "greater" => sum > self.number,
            "less" => sum < self.number,
            _ => sum == self.number,
        };
        holds || (self.is_optional && !on)
    }
}

/// Each of some sums beside several numbers.
fn conditions(random: &mut Congruential) -> Vec<Comparison> {
    let (sums, most) = [(3, 3), (3, 3), (4, 2)][random.below(3)];
    let kind = SUMS[random.below(3)];
    let mut all = Vec::new();
    let mut chosen = BTreeSet::new();
    while chosen.len() < sums {
        chosen.insert(kind[random.below(kind.len())]);
    }
    for factors in chosen {
        for number in -most..=most {
            let operator = ["greater", "greater", "greater", "equal"][random.below(4)];
            all.push(Comparison { factors, operator, number, is_optional: random.below(20) == 0 });
        }
    }
    all
}

/// A declaration of an input, with its least value.
fn declaration(random: &mut Congruential) -> (&'static str, i64) {
    match random.below(6) {
        0 => ("{type: integer, constraints: [{greater_or_equal: -2}]}", -2),
        1 => ("{type: integer, default: 1}", -FAR),
        _ => ("{type: integer}", -FAR),
    }
}

fn nodes(model: &Model) -> Vec<ElementId> {
    model.of_kind(Kind::Node).collect()
}

/// What is present, in the order of the nodes, as far as variants can be listed in order: where each combination of ranges is a class,
/// they may be too many.
fn listed(model: &Model, conditions: &[Comparison], is_valid: impl Fn(&Point) -> bool) -> Option<BTreeSet<Vec<bool>>> {
    let (nothing, limits) = (Configuration::new(), Limits::default());
    let variants = Variants::of(model, &nothing).unwrap();
    let mut listing = variants.listing(&limits)?;
    let (mut found, mut next) = (BTreeSet::new(), BigUint::ZERO);
    while let Some(listed) = listing.seek(&next).unwrap() {
        let variant = listing.variant();
        let is_present = |id: &ElementId| variant.present[listing.elements().binary_search(id).unwrap()];
        let present: Vec<bool> = nodes(model).iter().map(is_present).collect();
        let value = |name: &str| variant.reach.witness.iter().find(|(input, _)| **input == *name).unwrap().1.clone();
        let point = NAMES.map(|name| value(name).as_number().unwrap().to_i64().unwrap());
        let point = (point, value("on") == Value::Boolean(true));
        assert!(is_valid(&point), "{point:?}");
        let own: Vec<bool> = conditions.iter().map(|condition| condition.holds(&point)).collect();
        assert_eq!(own, present, "{point:?}");
        assert!(found.insert(present));
        next = listed.end;
    }
    Some(found)
}

#[test]
fn answers_are_those_of_points_without_end() {
    let mut random = Congruential::new(5);
    let (mut decided, mut variants_in_all) = (0, 0);
    for round in 0..8 {
        let conditions = conditions(&mut random);
        let limit = [100, 100, 3][random.below(3)];
        let constraint = Comparison { factors: [1, 1, 1], operator: "less", number: limit, is_optional: false };
        let declared = NAMES.map(|_| declaration(&mut random));
        let mut text = "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:
    options: {type_default_condition: true}\n    inputs:\n      on: {type: boolean}\n"
            .to_owned();
        for (name, (declaration, _)) in NAMES.iter().zip(&declared) {
            let _ = writeln!(text, "      {name}: {declaration}");
        }
        let _ = writeln!(text, "    constraints: [{}]\n  node_templates:", constraint.text());
        for (place, condition) in conditions.iter().enumerate() {
            let _ = writeln!(text, "    n{place}: {{type: t, conditions: {}}}", condition.text());
        }
        let is_valid = |point: &Point| {
            constraint.holds(point)
                && point.0.iter().zip(&declared).all(|(at, (_, least))| at >= least || *least == -FAR)
        };
        let sides = -FAR..=FAR;
        let all = sides.clone().flat_map(|a| sides.clone().map(move |b| (a, b)));
        let all = all.flat_map(|(a, b)| sides.clone().flat_map(move |c| [([a, b, c], false), ([a, b, c], true)]));
        let expected: BTreeSet<Vec<bool>> = all
            .filter(is_valid)
            .map(|point| conditions.iter().map(|condition| condition.holds(&point)).collect())
            .collect();
        let (model, nothing, limits) = (model(&text), Configuration::new(), Limits::default());
        let variants = Variants::of(&model, &nothing).unwrap();
        let count = variants.count(&limits, CountDetail::PerElement);
        if !count.exactness.is_exact() {
            assert!(count.variants <= expected.len().into(), "{text}");
            continue;
        }
        assert_eq!(count.variants, expected.len().into(), "{round}: {text}");
        let elements = variants.elements(&limits);
        assert!(elements.exactness.is_exact());
        for (place, id) in nodes(&model).into_iter().enumerate() {
            let summary = elements.elements.iter().find(|summary| summary.element == id).unwrap();
            let with = expected.iter().filter(|present| present[place]).count();
            assert_eq!(summary.variants, Some(with.into()));
            let status = match with {
                0 => ElementStatus::Dead,
                _ if with == expected.len() => ElementStatus::Core,
                _ => ElementStatus::Conditional,
            };
            assert_eq!(summary.status, Some(status));
        }
        assert!(variants.check(&limits, CheckOptions::default()).exactness.is_exact());
        let Some(listed) = listed(&model, &conditions, is_valid) else { continue };
        assert_eq!(listed, expected);
        decided += 1;
        variants_in_all += expected.len();
    }
    assert!(decided > 3 && variants_in_all > 1_000, "{decided} {variants_in_all}");
}

/// Sums of neighbours in a cycle, and a limit for the sum of all.
fn cycle(inputs: usize, nodes: usize) -> String {
    let input = |place: usize| format!("{{variability_input: i{}}}", place % inputs);
    let mut text =
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n"
            .to_owned();
    for place in 0..inputs {
        let _ = writeln!(text, "      i{place}: {{type: integer}}");
    }
    let all: Vec<String> = (0..inputs).map(input).collect();
    let _ = writeln!(text, "    constraints: [{{less: [{{add: [{}]}}, 100]}}]", all.join(", "));
    text.push_str("    options: {mode: semantic-strict}\n  node_templates:\n");
    for place in 0..nodes {
        let sum = format!("{{add: [{}, {}]}}", input(place), input(place + 1));
        let _ = writeln!(
            text,
            "    n{place}: {{type: tosca.nodes.Root, conditions: {{greater: [{sum}, {}]}}}}",
            place % 13
        );
    }
    text
}

/// Values of the sums instead of the inputs: what three of them leave to the others is simple.
#[test]
fn sums_in_a_cycle_are_counted_by_their_values() {
    let (nodes, limits, nothing) = (40, Limits::default(), Configuration::new());
    let seen = |sums: &[i64]| -> Vec<bool> {
        (0..nodes).map(|place| sums[place % sums.len()] > i64::try_from(place % 13).unwrap()).collect()
    };
    let values = || -26..=39_i64;
    let triples = || values().flat_map(move |one| values().map(move |two| (one, two)));
    let triples = || triples().flat_map(move |(one, two)| values().map(move |three| [one, two, three]));
    // Of three, two are as much as twice the sum of all.
    let three = triples().filter(|[one, two, three]| (one + two + three) % 2 == 0 && one + two + three < 200);
    let three: BTreeSet<Vec<bool>> = three.map(|sums| seen(&sums)).collect();
    // Of four, the first and the third are as much as the others.
    let four = triples().filter(|[one, _, three]| one + three < 100);
    let four: BTreeSet<Vec<bool>> = four.map(|[one, two, three]| seen(&[one, two, three, one + three - two])).collect();
    for (inputs, expected) in [(3, three.len()), (4, four.len())] {
        let model = model(&cycle(inputs, nodes));
        let count = Variants::of(&model, &nothing).unwrap().count(&limits, CountDetail::Total);
        assert!(count.exactness.is_complete);
        assert_eq!(count.variants, expected.into(), "{inputs}");
    }
}
