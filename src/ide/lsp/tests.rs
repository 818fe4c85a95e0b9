//! The author types while an analysis is stuck: nothing here depends on how fast anything is.

use std::path::Path;
use std::sync::{Condvar, LazyLock, Mutex};
use std::thread;
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request};
use serde_json::{Value as Json, json};

use super::{Judge, serve};
use crate::source::diagnostic::{Code, Severity};

/// With an element that is in no variant, which only the analysis of all variants says.
static TEMPLATE: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {mode: manual, checks: false}
  node_templates:
    shop: {type: Shop}
    lost: {type: Shop, conditions: {not: {node_presence: shop}}}
";

/// What the analysis passes on its way to say something.
#[derive(Default)]
struct Checkpoint {
    /// Whether it has come so far, and whether it may go on.
    state: Mutex<(bool, bool)>,
    changed: Condvar,
}

impl Checkpoint {
    fn pass(&self) {
        let mut state = self.state.lock().unwrap();
        state.0 = true;
        self.changed.notify_all();
        drop(self.changed.wait_while(state, |(_, is_open)| !*is_open).unwrap());
    }

    fn wait_until_reached(&self) {
        drop(self.changed.wait_while(self.state.lock().unwrap(), |(is_reached, _)| !*is_reached).unwrap());
    }

    fn open(&self) {
        self.state.lock().unwrap().1 = true;
        self.changed.notify_all();
    }
}

static GATE: LazyLock<Checkpoint> = LazyLock::new(Checkpoint::default);

/// Findings are judged on the thread of the analysis, before they are reported.
fn stuck(_: &Path) -> Judge {
    GATE.pass();
    Box::new(|_: Code, usual: Severity| Some(usual))
}

/// An editor in the same process.
struct Editor {
    connection: Connection,
    /// Versions of which something was reported, each with the codes.
    published: Vec<(i64, Vec<String>)>,
}

impl Editor {
    fn notify(&self, method: &str, params: Json) {
        self.connection.sender.send(Notification::new(method.to_owned(), params).into()).unwrap();
    }

    /// The answer to a request; what is reported meanwhile is kept.
    fn ask(&mut self, id: i32, method: &str, params: Json) -> Json {
        self.connection.sender.send(Request::new(id.into(), method.to_owned(), params).into()).unwrap();
        loop {
            match self.connection.receiver.recv().unwrap() {
                Message::Response(response) if response.id == id.into() => return json!(response),
                other => self.keep(&other),
            }
        }
    }

    fn keep(&mut self, message: &Message) {
        let Message::Notification(note) = message else { return };
        let codes = note.params["diagnostics"].as_array().into_iter().flatten();
        let codes = codes.map(|one| one["code"].as_str().unwrap_or_default().to_owned()).collect();
        self.published.push((note.params["version"].as_i64().unwrap_or_default(), codes));
    }

    /// Waits until a version was reported to have something.
    fn wait(&mut self, version: i64, code: &str) {
        while !self.published.iter().any(|(known, codes)| *known == version && codes.iter().any(|known| known == code))
        {
            let message = self.connection.receiver.recv().unwrap();
            self.keep(&message);
        }
    }
}

#[test]
fn an_analysis_that_is_stuck_blocks_nothing_and_is_cancelled_by_a_change() {
    let folder = tempfile::tempdir().unwrap();
    let uri = format!("file://{}/shop.yaml", folder.path().display());
    let (server, client) = Connection::memory();
    let thread = thread::spawn(move || serve(&server, stuck, Duration::MAX));
    let mut editor = Editor { connection: client, published: Vec::new() };
    editor.ask(1, "initialize", json!({ "capabilities": {} }));
    editor.notify("initialized", json!({}));
    let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": TEMPLATE });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    GATE.wait_until_reached();

    let place = json!({ "textDocument": { "uri": uri }, "position": { "line": 5, "character": 5 } });
    let hover = editor.ask(2, "textDocument/hover", place.clone());
    assert!(hover["result"]["contents"]["value"].as_str().unwrap().contains("shop"));
    let text = TEMPLATE.replace("lost:", "gone:");
    let changed = json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": text }] });
    editor.notify("textDocument/didChange", changed);
    let completion = editor.ask(3, "textDocument/completion", place);
    assert_eq!(completion["error"], Json::Null);
    assert_eq!(editor.published, [], "the analysis is still stuck");

    GATE.open();
    editor.wait(2, "V402");
    let of_first: Vec<&(i64, Vec<String>)> = editor.published.iter().filter(|(version, _)| *version == 1).collect();
    assert!(of_first.iter().all(|(_, codes)| codes.is_empty()), "the change has cancelled it: {of_first:?}");
    let last = editor.published.iter().rposition(|(version, _)| *version == 1);
    let first = editor.published.iter().position(|(version, _)| *version == 2);
    assert!(last < first, "what is outdated is not told later: {:?}", editor.published);
    editor.ask(4, "shutdown", Json::Null);
    editor.notify("exit", Json::Null);
    drop(editor);
    thread.join().unwrap().unwrap();
}
