//! Several numbers in one condition, against all points of a box that is too large to be looked at point by point.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use proptest::prelude::*;
use variscope::analysis::question::{CountDetail, ElementStatus, Limits, Variants};
use variscope::analysis::value::{Configuration, Value};
use variscope::tosca::model::{ElementId, Kind, Model};

use crate::support::model::{HEAD, model, template_of_nodes};

/// Each of three inputs goes from 0 to this.
const MOST: i64 = 59;

const INPUTS: &str = "    inputs:
      a: {type: integer, constraints: [{in_range: [0, 59]}]}
      b: {type: integer, constraints: [{greater_or_equal: 0}, {less_than: 60}]}
      c: {type: integer, constraints: [{greater_than: -1}, {less_or_equal: 59}]}
      on: {type: boolean}
";

/// What is compared: a sum of multiples of the inputs, or something that is affine piece by piece.
#[derive(Clone, Copy, Debug)]
enum Compared {
    Sum,
    /// Its remainder, of the division by a number.
    Remainder(i64),
    /// Its remainder, and once more the third input.
    RemainderBeside(i64),
}

/// Something next to a number.
#[derive(Clone, Debug)]
struct Comparison {
    factors: [i64; 3],
    compared: Compared,
    operator: &'static str,
    number: i64,
    /// Whether it holds where `on` does not.
    is_optional: bool,
}

impl Comparison {
    fn text(&self) -> String {
        let [a, b, c] = self.factors;
        let input = |name: &str| format!("{{variability_input: {name}}}");
        let product = |factor: i64, name: &str| format!("{{mul: [{factor}, {}]}}", input(name));
        let sum = format!("{{sub: [{{add: [{}, {}]}}, {}]}}", product(a, "a"), product(b, "b"), product(-c, "c"));
        let compared = match self.compared {
            Compared::Sum => sum,
            Compared::Remainder(divisor) => format!("{{mod: [{sum}, {divisor}]}}"),
            Compared::RemainderBeside(divisor) => format!("{{add: [{{mod: [{sum}, {divisor}]}}, {}]}}", input("c")),
        };
        let comparison = format!("{{{}: [{compared}, {}]}}", self.operator, self.number);
        if self.is_optional { format!("{{or: [{{not: {}}}, {comparison}]}}", input("on")) } else { comparison }
    }

    fn holds(&self, point: [i64; 3], on: bool) -> bool {
        let sum: i64 = self.factors.iter().zip(point).map(|(factor, at)| factor * at).sum();
        let compared = match self.compared {
            Compared::Sum => sum,
            Compared::Remainder(divisor) => sum % divisor,
            Compared::RemainderBeside(divisor) => sum % divisor + point[2],
        };
        let holds = match self.operator {
            "greater" => compared > self.number,
            "less_or_equal" => compared <= self.number,
            _ => compared == self.number,
        };
        holds || (self.is_optional && !on)
    }
}

fn comparison() -> impl Strategy<Value = Comparison> {
    let operators = prop_oneof![Just("greater"), Just("less_or_equal"), Just("equal")];
    let compared = prop_oneof![
        4 => (Just(Compared::Sum), -40..90_i64),
        1 => (2..4_i64, -2..3_i64).prop_map(|(divisor, number)| (Compared::Remainder(divisor), number)),
        1 => (2..4_i64, -2..60_i64).prop_map(|(divisor, number)| (Compared::RemainderBeside(divisor), number)),
    ];
    let factors = [-3..4_i64, -3..4_i64, -3..4_i64];
    (factors, operators, compared, any::<bool>()).prop_map(|(factors, operator, (compared, number), is_optional)| {
        Comparison { factors, compared, operator, number, is_optional }
    })
}

fn template(conditions: &[Comparison], constraint: &Comparison) -> String {
    let declared = format!("{INPUTS}    constraints: [{}]\n", constraint.text());
    template_of_nodes(&declared, conditions.iter().map(Comparison::text))
}

fn points() -> impl Iterator<Item = ([i64; 3], bool)> {
    let line = 0..=MOST;
    let plane = line.clone().flat_map(move |a| line.clone().map(move |b| (a, b)));
    plane.flat_map(|(a, b)| (0..=MOST).flat_map(move |c| [false, true].map(|on| ([a, b, c], on))))
}

fn nodes(model: &Model) -> Vec<ElementId> {
    model.of_kind(Kind::Node).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    #[test]
    fn variants_and_configurations_are_those_of_all_points(
        conditions in prop::collection::vec(comparison(), 1..4),
        constraint in comparison(),
    ) {
        let mut expected: BTreeMap<Vec<bool>, u64> = BTreeMap::new();
        for (point, on) in points().filter(|&(point, on)| constraint.holds(point, on)) {
            let present = conditions.iter().map(|condition| condition.holds(point, on)).chain([true]).collect();
            *expected.entry(present).or_default() += 1;
        }
        let model = model(&template(&conditions, &constraint));
        let nothing = Configuration::new();
    let variants = Variants::of(&model, &nothing).unwrap();
        let survey = variants.enumerate_classes(&Limits::default());
        prop_assert!(survey.exactness.is_exact(), "{:?}", survey.exactness.caveats);
        let mut actual: BTreeMap<Vec<bool>, Option<BigUint>> = BTreeMap::new();
        for variant in &survey.variants {
            let is_present = |id: &ElementId| variant.present[survey.elements.binary_search(id).unwrap()];
            let present = nodes(&model).iter().map(is_present).collect();
            let known = actual.insert(present, variant.reach.configurations.clone());
            prop_assert_eq!(known, None);
            let value = |name: &str| {
                let given = variant.reach.witness.iter().find(|(input, _)| **input == *name);
                given.and_then(|(_, value)| value.as_number()?.to_i64()).unwrap()
            };
            let on = variant.reach.witness.iter().any(|(input, value)| &**input == "on" && *value == Value::Boolean(true));
            prop_assert!(constraint.holds(["a", "b", "c"].map(value), on), "{:?}", variant.reach.witness);
        }
        let expected: BTreeMap<Vec<bool>, Option<BigUint>> =
            expected.into_iter().map(|(present, count)| (present, Some(count.into()))).collect();
        prop_assert_eq!(actual, expected.clone());
        let count = variants.count(&Limits::default(), CountDetail::Total);
        prop_assert!(count.exactness.is_exact());
        prop_assert_eq!(count.variants, BigUint::from(expected.len()));
        prop_assert_eq!(count.configurations, expected.into_values().sum::<Option<BigUint>>());
    }
}

/// Beside the largest doubles, where sums are too large, most numbers are no doubles; cells that reach so far have others.
#[test]
fn cells_up_to_the_largest_doubles_have_points() {
    for (first, second) in [("float", "integer"), ("float", "float"), ("integer", "float")] {
        let text = format!(
            "{HEAD}    inputs: {{a: {{type: {first}}}, b: {{type: {second}}}}}
  node_templates:
    n0: {{type: t, conditions: {{less_or_equal: [{{variability_input: a}}, {{variability_input: b}}]}}}}
    n1: {{type: t, conditions: {{greater: [{{add: [{{variability_input: a}}, {{variability_input: a}}]}}, 0.5]}}}}
"
        );
        let (model, nothing) = (model(&text), Configuration::new());
        let count = Variants::of(&model, &nothing).unwrap().count(&Limits::default(), CountDetail::Total);
        assert_eq!((count.variants, count.exactness.is_complete), (4u32.into(), true), "{first} {second}");
    }
}

#[test]
fn squares_are_decided() {
    let square = "{mul: [{variability_input: a}, {variability_input: a}]}";
    let nodes = [("1764", "equal"), ("50", "equal"), ("0", "less")].map(|(number, operator)| {
        format!("    {operator}{number}: {{type: t, conditions: {{{operator}: [{square}, {number}]}}}}\n")
    });
    let text = HEAD.to_owned()
        + &INPUTS.replace("a: {type: integer, constraints: [{in_range: [0, 59]}]}", "a: {type: integer}")
        + "  node_templates:\n"
        + &nodes.concat();
    let (model, nothing) = (model(&text), Configuration::new());
    let elements = Variants::of(&model, &nothing).unwrap().elements(&Limits::default());
    assert!(elements.exactness.is_exact(), "{:?}", elements.exactness.caveats);
    let of = |name: &str| {
        let id = model.find(&format!("node:{name}")).unwrap();
        elements.elements.iter().find(|summary| summary.element == id).unwrap().status
    };
    let statuses = ["equal1764", "equal50", "less0"].map(of);
    assert_eq!(statuses, [Some(ElementStatus::Conditional), Some(ElementStatus::Dead), Some(ElementStatus::Dead)]);
}

#[test]
fn what_is_not_affine_is_not_claimed() {
    let inputs = INPUTS
        .replace("a: {type: integer, constraints: [{in_range: [0, 59]}]}", "a: {type: integer}")
        .replace("b: {type: integer, constraints: [{greater_or_equal: 0}, {less_than: 60}]}", "b: {type: integer}");
    let text = format!("{HEAD}{inputs}")
        + "  node_templates:
    squares: {type: t, conditions: {equal: [{add: [{mul: [{variability_input: a}, {variability_input: a}]}, {mul: [{variability_input: b}, {variability_input: b}]}]}, -1]}}
";
    let model = model(&text);
    let nothing = Configuration::new();
    let variants = Variants::of(&model, &nothing).unwrap();
    let findings = variants.check(&Limits::default(), variscope::analysis::question::CheckOptions::default());
    assert!(!findings.exactness.is_exact());
    let claims = findings.findings.iter().filter(|finding| finding.element.is_some() && finding.witness.is_none());
    assert_eq!(claims.count(), 0, "{:?}", findings.findings);
}
