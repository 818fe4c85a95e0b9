//! What the program prints for programs is what the schemas of its answers say, for templates and for feature models.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::process::{Command, Output};

use jsonschema::Validator;
use serde_json::{Value as Json, json};
use variscope::answer::{ANSWERS, schema_of};

const TEMPLATE: &str = "tests/csar/webshop";
const MODELS: [&str; 2] = ["tests/feature-models/shop.uvl", "tests/feature-models/gate.cnf"];

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_variscope"));
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR"))).output().unwrap()
}

fn answer(arguments: &[&str]) -> Json {
    let output = run(&[arguments, &["--format", "json"]].concat());
    let text = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    serde_json::from_slice(&text).unwrap_or_else(|_| panic!("{arguments:?}: {}", String::from_utf8_lossy(&text)))
}

/// The schema with nothing allowed that it does not name.
fn closed(mut schema: Json) -> Json {
    match &mut schema {
        Json::Object(members) => {
            if members.contains_key("properties") {
                members.entry("additionalProperties").or_insert(json!(false));
            }
            members.values_mut().for_each(|member| *member = closed(member.take()));
        }
        Json::Array(items) => items.iter_mut().for_each(|item| *item = closed(item.take())),
        _ => {}
    }
    schema
}

/// The schema that an answer names, as the program prints it.
fn validator(answer: &Json) -> Validator {
    let id = answer["schema"].as_str().unwrap_or_else(|| panic!("without schema: {answer}"));
    let name = id.split('/').nth(1).unwrap();
    let output = run(&["schema", "--answer", name]);
    assert!(output.status.success(), "{id}: {}", String::from_utf8_lossy(&output.stderr));
    let schema: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema["properties"]["schema"]["const"], id);
    jsonschema::draft202012::new(&closed(schema)).unwrap()
}

fn hold(arguments: &[&str]) {
    hold_answer(&answer(arguments), &arguments.join(" "));
}

fn hold_answer(answer: &Json, question: &str) {
    let validator = validator(answer);
    let complaints = validator.iter_errors(answer).map(|error| format!("{}: {error}", error.instance_path()));
    assert_eq!(complaints.collect::<Vec<String>>(), Vec::<String>::new(), "{question}");
}

/// The questions that have an answer about both, in several ways.
const QUESTIONS: &[&[&str]] = &[
    &["count"],
    &["count", "--per-element"],
    &["count", "--timeout", "0"],
    &["elements"],
    &["elements", "--timeout", "0"],
    &["explain"],
    &["list"],
    &["list", "--limit", "2"],
    &["list", "--shard", "2/3"],
    &["list", "--resume", "3"],
    &["sample", "--uniform", "3"],
    &["sample", "--pairwise", "--seed", "7"],
    &["optimize", "--max"],
    &["optimize", "--min"],
];

#[test]
fn answers_about_templates_are_what_their_schemas_say() {
    for question in QUESTIONS {
        hold(&[&question[..1], &[TEMPLATE], &question[1..]].concat());
    }
    let element = ["node:sqlite", "relation.host@0.node.cache"];
    for of in [&element[..1], &element[1..], &["node:sqlite", "--input", "environment=prod", "--all"]] {
        hold(&[&["explain", TEMPLATE], of].concat());
    }
    hold(&["elements", TEMPLATE, "--input", "environment=prod"]);
    hold(&["optimize", TEMPLATE, "--min", "nodes"]);
    hold(&["diff", TEMPLATE, TEMPLATE]);
    hold(&["diff", TEMPLATE, "--left", "environment=dev", "--right", "environment=prod"]);
    hold(&["diff", TEMPLATE, "tests/csar/elastic-pipeline"]);
}

#[test]
fn answers_about_feature_models_are_what_the_same_schemas_say() {
    for question in QUESTIONS {
        for model in MODELS {
            hold(&[&question[..1], &[model], &question[1..]].concat());
        }
    }
    hold(&["explain", MODELS[0], "Fax", "--input", "Premium=true"]);
    hold(&["explain", MODELS[0], "Fax"]);
    hold(&["explain", MODELS[1], "Spare"]);
    hold(&["list", MODELS[0], "--by-search", "--limit", "2", "--shard", "1/2"]);
    hold(&["optimize", MODELS[0], "--max", "price"]);
    hold(&["elements", MODELS[0], "--atomic-sets"]);
    hold(&["diff", MODELS[0], MODELS[1]]);
    hold(&["diff", MODELS[0], "--left", "Fax=true", "--right", "Card=true"]);
}

#[test]
fn variants_that_are_written_are_listed_as_the_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("variants");
    assert!(run(&["list", TEMPLATE, "--limit", "2", "--write", path.to_str().unwrap()]).status.success());
    let index = serde_json::from_slice(&std::fs::read(path.join("index.json")).unwrap()).unwrap();
    hold_answer(&index, "index");
}

#[test]
fn schemas_are_sound_and_describe_all_that_they_name() {
    for entry in ANSWERS {
        let schema = schema_of(entry.name).unwrap();
        assert!(jsonschema::draft202012::meta::is_valid(&schema), "{}", entry.name);
        assert!(schema["description"].is_string(), "{}: {schema}", entry.name);
        for (name, member) in schema["properties"].as_object().unwrap() {
            let is_described = ["description", "const", "$ref"].iter().any(|key| member[key].is_string());
            assert!(is_described, "{}: {name}", entry.name);
        }
    }
}

#[test]
fn an_unknown_answer_is_told_which_there_are() {
    let output = run(&["schema", "--answer", "cuont"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(ANSWERS.iter().all(|entry| message.contains(entry.name)), "{message}");
}
