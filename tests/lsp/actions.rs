//! What can be repaired, alone and together.

use std::path::Path;

use serde_json::{Value as Json, json};

use crate::editor::{Editor, applied};
use crate::has_code;
use crate::support::program::run;

/// Two constraints each of which has no effect because of the other, and a condition that always holds.
static TEMPLATE: &str = "\
tosca_definitions_version: tosca_variability_1_0
node_types: {Shop: {}, Cache: {}}
topology_template:
  variability:
    inputs:
      near: {type: boolean}
      far: {type: boolean}
    options: {mode: manual, checks: false}
    constraints:
      # The one.
      - {or: [{node_presence: near}, {node_presence: far}]}
      # The other.
      - {or: [{node_presence: near}, {node_presence: far}]}
  node_templates:
    shop: {type: Shop, conditions: {or: [{variability_input: near}, {variability_input: far}]}} # always there
    near: {type: Cache, conditions: {variability_input: near}}
    far: {type: Cache, conditions: {variability_input: far}}
";

fn actions(editor: &mut Editor, range: Json, only: &[&str]) -> Vec<Json> {
    let only = if only.is_empty() { Json::Null } else { json!(only) };
    let params = json!({
        "textDocument": { "uri": editor.uri() },
        "range": range,
        "context": { "diagnostics": [], "only": only },
    });
    editor.ask("textDocument/codeAction", params)["result"].as_array().unwrap().clone()
}

fn everywhere() -> Json {
    json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } })
}

#[test]
fn a_misspelling_has_a_quick_fix() {
    let mut editor = Editor::start();
    let broken = TEMPLATE.replacen("{or: [", "{orr: [", 1);
    editor.open(&broken);
    let found = editor.diagnostics(has_code("V201"));
    let fault = found.iter().find(|diagnostic| diagnostic["code"] == "V201").unwrap();
    let all = actions(&mut editor, fault["range"].clone(), &["quickfix"]);
    let [action] = all.as_slice() else { panic!("{all:?}") };
    // There is no variant before, so that nothing can show that none changes.
    assert_eq!((&action["kind"], &action["isPreferred"]), (&json!("quickfix"), &json!(false)));
    assert!(action["title"].as_str().unwrap().starts_with("suggestion: "), "{action}");
    assert_eq!(action["diagnostics"][0]["code"], "V201");
    let resolved = editor.ask("codeAction/resolve", action.clone())["result"].take();
    assert_eq!(applied(&broken, &resolved["edit"]).unwrap(), TEMPLATE);
    assert_eq!(
        actions(
            &mut editor,
            json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } }),
            &["quickfix"]
        ),
        Vec::<Json>::new()
    );
    editor.change(TEMPLATE);
    editor.settle();
    // What was offered for another text is no longer meant.
    assert_eq!(editor.ask("codeAction/resolve", action.clone())["error"]["code"], json!(-32801));
    editor.end();
}

/// What the command makes of a file with this text.
fn repaired(path: &Path, text: &str, options: &[&str]) -> String {
    std::fs::write(path, text).unwrap();
    run(&[&["check", "--fix"], options, &[path.to_str().unwrap()]].concat());
    let after = std::fs::read_to_string(path).unwrap();
    std::fs::write(path, text).unwrap();
    after
}

/// A relation whose target may be absent: the condition of the target for it takes both away.
static DANGLING: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {online: {type: boolean}}
    options: {mode: manual, type_default_condition: true}
  node_templates:
    shop: {type: tosca.nodes.Root, requirements: [{dependency: database}]}
    database: {type: tosca.nodes.Root, conditions: {variability_input: online}}
";

/// An editor with a text that has one fix, which is asked for, beside settings with an assertion; what the command makes of the text.
fn only_fix(text: &str, assertion: &str, code: &'static str) -> (Editor, Json, String) {
    let mut editor = Editor::start();
    let settings = editor.folder().join("variscope.toml");
    std::fs::write(settings, format!("[[assertions]]\ncondition = '{assertion}'\n")).unwrap();
    let by_command = repaired(&editor.folder().join("shop.yaml"), text, &["--unsafe"]);
    editor.open(text);
    editor.diagnostics(has_code(code));
    let all = actions(&mut editor, everywhere(), &["quickfix"]);
    let [action] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!(action["edit"], Json::Null, "nothing is offered untried");
    let answer = editor.ask("codeAction/resolve", action.clone());
    (editor, answer, by_command)
}

#[test]
fn a_fix_that_does_harm_is_refused() {
    // The relation is asserted to be there always.
    let (editor, answer, by_command) = only_fix(DANGLING, "relation.shop.dependency", "V302");
    assert_eq!(by_command, DANGLING);
    assert_eq!(answer["error"]["code"], json!(-32803), "{answer}");
    assert!(answer["error"]["message"].as_str().unwrap().contains("does harm"), "{answer}");
    editor.end();
}

#[test]
fn a_fix_that_helps_is_what_the_command_does() {
    // The option is nearly called so. That it has no such value, either, is reported from the beginning.
    let misspelt = TEMPLATE.replace("mode: manual", "moed: sloppy");
    for (text, code) in [(DANGLING, "V302"), (&misspelt, "V118")] {
        let (editor, answer, by_command) = only_fix(text, "node.shop", code);
        assert_ne!(by_command, text);
        assert_eq!(applied(text, &answer["result"]["edit"]), Some(by_command), "{answer}");
        editor.end();
    }
}

/// One template with an error and a safe fix, and one without the error.
#[test]
fn all_fixes_together_are_those_of_the_command() {
    for text in [TEMPLATE.to_owned(), TEMPLATE.replacen("{or: [", "{orr: [", 1)] {
        let mut editor = Editor::start();
        let path = editor.folder().join("shop.yaml");
        let by_command = repaired(&path, &text, &[]);
        editor.open(&text);
        editor.settle();
        let all = actions(&mut editor, everywhere(), &["source.fixAll"]);
        let by_editor = all.first().map(|action| editor.ask("codeAction/resolve", action.clone()));
        let by_editor = by_editor.and_then(|answer| applied(&text, &answer["result"]["edit"]));
        assert_eq!(by_editor.unwrap_or(text), by_command);
        editor.end();
    }
}

#[test]
fn editors_that_ask_for_no_edits_get_those_of_errors() {
    let mut editor = Editor::silent();
    editor.ask("initialize", json!({ "capabilities": { "workspace": { "inlayHint": { "refreshSupport": true } } } }));
    editor.notify("initialized", &json!({}));
    editor.open(TEMPLATE);
    editor.settle();
    let safe = actions(&mut editor, everywhere(), &[]);
    assert_eq!(safe.len(), 2, "{safe:?}");
    for action in &safe {
        assert_eq!(action["isPreferred"], json!(true), "what was tried beforehand leaves everything as it is");
        applied(TEMPLATE, &action["edit"]).unwrap();
    }
    let broken = TEMPLATE.replacen("{or: [", "{orr: [", 1);
    editor.change(&broken);
    editor.diagnostics(has_code("V201"));
    let all = actions(&mut editor, everywhere(), &[]);
    let [action] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!(applied(&broken, &action["edit"]).unwrap(), TEMPLATE);
    editor.end();
}

/// A type that can be there without its node: the repair is a line.
#[test]
fn lines_that_are_written_end_as_those_of_the_text() {
    let text = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {near: {type: boolean}}
  node_templates:
    far: {type: tosca.nodes.Root, conditions: {variability_input: near}}
    shop: {type: tosca.nodes.Root}
"
    .replace('\n', "\r\n");
    let mut editor = Editor::start();
    editor.open(&text);
    editor.diagnostics(has_code("V307"));
    let all = actions(&mut editor, everywhere(), &["quickfix"]);
    let action = all.iter().find(|action| action["title"].as_str().unwrap().contains("consistent-strict")).unwrap();
    let resolved = editor.ask("codeAction/resolve", action.clone())["result"].take();
    let repaired = applied(&text, &resolved["edit"]).unwrap();
    assert!(repaired.contains("{mode: consistent-strict}\r\n"), "{repaired:?}");
    assert_eq!(repaired.matches('\n').count(), repaired.matches("\r\n").count(), "{repaired:?}");
    editor.end();
}

#[test]
fn all_fixes_together_are_tried() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    editor.settle();
    let single = actions(&mut editor, everywhere(), &["quickfix"]);
    assert_eq!(single.len(), 2, "{single:?}");
    let all = actions(&mut editor, everywhere(), &["source.fixAll"]);
    let [action] = all.as_slice() else { panic!("{all:?}") };
    let resolved = editor.ask("codeAction/resolve", action.clone())["result"].take();
    let repaired = applied(TEMPLATE, &resolved["edit"]).unwrap();
    // One of two constraints stays, for without both there are more variants.
    assert_eq!(repaired.matches("- {or:").count(), 1, "{repaired}");
    assert!(repaired.contains("shop: {type: Shop} # always there"), "{repaired}");
    assert!(repaired.contains("# The one.") && repaired.contains("# The other."), "{repaired}");
    editor.change(&repaired);
    editor.settle();
    assert_eq!(actions(&mut editor, everywhere(), &[]), Vec::<Json>::new());
    editor.end();
}

/// All fixes together are tried when their edits are asked for, which not every editor does.
#[test]
fn only_who_asks_for_edits_is_offered_all_fixes_together() {
    for (abilities, kinds) in [
        (json!({}), json!(["quickfix"])),
        (
            json!({ "textDocument": { "codeAction": { "resolveSupport": { "properties": ["edit"] } } } }),
            json!(["quickfix", "source.fixAll"]),
        ),
    ] {
        let mut editor = Editor::silent();
        let greeting = editor.ask("initialize", json!({ "capabilities": abilities }));
        let offered = &greeting["result"]["capabilities"]["codeActionProvider"]["codeActionKinds"];
        assert_eq!(*offered, kinds);
        editor.end();
    }
}

#[test]
fn actions_of_others_are_refused() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    for action in [json!({ "title": "x" }), json!({ "title": "x", "data": { "uri": "file:///nowhere" } }), json!(1)] {
        assert_eq!(editor.ask("codeAction/resolve", action)["error"]["code"], json!(-32602));
    }
    editor.end();
}
