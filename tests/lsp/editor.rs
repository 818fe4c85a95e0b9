//! An editor in front of the server; it never waits longer than a while.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::support::program::variscope;

/// Longer than anything takes on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Messages that are passed over at most while one is waited for.
const MOST_MESSAGES: usize = 1000;

pub struct Editor {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<Json>,
    folder: tempfile::TempDir,
    last_id: i64,
    version: i64,
}

impl Editor {
    /// An editor that was greeted.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// An editor that was greeted by a server with these arguments.
    pub fn start_with(arguments: &[&str]) -> Self {
        let mut editor = Self::silent_with(arguments);
        let capabilities = json!({
            "workspace": { "inlayHint": { "refreshSupport": true } },
            "textDocument": { "codeAction": { "resolveSupport": { "properties": ["edit"] } } },
        });
        let greeting = editor.ask("initialize", json!({ "capabilities": capabilities }));
        assert_eq!(greeting["result"]["capabilities"]["hoverProvider"], json!(true));
        editor.notify("initialized", &json!({}));
        editor
    }

    /// An editor that has said nothing so far.
    pub fn silent() -> Self {
        Self::silent_with(&[])
    }

    fn silent_with(arguments: &[&str]) -> Self {
        let mut child = variscope(&["lsp"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, mut from) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let (sender, receiver) = channel();
        thread::spawn(move || {
            while let Some(message) = receive(&mut from) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Self { child, to, from: receiver, folder: tempfile::tempdir().unwrap(), last_id: 0, version: 1 }
    }

    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    pub fn uri(&self) -> String {
        format!("file://{}/shop.yaml", self.folder.path().display())
    }

    /// Writes bytes as they are.
    pub fn write(&mut self, bytes: &[u8]) {
        let to = self.to.as_mut().unwrap();
        to.write_all(bytes).unwrap();
        to.flush().unwrap();
    }

    pub fn send(&mut self, message: &Json) {
        let text = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub fn notify(&mut self, method: &str, params: &Json) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The next message that is as wanted; others are passed over.
    pub fn wait(&mut self, is_wanted: impl Fn(&Json) -> bool) -> Json {
        let mut messages = (0..MOST_MESSAGES).map(|_| self.from.recv_timeout(PATIENCE).expect("the server answers"));
        messages.find(is_wanted).expect("the server comes to the point")
    }

    /// Sends a request, whose number is returned.
    pub fn request(&mut self, method: &str, params: &Json) -> Json {
        self.last_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params }));
        json!(self.last_id)
    }

    /// The answer to a request.
    pub fn ask(&mut self, method: &str, params: Json) -> Json {
        let id = self.request(method, &params);
        self.wait(|message| message["id"] == id)
    }

    /// The diagnostics of the current version, once `is_enough` of them have come.
    pub fn diagnostics(&mut self, is_enough: impl Fn(&[Json]) -> bool) -> Vec<Json> {
        let version = json!(self.version);
        let message = self.wait(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["version"] == version
                && is_enough(message["params"]["diagnostics"].as_array().unwrap())
        });
        message["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// Waits until everything is known of the current version.
    pub fn settle(&mut self) {
        self.wait(|message| message["method"] == "workspace/inlayHint/refresh");
    }

    pub fn open(&mut self, text: &str) {
        let document = json!({ "uri": self.uri(), "languageId": "yaml", "version": 1, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": document }));
    }

    pub fn change(&mut self, text: &str) {
        self.change_by(json!({ "text": text }));
    }

    pub fn change_by(&mut self, change: Json) {
        self.version += 1;
        let document = json!({ "uri": self.uri(), "version": self.version });
        self.notify("textDocument/didChange", &json!({ "textDocument": document, "contentChanges": [change] }));
    }

    /// Says that the file was written.
    pub fn save(&mut self) {
        self.notify("textDocument/didSave", &json!({ "textDocument": { "uri": self.uri() } }));
    }

    /// Asks about the place behind the first `mark` in `text`.
    pub fn ask_at(&mut self, method: &str, text: &str, mark: &str, more: Json) -> Json {
        let mut params = json!({ "textDocument": { "uri": self.uri() }, "position": behind(text, mark) });
        params.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        self.ask(method, params)["result"].take()
    }

    pub fn end(mut self) {
        self.ask("shutdown", Json::Null);
        self.notify("exit", &Json::Null);
        assert!(self.finish().0.success());
    }

    /// Hangs up; how the server ends and what it says.
    pub fn finish(mut self) -> (ExitStatus, String) {
        self.to = None;
        let status = self.child.wait().unwrap();
        let mut output = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut output).unwrap();
        (status, output)
    }
}

fn receive(from: &mut BufReader<ChildStdout>) -> Option<Json> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().unwrap(),
            None if line.trim().is_empty() => break,
            None => {}
        }
    }
    let mut body = vec![0; length];
    from.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

/// The position behind the first `mark`, in UTF-16.
pub fn behind(text: &str, mark: &str) -> Json {
    position(text, text.find(mark).unwrap() + mark.len())
}

/// The position of an offset, in UTF-16.
pub fn position(text: &str, offset: usize) -> Json {
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    json!({ "line": before.matches('\n').count(), "character": before[start..].encode_utf16().count() })
}

/// The text after the edits of an answer to the one document that it changes.
pub fn applied(text: &str, answer: &Json) -> Option<String> {
    let changes = answer.get("changes")?.as_object()?.values().next()?;
    let offsets = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let offset = |place: &Json| offsets.clone().find(|&at| position(text, at) == *place).unwrap();
    let mut changed = text.to_owned();
    for edit in changes.as_array()?.iter().rev() {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        changed.replace_range(range, edit["newText"].as_str()?);
    }
    Some(changed)
}
