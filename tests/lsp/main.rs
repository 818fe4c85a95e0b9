//! The language server, spoken to over stdin and stdout as an editor does.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::needless_pass_by_value, reason = "what is asked is written where it is asked")]

mod actions;
mod completion;
mod editor;
mod findings;
mod neovim;
mod overview;
#[path = "../prerequisites/mod.rs"]
mod prerequisites;
mod renaming;
mod robustness;
#[path = "../support/mod.rs"]
mod support;

use serde_json::{Value as Json, json};

use editor::{Editor, applied, behind};

static TEMPLATE: &str = "\
tosca_definitions_version: tosca_variability_1_0
node_types: {Shop: {}, Database: {}, Lost: {}, New: {}}
topology_template:
  variability:
    inputs:
      env: {type: string, constraints: [{valid_values: [dev, prod]}]}
    presets:
      live: {inputs: {env: prod}}
    expressions:
      is_prod: {equal: [{variability_input: env}, prod]}
    options: {mode: manual, checks: false}
  node_templates:
    shop:
      type: Shop
      requirements:
        - database: {node: db, conditions: {node_presence: db}}
    db:
      type: Database
      conditions: {logic_expression: is_prod}
    lost: {type: Lost, conditions: {and: [{relation_presence: [shop, database]}, {not: {node_presence: \"db\"}}]}}
";

fn labels(answer: &Json) -> Vec<&str> {
    answer.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect()
}

fn has_code(code: &str) -> impl Fn(&[Json]) -> bool {
    move |found| found.iter().any(|diagnostic| diagnostic["code"] == code)
}

#[test]
fn an_editor_is_served() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    let found = editor.diagnostics(has_code("V402"));
    let dead = found.iter().find(|diagnostic| diagnostic["code"] == "V402").unwrap();
    assert_eq!(dead["range"]["start"]["line"], json!(19));
    editor.settle();

    let shown = editor.ask_at("textDocument/hover", TEMPLATE, "    db", json!({}));
    let shown = shown["contents"]["value"].as_str().unwrap().to_owned();
    for words in ["node `db`", "in 1 of 2 variants", "env = \"prod\"", "`Database`"] {
        assert!(shown.contains(words), "{shown}");
    }
    let input = editor.ask_at("textDocument/hover", TEMPLATE, "{variability_input: e", json!({}));
    assert!(input["contents"]["value"].as_str().unwrap().contains("2 classes of values"), "{input}");
    let operator = editor.ask_at("textDocument/hover", TEMPLATE, "{equ", json!({}));
    assert!(operator["contents"]["value"].as_str().unwrap().contains("all operands equal the first"), "{operator}");

    for (mark, expected) in [
        ("{mode: man", "nothing is added"),
        ("valid_val", "one of the list"),
        ("\n      live", "gives `env: \"prod\"`"),
        ("tosca_variability_1", "everything is checked"),
    ] {
        let word = editor.ask_at("textDocument/hover", TEMPLATE, mark, json!({}));
        assert!(word["contents"]["value"].as_str().unwrap().contains(expected), "{mark}: {word}");
    }

    let defined = editor.ask_at("textDocument/definition", TEMPLATE, "{node: db", json!({}));
    assert_eq!(defined[0]["range"]["start"]["line"], json!(16));
    let context = json!({ "context": { "includeDeclaration": true } });
    let named = editor.ask_at("textDocument/references", TEMPLATE, "\n    db", context);
    assert_eq!(named.as_array().unwrap().len(), 4);

    let all = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": editor.uri() }, "range": all });
    let hints = editor.ask("textDocument/inlayHint", params)["result"].take();
    let hints: Vec<&str> = labels(&hints);
    assert_eq!(hints, ["profile D", "1 of 2 variants"]);
    let version = editor.ask_at("textDocument/hover", TEMPLATE, "tosca_definitions", json!({}));
    let version = version["contents"]["value"].as_str().unwrap();
    assert!(version.contains("read with profile D: `") && version.ends_with(" is a word of it"), "{version}");
    editor.end();
}

#[test]
fn names_are_changed_everywhere() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    let mut rename = |mark: &str, name: &str| {
        let answer = editor.ask_at("textDocument/rename", TEMPLATE, mark, json!({ "newName": name }));
        applied(TEMPLATE, &answer)
    };
    let renamed = rename("\n    db", "store").unwrap();
    assert_eq!(
        renamed,
        TEMPLATE
            .replace("db:", "store:")
            .replace("node: db", "node: store")
            .replace("presence: db", "presence: store")
            .replace("\"db\"", "store")
    );
    assert_eq!(rename("_input: env", "stage").unwrap(), TEMPLATE.replace("env", "stage"));
    assert_eq!(rename("is_prod", "is_live").unwrap(), TEMPLATE.replace("is_prod", "is_live"));
    assert_eq!(rename("- database", "storage").unwrap(), TEMPLATE.replace("database", "storage"));
    assert_eq!(rename("type: Shop", "Store").unwrap(), TEMPLATE.replace("Shop", "Store"));
    assert_eq!(rename("node_types: {S", "Store").unwrap(), TEMPLATE.replace("Shop", "Store"));
    for (mark, name) in [
        ("\n    db", "shop"),
        ("\n    db", "a b"),
        ("\n    db", "true"),
        ("\n    db", "SELF"),
        ("- database", "host"),
        ("type: Shop", "Database"),
        ("type: Shop", "tosca.nodes.Root"),
        ("{mode", "x"),
    ] {
        assert_eq!(rename(mark, name), None, "{name}");
    }
    editor.end();
}

/// Tests and assertions name what is in the template, too; whatever else they contain stays.
#[test]
fn names_are_changed_in_tests() {
    let mut editor = Editor::start();
    let write = |name: &str, text: &str| {
        let path = editor.folder().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("tests/a/test.yaml", "presets: [live, other]\ninputs: given.yaml\n");
    write("tests/a/given.yaml", "env: dev # env\nother: env\n");
    write("tests/b/inputs.yaml", "size: 1\nenv: prod\n");
    write("inputs.yaml", "env: dev\n");
    write(
        "variscope.toml",
        "[[assertions]]\ncondition = 'env = \"env\" implies node.db'\n[[assertions]]\ncondition = \"for node of Shop: true\"\n",
    );
    editor.open(TEMPLATE);
    let mut changed = |mark: &str, name: &str| {
        let answer = editor.ask_at("textDocument/rename", TEMPLATE, mark, json!({ "newName": name }));
        let mut places = Vec::new();
        for (uri, edits) in answer["changes"].as_object().unwrap() {
            let file = uri.strip_prefix(&editor.uri().replace("shop.yaml", "")).unwrap().to_owned();
            places.extend(edits.as_array().unwrap().iter().map(|edit| {
                assert!(edit["newText"].as_str().unwrap().ends_with(name));
                (file.clone(), edit["range"]["start"]["line"].as_u64(), edit["range"]["start"]["character"].as_u64())
            }));
        }
        places.retain(|(file, ..)| file != "shop.yaml");
        places.sort();
        places
    };
    let place = |file: &str, line, character| (file.to_owned(), Some(line), Some(character));
    let mut expected =
        vec![place("inputs.yaml", 0, 0), place("tests/a/given.yaml", 0, 0), place("tests/b/inputs.yaml", 1, 0)];
    expected.push(place("variscope.toml", 1, 13));
    assert_eq!(changed("_input: env", "stage"), expected);
    assert_eq!(changed("\n      live", "real"), [place("tests/a/test.yaml", 0, 10)]);
    assert_eq!(changed("\n    db", "store"), [place("variscope.toml", 1, 33)]);
    assert_eq!(changed("type: Shop", "Store"), [place("variscope.toml", 3, 25)]);
    editor.end();
}

#[test]
fn broken_texts_are_completed_from_the_last_good_one() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    editor.diagnostics(has_code("V402"));
    for (typed, expected, unexpected) in [
        ("      conditions: {node_presence: ", "db", "env"),
        ("      conditions: {equal: [{variability_input: ", "env", "db"),
        ("      conditions: {equal: [{variability_input: env}, ", "prod", "db"),
        ("      conditions: {relation_presence: [shop, ", "database", "db"),
        ("      conditions: {", "node_presence", "db"),
        ("      requirements:\n        - cache: ", "db", "env"),
        ("      requirements:\n        - cache:\n            node: ", "db", "env"),
        ("      requirements:\n        - cache:\n            ", "default_alternative", "db"),
        ("      cond", "conditions", "db"),
    ] {
        let text = format!("{TEMPLATE}    new:\n      type: New\n{typed}");
        editor.change(&text);
        let params = json!({ "textDocument": { "uri": editor.uri() }, "position": behind(&text, typed) });
        let proposals = editor.ask("textDocument/completion", params)["result"].take();
        let labels = labels(&proposals);
        assert!(labels.contains(&expected) && !labels.contains(&unexpected), "{typed}: {labels:?}");
    }
    let typed = "      conditions: ";
    let text = format!("{TEMPLATE}    new:\n      type: New\n{typed}");
    editor.change(&text);
    let params = json!({ "textDocument": { "uri": editor.uri() }, "position": behind(&text, typed) });
    let mut proposals = editor.ask("textDocument/completion", params)["result"].take();
    let sorted = proposals.as_array_mut().unwrap();
    sorted.sort_by_key(|proposal| proposal["sortText"].as_str().unwrap().to_owned());
    let place = |label: &str| labels(&proposals).iter().position(|proposed| *proposed == label).unwrap();
    assert!(place("and") < place("add") && place("node_presence") < place("add"), "{proposals}");
    assert!(place("variability_input") < place("concat"), "{proposals}");
    for (mark, expected) in [("{mode: ", "semantic-loose"), ("options: {", "node_pruning"), ("live: {inputs: {", "env")]
    {
        let text = TEMPLATE.replacen(mark, &format!("{mark}, "), 1);
        editor.change(&text);
        let proposals = editor.ask_at("textDocument/completion", &text, mark, json!({}));
        assert!(labels(&proposals).contains(&expected), "{mark}");
    }
    editor.end();
}

#[test]
fn a_change_brings_new_findings() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    editor.diagnostics(has_code("V402"));
    editor.change(&TEMPLATE.replace("{node: db,", "{node: bd,"));
    let found = editor.diagnostics(|found| !found.is_empty());
    assert_eq!(found[0]["code"], "V106");
    editor.change(TEMPLATE);
    editor.diagnostics(has_code("V402"));
    let broken = TEMPLATE.replace("{equal: [", "{eqaul: [");
    editor.change(&broken);
    let found = editor.diagnostics(has_code("V201"));
    let fault = found.iter().find(|diagnostic| diagnostic["code"] == "V201").unwrap();
    assert!(fault["message"].as_str().unwrap().contains("eqaul"), "{fault}");
    editor.end();
}

#[test]
fn a_missing_import_is_reported_once() {
    let mut editor = Editor::start();
    let text = TEMPLATE.replacen("topology_template:", "imports: [lib/absent.yaml]\ntopology_template:", 1);
    editor.open(&text);
    let right = editor.diagnostics(has_code("V402"));
    editor.change(&text.replace("{equal: [", "{eqaul: ["));
    let broken = editor.diagnostics(|found| has_code("V201")(found) && has_code("V001")(found));
    for found in [right, broken] {
        assert_eq!(found.iter().filter(|diagnostic| diagnostic["code"] == "V001").count(), 1, "{found:?}");
    }
    editor.end();
}

#[test]
fn findings_are_explained_in_the_end() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    let is_explained = |one: &Json| one["code"] == "V402" && one["relatedInformation"] != json!([]);
    editor.diagnostics(|found| found.iter().any(is_explained));
    editor.end();
}

#[test]
fn unsaved_companions_go_before_files() {
    let mut editor = Editor::start();
    std::fs::create_dir(editor.folder().join("lib")).unwrap();
    let types = "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  Base: {derived_from: Base}\n";
    std::fs::write(editor.folder().join("lib/types.yaml"), types).unwrap();
    editor.open(TEMPLATE);
    let found = editor.diagnostics(has_code("V113"));
    let cycle = found.iter().find(|diagnostic| diagnostic["code"] == "V113").unwrap();
    assert!(cycle["relatedInformation"][0]["location"]["uri"].as_str().unwrap().ends_with("lib/types.yaml"));
    let uri = editor.uri().replace("shop.yaml", "lib/types.yaml");
    let text = types.replace("derived_from: Base", "");
    let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
    editor.notify("textDocument/didOpen", &json!({ "textDocument": document }));
    editor.diagnostics(has_code("V402"));
    editor.end();
}

/// Files that change outside of the editor are looked at again, where the editor can report them.
#[test]
fn files_that_change_outside_are_watched() {
    let mut editor = Editor::silent();
    let capabilities = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    editor.ask("initialize", json!({ "capabilities": capabilities }));
    editor.notify("initialized", &json!({}));
    let asked = editor.wait(|message| message["method"] == "client/registerCapability");
    let registered = &asked["params"]["registrations"][0];
    assert_eq!(registered["method"], "workspace/didChangeWatchedFiles");
    let pattern = registered["registerOptions"]["watchers"][0]["globPattern"].as_str().unwrap();
    assert!(["yaml", "yml", "tosca", "csar", "toml"].iter().all(|ending| pattern.contains(ending)), "{pattern}");
    editor.send(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": null }));
    editor.open(&TEMPLATE.replacen("topology_template:", "imports: [types.yaml]\ntopology_template:", 1));
    editor.diagnostics(has_code("V001"));
    let types = editor.folder().join("types.yaml");
    std::fs::write(types, "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types: {}\n").unwrap();
    editor.notify("workspace/didChangeWatchedFiles", &json!({ "changes": [] }));
    editor.diagnostics(|found| has_code("V402")(found) && !has_code("V001")(found));
    editor.end();
}

/// An editor need not take a list that is too long to read; it asks again as the author goes on.
#[test]
fn of_many_proposals_those_are_reported_that_go_with_what_is_typed() {
    let mut editor = Editor::start();
    let nodes: Vec<String> = (0..600).map(|number| format!("    node_{number}: {{type: New}}\n")).collect();
    let text = format!("{TEMPLATE}{}", nodes.concat()).replace("{node: db,", "{node: node_59,");
    editor.open(&text);
    editor.settle();
    let all = editor.ask_at("textDocument/completion", &text, "{node: ", json!({}));
    assert_eq!((&all["isIncomplete"], all["items"].as_array().unwrap().len()), (&json!(true), 500));
    let some = editor.ask_at("textDocument/completion", &text, "{node: node_59", json!({}));
    let found = labels(&some["items"]);
    assert_eq!(found.first(), Some(&"node_59"));
    assert!(found.contains(&"node_599") && found.contains(&"node_529") && !found.contains(&"node_58"), "{found:?}");
    assert_eq!(some["isIncomplete"], json!(true));
    editor.end();
}
