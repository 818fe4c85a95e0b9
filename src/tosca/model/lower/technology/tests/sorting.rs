//! The order of rules.

use proptest::prelude::*;

use super::super::rule::QualityRule;
use super::super::scenario::Scenario;
use super::super::sorting::sort_rules;
use crate::source::syntax::yaml::Tree;
use crate::source::{Sources, Span};
use crate::tosca::model::Weight;

/// Component, artifact, hosting, technology.
type Row = (&'static str, Option<&'static str>, Vec<&'static str>, &'static str);

fn sorted(rows: &[Row]) -> Vec<Row> {
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let file = sources.add("qualities.yaml", "{}");
    let (span, body) = (Span::start_of(file), tree.parse(&sources, file).0.expect("a document"));
    let rule = |(component, artifact, hosting, technology): &Row| QualityRule {
        scenario: Scenario { component, operations: Vec::new(), artifact: *artifact, hosting: hosting.clone() },
        technology,
        conditions: Vec::new(),
        weight: None,
        quality: Weight::ONE,
        assign: None,
        span,
        body,
    };
    let rules = sort_rules(rows.iter().map(rule).collect());
    let row = |rule: QualityRule<'static>| {
        (rule.scenario.component, rule.scenario.artifact, rule.scenario.hosting, rule.technology)
    };
    rules.into_iter().map(row).collect()
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let name = || prop_oneof![Just("a"), Just("b"), Just("c")];
    let hosting = prop::collection::vec(name(), 0..3);
    prop::collection::vec((name(), prop::option::of(name()), hosting, name()), 0..12)
}

proptest! {
    #[test]
    fn rules_with_artifacts_sort_by_component_artifact_and_hosting(rows in rows()) {
        let all: Vec<Row> = rows.into_iter().map(|(component, artifact, hosting, technology)| (component, artifact.or(Some("a")), hosting, technology)).collect();
        let mut expected = all.clone();
        expected.sort_by_key(|(component, artifact, hosting, _)| (*component, *artifact, hosting.clone()));
        prop_assert_eq!(sorted(&all), expected);
    }

    #[test]
    fn rules_without_artifacts_sort_by_component_and_hosting(rows in rows()) {
        let all: Vec<Row> = rows.into_iter().map(|(component, _, hosting, technology)| (component, None, hosting, technology)).collect();
        let mut expected = all.clone();
        expected.sort_by_key(|(component, _, hosting, _)| (*component, hosting.clone()));
        prop_assert_eq!(sorted(&all), expected);
    }

    #[test]
    fn sorting_loses_nothing(rows in rows()) {
        let (mut before, mut after) = (rows.clone(), sorted(&rows));
        before.sort_unstable();
        after.sort_unstable();
        prop_assert_eq!(before, after);
    }
}

#[test]
fn a_list_in_order_stays_even_where_the_comparison_is_not_transitive() {
    let rows: Vec<Row> =
        vec![("a", Some("x"), vec!["z"], "t"), ("a", Some("y"), vec!["a"], "t"), ("a", None, vec!["m"], "t")];
    assert_eq!(sorted(&rows), rows);
}
