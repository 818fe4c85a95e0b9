//! Sums over many features, against dynamic programming over their totals.

use std::fmt::Write as _;

use num_bigint::BigUint;
use variscope_encoder::Budget;

use super::{count, counts, elements, text};
use crate::feature::{FeatureModel, Form, Format, Reading};

const FEATURES: usize = 30;
const BELOW: usize = 7_000;

/// By feature: what it costs.
fn costs() -> Vec<usize> {
    (0..FEATURES).map(|feature| (feature * 7919 + 13) % 997 + 1).collect()
}

/// Optional features whose costs stay below a limit; the first needs the second.
fn model() -> FeatureModel {
    let mut content = "features\n\tR\n\t\toptional\n".to_owned();
    for (feature, cost) in costs().iter().enumerate() {
        let _ = writeln!(content, "\t\t\tF{feature} {{cost {cost}}}");
    }
    let _ = write!(content, "constraints\n\tsum(cost) < {BELOW}\n\tF0 => F1\n");
    Reading::of(Format::Uvl, text("costs.uvl", &content), None).model.unwrap()
}

/// How many sets of features are valid, where some features are selected or left out.
fn sets(selected: &[usize], left_out: &[usize]) -> BigUint {
    let costs = costs();
    let pairs = [(false, false), (false, true), (true, true)];
    let fits = |feature: usize, value: bool| !(if value { left_out } else { selected }).contains(&feature);
    let pairs = pairs.into_iter().filter(|&(first, second)| fits(0, first) && fits(1, second));
    let start = |(first, second): (bool, bool)| usize::from(first) * costs[0] + usize::from(second) * costs[1];
    // By total: how many sets have it.
    let mut totals = vec![BigUint::ZERO; BELOW];
    pairs.map(start).filter(|&total| total < BELOW).for_each(|total| totals[total] += 1_u8);
    for (feature, cost) in costs.iter().enumerate().skip(2) {
        let before = totals.clone();
        for (total, sets) in totals.iter_mut().enumerate() {
            let without = if fits(feature, false) { before[total].clone() } else { BigUint::ZERO };
            let with = total.checked_sub(*cost).filter(|_| fits(feature, true));
            *sets = without + with.map_or(BigUint::ZERO, |rest| before[rest].clone());
        }
    }
    totals.into_iter().sum()
}

#[test]
fn sums_over_many_features_are_counted_by_a_diagram() {
    let mut model = model();
    assert!(model.by_diagram(&Budget::unlimited()).is_some());
    assert_eq!(count(&model), sets(&[], &[]));
    let by_feature = counts(&elements(&model));
    // The first one is the root.
    for feature in [0, 1, 17] {
        assert_eq!(by_feature[feature + 1], sets(&[feature], &[]).into(), "F{feature}");
    }
    model.give(["F5=true", "F1=false"]).unwrap();
    assert_eq!(count(&model), sets(&[5], &[1]));
}

#[test]
fn a_diagram_ends_with_the_budget() {
    let model = model();
    assert!(model.by_diagram(&Budget::unlimited().with_checks(1)).is_none());
}

/// By feature: what it costs, and what it weighs.
const MEASURES: [(i64, i64); 9] = [(3, 7), (10, -2), (17, 5), (24, 1), (31, 12), (38, 4), (-9, 6), (5, 5), (52, 3)];

/// Optional features with a price and a weight, under one constraint.
fn measured(constraint: &str) -> FeatureModel {
    let mut content = "features\n\tR\n\t\toptional\n".to_owned();
    for (feature, (price, weight)) in MEASURES.iter().enumerate() {
        let _ = writeln!(content, "\t\t\tF{feature} {{price {price}, weight {weight}}}");
    }
    let _ = write!(content, "constraints\n\t{constraint}\n");
    Reading::of(Format::Uvl, text("measured.uvl", &content), None).model.unwrap()
}

/// What is selected comes to.
struct Totals {
    features: i64,
    price: i64,
    weight: i64,
    /// Whether each of the first two is selected, as a number.
    first: [i64; 2],
}

type Holds = fn(&Totals) -> bool;

/// Constraints with what they say. Nothing is divided by zero, and the average of nothing is zero.
static PRODUCTS: [(&str, Holds); 8] = [
    ("sum(price) / 2 < avg(price) * 3", |it| {
        if it.features == 0 { 0 < it.price } else { it.price * it.features < 6 * it.price }
    }),
    ("sum(price) * sum(weight) > 300", |it| it.price * it.weight > 300),
    ("avg(price) < avg(weight)", |it| it.price < it.weight),
    ("(sum(price) - 20) * (sum(weight) - 9) <= 0", |it| (it.price - 20) * (it.weight - 9) <= 0),
    ("sum(price) / sum(weight) == 2", |it| it.weight != 0 && it.price == 2 * it.weight),
    ("sum(price) * sum(price) != avg(weight) * 40", |it| {
        if it.features == 0 { it.price != 0 } else { it.price * it.price * it.features != it.weight * 40 }
    }),
    ("sum(price) * F0 >= sum(weight) * 3 * F1", |it| it.price * it.first[0] >= it.weight * 3 * it.first[1]),
    ("sum(weight) * sum(weight) * sum(price) < 2000", |it| it.weight * it.weight * it.price < 2000),
];

#[test]
fn products_of_sums_are_what_trying_finds() {
    for (constraint, holds) in PRODUCTS {
        let is_valid = |set: u32| {
            let selected = || (0..MEASURES.len()).filter(move |feature| set >> feature & 1 == 1);
            let price = selected().map(|feature| MEASURES[feature].0).sum();
            let weight = selected().map(|feature| MEASURES[feature].1).sum();
            let first = [0, 1].map(|feature| i64::from(set >> feature & 1));
            holds(&Totals { features: i64::from(set.count_ones()), price, weight, first })
        };
        let expected = (0..1_u32 << MEASURES.len()).filter(|&set| is_valid(set)).count();
        let model = measured(constraint);
        assert_eq!(count(&model), BigUint::from(expected), "{constraint}");
        // What is decided is what sums come to, and not every pair of features.
        let Form::Clauses(cnf) = &model.form else { panic!("UVL is clauses") };
        assert!(cnf.var_count() < 2_000, "{} for {constraint}", cnf.var_count());
    }
}

/// A sum that is compared with the value of a feature has as many cases as it has totals.
#[test]
fn a_budget_is_compared_with_a_sum() {
    let mut content = "features\n\tR\n\t\tmandatory\n\t\t\tInteger Budget\n\t\toptional\n".to_owned();
    let costs: Vec<u32> = (0..12).map(|feature| 3 + 7 * feature).collect();
    for cost in &costs {
        let _ = writeln!(content, "\t\t\tF{cost} {{price {cost}}}");
    }
    content.push_str("constraints\n\tsum(price) <= Budget\n\tBudget < 140\n");
    let model = Reading::of(Format::Uvl, text("budget.uvl", &content), None).model.unwrap();
    let total =
        |set: u32| (0..costs.len()).filter(|feature| set >> feature & 1 == 1).map(|feature| costs[feature]).sum();
    let expected = (0..1_u32 << costs.len())
        .filter(|&set| {
            let price: u32 = total(set);
            price < 140
        })
        .count();
    assert_eq!(count(&model), BigUint::from(expected));
}
