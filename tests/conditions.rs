//! Conditions as text, held against filtering by brute force: every configuration is resolved, and the condition evaluated
//! by the few lines below.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use variscope::analysis::condition::demand::Bound;
use variscope::analysis::condition::text::{Assertion, Phrase, Saying, Verb};
use variscope::analysis::question::{
    AssertionText, ElementStatus, Held, Limits, Measure, Method, Strictness, Variants,
};
use variscope::analysis::value::{Assembly, Configuration};
use variscope::output::answer;
use variscope::source::diagnostic::Code;
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Operator;
use variscope::tosca::model::{Direction, ElementId, Kind, LoadOptions, Model};

const TEMPLATE: &str = "
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      a: {type: boolean}
      env: {type: string, constraints: [{valid_values: [dev, prod]}]}
      size: {type: integer, constraints: [{in_range: [0, 4]}]}
    expressions:
      big: {greater: [{variability_input: size}, 2]}
      twice: {mul: [{variability_input: size}, 2]}
    options: {type_default_condition: true, relation_default_condition: true, property_default_condition: true}
    constraints: [{not: {and: [{variability_input: a}, {equal: [{variability_input: size}, 4]}]}}]
  node_templates:
    app:
      type: App
      properties:
        - port: {value: 80, conditions: {variability_input: a}}
        - port: {value: 8080, conditions: {not: {variability_input: a}}}
      requirements: [{host: {node: vm, relationship: tosca.relationships.HostedOn}}, {db: db}]
    db:
      type: Db
      conditions: {or: [{variability_input: a}, {logic_expression: big}]}
      requirements: [{host: {node: vm, relationship: tosca.relationships.HostedOn}}]
    cache: {type: Db, conditions: {and: [{equal: [{variability_input: env}, prod]}, {not: {node_presence: db}}]}}
    vm: {type: Machine}
  policies:
    - backup: {type: Backup, targets: [db], conditions: {equal: [{variability_input: env}, prod]}}
";

/// A configuration that resolves.
struct World {
    a: bool,
    env: &'static str,
    size: i64,
    present: BTreeSet<String>,
}

fn model() -> Model {
    let loaded = Model::load(&Package::stdin(TEMPLATE), &LoadOptions::default()).unwrap();
    assert!(loaded.diagnostics.iter().all(|diagnostic| !diagnostic.is_error()), "{:?}", loaded.diagnostics);
    loaded.model.unwrap()
}

fn nothing() -> Configuration {
    Configuration::default()
}

/// All configurations that resolve.
fn worlds(model: &Model) -> Vec<World> {
    let mut worlds = Vec::new();
    for (a, env, size) in [true, false]
        .into_iter()
        .flat_map(|a| ["dev", "prod"].into_iter().flat_map(move |env| (0..=4).map(move |size| (a, env, size))))
    {
        let language = model.language();
        let arguments = [format!("a={a}"), format!("env={env}"), format!("size={size}")];
        let assembly = arguments
            .into_iter()
            .fold(Assembly::new(&language, None), |assembly, argument| assembly.argument(&argument));
        let configuration = assembly.finish().0;
        if let Ok(variant) = Variants::of(model, &configuration).unwrap().resolve() {
            let present = model.ids().filter(|&id| variant.has(model, id)).map(|id| model.path(id)).collect();
            worlds.push(World { a, env, size, present });
        }
    }
    worlds
}

#[derive(Clone, Debug, PartialEq)]
enum Is {
    Truth(bool),
    Number(i64),
    Text(String),
    List(Vec<Is>),
}

impl World {
    fn truth(&self, phrase: &Phrase, it: &str) -> bool {
        match self.is(phrase, it) {
            Is::Truth(holds) => holds,
            other => panic!("{phrase} is {other:?}"),
        }
    }

    fn number(&self, phrase: &Phrase, it: &str) -> i64 {
        match self.is(phrase, it) {
            Is::Number(number) => number,
            other => panic!("{phrase} is {other:?}"),
        }
    }

    fn has(&self, path: &str) -> bool {
        self.present.contains(path)
    }

    fn is(&self, phrase: &Phrase, it: &str) -> Is {
        match &phrase.says {
            Saying::Name(name) => match &**name {
                "a" => Is::Truth(self.a),
                "env" => Is::Text(self.env.to_owned()),
                "size" => Is::Number(self.size),
                "big" => Is::Truth(self.size > 2),
                "twice" => Is::Number(self.size * 2),
                "it" => Is::Truth(self.has(&format!("node.{it}"))),
                "node.app.port" => Is::Number(if self.a { 80 } else { 8080 }),
                "relation.app.db" => Is::Truth(self.has("relation.db@1.node.app")),
                "policy.backup" => Is::Truth(self.has("policy.backup@0")),
                path => Is::Truth(self.has(path)),
            },
            Saying::Text(text) => Is::Text(text.clone()),
            Saying::Number(number) => Is::Number(number.parse().unwrap()),
            Saying::Truth(holds) => Is::Truth(*holds),
            Saying::List(items) => Is::List(items.iter().map(|item| self.is(item, it)).collect()),
            Saying::Not(inner) => Is::Truth(!self.truth(inner, it)),
            Saying::Call(operator, operands) => self.call(*operator, operands, it),
            Saying::Verb(verb, sides) => Is::Truth(self.done(*verb, &sides[0].to_string(), &sides[1].to_string(), it)),
            other => panic!("{other:?}"),
        }
    }

    fn call(&self, operator: Operator, operands: &[Phrase], it: &str) -> Is {
        let truths = || operands.iter().map(|operand| self.truth(operand, it));
        let two = || (self.number(&operands[0], it), self.number(&operands[1], it));
        Is::Truth(match operator {
            Operator::And => truths().all(|holds| holds),
            Operator::Or => truths().any(|holds| holds),
            Operator::Xor => truths().filter(|holds| *holds).count() % 2 == 1,
            Operator::ExactlyOne => truths().filter(|holds| *holds).count() == 1,
            Operator::AtMostOne => truths().filter(|holds| *holds).count() <= 1,
            Operator::Implies => !self.truth(&operands[0], it) || self.truth(&operands[1], it),
            Operator::Equal => self.is(&operands[0], it) == self.is(&operands[1], it),
            Operator::Less => two().0 < two().1,
            Operator::LessOrEqual => two().0 <= two().1,
            Operator::Greater => two().0 > two().1,
            Operator::GreaterOrEqual => two().0 >= two().1,
            Operator::Add => return Is::Number(two().0 + two().1),
            Operator::ValidValues | Operator::InRange => {
                let Is::List(items) = self.is(&operands[1], it) else { panic!("a list") };
                let value = self.is(&operands[0], it);
                match (operator, value, items.as_slice()) {
                    (Operator::InRange, Is::Number(value), [Is::Number(low), Is::Number(high)]) => {
                        (*low..=*high).contains(&value)
                    }
                    (_, value, items) => items.contains(&value),
                }
            }
            other => panic!("{other:?}"),
        })
    }

    /// What the template says of who covers, hosts and targets whom.
    fn done(&self, verb: Verb, doer: &str, other: &str, it: &str) -> bool {
        let named = |name: &str| match name {
            "it" => vec![format!("node.{it}")],
            "Db" => vec!["node.db".to_owned(), "node.cache".to_owned()],
            "App" => vec!["node.app".to_owned()],
            "Machine" => vec!["node.vm".to_owned()],
            "Backup" | "policy.backup" => vec!["policy.backup@0".to_owned()],
            path => vec![path.to_owned()],
        };
        let facts: &[(&str, &str, &str)] = match verb {
            Verb::Covers => &[("policy.backup@0", "node.db", "node.db")],
            Verb::Hosts => &[
                ("node.vm", "node.app", "relation.host@0.node.app"),
                ("node.vm", "node.db", "relation.host@0.node.db"),
            ],
            Verb::Targets => &[
                ("node.app", "node.vm", "relation.host@0.node.app"),
                ("node.db", "node.vm", "relation.host@0.node.db"),
                ("node.app", "node.db", "relation.db@1.node.app"),
            ],
        };
        facts.iter().any(|(left, right, by)| {
            named(doer).contains(&(*left).to_owned())
                && named(other).contains(&(*right).to_owned())
                && self.has(left)
                && self.has(right)
                && self.has(by)
        })
    }
}

fn conditions() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "a",
        "big",
        "node.db",
        "node.cache",
        "relation.app.db",
        "policy.backup",
        "env = \"prod\"",
        "env != 'dev'",
        "size > 1",
        "size <= 3",
        "size + twice >= 6",
        "twice in 2..6",
        "size in [0, 3]",
        "env not in [\"prod\"]",
        "policy.backup covers node.db",
        "node.vm hosts Db",
        "node.app targets Db",
        "node.app.port > 100",
        "size = 4",
    ]);
    leaf.prop_map(str::to_owned).prop_recursive(4, 12, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            inner.clone().prop_map(|inner| format!("not ({inner})")),
            (two.clone(), prop::sample::select(vec!["and", "or", "implies"]))
                .prop_map(|((left, right), word)| format!("({left}) {word} ({right})")),
            (two.clone(), prop::sample::select(vec!["xor", "exo", "amo"]))
                .prop_map(|((left, right), word)| format!("{word}({left}, {right})")),
            inner.prop_map(|inner| format!("node.db = ({inner})")),
        ]
    })
}

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
            (false, false) => matches!(holding.held, Held::Sometimes { .. }),
            (false, true) => matches!(holding.held, Held::Always { .. }),
            (true, false) => matches!(holding.held, Held::Never { .. }),
            (true, true) => matches!(holding.held, Held::NoVariant),
        };
        assert!(expected, "{text}: {:?}", holding.held);
        let restricted = variants.under(variants.configuration()).wanting([0]);
        let enumeration = restricted.enumerate_products(&limits);
        let paths = enumeration.paths(variants.model());
        let enumerated: Vec<Vec<bool>> = enumeration.variants.iter().map(|variant| variant.present.clone()).collect();
        let mut listed = Vec::new();
        let mut listing = restricted.listing(&limits).unwrap();
        let mut rank = num_bigint::BigUint::ZERO;
        while let Ok(Some(found)) = listing.go(&rank) {
            listed.push(listing.variant().present);
            rank = found.end;
        }
        (restricted.count(&limits, false), listed, enumerated, paths)
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
            "for node of App: it.size > 1",
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
                "for node of App: it.size > 1" => false,
                _ => world.truth(&assertion.condition, it),
            }
    };
    let expected: BTreeSet<&str> =
        about.into_iter().filter(|it| worlds.iter().any(|world| !keeps(world, it))).collect();
    let (mut model, nothing) = (model(), nothing());
    let mut demands = Vec::new();
    let asserted = model.assertions(&[AssertionText::typed("--assert", text)], &mut demands).unwrap();
    let variants = Variants::demanding(&model, &nothing, &demands).unwrap().asserting(asserted);
    let found = variants.check(&Limits::default(), Strictness::default());
    let broken: Vec<_> =
        found.findings.iter().filter(|finding| finding.diagnostic.code == Code::BrokenAssertion).collect();
    prop_assert_eq!(broken.len(), expected.len(), "{}: {:?}", text, broken);
    prop_assert_eq!(found.assertions.kept == 1, expected.is_empty(), "{}", text);
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
        let asserted = match model.assertions(&[AssertionText::typed("--assert", text)], &mut demands) {
            Ok(asserted) => asserted,
            Err(faults) => {
                assert!(faults[0].message.contains("Missing"), "{text}: {faults:?}");
                continue;
            }
        };
        let variants = Variants::demanding(&model, &nothing, &demands).unwrap().asserting(asserted);
        let found = variants.check(&Limits::default(), Strictness::default());
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
    let asserted = model.assertions(&texts, &mut demands).unwrap();
    let variants = Variants::demanding(&model, &nothing, &demands).unwrap().asserting(asserted);
    let found = variants.check(&Limits::default(), Strictness::default());
    assert_eq!((found.assertions.all, found.assertions.kept), (2, 2));
    let codes: Vec<Code> = found.findings.iter().map(|finding| finding.diagnostic.code).collect();
    assert!(!codes.contains(&Code::BrokenAssertion) && !codes.contains(&Code::IdleAssertion), "{codes:?}");
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
    let said = answer::Elements::of_template(&model, &restricted.elements(&limits));
    for (path, presence) in said.elements.iter().filter_map(|element| Some((&element.id, element.presence.as_ref()?))) {
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

/// In profile C a value that is no truth value matters only where something depends on it: one configuration after the other.
const LENIENT: &str = "
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      x: {type: string, constraints: [{valid_values: [yes!, no!]}]}
      b: {type: boolean}
  node_templates:
    app: {type: App}
    db: {type: Db, conditions: {and: [{get_variability_input: b}, {get_variability_input: x}]}}
    cache: {type: Db, conditions: {get_variability_input: b}}
";

#[test]
fn one_by_one_is_as_at_once() {
    let loaded = Model::load(&Package::stdin(LENIENT), &LoadOptions::default()).unwrap();
    let mut model = loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let nothing = nothing();
    let texts = ["b", "not b", "node.cache", "node.db", "x = \"no!\"", "b = node.cache", "node.app"];
    let bounds: Vec<Bound> = texts.iter().map(|text| model.demand_of("condition", text).unwrap()).collect();
    let variants = Variants::demanding(&model, &nothing, &bounds).unwrap();
    assert!(variants.listing(&Limits::default()).is_none(), "not all at once");
    let mut seen = vec![[false; 2]; texts.len()];
    for (b, x) in [(false, "yes!"), (false, "no!"), (true, "yes!"), (true, "no!")] {
        let language = model.language();
        let assembly = Assembly::new(&language, None).argument(&format!("b={b}")).argument(&format!("x={x}"));
        let configuration = assembly.finish().0;
        let Ok(variant) = Variants::of(&model, &configuration).unwrap().resolve() else { continue };
        let has = |path: &str| variant.has(&model, model.by_path(path).unwrap());
        let holds = [b, !b, has("node.cache"), has("node.db"), x == "no!", b == has("node.cache"), has("node.app")];
        for (sides, holds) in seen.iter_mut().zip(holds) {
            sides[usize::from(holds)] = true;
        }
    }
    for (place, [fails, holds]) in seen.into_iter().enumerate() {
        let held = variants.holding(place, &Limits::default()).held;
        let is_right = match (holds, fails) {
            (true, true) => matches!(held, Held::Sometimes { .. }),
            (true, false) => matches!(held, Held::Always { .. }),
            (false, true) => matches!(held, Held::Never { .. }),
            (false, false) => matches!(held, Held::NoVariant),
        };
        assert!(is_right, "{}: {held:?}", texts[place]);
    }
}
