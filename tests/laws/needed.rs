//! Profiles A to C evaluate no more than they need: what cannot be evaluated is an error only where a presence depends on it. All
//! questions about all variants say of such templates what resolving each configuration does.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::question::{CheckOptions, ElementStatus, Limits, Occurrence, Variants};
use variscope::analysis::value::{Assembly, Configuration};
use variscope::answer;
use variscope::source::diagnostic::Code;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::Model;

use crate::support::model::model_as;

fn condition() -> impl Strategy<Value = String> {
    let n = "{get_variability_input: n}";
    let leaves = [
        "{get_variability_input: b}".to_owned(),
        "{get_variability_input: c}".to_owned(),
        format!("{{equal: [{n}, 0]}}"),
        format!("{{greater_than: [{n}, 1]}}"),
        format!("{{greater_than: [{{div: [6, {n}]}}, 2]}}"),
        format!("{{equal: [{{mod: [6, {n}]}}, 0]}}"),
        "{get_node_presence: x}".to_owned(),
    ];
    select(leaves.to_vec()).prop_recursive(3, 8, 3, |inner| {
        let operator = select(&["and", "or", "xor"][..]);
        prop_oneof![
            inner.clone().prop_map(|denied| format!("{{not: {denied}}}")),
            (operator, prop::collection::vec(inner, 1..4))
                .prop_map(|(operator, operands)| format!("{{{operator}: [{}]}}", operands.join(", "))),
        ]
    })
}

fn template(conditions: &[String; 2], x: &str) -> Model {
    let text = format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      n: {{type: integer, constraints: [{{in_range: [0, 3]}}]}}
      b: {{type: boolean}}
      c: {{type: boolean}}
  node_templates:
    x: {{type: t, conditions: {x}}}
    y: {{type: t, conditions: {}}}
    z: {{type: t, conditions: {}}}
",
        conditions[0], conditions[1]
    );
    model_as(&text, Profile::C)
}

/// Every configuration with the nodes that it has, where it gives a variant.
fn resolved(model: &Model) -> Vec<(Configuration, Option<Vec<bool>>)> {
    let values = (0..4).flat_map(|n| (0..4).map(move |bits| (n, bits & 1 == 1, bits & 2 == 2)));
    let one = |(n, b, c): (i32, bool, bool)| {
        let language = model.language();
        let assembly = Assembly::new(&language, None).argument(&format!("n={n}"));
        let (configuration, _) = assembly.argument(&format!("b={b}")).argument(&format!("c={c}")).finish();
        let variant = Variants::of(model, &configuration).unwrap().resolve().ok();
        let present = variant.map(|variant| {
            ["x", "y", "z"]
                .iter()
                .map(|node| variant.has(model, model.find(&format!("node:{node}")).unwrap()))
                .collect()
        });
        (configuration, present)
    };
    values.map(one).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn all_variants_are_those_that_are_resolved(first in condition(), second in condition(), guard in any::<bool>()) {
        let x = if guard { "{greater_than: [{div: [6, {get_variability_input: n}]}, 2]}" } else { "{get_variability_input: c}" };
        let mut model = template(&[first.clone(), second.clone()], x);
        let (all, nothing) = (resolved(&model), Configuration::default());
        let limits = Limits::default();
        let variants = Variants::of(&model, &nothing).unwrap();
        let elements = variants.elements(&limits);
        assert!(elements.exactness.is_exact());
        let distinct: BTreeSet<&Vec<bool>> = all.iter().filter_map(|(_, present)| present.as_ref()).collect();
        assert!(variants.listing(&limits).is_some(), "all at once: {first} {second}");
        let reported = answer::Elements::of_template(&model, &elements);
        let findings = variants.check(&limits, CheckOptions::default()).findings;
        let dead: Vec<_> = findings.iter().filter(|finding| finding.diagnostic.code == Code::DeadElement).collect();
        let mut printed = Vec::new();
        for (place, node) in ["x", "y", "z"].into_iter().enumerate() {
            let id = model.find(&format!("node:{node}")).unwrap();
            let summary = elements.elements.iter().find(|summary| summary.element == id).unwrap();
            let [with, without] = [true, false].map(|wanted| distinct.iter().any(|present| present[place] == wanted));
            let expected = match (with, without) {
                (true, true) => Some(ElementStatus::Conditional),
                (true, false) => Some(ElementStatus::Core),
                (false, _) => Some(ElementStatus::Dead),
            };
            if !distinct.is_empty() {
                assert_eq!(summary.status, expected, "{node}: {first} {second}");
                // What follows from an error is reported with that.
                assert!(!with || dead.iter().all(|finding| finding.element != Some(id)), "{node}: {first} {second}");
            }
            let text = reported.elements.iter().find(|element| element.id == format!("node.{node}"));
            printed.extend(text.and_then(|element| element.presence.clone()).map(|text| (place, text)));
        }
        let bound: Vec<_> =
            printed.iter().map(|(_, text)| model.demand_of("condition", text).unwrap()).collect();
        for (configuration, present) in &all {
            let Some(present) = present else { continue };
            let variants = Variants::demanding(&model, configuration, &bound).unwrap();
            for (number, (place, text)) in printed.iter().enumerate() {
                let held = variants.holding(number, &limits).occurrence;
                let holds = matches!(held, Occurrence::Always { .. });
                assert_eq!(holds, present[*place], "{text}: {first} {second} {configuration:?} {held:?}");
            }
        }
    }
}
