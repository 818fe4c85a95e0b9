//! Sums over many features, against dynamic programming over their totals.

use std::fmt::Write as _;

use num_bigint::BigUint;
use variscope_encoder::Budget;

use super::{count, counts, elements, text};
use crate::feature::{FeatureModel, Format, Reading};

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
