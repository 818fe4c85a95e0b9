//! A template with something of everything, edited in one place: no edit goes unseen, and the plan names it.

use serde_json::{Value as Json, json};
use variscope::analysis::question::{Limits, Variants};
use variscope::analysis::value::{Configuration, Given, Provenance, Value};
use variscope::answer;
use variscope::output::render::diff;
use variscope::resolve::resolution::document;
use variscope::source::syntax::vocabulary::Profile;
use variscope_encoder::circuit::EditKind;

use super::{difference, model};
use crate::support::model::loaded;

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
fn single_edits_that_are_refactorings_change_no_document() {
    let (old, nothing) = (model(&whole().to_string()), Configuration::new());
    assert_eq!(difference(&old, &model(&whole().to_string()), &nothing, &nothing).edit_kind(), EditKind::Refactoring);
    let (mut compared, mut same) = (0, Vec::new());
    for (what, edited) in edits() {
        let loaded = loaded(&edited.to_string(), Profile::D);
        let Some(new) = loaded.model.filter(|_| !loaded.diagnostics.iter().any(|diagnostic| diagnostic.is_error()))
        else {
            continue;
        };
        let Ok(after) = Variants::of(&new, &nothing) else { continue };
        let before = Variants::of(&old, &nothing).expect("conditions are well-formed");
        let found = before.difference(&after, &Limits::default()).expect("there is no budget");
        compared += 1;
        if found.edit_kind() == EditKind::Refactoring {
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
    let another_way_of_writing = [
        "app/properties/0/port/value added",
        "app/properties/1/path/value added",
        "app/artifacts/0/image/type deleted",
    ];
    assert_eq!(same, another_way_of_writing.map(|edit| format!("/topology_template/node_templates/{edit}")));
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
        let loaded = loaded(&edited.to_string(), Profile::D);
        let Some(new) = loaded.model.filter(|_| !loaded.diagnostics.iter().any(|diagnostic| diagnostic.is_error()))
        else {
            continue;
        };
        let Ok(after) = Variants::of(&new, &nothing) else { continue };
        let found = before.difference(&after, &Limits::default()).expect("there is no budget");
        if found.edit_kind() == EditKind::Refactoring {
            continue;
        }
        let answer = answer::Diff::of_template(&old, &new, &found);
        let text = diff::text(&answer);
        let plan: Vec<&str> = text.lines().filter(|line| line.starts_with(['-', '+', '~'])).collect();
        assert!(diff::markdown(&answer).lines().count() <= 60);
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
    let answer = answer::Diff::of_template(&old, &old, &difference(&old, &old, &nothing, &nothing));
    assert!(diff::text(&answer).starts_with("no difference"), "{}", diff::text(&answer));
    assert_eq!((answer.presences.len(), answer.elements.len(), answer.contents.len()), (0, 0, 0));
}
