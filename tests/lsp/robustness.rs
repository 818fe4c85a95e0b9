//! What no editor should do, and some do.

use std::process::Stdio;

use serde_json::{Value as Json, json};

use crate::editor::{Editor, behind};
use crate::support::program::variscope;
use crate::{TEMPLATE, has_code, labels};

#[test]
fn a_closed_connection_is_reported() {
    let output = variscope(&["lsp"]).stdin(Stdio::null()).output().unwrap();
    let printed = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(printed.contains("nothing speaks the Language Server Protocol on stdin"), "{printed}");
    assert!(output.stdout.is_empty());
}

#[test]
fn hanging_up_is_no_farewell() {
    for farewell in [None, Some("exit")] {
        let mut editor = Editor::start();
        editor.open(TEMPLATE);
        if let Some(farewell) = farewell {
            editor.notify(farewell, &Json::Null);
        }
        let (status, output) = editor.finish();
        assert_eq!(status.code(), Some(1), "{output}");
        assert!(output.contains("the editor is gone"), "{output}");
    }
}

#[test]
fn an_editor_may_leave_before_it_has_begun() {
    let mut editor = Editor::silent();
    editor.notify("initialized", &json!({}));
    editor.notify("exit", &Json::Null);
    let (status, output) = editor.finish();
    assert_eq!(status.code(), Some(1), "{output}");
}

#[test]
fn after_the_shutdown_nothing_is_answered() {
    let mut editor = Editor::start();
    assert_eq!(editor.ask("shutdown", Json::Null)["result"], Json::Null);
    assert_eq!(editor.ask("textDocument/hover", json!({}))["error"]["code"], json!(-32600));
    editor.notify("exit", &Json::Null);
    assert_eq!(editor.finish().0.code(), Some(0));
}

#[test]
fn what_cannot_be_understood_is_answered() {
    let mut editor = Editor::silent();
    let early = editor.ask("textDocument/hover", json!({}))["error"].take();
    let why = "the server is not initialized: `initialize` comes before `textDocument/hover`";
    assert_eq!(early, json!({ "code": -32002, "message": why }));
    editor.ask("initialize", json!({ "capabilities": "everything" }));
    assert_eq!(editor.ask("initialize", json!({}))["error"]["code"], json!(-32600));
    assert_eq!(editor.ask("workspace/nonsense", json!({}))["error"]["code"], json!(-32601));
    for params in [json!({}), json!([1]), Json::Null, json!({ "textDocument": { "uri": "no uri" }, "position": 1 })] {
        assert_eq!(editor.ask("textDocument/hover", params)["error"]["code"], json!(-32602));
    }
    for (bytes, code) in [(&b"Content-Length: 4\r\n\r\n{bad"[..], -32700), (b"content-length: 3\r\n\r\n[1]", -32600)] {
        editor.write(bytes);
        assert_eq!(editor.wait(|message| message["id"].is_null())["error"]["code"], json!(code));
    }
    for (method, params) in [
        ("textDocument/didOpen", json!({})),
        (
            "textDocument/didChange",
            json!({ "textDocument": { "uri": editor.uri(), "version": 1 }, "contentChanges": [] }),
        ),
        ("textDocument/didClose", json!({ "textDocument": { "uri": editor.uri() } })),
        ("$/cancelRequest", json!({ "id": 77 })),
        ("nonsense", json!(1)),
    ] {
        editor.notify(method, &params);
    }
    assert_eq!(editor.ask_at("textDocument/hover", "x", "x", json!({})), Json::Null);
    editor.end();
}

#[test]
fn a_message_without_end_ends_it() {
    let mut editor = Editor::start();
    editor.write(b"Content-Length: 99999999999999\r\n\r\n{}");
    let (status, output) = editor.finish();
    assert_eq!(status.code(), Some(2));
    assert!(output.contains("too long"), "{output}");
}

#[test]
fn positions_that_do_not_exist_are_near_some_that_do() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    editor.settle();
    for (line, character) in [(0, 9999), (9999, 0), (u32::MAX, u32::MAX)] {
        let place = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": { "uri": editor.uri() }, "position": place, "newName": "x" });
        for method in ["hover", "definition", "completion", "prepareRename", "rename"] {
            let answer = editor.ask(&format!("textDocument/{method}"), params.clone());
            assert!(answer["error"]["code"] != json!(-32603), "{answer}");
        }
        let end = json!({ "line": u32::MAX, "character": u32::MAX });
        editor.change_by(json!({ "range": { "start": end, "end": place }, "text": "\n" }));
    }
    editor.settle();
    editor.end();
}

#[test]
fn addresses_need_not_be_encoded() {
    let mut editor = Editor::start();
    for name in ["jö/x.yaml", "a b/[x].yaml", "100%.yaml"] {
        let uri = editor.uri().replace("shop.yaml", name);
        let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": TEMPLATE });
        editor.notify("textDocument/didOpen", &json!({ "textDocument": document }));
        let params = json!({ "textDocument": { "uri": uri }, "position": behind(TEMPLATE, "node: d") });
        assert!(editor.ask("textDocument/hover", params)["result"].is_object(), "{name}");
    }
    editor.end();
}

#[test]
fn columns_are_utf_16() {
    let mut editor = Editor::start();
    // An emoji has two units, an umlaut one; the bytes are four and two.
    let text = TEMPLATE.replace("{node: db,", "{\"😀ä\": 1, node: db,");
    editor.open(&text);
    editor.settle();
    let range = |editor: &mut Editor, text: &str| {
        editor.ask_at("textDocument/hover", text, "node: d", json!({}))["range"].take()
    };
    let column = behind(&text, "\"😀ä\": 1, node: ")["character"].as_u64().unwrap();
    let hovered = range(&mut editor, &text);
    assert_eq!(hovered["start"]["character"], json!(column));
    assert_eq!(hovered["end"]["character"], json!(column + 2));
    // A change behind an emoji, and one that cuts it in the middle.
    let (start, end) = (behind(&text, "1, node: "), behind(&text, "1, node: db"));
    editor.change_by(json!({ "range": { "start": start, "end": end }, "text": "bd" }));
    let found = editor.diagnostics(has_code("V106"));
    let fault = found.iter().find(|diagnostic| diagnostic["code"] == "V106").unwrap();
    assert_eq!(fault["range"], json!({ "start": start, "end": end }));
    let mut inside = behind(&text, "{\"");
    inside["character"] = json!(inside["character"].as_u64().unwrap() + 1);
    editor.change_by(json!({ "range": { "start": inside, "end": inside }, "text": "x" }));
    assert_eq!(
        editor.ask("textDocument/hover", json!({ "textDocument": { "uri": editor.uri() }, "position": inside }))["error"],
        Json::Null
    );
    editor.end();
}

#[test]
fn huge_texts_do_not_keep_the_author_waiting() {
    let mut editor = Editor::start();
    let text = format!("{TEMPLATE}metadata:\n{}", "  key: value\n".repeat(200_000).replace("key", "k"));
    editor.open(&text);
    // What has not been read yet is not known, but the answer comes at once.
    editor.ask_at("textDocument/hover", &text, "    db", json!({}));
    let typed = editor.ask_at("textDocument/completion", &text, "{node: ", json!({}));
    assert!(typed.is_array(), "{typed}");
    editor.change(TEMPLATE);
    editor.diagnostics(has_code("V402"));
    editor.end();
}

#[test]
fn of_thousands_of_findings_so_many_are_reported_as_people_can_read() {
    let mut editor = Editor::start();
    editor.open(&format!("{TEMPLATE}metadata:\n{}", "  k: value\n".repeat(1_500)));
    let found = editor.diagnostics(|_| true);
    let (note, reported) = found.split_last().unwrap();
    assert_eq!(reported.len(), 1_000);
    assert_eq!(note["message"], "499 more findings are not shown here: `variscope check` shows all");
    editor.end();
}

#[test]
fn what_can_be_removed_from_a_long_text_is_left_to_check() {
    let mut editor = Editor::start();
    editor.open(&format!("{TEMPLATE}{}", "# as long as a text can be without much in it\n".repeat(100_000)));
    let found = editor.diagnostics(has_code("V402"));
    let note = found.last().unwrap()["message"].as_str().unwrap();
    assert!(note.contains("can be removed are not looked for"), "{note}");
    editor.end();
}

/// Without time for any analysis, each text is one that takes too long.
#[test]
fn what_takes_too_long_is_put_off_until_the_text_is_saved_and_the_author_is_informed() {
    let mut editor = Editor::start_with(&["--timeout", "0"]);
    let says = |words: &'static str| {
        move |found: &[Json]| found.iter().any(|one| one["message"].as_str().unwrap_or_default().contains(words))
    };
    let (cut_short, put_off) =
        (says("not enough time to look at all variants of this text"), says("are looked at when it is saved"));
    editor.open(TEMPLATE);
    let found = editor.diagnostics(cut_short);
    let note = found.last().unwrap();
    let start = json!({ "line": 0, "character": 0 });
    assert_eq!((&note["range"]["start"], &note["severity"]), (&start, &json!(3)), "{note}");
    // A change has the text read, and no more.
    editor.change(&TEMPLATE.replace("{node: db,", "{node: bd,"));
    let found = editor.diagnostics(|_| true);
    assert!(has_code("V106")(&found) && put_off(&found), "{found:?}");
    // Reading a text that was saved reports what is wrong with it, and the analysis of its variants that there was no time.
    editor.save();
    let found = editor.diagnostics(|_| true);
    assert!(!put_off(&found) && !cut_short(&found), "{found:?}");
    editor.change(TEMPLATE);
    assert!(put_off(&editor.diagnostics(|_| true)));
    editor.save();
    editor.diagnostics(cut_short);
    editor.end();
}

/// What is said of a broken text comes from the last one that could be read, at places as they are now.
#[test]
fn broken_texts_are_explained_by_those_before() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    editor.diagnostics(has_code("V402"));
    editor.settle();
    let broken = TEMPLATE.replace("  node_templates:", "  oops: [\n  node_templates:");
    editor.change(&broken);
    let shown = editor.ask_at("textDocument/hover", &broken, "    db", json!({}));
    assert!(shown["contents"]["value"].as_str().unwrap().contains("node `db`"), "{shown}");
    let place = behind(&broken, "    db");
    assert_eq!(shown["range"]["end"], place, "{shown}");
    // What was not there before is not known.
    assert_eq!(editor.ask_at("textDocument/hover", &broken, "  oo", json!({})), Json::Null);
    editor.end();
}

/// What was known of the variants of an earlier text is not reported of one that cannot be analysed.
#[test]
fn a_broken_text_has_no_presences() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    editor.settle();
    let broken = TEMPLATE.replace("  node_templates:", "  oops: [\n  node_templates:");
    editor.change(&broken);
    editor.settle();
    let shown = editor.ask_at("textDocument/hover", &broken, "    db", json!({}));
    let shown = shown["contents"]["value"].as_str().unwrap().to_owned();
    assert!(shown.contains("node `db`") && !shown.contains("variants"), "{shown}");
    editor.change(TEMPLATE);
    editor.settle();
    let shown = editor.ask_at("textDocument/hover", TEMPLATE, "    db", json!({}));
    assert!(shown["contents"]["value"].as_str().unwrap().contains("in 1 of 2 variants"), "{shown}");
    editor.end();
}

#[test]
fn other_texts_are_left_alone() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    editor.diagnostics(has_code("V402"));
    let other = "services:\n  web: {image: x}\n";
    editor.change(other);
    assert_eq!(editor.diagnostics(|_| true), Vec::<Json>::new());
    assert_eq!(editor.ask_at("textDocument/completion", other, "  we", json!({})), Json::Null);
    assert_eq!(editor.ask_at("textDocument/hover", other, "  we", json!({})), Json::Null);
    editor.change("tosca");
    assert!(
        labels(&editor.ask_at("textDocument/completion", "tosca", "tosca", json!({})))
            .contains(&"tosca_definitions_version")
    );
    editor.end();
}

#[test]
fn what_was_said_is_taken_back_when_a_text_is_closed() {
    let mut editor = Editor::start();
    editor.open(TEMPLATE);
    editor.diagnostics(has_code("V402"));
    editor.notify("textDocument/didClose", &json!({ "textDocument": { "uri": editor.uri() } }));
    let message = editor.wait(|message| message["params"]["diagnostics"] == json!([]));
    assert_eq!(message["params"]["uri"], json!(editor.uri()));
    editor.end();
}
