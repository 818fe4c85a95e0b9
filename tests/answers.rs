//! What the program prints for programs is what the schemas of its answers say, for templates and for feature models.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::process::Command;

use jsonschema::Validator;
use serde_json::{Value as Json, json};
use variscope::answer::{ANSWERS, schema_of};

use support::folder::written;
use support::program::run;

const TEMPLATE: &str = "tests/csar/webshop";
const MODELS: [&str; 2] = ["tests/feature-models/shop.uvl", "tests/feature-models/gate.cnf"];

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
    &["elements", "--atomic-sets"],
    &["explain"],
    &["check"],
    &["check", "--timeout", "0"],
    &["list"],
    &["list", "--limit", "2"],
    &["list", "--shard", "2/3"],
    &["list", "--resume", "3"],
    &["sample", "--uniform", "3"],
    &["sample", "--pairwise", "--seed", "7"],
    &["optimize", "--max"],
    &["optimize", "--min"],
];

/// What is asked of templates.
const OF_TEMPLATES: &[&[&str]] = &[
    &["explain", TEMPLATE, "node:sqlite"],
    &["explain", TEMPLATE, "relation.host@0.node.cache"],
    &["explain", TEMPLATE, "node:sqlite", "--input", "environment=prod", "--all"],
    &["explain", TEMPLATE, "V406"],
    &["elements", TEMPLATE, "--input", "environment=prod"],
    &["elements", TEMPLATE, "--statuses"],
    &["optimize", TEMPLATE, "--min", "nodes"],
    &["diff", TEMPLATE, TEMPLATE],
    &["diff", TEMPLATE, "--left", "environment=dev", "--right", "environment=prod"],
    &["diff", TEMPLATE, "tests/csar/elastic-pipeline"],
    &["check", "tests/csar/elastic-pipeline", "tests/csar/edge-analytics"],
    &["check", "tests/mistakes/several/default_value_text_unread.yaml"],
    &["check", "absent.yaml"],
    &["resolve", TEMPLATE, "--input", "environment=nowhere"],
    &["test", TEMPLATE],
    &["test", TEMPLATE, "--coverage"],
    &["inputs", TEMPLATE],
    &["presets", TEMPLATE],
    &["runtime", "tests/runtime/shop.yaml", "--input", "cloud=true"],
    &["runtime", "tests/runtime/shop.yaml", "--input", "cloud=true", "--query", "$connections::account::KEY"],
    &["runtime", "tests/runtime/shop.yaml", "--all-variants", "--require", "CLOUD_KEY"],
    &["rule"],
    &["rule", "V301"],
];

/// What is asked of feature models.
const OF_MODELS: &[&[&str]] = &[
    &["explain", MODELS[0], "Fax", "--input", "Premium=true"],
    &["explain", MODELS[0], "Fax"],
    &["explain", MODELS[1], "Spare"],
    &["list", MODELS[0], "--by-search", "--limit", "2", "--shard", "1/2"],
    &["optimize", MODELS[0], "--max", "price"],
    &["elements", MODELS[0], "--statuses"],
    &["diff", MODELS[0], MODELS[1]],
    &["diff", MODELS[0], "--left", "Fax=true", "--right", "Card=true"],
];

#[test]
fn answers_about_templates_are_what_their_schemas_say() {
    for question in QUESTIONS {
        hold(&[&question[..1], &[TEMPLATE], &question[1..]].concat());
    }
    OF_TEMPLATES.iter().for_each(|question| hold(question));
}

#[test]
fn answers_about_feature_models_are_what_the_same_schemas_say() {
    for question in QUESTIONS {
        for model in MODELS {
            hold(&[&question[..1], &[model], &question[1..]].concat());
        }
    }
    OF_MODELS.iter().for_each(|question| hold(question));
}

#[test]
fn every_line_of_findings_is_what_its_schema_says() {
    for subject in [TEMPLATE, "tests/mistakes/several/default_value_text_unread.yaml", MODELS[0], MODELS[1]] {
        let output = run(&["check", subject, "--format", "jsonl"]).stdout;
        for line in String::from_utf8(output).unwrap().lines() {
            hold_answer(&serde_json::from_str(line).unwrap(), subject);
        }
    }
}

#[test]
fn every_command_that_answers_programs_is_asked() {
    let asked: Vec<&str> = [QUESTIONS, OF_TEMPLATES, OF_MODELS].concat().iter().map(|question| question[0]).collect();
    let help = String::from_utf8(run(&["help"]).stdout).unwrap();
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|name| !name.is_empty());
    for name in names.filter(|name| *name != "help") {
        let help = String::from_utf8(run(&["help", name]).stdout).unwrap();
        // It writes what other tools read.
        if name != "export" && help.contains("--format <FORMAT>") && help.contains("json") {
            assert!(asked.contains(&name), "{name} writes JSON that nobody holds against a schema");
        }
    }
}

#[test]
fn variants_that_are_written_are_listed_as_the_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("variants");
    assert!(run(&["list", TEMPLATE, "--limit", "2", "--write", path.to_str().unwrap()]).status.success());
    let index: Json = serde_json::from_slice(&std::fs::read(path.join("index.json")).unwrap()).unwrap();
    hold_answer(&index, "index");
    // The list is written without going through the type.
    let list = answer(&["list", TEMPLATE, "--limit", "2"]);
    for (written, listed) in index["variants"].as_array().unwrap().iter().zip(list["variants"].as_array().unwrap()) {
        for key in ["present", "classes", "configurations"] {
            assert_eq!(written[key], listed[key], "{key}");
        }
        let values = listed["configuration"].as_object().unwrap();
        assert!(values.iter().all(|(name, value)| written["configuration"][name] == *value));
    }
}

#[test]
fn lists_say_what_was_given_as_well() {
    let list = answer(&["list", TEMPLATE, "--input", "environment=prod"]);
    let variants = list["variants"].as_array().unwrap();
    assert!(variants.len() > 1);
    for variant in variants {
        assert_eq!(variant["configuration"]["environment"], "prod");
        let values = variant["configuration"].as_object().unwrap().iter();
        let given: Vec<String> = values.map(|(name, value)| format!("{name}={value}")).collect();
        let arguments = given.iter().flat_map(|given| ["--input", given]);
        let count = answer(&[&["count", TEMPLATE][..], &arguments.collect::<Vec<_>>()].concat());
        assert_eq!(count["variants"], "1", "{given:?}");
    }
}

#[test]
fn an_input_without_a_value_is_listed_with_that_of_its_variant() {
    let folder = tempfile::tempdir().unwrap();
    let template = written(&folder, "shop.yaml", SHOP.replace("options: {type_default", "options: {node_default"));
    let list = run(&["list", &template, "--input", "online=null", "--full", "--format", "json"]);
    let text = String::from_utf8(list.stdout).unwrap();
    assert!(text.contains(r#"{"online":true}"#) && !text.contains("\"online\":null"), "{text}");
}

/// One relation is left over where `online` is false.
const SHOP: &str = "
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {online: {type: boolean}}
    options: {type_default_condition: true}
  node_templates:
    shop: {type: Shop, requirements: [{orders: database}]}
    database: {type: Database, conditions: {variability_input: online}}
";

/// The path of a new file with this text.
fn status_and_text(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(arguments);
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn questions_that_are_stopped_before_anything_is_known_say_so() {
    let gate = MODELS[1];
    let mut stopped = 0;
    for question in [
        &["count", TEMPLATE][..],
        &["elements", TEMPLATE],
        &["elements", TEMPLATE, "--atomic-sets"],
        &["elements", gate, "--atomic-sets"],
        &["list", TEMPLATE, "--shard", "1/2"],
        &["list", gate, "--by-search"],
        &["explain", TEMPLATE],
        &["explain", TEMPLATE, "node:cache"],
        &["explain", TEMPLATE, "caching"],
        &["explain", TEMPLATE, "caching and not caching"],
        &["explain", TEMPLATE, "V302"],
        &["explain", gate, "Spare"],
        &["sample", TEMPLATE],
        &["sample", gate, "-t", "2"],
        &["optimize", TEMPLATE, "--min"],
        &["optimize", gate, "--max"],
        &["diff", TEMPLATE, "tests/csar/elastic-pipeline"],
        &["diff", TEMPLATE, gate],
        &["check", TEMPLATE, gate],
        &["test", TEMPLATE, "--coverage", "--memory", "1"],
    ] {
        let (status, text) = status_and_text(&[question, &["--timeout", "0", "--format", "json"]].concat());
        assert!([Some(0), Some(4)].contains(&status), "{question:?}: {status:?}");
        let answer: Json = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{question:?}: {text}"));
        hold_answer(&answer, &question.join(" "));
        if status == Some(4) {
            stopped += 1;
            let exactness = if answer["templates"].is_array() { &answer["templates"][0] } else { &answer };
            assert_eq!(exactness["exact"], false, "{question:?}: {answer}");
            // What is not known is no number.
            let is_guessed = ["classes", "configurations"].iter().any(|number| answer[number] == "0");
            assert!(!is_guessed, "{question:?}: {answer}");
        }
    }
    assert!(stopped > 9, "only {stopped} were stopped");
}

#[test]
fn what_is_found_in_one_file_is_reported_whatever_becomes_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let shop = written(&folder, "shop.yaml", SHOP);
    let large = format!("p cnf 9 200000\n{}", "1 -2 3 -4 0\n".repeat(200_000));
    let large = written(&folder, "large.cnf", &large);
    for format in ["text", "concise", "json", "jsonl", "sarif", "junit", "github", "gitlab"] {
        let steps = ["--steps", "20k", "--format", format];
        let (status, text) = status_and_text(&[&["check", &shop, &large], &steps[..]].concat());
        assert!(status == Some(1) && text.contains("V302"), "{format}: {status:?} {text}");
        let (status, text) = status_and_text(&[&["check", &large, &shop], &steps[..]].concat());
        assert!([Some(1), Some(4)].contains(&status), "{format}: {status:?} {text}");
        let (status, text) = status_and_text(&["check", &shop, "absent.yaml", "--format", format]);
        assert!(status == Some(3) && text.contains("V302"), "{format}: {status:?} {text}");
    }
    for format in ["json", "sarif", "junit"] {
        let (status, text) = status_and_text(&["check", &large, "--timeout", "0", "--format", format]);
        assert!(status == Some(4) && !text.is_empty(), "{format}: {status:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_check_that_does_not_end_reports_what_it_found() {
    let folder = tempfile::tempdir().unwrap();
    let shop = written(&folder, "shop.yaml", SHOP);
    let endless = folder.path().join("endless.yaml");
    assert!(Command::new("mkfifo").arg(&endless).status().unwrap().success());
    for format in ["text", "json"] {
        let arguments = ["check", &shop, endless.to_str().unwrap(), "--timeout", "2", "--format", format];
        let (status, text) = status_and_text(&arguments);
        assert!(status == Some(1) && text.contains("V302"), "{format}: {status:?} {text}");
    }
    let (status, text) =
        status_and_text(&["check", endless.to_str().unwrap(), "--timeout", "0.001", "--format", "json"]);
    assert!(status == Some(4) && text.contains("\"complete\": false"), "{status:?} {text}");
}

#[test]
fn what_stands_against_a_check_is_reported_in_its_format() {
    let folder = tempfile::tempdir().unwrap();
    let shop = written(&folder, "shop.yaml", SHOP);
    let (settings, absent) = (folder.path().join("variscope.toml"), folder.path().join("absent.yaml"));
    let absent = absent.to_str().unwrap();
    for (text, option, file, message) in [
        ("ignore = [", &[][..], settings.to_str().unwrap(), "unclosed array"),
        ("foo = 1", &[], settings.to_str().unwrap(), "unknown field"),
        ("\n\nfoo = 1", &[], settings.to_str().unwrap(), "unknown field"),
        ("\nignore = [\"V999\"]", &[], settings.to_str().unwrap(), "there is no code"),
        ("", &["--assertions", absent], absent, "absent.yaml"),
        ("", &["--baseline", absent], absent, "absent.yaml"),
        ("", &[], folder.path().to_str().unwrap(), "no "),
    ] {
        std::fs::write(&settings, text).unwrap();
        let subject = if file == folder.path().to_str().unwrap() { file } else { &shop };
        if subject == file {
            std::fs::remove_file(&shop).unwrap();
        }
        for format in ["json", "sarif", "junit", "concise"] {
            let (status, text) = status_and_text(&[&["check", subject][..], option, &["--format", format]].concat());
            assert!(status == Some(3) && text.contains(message), "{format} {option:?}: {status:?} {text}");
        }
        let answer = answer(&[&["check", subject][..], option].concat());
        hold_answer(&answer, file);
        let found = &answer["templates"][0]["findings"][0];
        assert_eq!(found["line"], 1 + text.matches('\n').count(), "{found}");
        let found = found["file"].as_str().unwrap();
        assert!(file.ends_with(found) || found.ends_with(file), "{found} is {file}");
    }
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
fn an_unknown_answer_lists_those_there_are() {
    let output = run(&["schema", "--answer", "cuont"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(ANSWERS.iter().all(|entry| message.contains(entry.name)), "{message}");
}
