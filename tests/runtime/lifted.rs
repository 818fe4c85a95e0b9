//! Connections and rules in all variants against a job for each configuration.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::question::{Limits, Variants};
use variscope::analysis::value::{Configuration, Given, Provenance};
use variscope::source::diagnostic::Code;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::{ElementId, Model};
use variscope::unfurl::environment::Environment;
use variscope::unfurl::{Job, Need, RunEnvironment, Selection, Task, survey_connections};

use crate::support::model::loaded;

const HEAD: &str = "tosca_definitions_version: tosca_variability_1_0
relationship_types:
  a.Link:
    derived_from: tosca.relationships.ConnectsTo
    properties:
      KEY: {type: string, required: false, metadata: {env_vars: [KEY]}}
      HOME: {type: string, required: false, default: {get_env: [HOME, {get_env: X}]}, metadata: {env_vars: [HOME]}}
  a.Other: {derived_from: a.Link, properties: {X: {type: string, default: x, metadata: {env_vars: [X]}}}}
node_types:
  a.One: {derived_from: tosca.nodes.Root, requirements: [held: {relationship: a.Link}]}
  a.Two:
    derived_from: a.One
    requirements: [held: {relationship: {type: a.Other}}]
    interfaces:
      Standard:
        operations:
          create:
            implementation:
              primary: run.sh
              operation_host: RUNS_ON
              environment: {NEEDED: '${KEY}', EITHER: '${X|KEY}', +X: null, A: a, -A: null, '-HTTP*': nullRULES}
topology_template:
  variability:
    options: {type_default_condition: true, relation_default_condition: true, node_default_condition: false, property_pruning: true}
    inputs: {a: {type: boolean}, b: {type: boolean}, c: {type: boolean}}
";

/// What is said about all variants, or was seen in any of them.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    variants: usize,
    /// By node and need: in how many variants it is met, and in how many it is not.
    supplies: BTreeMap<(ElementId, Need), (usize, usize)>,
    /// Connections that are available to no node.
    unused: BTreeSet<usize>,
    /// Connections that meet one of their type.
    ambiguous: BTreeSet<usize>,
    /// Doubtful rules.
    doubts: BTreeSet<(Code, usize)>,
}

const DOUBTS: [Code; 5] =
    [Code::UselessRule, Code::ShadowedRule, Code::UnprovidedVariable, Code::PatternName, Code::ProtectedVariable];

fn model(text: &str) -> Model {
    let loaded = loaded(text, Profile::D);
    assert!(!loaded.diagnostics.iter().any(|it| it.is_error()), "{text}\n{:#?}", loaded.diagnostics);
    loaded.model.unwrap()
}

fn configurations() -> impl Iterator<Item = Configuration> {
    (0_u8..8).map(|bits| {
        let mut configuration = Configuration::new();
        for (place, name) in ["a", "b", "c"].into_iter().enumerate() {
            let value = (bits >> place & 1 == 1).into();
            configuration.set(name, Given { value, provenance: Provenance::Assumed });
        }
        configuration
    })
}

/// Every configuration by itself.
fn one_by_one(model: &Model, needs: &BTreeSet<Need>, connections: &[usize]) -> Seen {
    let mut seen = Seen { unused: connections.iter().copied().collect(), ..Seen::default() };
    let mut met = BTreeSet::new();
    for configuration in configurations() {
        let Ok(variant) = Variants::of(model, &configuration).unwrap().resolve() else { continue };
        let present: Vec<bool> = model.ids().map(|id| variant.has(model, id)).collect();
        if !met.insert(present) {
            continue;
        }
        seen.variants += 1;
        let run_environment = RunEnvironment::new(Environment::known([("", ""); 0]));
        let job = Job::new(model, &variant, &run_environment);
        let report = job.report(&Selection::default());
        seen.doubts.extend(
            report
                .diagnostics
                .iter()
                .filter(|it| DOUBTS.contains(&it.code))
                .map(|it| (it.code, it.labels[0].span.start as usize)),
        );
        for node in &report.nodes {
            // What is said of a node is true of all its tasks; one without operations is asked by itself.
            let tasks: Vec<&Task<'_>> = node.tasks.iter().filter(|task| task.relation.is_none()).collect();
            let tasks = if tasks.is_empty() { vec![&node.common] } else { tasks };
            for need in needs {
                let has = |task: &&Task<'_>| match need {
                    Need::Type(name) => task.connections.iter().any(|it| it.types.contains(name)),
                    Need::Variable(name) => task.environment.get(name).is_some(),
                };
                let counts = seen.supplies.entry((node.node, need.clone())).or_default();
                if tasks.iter().all(has) { counts.0 += 1 } else { counts.1 += 1 }
            }
            for available in tasks.iter().map(|task| &task.connections).chain([&node.common.connections]) {
                for connection in available {
                    seen.unused.remove(&(connection.span.start as usize));
                    let mut others = available.iter().filter(|it| it.span != connection.span);
                    let is_ambiguous = others.any(|it| it.types.first() == connection.types.first());
                    // What leads somewhere by name is reported with one of those that it meets.
                    if is_ambiguous && connections.contains(&(connection.span.start as usize)) {
                        seen.ambiguous.insert(connection.span.start as usize);
                    }
                }
            }
        }
    }
    // Where there is no variant, nothing is said about unused connections.
    if seen.variants == 0 {
        seen.unused.clear();
    }
    seen
}

/// All at once.
fn at_once(model: &Model, needs: &BTreeSet<Need>, connections: &[usize]) -> Seen {
    let configuration = Configuration::new();
    let variants = Variants::of(model, &configuration).unwrap();
    let run_environment = RunEnvironment::new(Environment::known([("", ""); 0]));
    let required: Vec<Need> = needs.iter().cloned().collect();
    let answer = survey_connections(&variants, &run_environment, &Limits::default(), &required);
    assert!(answer.exactness.is_exact());
    let number = |count: &Option<num_bigint::BigUint>| count.as_ref().unwrap().to_string().parse::<usize>().unwrap();
    let of = |code: Code| {
        let findings = answer.findings.iter().filter(move |(it, _)| it.code == code);
        findings.flat_map(|(it, _)| &it.labels).map(|label| label.span.start as usize)
    };
    let doubts = answer.findings.iter().filter(|(it, _)| DOUBTS.contains(&it.code));
    assert!(of(Code::DeadConnection).all(|place| connections.contains(&place)));
    Seen {
        variants: number(&answer.variants),
        supplies: answer
            .supplies
            .iter()
            .map(|it| ((it.node, it.need.clone()), (number(&it.with), number(&it.without))))
            .collect(),
        unused: of(Code::DeadConnection).collect(),
        ambiguous: of(Code::AmbiguousConnection).filter(|place| connections.contains(place)).collect(),
        doubts: doubts.map(|(it, _)| (it.code, it.labels[0].span.start as usize)).collect(),
    }
}

fn condition() -> impl Strategy<Value = String> {
    let input = select(vec!["a", "b", "c"]);
    (input, any::<bool>()).prop_map(|(input, is_negated)| {
        let plain = format!("{{variability_input: {input}}}");
        if is_negated { format!("{{not: {plain}}}") } else { plain }
    })
}

/// The properties of a relationship template: none, or one with or without a condition.
fn properties() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just(", properties: {KEY: k}".to_owned()),
        condition().prop_map(|condition| format!(", properties: [KEY: {{value: k, conditions: {condition}}}]")),
    ]
}

/// The type of a relationship template: one, or one of two.
fn relationship_type() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => Just("type: a.Link".to_owned()),
        1 => Just("type: a.Other".to_owned()),
        1 => condition().prop_map(|condition| {
            format!("type: [a.Other: {{conditions: {condition}}}, a.Link: {{default_alternative: true}}]")
        }),
    ]
}

/// A node that stands on one of those behind it, if at all, and holds a connection, if at all: all of these have one name.
fn node(place: usize) -> impl Strategy<Value = String> {
    let host = prop::option::weighted(0.8, (place + 1..6, condition()));
    // One without a type has that which the definition of its requirement wants.
    let of = prop_oneof![1 => Just(String::new()), 2 => relationship_type()];
    let held = (of, select(vec!["SELF", "SELF", "ANY", "a.Two"]), properties(), condition());
    let held = prop::option::weighted(0.4, held);
    let led = prop::option::weighted(0.4, led());
    (condition(), condition(), host, held, led, any::<bool>()).prop_map(move |(own, of_type, host, held, led, is_plain)| {
        let own = if is_plain { "true".to_owned() } else { own };
        let host = host.filter(|(host, _)| *host < 5);
        let host = host.map(|(host, condition)| format!("host: {{node: n{host}, conditions: {condition}}}"));
        let held = held.map(|(of, target, properties, condition)| {
            let of = if of.is_empty() { of } else { format!(", {of}") };
            let template = format!("{{default_for: {target}{of}{properties}}}");
            format!("held: {{node: last, relationship: {template}, conditions: {condition}}}")
        });
        let requirements: Vec<String> = host.into_iter().chain(held).chain(led).collect();
        format!(
            "    n{place}:\n      conditions: {own}\n      type:\n        - a.Two: {{conditions: {of_type}}}\n        - a.One: {{default_alternative: true}}\n      requirements: [{}]\n",
            requirements.join(", ")
        )
    })
}

/// A relationship template that nothing is the default for, under a name that others have, too.
fn led() -> impl Strategy<Value = String> {
    let targets = vec!["n0", "n1", "n2", "n3", "n4", "last"];
    (select(vec!["held", "c1", "wire"]), select(targets), relationship_type(), properties()).prop_map(
        |(name, target, of, properties)| format!("{name}: {{node: {target}, relationship: {{{of}{properties}}}}}"),
    )
}

/// Where operations run, and what leads from there if that is localhost.
fn runs_on() -> impl Strategy<Value = (&'static str, Option<(String, String)>)> {
    let words = vec!["SELF", "HOST", "n1", "n3", "nowhere", "localhost", "localhost"];
    (select(words), prop::option::weighted(0.5, (led(), condition())))
}

/// More rules of the operation, about what is needed.
fn rules() -> impl Strategy<Value = String> {
    let rules = vec![
        "KEY: k",
        "KEY: null",
        "KEY: {get_env: X}",
        "KEY: {get_env: [HOME, {get_env: X}]}",
        "KEY: {get_env: [HOME, none]}",
        "+KEY: null",
        "^KEY: {get_env: HOME}",
        "+HOME: home",
        "'-K*': null",
        "-KEY: null",
        "'-!X': null",
        "'+*': null",
        "'+K*': k",
    ];
    let rules = rules.into_iter().map(|rule| format!(", {rule}")).collect::<Vec<_>>();
    prop::collection::btree_set(select(rules), 0..3)
        .prop_map(|rules| rules.into_iter().collect())
        .prop_filter("a key is there once", |rules: &String| rules.matches(", KEY:").count() < 2)
}

fn connection(place: usize) -> impl Strategy<Value = String> {
    let targets = vec!["ANY", "a.One", "a.Two", "n0", "n2", "n4", "feature", "nowhere"];
    (relationship_type(), select(targets), properties()).prop_map(move |(of, target, properties)| {
        format!("    c{place}: {{{of}, default_for: {target}{properties}}}\n")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn all_variants_at_once_are_as_one_by_one(
        nodes in (node(0), node(1), node(2), node(3), node(4)),
        connections in (connection(0), connection(1), connection(2)),
        (runs_on, localhost) in runs_on(),
        rules in rules(),
    ) {
        let (c0, c1, c2) = connections;
        let (n0, n1, n2, n3, n4) = nodes;
        let localhost = localhost.map_or_else(String::new, |(led, condition)| {
            format!("    localhost: {{type: a.One, conditions: {condition}, requirements: [{led}]}}\n")
        });
        let head = HEAD.replace("RUNS_ON", runs_on).replace("RULES", &rules);
        let text = format!("{head}  relationship_templates:\n{c0}{c1}{c2}  node_templates:\n{n0}{n1}{n2}{n3}{n4}    last: {{type: a.One}}\n{localhost}");
        let model = model(&text);
        let of_templates = ["c0", "c1", "c2"].into_iter().map(|name| text.find(&format!("    {name}:")).unwrap() + 4);
        let held = text.match_indices("held: {node: last, relationship: {default_for: ");
        let places: Vec<usize> = of_templates.chain(held.map(|(place, _)| place)).collect();
        let needs = BTreeSet::from([
            Need::Type("a.Link".into()),
            Need::Type("a.Other".into()),
            Need::Variable("KEY".into()),
            Need::Variable("X".into()),
            Need::Variable("HOME".into()),
        ]);
        prop_assert_eq!(at_once(&model, &needs, &places), one_by_one(&model, &needs, &places), "{}", text);
    }
}
