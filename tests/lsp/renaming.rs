//! Names that several files have: of types, and of what tests expect.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::editor::{Editor, behind};

static SHOP: &str = "\
tosca_definitions_version: tosca_variability_1_0
imports: [lib/types.yaml]
topology_template:
  inputs: {port: {type: integer}}
  node_templates:
    shop:
      type: my.Shop
      properties: {job: {get_artifact: [SELF, image]}}
      artifacts: {image: {type: my.Image, file: a}, job: {type: my.Image, file: b}}
    gate: {type: my.Gate, properties: {port: {get_input: port}, url: {get_attribute: [shop, url]}}}
  policies: [{near: {type: my.Near, targets: [shop]}}]
";

static TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Shop:
    derived_from: tosca.nodes.Root
    properties: {job: {type: string, default: {get_artifact: [SELF, job]}}}
  my.Gate: {derived_from: my.Shop}
artifact_types: {my.Image: {derived_from: tosca.artifacts.Root}}
policy_types: {my.Near: {derived_from: tosca.policies.Root}}
";

static EXPECTED: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
description: shop
topology_template:
  inputs: {port: {type: integer}}
  node_templates:
    shop: {type: my.Shop}
    gate: {type: my.Gate, properties: {port: {get_input: port}, url: {get_attribute: [shop, url]}}}
  policies: [{near: {type: my.Near, targets: [shop]}}]
";

/// An editor that works in its folder, with all files there.
fn editor(is_workspace: bool) -> Editor {
    let mut editor = Editor::silent();
    let other = SHOP.replace("shop:", "store:").replace("[shop", "[store").replace("lib/", "./lib/");
    for (name, text) in [
        ("shop.yaml", SHOP),
        ("other.yaml", &*other),
        ("apart/stranger.yaml", &*SHOP.replace("imports: [lib/types.yaml]\n", "")),
        ("lib/types.yaml", TYPES),
        ("tests/a/expected.yaml", EXPECTED),
        ("tests/b/est.yaml", EXPECTED),
        ("tests/b/test.yaml", "template: other.yaml\n"),
    ] {
        let path = editor.folder().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let root = if is_workspace { json!(editor.uri().replace("/shop.yaml", "")) } else { Json::Null };
    let greeting = editor.ask("initialize", json!({ "capabilities": {}, "rootUri": root }));
    assert_eq!(greeting["result"]["capabilities"]["workspace"]["workspaceFolders"]["changeNotifications"], true);
    editor.notify("initialized", &json!({}));
    editor
}

/// Opens a file beside the others, and asks there.
fn ask(editor: &mut Editor, (name, text, mark): (&str, &str, &str), method: &str, more: Json) -> Json {
    let uri = editor.uri().replace("shop.yaml", name);
    let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
    editor.notify("textDocument/didOpen", &json!({ "textDocument": document }));
    let mut params = json!({ "textDocument": { "uri": uri }, "position": behind(text, mark) });
    params.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
    editor.ask(method, params)
}

/// How many places of each file get another name.
fn renamed(editor: &mut Editor, place: (&str, &str, &str)) -> BTreeMap<String, usize> {
    let answer = ask(editor, place, "textDocument/rename", json!({ "newName": "renamed" }));
    let folder = editor.uri().replace("shop.yaml", "");
    let changes = answer["result"]["changes"].as_object().unwrap_or_else(|| panic!("{answer}"));
    let of_file = |(uri, edits): (&String, &Json)| (uri.replace(&folder, ""), edits.as_array().unwrap().len());
    changes.iter().map(of_file).collect()
}

fn files(all: &[(&str, usize)]) -> BTreeMap<String, usize> {
    all.iter().map(|&(name, count)| (name.to_owned(), count)).collect()
}

#[test]
fn types_are_renamed_in_all_files_that_import_them() {
    let tests = [("tests/a/expected.yaml", 1), ("tests/b/est.yaml", 1)];
    let expected = files(&[&[("lib/types.yaml", 2), ("shop.yaml", 1), ("other.yaml", 1)][..], &tests].concat());
    for place in [("lib/types.yaml", TYPES, "my.Sh"), ("shop.yaml", SHOP, "type: my.Sh")] {
        let mut editor = editor(true);
        assert_eq!(renamed(&mut editor, place), expected);
        let declared = json!({ "context": { "includeDeclaration": true } });
        let named = ask(&mut editor, place, "textDocument/references", declared);
        assert_eq!(named["result"].as_array().unwrap().len(), 4);
        editor.end();
    }
}

#[test]
fn types_whose_importers_are_unknown_keep_their_names() {
    let mut editor = editor(false);
    let place = ("lib/types.yaml", TYPES, "my.Sh");
    let answer = ask(&mut editor, place, "textDocument/rename", json!({ "newName": "renamed" }));
    assert!(answer["error"]["message"].as_str().unwrap().contains("open it as a workspace"), "{answer}");
    let folder = json!({ "uri": editor.uri().replace("/shop.yaml", ""), "name": "shop" });
    let change = |event| json!({ "event": event });
    let moved = "workspace/didChangeWorkspaceFolders";
    editor.notify(moved, &change(json!({ "added": [folder], "removed": [] })));
    assert_eq!(renamed(&mut editor, place).len(), 5);
    editor.notify(moved, &change(json!({ "added": [], "removed": [folder] })));
    let answer = ask(&mut editor, place, "textDocument/rename", json!({ "newName": "renamed" }));
    assert!(answer["error"]["message"].is_string(), "{answer}");
    editor.end();
}

/// What is asked of any template at any time.
static REQUESTS: &[&str] = &[
    "textDocument/semanticTokens/full",
    "textDocument/hover",
    "textDocument/documentSymbol",
    "textDocument/definition",
    "textDocument/completion",
    "textDocument/references",
    "textDocument/prepareRename",
];

/// Where the text of `shop.yaml` names the type that it imports.
fn at_type(editor: &Editor) -> Json {
    json!({
        "textDocument": { "uri": editor.uri() },
        "position": behind(SHOP, "type: my.Sh"),
        "context": { "includeDeclaration": true },
        "newName": "renamed",
    })
}

/// The lines of the file of types that change with the name.
fn renamed_lines(editor: &mut Editor) -> Vec<u64> {
    let (place, types) = (at_type(editor), editor.uri().replace("shop.yaml", "lib/types.yaml"));
    let answer = editor.ask("textDocument/rename", place);
    let edits = answer["result"]["changes"][types].as_array().unwrap_or_else(|| panic!("{answer}"));
    edits.iter().map(|edit| edit["range"]["start"]["line"].as_u64().unwrap()).collect()
}

/// A question that comes before the analysis of a change is about the texts as they are, and what is asked later, too.
#[test]
fn what_is_imported_is_read_as_it_is_now() {
    let mut editor = editor(true);
    let types = editor.uri().replace("shop.yaml", "lib/types.yaml");
    editor.open(SHOP);
    editor.diagnostics(|_| true);
    let (mut text, mut lines) = (TYPES.to_owned(), [2, 5]);
    let mut add_line = || {
        text.insert_str(0, "# new\n");
        lines = lines.map(|line| line + 1);
        (text.clone(), lines)
    };
    for &method in REQUESTS {
        let (text, lines) = add_line();
        std::fs::write(editor.folder().join("lib/types.yaml"), text).unwrap();
        editor.notify("workspace/didChangeWatchedFiles", &json!({ "changes": [{ "uri": types, "type": 2 }] }));
        editor.ask(method, at_type(&editor));
        assert_eq!(renamed_lines(&mut editor), lines, "{method}");
    }
    let document = json!({ "uri": types, "languageId": "yaml", "version": 1, "text": TYPES });
    editor.notify("textDocument/didOpen", &json!({ "textDocument": document }));
    for (version, &method) in (2..).zip(REQUESTS) {
        let (text, lines) = add_line();
        let document = json!({ "uri": types, "version": version });
        let change = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        editor.notify("textDocument/didChange", &change);
        editor.ask(method, at_type(&editor));
        assert_eq!(renamed_lines(&mut editor), lines, "{method}");
    }
    editor.end();
}

/// An ensemble imports from anywhere in its project.
#[test]
fn what_is_above_an_ensemble_is_read_as_it_is_now() {
    let mut editor = Editor::start();
    let ensemble = "\
apiVersion: unfurl/v1alpha1
kind: Ensemble
spec:
  service_template:
    tosca_definitions_version: tosca_simple_unfurl_1_0_0
    imports: [{file: ../types.yaml}]
    topology_template: {node_templates: {gate: {type: my.Gate}}}
";
    let (folder, root) = (editor.folder().to_owned(), editor.uri().replace("shop.yaml", ""));
    std::fs::create_dir(folder.join("ensemble")).unwrap();
    for (name, text) in
        [("unfurl.yaml", "kind: Project\n"), ("types.yaml", TYPES), ("ensemble/ensemble.yaml", ensemble)]
    {
        std::fs::write(folder.join(name), text).unwrap();
    }
    for (name, text) in [("ensemble/ensemble.yaml", ensemble), ("types.yaml", TYPES)] {
        let document = json!({ "uri": format!("{root}{name}"), "languageId": "yaml", "version": 1, "text": text });
        editor.notify("textDocument/didOpen", &json!({ "textDocument": document }));
    }
    for (version, lines) in [(2, 1), (3, 2)] {
        let document = json!({ "uri": format!("{root}types.yaml"), "version": version });
        let change =
            json!({ "contentChanges": [{ "text": "# new\n".repeat(lines) + TYPES }], "textDocument": document });
        editor.notify("textDocument/didChange", &change);
        let uri = format!("{root}ensemble/ensemble.yaml");
        let place = json!({ "textDocument": { "uri": uri }, "position": behind(ensemble, "type: my.G") });
        let found = editor.ask("textDocument/definition", place);
        assert_eq!(found["result"][0]["range"]["start"]["line"], 5 + lines, "{found}");
    }
    editor.end();
}

/// Only those of this template, and there only what means the same thing.
#[test]
fn elements_are_renamed_in_what_tests_expect() {
    let mut editor = editor(true);
    for (mark, own, expected) in [("\n    shop", 3, 3), ("\n  inputs: {port", 2, 2), ("[{near", 1, 1)] {
        let found = renamed(&mut editor, ("shop.yaml", SHOP, mark));
        assert_eq!(found, files(&[("shop.yaml", own), ("tests/a/expected.yaml", expected)]), "{mark}");
    }
    editor.end();
}

/// The tests of a CSAR are those of its template.
#[test]
fn what_tests_of_another_template_expect_stays() {
    let mut editor = editor(true);
    std::fs::write(editor.folder().join("service-template.yaml"), SHOP).unwrap();
    assert_eq!(renamed(&mut editor, ("shop.yaml", SHOP, "[{near")), files(&[("shop.yaml", 1)]));
    let of_csar = files(&[("service-template.yaml", 1), ("tests/a/expected.yaml", 1)]);
    assert_eq!(renamed(&mut editor, ("service-template.yaml", SHOP, "[{near")), of_csar);
    editor.end();
}

#[test]
fn artifacts_that_a_type_asks_for_keep_their_names() {
    let mut editor = editor(true);
    assert_eq!(renamed(&mut editor, ("shop.yaml", SHOP, "artifacts: {image")), files(&[("shop.yaml", 2)]));
    let place = ("shop.yaml", SHOP, "file: a}, job");
    let answer = ask(&mut editor, place, "textDocument/rename", json!({ "newName": "renamed" }));
    assert!(answer["error"]["message"].as_str().unwrap().contains("names the artifact \"job\""), "{answer}");
    editor.end();
}
