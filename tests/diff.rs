//! Differences between templates, and between configurations of one, against resolving every configuration.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value as Json, json};
use variscope::analysis::question::{Answer, Change, Difference, Limits, ReasonLimit, Relation, Variants, countable};
use variscope::analysis::value::{Configuration, Given, Provenance, Value};
use variscope::output::answer;
use variscope::output::render::diff;
use variscope::resolve::resolution::document;
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::{ElementId, LoadOptions, Model};

const HEAD: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {type_default_condition: true, property_default_condition: true, artifact_default_condition: true}
    inputs: {a: {type: boolean}, b: {type: boolean}}
";

fn model(text: &str) -> Model {
    let options = LoadOptions { profile: Some(Profile::D), options: None };
    let loaded = Model::load(&Package::stdin(text.to_owned()), &options).expect("nothing is read from files");
    loaded.model.expect("the template can be read")
}

fn configuration(values: &[(&str, bool)]) -> Configuration {
    let mut configuration = Configuration::new();
    for &(name, value) in values {
        configuration.set(name, Given { value: Value::Boolean(value), provenance: Provenance::Assumed });
    }
    configuration
}

fn difference(old: &Model, new: &Model, left: &Configuration, right: &Configuration) -> Difference {
    let of = |model, configuration| Variants::of(model, configuration).expect("conditions are well-formed");
    of(old, left).difference(&of(new, right), &Limits::default()).expect("there is no budget")
}

/// A template of three nodes with a property each.
#[derive(Clone, Debug)]
struct Template {
    conditions: Vec<String>,
    values: Vec<u8>,
}

impl Template {
    fn text(&self) -> String {
        let node = |(place, (condition, value)): (usize, (&String, &u8))| {
            format!("    n{place}: {{type: t, conditions: {condition}, properties: [p: {{value: {value}}}]}}\n")
        };
        let nodes: String = self.conditions.iter().zip(&self.values).enumerate().map(node).collect();
        format!("{HEAD}  node_templates:\n    root: {{type: t}}\n{nodes}")
    }
}

fn template() -> impl Strategy<Value = Template> {
    let leaf = prop_oneof![
        select(vec!["a", "b"]).prop_map(|input| format!("{{variability_input: {input}}}")),
        Just("true".to_owned()),
        Just("{node_presence: n0}".to_owned()),
    ];
    let condition = (leaf.clone(), leaf, select(vec!["and", "or", "xor"]))
        .prop_map(|(left, right, operator)| format!("{{{operator}: [{left}, {right}]}}"));
    let first = select(vec!["true", "{variability_input: a}", "{not: {variability_input: b}}"]);
    (first, prop::collection::vec(condition, 2), prop::collection::vec(0_u8..2, 3)).prop_map(|(first, rest, values)| {
        Template { conditions: [first.to_owned()].into_iter().chain(rest).collect(), values }
    })
}

/// The variants of all configurations, each as its present elements.
fn variants(model: &Model) -> BTreeSet<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
        let configuration = configuration(&[("a", a), ("b", b)]);
        if let Ok(variant) = Variants::of(model, &configuration).expect("conditions are well-formed").resolve() {
            let present = countable(model).into_iter().filter(|&id| variant.has(model, id));
            found.insert(present.map(|id| model.path(id)).collect());
        }
    }
    found
}

/// The present elements under the values of a witness; all other inputs are false.
fn replayed(model: &Model, witness: &[(Arc<str>, Value)]) -> BTreeSet<String> {
    let mut configuration = configuration(&[("a", false), ("b", false)]);
    for (input, value) in witness {
        configuration.set(Arc::clone(input), Given { value: value.clone(), provenance: Provenance::Assumed });
    }
    let variant = Variants::of(model, &configuration).expect("conditions are well-formed").resolve();
    let variant = variant.expect("a witness gives a variant");
    countable(model).into_iter().filter(|&id| variant.has(model, id)).map(|id| model.path(id)).collect()
}

fn paths(model: &Model, ids: &[ElementId]) -> BTreeSet<String> {
    ids.iter().map(|&id| model.path(id)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn differences_are_those_of_all_configurations(old in template(), new in template()) {
        let (before, after) = (model(&old.text()), model(&new.text()));
        let nothing = Configuration::new();
        let found = difference(&before, &after, &nothing, &nothing);
        let (was, is) = (variants(&before), variants(&after));
        let changed: BTreeSet<String> = (0..3).filter(|&place| old.values[place] != new.values[place])
            .map(|place| format!("property.p@0.node.n{place}")).collect();
        let contents: BTreeSet<String> = found.contents.iter().map(|change| after.path(change.new)).collect();
        prop_assert_eq!(&contents, &changed);

        let both: Vec<&BTreeSet<String>> = was.intersection(&is).collect();
        let other: usize = both.iter().filter(|variant| !variant.is_disjoint(&changed)).count();
        prop_assert_eq!(&found.kept, &BigUint::from(both.len()));
        prop_assert_eq!(&found.changed.count, &BigUint::from(other));
        prop_assert_eq!(&found.added.count, &BigUint::from(is.difference(&was).count()));
        prop_assert_eq!(&found.removed.count, &BigUint::from(was.difference(&is).count()));

        for (change, in_old, in_new) in [(&found.added, false, true), (&found.removed, true, false), (&found.changed, true, true)] {
            prop_assert_eq!(change.example.is_some(), change.count != BigUint::ZERO);
            let Some(example) = &change.example else { continue };
            let present = paths(&before, &example.present);
            prop_assert_eq!((was.contains(&present), is.contains(&present)), (in_old, in_new));
            prop_assert_eq!((example.old.is_some(), example.new.is_some()), (in_old, in_new));
            for (model, witness) in [(&before, &example.old), (&after, &example.new)] {
                if let Some(witness) = witness {
                    prop_assert_eq!(&replayed(model, witness), &present);
                }
            }
        }
    }
}

#[test]
fn what_is_given_and_assumed_is_among_the_reasons() {
    let text = format!(
        "{HEAD}  node_templates:\n    root: {{type: t}}\n    n: {{type: t, conditions: {{variability_input: a}}}}\n"
    );
    let template = model(&text);
    let given = configuration(&[("a", false)]);
    let variants = Variants::of(&template, &given).expect("conditions are well-formed");
    let node = template.find("node:n").expect("there is such a node");
    let texts = |variants: &Variants<'_>| {
        let explanation = variants.explain(None, &Limits::default());
        explanation.because.into_iter().map(|label| label.text).collect::<Vec<_>>()
    };
    assert!(texts(&variants).is_empty());
    let because = texts(&variants.assuming([(node, true)]));
    let expected = ["node \"n\" has the condition `a`, assumed to be present", "false under the given values"];
    assert_eq!(because, expected);
}

const VALUED: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {type_default_condition: true}
    inputs: {env: {type: string, constraints: [{valid_values: [dev, prod]}]}}
    expressions: {region: {concat: [{variability_input: env}, -eu]}}
  node_templates:
    app: {type: t, properties: [place: {expression: {value_expression: region}}, size: {value: 1}]}
    backup: {type: t, conditions: {equal: [{variability_input: env}, prod]}}
";

#[test]
fn two_configurations_differ_in_elements_and_values() {
    let template = model(VALUED);
    let of = |env: &str| {
        let mut configuration = Configuration::new();
        configuration.set("env", Given { value: Value::string(env), provenance: Provenance::Assumed });
        configuration
    };
    let found = difference(&template, &template, &of("dev"), &of("prod"));
    let statuses: Vec<String> = found.statuses.iter().map(|change| template.path(change.new)).collect();
    assert!(statuses.contains(&"node.backup".to_owned()), "{statuses:?}");
    let contents: BTreeMap<String, (&str, &str)> = found
        .contents
        .iter()
        .map(|change| (template.path(change.new), (change.before.as_str(), change.after.as_str())))
        .collect();
    let expected = ("property.place@0.node.app".to_owned(), (r#""dev-eu""#, r#""prod-eu""#));
    assert_eq!(contents, BTreeMap::from([expected]));
    assert_eq!(found.relation(), Relation::ArbitraryEdit);
    let equal = difference(&template, &template, &of("dev"), &of("dev"));
    assert_eq!(equal.relation(), Relation::Refactoring);
}

#[test]
fn what_is_written_otherwise_but_means_the_same_is_no_change() {
    let old = model(VALUED);
    let moved =
        VALUED.replace("app: {type: t,", "app: {type: t, conditions: true,").replace("size: {value: 1}", "size: 1");
    let nothing = Configuration::new();
    assert_eq!(difference(&old, &model(&moved), &nothing, &nothing).relation(), Relation::Refactoring);
    let renamed = VALUED.replace("-eu", "-us");
    let found = difference(&old, &model(&renamed), &nothing, &nothing);
    assert_eq!(found.contents.len(), 1, "the named expression is another one");
    let is_all = |change: &Change| change.count == BigUint::from(2_u8);
    assert!(is_all(&found.changed));
}

#[test]
fn an_element_that_is_put_before_others_does_not_rename_them() {
    let template =
        |artifacts: &str| model(&format!("{HEAD}  node_templates:\n    n: {{type: t, artifacts: [{artifacts}]}}\n"));
    let old = template("x: {type: u, file: x.sh}");
    let new = template("y: {type: u, file: y.sh}, x: {type: u, file: z.sh}");
    let nothing = Configuration::new();
    let found = difference(&old, &new, &nothing, &nothing);
    assert!(found.only_old.is_empty(), "{:?}", paths(&old, &found.only_old));
    let only_new = paths(&new, &found.only_new);
    assert!(only_new.contains("artifact.y@0.node.n"), "{only_new:?}");
    let contents: Vec<String> = found.contents.iter().map(|change| new.path(change.new)).collect();
    assert_eq!(contents, ["artifact.x@1.node.n"]);
}

#[test]
fn all_reasons_are_found_and_each_of_them_forces_the_answer() {
    let conditions = "{or: [{node_presence: left}, {node_presence: right}]}";
    let template = model(&format!(
        "{HEAD}    constraints: [{{node_presence: left}}, {{node_presence: right}}]\n  node_templates:\n    root: {{type: t}}\n    left: {{type: t, \
         conditions: {{variability_input: a}}}}\n    right: {{type: t, conditions: {{variability_input: b}}}}\n    top: \
         {{type: t, conditions: {conditions}}}\n"
    ));
    let nothing = Configuration::new();
    let variants = Variants::of(&template, &nothing).expect("conditions are well-formed");
    let top = template.find("node:top").expect("there is such a node");
    let all = variants.explain_by(Some(top), ReasonLimit::All(10), &Limits::default());
    assert_eq!(all.answer, Answer::Present);
    assert_eq!(all.others.len(), 1);
    assert!(!all.has_more);
    let one = variants.explain_by(Some(top), ReasonLimit::All(1), &Limits::default());
    assert!(one.others.is_empty() && one.has_more);
    let any = variants.explain(Some(top), &Limits::default());
    assert!([&all.because, &all.others[0]].contains(&&any.because));
}

/// A template with something of everything.
fn whole() -> Json {
    json!({
        "tosca_definitions_version": "tosca_variability_1_0",
        "metadata": { "template_author": "me" },
        "description": "a shop",
        "node_types": { "App": { "properties": { "port": { "type": "integer" } } }, "Cache": { "derived_from": "App" } },
        "topology_template": {
            "description": "what runs",
            "variability": {
                "inputs": { "env": { "type": "string", "default": "dev", "constraints": [{ "valid_values": ["dev", "prod"] }] } },
                "presets": { "live": { "inputs": { "env": "prod" } }, "test": { "inputs": { "env": "dev" } } },
                "options": { "type_default_condition": true, "checks": false }
            },
            "inputs": { "size": { "type": "integer", "default": 3 } },
            "node_templates": {
                "app": {
                    "type": "App",
                    "metadata": { "team": "red" },
                    "properties": [{ "port": { "value": 80 } }, { "path": { "value": "/", "conditions": { "equal": [{ "variability_input": "env" }, "prod"] } } }],
                    "requirements": [{ "uses": { "node": "cache", "relationship": "link" } }, { "logs": "sink" }],
                    "artifacts": [{ "image": { "type": "tosca.artifacts.File", "file": "app.tar" } }]
                },
                "cache": { "type": "Cache", "conditions": { "equal": [{ "variability_input": "env" }, "prod"] } },
                "sink": { "type": "App", "capabilities": { "port": { "properties": { "number": 1 } } } }
            },
            "relationship_templates": { "link": { "type": "tosca.relationships.Root", "properties": { "speed": 1.0 } } },
            "groups": { "all": { "type": "tosca.groups.Root", "members": ["app", "sink"] } },
            "policies": [{ "near": { "type": "tosca.policies.Root", "targets": ["app"] } }],
            "outputs": { "url": { "value": "http" } },
            "workflows": { "deploy": { "description": "all at once" } }
        }
    })
}

/// The template with one thing deleted, added, renamed or changed, each with a word about it.
fn edits() -> Vec<(String, Json)> {
    let mut edited = Vec::new();
    for path in paths_of(&whole(), "") {
        // How it is read, and what options do, may make no difference.
        if path.contains("tosca_definitions_version") || path.contains("/options") || path.contains("/conditions/") {
            continue;
        }
        let (parent, key) = path.rsplit_once('/').unwrap();
        for kind in ["deleted", "renamed", "added", "changed"] {
            if kind == "added" && path.ends_with("/conditions") {
                continue;
            }
            let mut template = whole();
            let place = template.pointer_mut(parent).unwrap();
            let is_done = match (kind, place) {
                ("deleted", Json::Object(entries)) => entries.remove(key).is_some(),
                ("deleted", Json::Array(items)) => {
                    items.remove(key.parse().unwrap());
                    true
                }
                ("renamed", Json::Object(entries)) => {
                    let value = entries.remove(key).unwrap();
                    entries.insert(format!("{key}_two"), value);
                    true
                }
                ("added", Json::Object(entries)) => {
                    let value = entries[key].clone();
                    entries.insert(format!("{key}_too"), value).is_none()
                }
                ("added", Json::Array(items)) => {
                    items.push(items[key.parse::<usize>().unwrap()].clone());
                    true
                }
                ("changed", Json::Object(entries)) => change(&mut entries[key]),
                ("changed", Json::Array(items)) => change(&mut items[key.parse::<usize>().unwrap()]),
                _ => false,
            };
            if is_done {
                edited.push((format!("{path} {kind}"), template));
            }
        }
    }
    edited
}

fn change(value: &mut Json) -> bool {
    *value = match value {
        Json::Bool(value) => json!(!*value),
        Json::Number(number) if number.is_i64() => json!(number.as_i64().unwrap() + 1),
        // Another type of number, though no other number.
        Json::Number(_) => json!(1),
        Json::String(text) => json!(format!("{text}x")),
        _ => return false,
    };
    true
}

/// The JSON pointers of everything in a value.
fn paths_of(value: &Json, at: &str) -> Vec<String> {
    let inner: Vec<(String, &Json)> = match value {
        Json::Object(entries) => entries.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Json::Array(items) => items.iter().enumerate().map(|(place, item)| (place.to_string(), item)).collect(),
        _ => Vec::new(),
    };
    let paths = inner.into_iter().map(|(key, value)| (format!("{at}/{}", key.replace('/', "~1")), value));
    paths
        .flat_map(|(path, value)| [path.clone()].into_iter().chain(paths_of(value, &path)).collect::<Vec<_>>())
        .collect()
}

#[test]
fn no_single_edit_is_called_a_refactoring() {
    let (old, nothing) = (model(&whole().to_string()), Configuration::new());
    assert_eq!(difference(&old, &model(&whole().to_string()), &nothing, &nothing).relation(), Relation::Refactoring);
    let (mut compared, mut same) = (0, Vec::new());
    for (what, edited) in edits() {
        let options = LoadOptions { profile: Some(Profile::D), options: None };
        let loaded = Model::load(&Package::stdin(edited.to_string()), &options).expect("nothing is read from files");
        let Some(new) = loaded.model.filter(|_| !loaded.diagnostics.iter().any(|said| said.is_error())) else {
            continue;
        };
        let Ok(after) = Variants::of(&new, &nothing) else { continue };
        let before = Variants::of(&old, &nothing).expect("conditions are well-formed");
        let found = before.difference(&after, &Limits::default()).expect("there is no budget");
        compared += 1;
        if found.relation() == Relation::Refactoring {
            // An element is written in another way: every document is the same.
            for env in ["dev", "prod"] {
                let mut configuration = Configuration::new();
                configuration.set("env", Given { value: Value::string(env), provenance: Provenance::Assumed });
                let [was, is] = [&before, &after].map(|side| {
                    let document = document(&side.under(&configuration)).unwrap();
                    serde_yaml::from_str::<Json>(&document).unwrap()
                });
                assert_eq!(was, is, "{what}");
            }
            same.push(what);
        }
    }
    assert!(same.len() <= 3, "{same:?}");
    assert!(compared >= 60, "{compared} edits leave a template");
}

/// The name of the element, input, preset or section that a path leads to or into.
fn named(path: &str) -> Option<&str> {
    const SECTIONS: [&str; 8] =
        ["node_templates", "inputs", "presets", "groups", "policies", "outputs", "workflows", "node_types"];
    let mut steps = path.split('/').skip_while(|step| !SECTIONS.contains(step)).skip(1);
    steps.find(|step| step.parse::<usize>().is_err())
}

#[test]
fn the_plan_names_what_a_single_edit_is_about() {
    let (old, nothing) = (model(&whole().to_string()), Configuration::new());
    let before = Variants::of(&old, &nothing).expect("conditions are well-formed");
    let (mut named_edits, mut valued) = (0, 0);
    for (what, edited) in edits() {
        let (path, kind) = what.split_once(' ').unwrap();
        let options = LoadOptions { profile: Some(Profile::D), options: None };
        let loaded = Model::load(&Package::stdin(edited.to_string()), &options).expect("nothing is read from files");
        let Some(new) = loaded.model.filter(|_| !loaded.diagnostics.iter().any(|said| said.is_error())) else {
            continue;
        };
        let Ok(after) = Variants::of(&new, &nothing) else { continue };
        let found = before.difference(&after, &Limits::default()).expect("there is no budget");
        if found.relation() == Relation::Refactoring {
            continue;
        }
        let said = answer::Diff::of_template(&old, &new, &found);
        let text = diff::text(&said);
        let plan: Vec<&str> = text.lines().filter(|line| line.starts_with(['-', '+', '~'])).collect();
        assert!(diff::markdown(&said).lines().count() <= 60);
        let Some(name) = named(path) else { continue };
        named_edits += 1;
        assert!(plan.iter().any(|line| line.contains(name)), "{what}\n{text}");
        let [was, is] = [&whole(), &edited].map(|template| template.pointer(path).cloned());
        if let (Some(was), Some(is), "changed") = (was, is, kind)
            && !was.is_object()
            && !was.is_array()
            && !path.ends_with("/type")
            && !path.contains("/requirements/")
            && !path.contains("/members/")
            && !path.contains("/targets/")
        {
            valued += 1;
            let both = format!("{was} -> {is}");
            assert!(plan.iter().any(|line| line.contains(&both)), "{what}: {both}\n{text}");
        }
    }
    assert!(named_edits >= 40 && valued >= 8, "{named_edits} edits, {valued} values");
}

#[test]
fn a_template_does_not_differ_from_itself() {
    let (old, nothing) = (model(&whole().to_string()), Configuration::new());
    let said = answer::Diff::of_template(&old, &old, &difference(&old, &old, &nothing, &nothing));
    assert!(diff::text(&said).starts_with("no difference"), "{}", diff::text(&said));
    assert_eq!((said.presences.len(), said.elements.len(), said.contents.len()), (0, 0, 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// How many variants of both hold an element with other content.
    #[test]
    fn variants_with_changed_elements_are_counted(old in template(), new in template()) {
        let (before, after) = (model(&old.text()), model(&new.text()));
        let nothing = Configuration::new();
        let found = difference(&before, &after, &nothing, &nothing);
        let (was, is) = (variants(&before), variants(&after));
        for change in &found.contents {
            let path = before.path(change.old);
            let kept = was.intersection(&is).filter(|variant| variant.contains(&path)).count();
            prop_assert_eq!(&change.variants, &BigUint::from(kept), "{}", path);
        }
    }

    /// Elements whose rule was left alone are not said to have another one, and conditions that are shown are true.
    #[test]
    fn rules_that_are_shown_changed(old in template(), new in template()) {
        let (before, after) = (model(&old.text()), model(&new.text()));
        let nothing = Configuration::new();
        let found = difference(&before, &after, &nothing, &nothing);
        for change in &found.presences {
            let name = &before.element(change.old.unwrap()).name;
            let place: Option<usize> = name.strip_prefix('n').and_then(|digits| digits.parse().ok());
            let Some(place) = place.filter(|_| change.old.unwrap().kind() == variscope::tosca::model::Kind::Node) else {
                continue;
            };
            prop_assert_ne!(&old.conditions[place], &new.conditions[place], "node {}", place);
        }
    }
}
