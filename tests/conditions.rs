//! Conditions as text, held against filtering by brute force: every configuration is resolved, and the condition evaluated
//! by the few lines below.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;
#[path = "conditions/world.rs"]
mod world;

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use support::model::model_as;
use variscope::analysis::condition::demand::Bound;
use variscope::analysis::condition::text::{Assertion, Phrase};
use variscope::analysis::question::{
    AssertionText, CheckOptions, CountDetail, ElementStatus, Limits, Measure, Method, Occurrence, Variants,
};
use variscope::answer;
use variscope::source::diagnostic::Code;
use variscope::tosca::model::{Direction, ElementId, Kind};
use world::{World, conditions, model, nothing, worlds};

/// The variants of the template with one demand, which is asked about.
fn asked<T>(text: &str, ask: impl FnOnce(&Variants<'_>) -> T) -> T {
    let (mut model, nothing) = (model(), nothing());
    let bound: Bound = model.demand_of("condition", text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    ask(&Variants::demanding(&model, &nothing, &[bound]).unwrap())
}

/// By configuration, the elements that make up its variant.
fn variants_of(worlds: &[&World]) -> BTreeSet<BTreeSet<String>> {
    worlds.iter().map(|world| world.present.clone()).collect()
}

fn is_filter(text: &str, worlds: &[World]) -> Result<(), TestCaseError> {
    let phrase = Phrase::parse(text).unwrap();
    let (with, without): (Vec<&World>, Vec<&World>) = worlds.iter().partition(|world| world.truth(&phrase, ""));
    let limits = Limits::default();
    let (count, listed, enumerated, paths) = asked(text, |variants| {
        let holding = variants.holding(0, &limits);
        let expected = match (with.is_empty(), without.is_empty()) {
            (false, false) => matches!(holding.occurrence, Occurrence::Sometimes { .. }),
            (false, true) => matches!(holding.occurrence, Occurrence::Always { .. }),
            (true, false) => matches!(holding.occurrence, Occurrence::Never { .. }),
            (true, true) => matches!(holding.occurrence, Occurrence::NoVariant),
        };
        assert!(expected, "{text}: {:?}", holding.occurrence);
        let restricted = variants.under(variants.configuration()).wanting([0]);
        let enumeration = restricted.enumerate_classes(&limits);
        let paths = enumeration.paths(variants.model());
        let enumerated: Vec<Vec<bool>> = enumeration.variants.iter().map(|variant| variant.present.clone()).collect();
        let mut listed = Vec::new();
        let mut listing = restricted.listing(&limits).unwrap();
        let mut rank = num_bigint::BigUint::ZERO;
        while let Ok(Some(found)) = listing.seek(&rank) {
            listed.push(listing.variant().present);
            rank = found.end;
        }
        (restricted.count(&limits, CountDetail::Total), listed, enumerated, paths)
    });
    let expected = variants_of(&with);
    let shown = |rows: &[Vec<bool>]| -> BTreeSet<BTreeSet<String>> {
        let row = |row: &Vec<bool>| {
            paths.iter().zip(row).filter(|(_, is_present)| **is_present).map(|(path, _)| path.clone()).collect()
        };
        rows.iter().map(row).collect()
    };
    let countable = |variants: BTreeSet<BTreeSet<String>>| -> BTreeSet<BTreeSet<String>> {
        variants.into_iter().map(|variant| variant.into_iter().filter(|path| paths.contains(path)).collect()).collect()
    };
    let expected = countable(expected);
    prop_assert_eq!(&shown(&enumerated), &expected, "one by one: {}", text);
    prop_assert_eq!(&shown(&listed), &expected, "listed: {}", text);
    prop_assert_eq!(count.variants, expected.len().into(), "counted: {}", text);
    prop_assert_eq!(count.configurations, Some(with.len().into()), "configurations: {}", text);
    Ok(())
}

#[test]
fn comparisons_of_too_many_values_are_refused() {
    let property = |number: usize| {
        let value = |value: usize, condition: &str| {
            format!("        - p{number}: {{value: {value}, conditions: {condition}}}\n")
        };
        value(1, "{variability_input: a}") + &value(2, "{not: {variability_input: a}}")
    };
    // Two to the power of 64 is 0 in a machine word.
    for count in [7, 64] {
        let properties: String = (0..count).map(property).collect();
        let template = format!(
            "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability: {{inputs: {{a: {{type: \
             boolean}}}}}}\n  node_templates:\n    app:\n      type: App\n      properties:\n{properties}"
        );
        let mut model = model_as(&template, None);
        let others: Vec<String> = (1..count).map(|number| format!("app.p{number}")).collect();
        let fault = model.demand_of("condition", &format!("app.p0 in [{}]", others.join(", "))).unwrap_err();
        assert_eq!(fault.message, "the properties have more than 64 combinations of values", "{count}");
    }
}

#[test]
fn where_filters_as_brute_force_does() {
    let worlds = worlds(&model());
    assert_eq!(worlds.len(), 18);
    let mut runner = TestRunner::new(Config { cases: 150, failure_persistence: None, ..Config::default() });
    runner.run(&conditions(), |text| is_filter(&text, &worlds)).unwrap();
}

#[test]
fn assertions_break_where_brute_force_breaks_them() {
    let worlds = worlds(&model());
    let mut runner = TestRunner::new(Config { cases: 60, failure_persistence: None, ..Config::default() });
    let texts = prop_oneof![
        conditions(),
        conditions().prop_map(|text| format!("for node of Db: ({text}) or it")),
        prop::sample::select(vec![
            "for node of Db: policy.backup covers it",
            "for node of Db: node.vm hosts it",
            "for node of Machine: env = \"prod\" implies App targets it",
            "for node: Machine hosts it or it targets Machine or not big",
            "for node of App: it.port in [80, 8080]",
            "for node of App: it.port < 100",
        ])
        .prop_map(str::to_owned),
    ];
    runner.run(&texts, |text| is_broken_rightly(&text, &worlds)).unwrap();
}

fn is_broken_rightly(text: &str, worlds: &[World]) -> Result<(), TestCaseError> {
    let assertion = Assertion::parse(text).unwrap();
    let about: Vec<&str> = match assertion.each.as_ref().map(|each| each.of_type.as_deref()) {
        None => vec![""],
        Some(Some("Db")) => vec!["db", "cache"],
        Some(Some("Machine")) => vec!["vm"],
        Some(Some("App")) => vec!["app"],
        Some(_) => vec!["app", "db", "cache", "vm"],
    };
    let keeps = |world: &World, it: &str| {
        let is_absent = !it.is_empty() && !world.has(&format!("node.{it}"));
        is_absent
            || match text {
                // Values of properties, as the template gives them.
                "for node of App: it.port in [80, 8080]" => true,
                "for node of App: it.port < 100" => world.a,
                _ => world.truth(&assertion.condition, it),
            }
    };
    let expected: BTreeSet<&str> =
        about.into_iter().filter(|it| worlds.iter().any(|world| !keeps(world, it))).collect();
    let (mut model, nothing) = (model(), nothing());
    let mut demands = Vec::new();
    let (asserted, faults) = model.assertions(&[AssertionText::typed("--assert", text)], &mut demands);
    prop_assert!(faults.is_empty(), "{}: {:?}", text, faults);
    let variants = Variants::demanding(&model, &nothing, &demands).unwrap().asserting(asserted);
    let found = variants.check(&Limits::default(), CheckOptions::default());
    let broken: Vec<_> =
        found.findings.iter().filter(|finding| finding.diagnostic.code == Code::BrokenAssertion).collect();
    prop_assert_eq!(broken.len(), expected.len(), "{}: {:?}", text, broken);
    prop_assert_eq!(found.assertions.held.len() == 1, expected.is_empty(), "{}", text);
    for finding in broken {
        let witness = finding.witness.as_ref().unwrap().complete(&nothing);
        let value = |name: &str| witness.value(name).unwrap().to_json();
        let same = |world: &&World| {
            value("a") == world.a.to_string()
                && value("env") == format!("{:?}", world.env)
                && value("size") == world.size.to_string()
        };
        let world = worlds.iter().find(same).unwrap();
        prop_assert!(expected.iter().any(|it| !keeps(world, it)), "{}", text);
    }
    Ok(())
}

#[test]
fn an_assertion_that_nothing_could_break_says_so() {
    for (text, why) in [
        ("a or not a", "it holds for all values of the inputs, whatever is present"),
        ("env in [\"dev\", \"prod\"]", "it holds for all values of the inputs, whatever is present"),
        ("size > 7 implies node.db", "its premise holds in no valid variant"),
        ("for policy of Missing: it", "no policy type"),
        ("for group: it", "it is about no element of the template"),
    ] {
        let (mut model, nothing) = (model(), nothing());
        let mut demands = Vec::new();
        let (asserted, faults) = model.assertions(&[AssertionText::typed("--assert", text)], &mut demands);
        if let Some(fault) = faults.first() {
            assert!(fault.message.contains("Missing"), "{text}: {faults:?}");
            continue;
        }
        let variants = Variants::demanding(&model, &nothing, &demands).unwrap().asserting(asserted);
        let found = variants.check(&Limits::default(), CheckOptions::default());
        let idle = found.findings.iter().find(|finding| finding.diagnostic.code == Code::IdleAssertion);
        assert!(idle.is_some_and(|finding| finding.diagnostic.message.ends_with(why)), "{text}: {found:?}");
    }
}

#[test]
fn assertions_in_vain_are_not_those_that_hold_by_the_rules() {
    let (mut model, nothing) = (model(), nothing());
    let mut demands = Vec::new();
    let texts = [
        AssertionText::typed("--assert", "not (a and size = 4)"),
        AssertionText::typed("--assert", "a implies node.db"),
    ];
    let (asserted, faults) = model.assertions(&texts, &mut demands);
    assert!(faults.is_empty(), "{faults:?}");
    let variants = Variants::demanding(&model, &nothing, &demands).unwrap().asserting(asserted);
    let found = variants.check(&Limits::default(), CheckOptions::default());
    assert_eq!((found.assertions.all, found.assertions.held), (2, vec![0, 1]));
    let codes: Vec<Code> = found.findings.iter().map(|finding| finding.diagnostic.code).collect();
    assert!(!codes.contains(&Code::BrokenAssertion) && !codes.contains(&Code::IdleAssertion), "{codes:?}");
}

/// What types give where a variant writes no value: an engine fills it in, so that assertions and sums count it.
#[test]
fn defaults_of_types_are_values() {
    let template = "tosca_definitions_version: tosca_variability_1_0
node_types:
  Disk: {properties: {price: {type: integer, default: 10}, encrypted: {type: boolean, default: false}}}
  Vault: {derived_from: Disk, properties: {encrypted: {type: boolean, default: true}}}
topology_template:
  variability:
    inputs: {safe: {type: boolean}, own: {type: boolean}}
    options: {mode: consistent-strict}
  node_templates:
    a:
      type: [{Vault: {conditions: {variability_input: safe}}}, {Disk: {conditions: {not: {variability_input: safe}}}}]
      properties: [{price: {value: 3, conditions: {variability_input: own}}}]
    b: {type: Vault, properties: {price: 40}, conditions: {variability_input: safe}}
";
    let load = || model_as(template, None);
    let (limits, nothing) = (Limits::default(), nothing());
    let configurations = |condition: &str| {
        let mut model = load();
        let bound = model.demand_of("condition", condition).unwrap();
        let all = Variants::demanding(&model, &nothing, &[bound]).unwrap();
        let restricted = all.under(all.configuration()).wanting([0]);
        restricted.count(&limits, CountDetail::Total).configurations.unwrap().to_string()
    };
    assert_eq!(["a.encrypted = true", "a.encrypted = false"].map(configurations), ["2", "2"]);
    assert_eq!(
        ["a.price = 3", "a.price = 10", "a.price = 3 and a.encrypted = true"].map(configurations),
        ["2", "2", "1"]
    );
    assert_eq!(["b.price = 40", "b.price = 10", "b.encrypted = true"].map(configurations), ["2", "0", "2"]);
    let model = load();
    let variants = Variants::of(&model, &nothing).unwrap();
    let price = Measure::Property("price".to_owned());
    let best = |direction| variants.best(direction, &price, &limits).unwrap().value.to_string();
    assert_eq!([Direction::Min, Direction::Max].map(best), ["3", "50"]);
}

/// Samples, best variants, statuses and differences are about the same variants.
fn is_same_everywhere(text: &str, worlds: &[World]) -> Result<(), TestCaseError> {
    let phrase = Phrase::parse(text).unwrap();
    let with: Vec<&World> = worlds.iter().filter(|world| world.truth(&phrase, "")).collect();
    let limits = Limits::default();
    let (mut model, nothing) = (model(), nothing());
    let bound = [model.demand_of("condition", text).unwrap()];
    let all = Variants::demanding(&model, &nothing, &bound).unwrap();
    let restricted = all.under(all.configuration()).wanting([0]);
    let nodes = |world: &World| world.present.iter().filter(|path| path.starts_with("node.")).count();
    let best = restricted.best(Direction::Max, &Measure::Nodes, &limits).ok();
    let expected = with.iter().map(|world| nodes(world)).max();
    let nodes_of = |present: &[ElementId]| present.iter().filter(|id| id.kind() == Kind::Node).count();
    prop_assert_eq!(best.map(|best| nodes_of(&best.sample.present)), expected, "{}", text);
    for summary in &restricted.elements(&limits).elements {
        let path = model.path(summary.element);
        let present = with.iter().filter(|world| world.has(&path)).count();
        let expected = match present {
            _ if with.is_empty() => None,
            0 => Some(ElementStatus::Dead),
            count if count == with.len() => Some(ElementStatus::Core),
            _ => Some(ElementStatus::Conditional),
        };
        prop_assert_eq!(summary.status, expected, "{}: {}", text, path);
    }
    let answer = answer::Elements::of_template(&model, &restricted.elements(&limits));
    for (path, presence) in answer.elements.iter().filter_map(|element| Some((&element.id, element.presence.as_ref()?)))
    {
        let presence = Phrase::parse(presence).unwrap();
        for world in &with {
            prop_assert_eq!(world.truth(&presence, ""), world.has(path), "{}: {} when {}", text, path, presence);
        }
    }
    if let Ok(samples) = restricted.samples(Method::Covering(2), 0, &limits) {
        for sample in &samples.samples {
            let present: BTreeSet<String> = sample.present.iter().map(|&id| model.path(id)).collect();
            let is_meant = |world: &&&World| present.iter().all(|path| world.has(path));
            prop_assert!(with.iter().any(|world| is_meant(&world)), "{}: {:?}", text, present);
        }
    }
    // What is lost from all variants to those in which it holds is what is left where it never does.
    let lost = all.difference(&restricted, &limits).unwrap();
    let (before, after) = (variants_of(&worlds.iter().collect::<Vec<_>>()), variants_of(&with));
    prop_assert_eq!(lost.removed.count, (before.len() - after.len()).into(), "{}", text);
    prop_assert_eq!(lost.added.count, 0_u8.into(), "{}", text);
    prop_assert_eq!(lost.kept + lost.changed.count, after.len().into(), "{}", text);
    Ok(())
}

#[test]
fn all_questions_are_about_the_same_variants() {
    let worlds = worlds(&model());
    let mut runner = TestRunner::new(Config { cases: 40, failure_persistence: None, ..Config::default() });
    runner.run(&conditions(), |text| is_same_everywhere(&text, &worlds)).unwrap();
}

/// What is asked beside the template mentions nothing.
#[test]
fn closed_texts_are_those_of_the_template() {
    let count = |other: &str, condition: &str| {
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{db: {{type: string}}}}
    options: {{type_default_condition: true}}
  node_templates:
    app: {{type: t}}
    one: {{type: t, conditions: {{equal: [{{variability_input: db}}, pg]}}}}
    two: {{type: t, conditions: {{{other}: [{{variability_input: db}}, m]}}}}
"
        );
        let (mut model, nothing) = (model_as(&text, None), nothing());
        let demand = model.demand_of("--where", condition).unwrap();
        let variants = Variants::demanding(&model, &nothing, &[demand]).unwrap().wanting([0]).closed();
        variants.count(&Limits::default(), CountDetail::Total).variants.to_string()
    };
    for other in ["equal", "greater"] {
        assert_eq!(count(other, "db in [\"x\", \"pg\"]"), "1", "{other}");
        assert_eq!(count(other, "db = \"x\""), "0", "{other}");
        assert_eq!(count(other, "db != \"x\""), "2", "{other}");
    }
}
