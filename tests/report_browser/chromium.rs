//! A headless Chromium, spoken to over the `DevTools` protocol through pipes.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::prerequisites::passed_over;

/// Names that Chromium has on one system or another.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The browser reads commands from descriptor 3 and writes to descriptor 4, which only a shell can give it.
const START: &str = r#"exec "$2" --headless --remote-debugging-pipe --no-sandbox --disable-gpu --no-first-run \
  --disable-dev-shm-usage --disable-background-networking --user-data-dir="$3" 3<"$0" 4>"$1""#;

/// Long enough for a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Browser {
    process: Child,
    commands: File,
    messages: Receiver<Json>,
    session: Option<String>,
    last: u64,
    events: Vec<Json>,
    _folder: tempfile::TempDir,
}

impl Browser {
    /// None where there is no Chromium, which is said.
    pub fn start() -> Option<Self> {
        let is_there = |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|out| out.status.success());
        let Some(name) = NAMES.iter().find(|name| is_there(name)) else {
            passed_over("browser", "what the page shows");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let [commands, answers] = ["commands", "answers"].map(|name| folder.path().join(name));
        assert!(Command::new("mkfifo").args([&commands, &answers]).status().unwrap().success());
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(START).args([&commands, &answers]).arg(name).arg(folder.path().join("profile"));
        let process = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let commands = OpenOptions::new().write(true).open(commands).unwrap();
        let messages = listen(File::open(answers).unwrap());
        let mut browser =
            Self { process, commands, messages, session: None, last: 0, events: Vec::new(), _folder: folder };
        browser.open_tab();
        Some(browser)
    }

    fn open_tab(&mut self) {
        let target = self.call("Target.createTarget", &json!({ "url": "about:blank" }))["targetId"].clone();
        let attached = self.call("Target.attachToTarget", &json!({ "targetId": target, "flatten": true }));
        self.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            self.call(&format!("{domain}.enable"), &json!({}));
        }
    }

    /// Opens a page and waits until its scripts have run.
    pub fn open(&mut self, url: &str) {
        self.events.clear();
        self.call("Page.navigate", &json!({ "url": url }));
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            let event = self.messages.recv_timeout(PATIENCE).expect("the page is loaded");
            self.events.push(event);
        }
    }

    pub fn open_file(&mut self, path: &Path) {
        self.open(&format!("file://{}", path.display()));
    }

    /// The value of an expression, which may be a promise.
    pub fn value(&mut self, expression: &str) -> Json {
        let arguments = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", &arguments);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// Whether an expression is true; it is not while the page is being replaced by another.
    pub fn holds(&mut self, expression: &str) -> bool {
        let arguments = json!({ "expression": expression, "returnByValue": true });
        self.send("Runtime.evaluate", &arguments)["result"]["result"]["value"] == true
    }

    /// Everything that went wrong on the page since it was opened.
    pub fn faults(&self) -> Vec<&Json> {
        let is_fault = |event: &&Json| match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => matches!(event["params"]["type"].as_str(), Some("error" | "warning")),
            Some("Log.entryAdded") => event["params"]["entry"]["level"] == "error",
            _ => false,
        };
        self.events.iter().filter(is_fault).collect()
    }

    /// Every address that was asked for since the page was opened, the page's own first.
    pub fn requests(&self) -> Vec<&str> {
        let sent = self.events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
        let urls = sent.filter_map(|event| event["params"]["request"]["url"].as_str());
        urls.filter(|url| !url.starts_with("data:")).collect()
    }

    fn call(&mut self, method: &str, arguments: &Json) -> Json {
        let message = self.send(method, arguments);
        assert!(message["error"].is_null(), "{method}: {}", message["error"]);
        message["result"].clone()
    }

    /// The whole answer to a command.
    fn send(&mut self, method: &str, arguments: &Json) -> Json {
        self.last += 1;
        let mut command = json!({ "id": self.last, "method": method, "params": arguments });
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        write!(self.commands, "{command}\0").unwrap();
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("the browser answers");
            if message["id"] == self.last {
                return message;
            }
            self.events.push(message);
        }
    }
}

/// Messages end with a zero byte.
fn listen(answers: File) -> Receiver<Json> {
    let (sender, messages) = channel();
    thread::spawn(move || {
        for message in BufReader::new(answers).split(0).map_while(Result::ok) {
            if sender.send(serde_json::from_slice(&message).unwrap()).is_err() {
                return;
            }
        }
    });
    messages
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The session is over; the browser itself is asked.
        self.session = None;
        let _ = write!(self.commands, "{}\0", json!({ "id": 0, "method": "Browser.close" }));
        let _ = self.process.wait();
    }
}
