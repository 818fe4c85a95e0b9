//! The order of rules, along which technologies are numbered.

use std::cmp::Ordering;

use super::collation;
use super::rule::QualityRule;

/// Sorts rules by component, artifact and hosting; equal ones stay as they are.
///
/// Artifacts are compared only when both rules have one, so the comparison is not transitive and the result depends
/// on the algorithm. It is the reference's: what is in order at the beginning stays, then each rule is inserted by
/// bisection.
pub(super) fn sort_rules(rules: Vec<QualityRule<'_>>) -> Vec<QualityRule<'_>> {
    let mut sorted: Vec<QualityRule<'_>> = Vec::with_capacity(rules.len());
    let mut is_in_order = true;
    for rule in rules {
        is_in_order &= sorted.last().is_none_or(|last| compare(&rule, last) != Ordering::Less);
        let place = if is_in_order { sorted.len() } else { insertion_place(&sorted, &rule) };
        sorted.insert(place, rule);
    }
    sorted
}

/// Behind everything that is not greater, as far as bisection sees.
fn insertion_place(sorted: &[QualityRule<'_>], rule: &QualityRule<'_>) -> usize {
    sorted.partition_point(|other| compare(rule, other) != Ordering::Less)
}

fn compare(left: &QualityRule<'_>, right: &QualityRule<'_>) -> Ordering {
    let (left, right) = (&left.scenario, &right.scenario);
    let artifact =
        left.artifact.zip(right.artifact).map_or(Ordering::Equal, |(left, right)| collation::compare(left, right));
    collation::compare(left.component, right.component)
        .then(artifact)
        .then_with(|| collation::compare(&left.hosting.join(","), &right.hosting.join(",")))
}
