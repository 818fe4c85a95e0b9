//! Mistakes as beginners make them, each reported where it is, in words that help, and nothing else reported.
//!
//! A line of a template under `tests/mistakes` ends in what is to be found there: `# expect V103: words`, where the words
//! are in the message, its notes or its help, or `also V420` for what rightly follows; parted by `|`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value as Json;

use crate::support::folder::files;
use crate::support::program::{json, run};

/// What is to be found.
struct Expected {
    code: String,
    line: u64,
    /// None for what only follows.
    words: Option<String>,
}

fn expected(text: &str) -> Vec<Expected> {
    let comments = text.lines().zip(1..).filter_map(|(text, line)| Some((text.split_once("   # ")?.1, line)));
    comments.flat_map(|(comment, line)| comment.split('|').map(move |part| part_of(part.trim(), line))).collect()
}

fn part_of(part: &str, line: u64) -> Expected {
    if let Some(code) = part.strip_prefix("also ") {
        return Expected { code: code.to_owned(), line, words: None };
    }
    let (code, words) = part.strip_prefix("expect ").and_then(|part| part.split_once(": ")).expect(part);
    Expected { code: code.to_owned(), line, words: Some(words.to_owned()) }
}

/// A finding as `check --format json` reports it.
struct Reported {
    code: String,
    line: u64,
    is_note: bool,
    words: String,
}

fn reported(path: &Path) -> Vec<Reported> {
    let json = json(&run(&["check", path.to_str().expect("UTF-8"), "--format", "json"]));
    let findings = json["templates"][0]["findings"].as_array().expect("findings");
    let text = |finding: &Json, key: &str| finding[key].as_str().unwrap_or_default().to_owned();
    let reported = findings.iter().map(|finding| Reported {
        code: text(finding, "code"),
        line: finding["line"].as_u64().unwrap_or_default(),
        is_note: text(finding, "severity") == "note",
        words: [text(finding, "message"), text(finding, "help"), finding["notes"].to_string()].join("\n"),
    });
    reported.collect()
}

/// What is missing in a template, and what is reported beside what is expected.
fn differences(path: &Path) -> Vec<String> {
    let (expected, reported) = (expected(&fs::read_to_string(path).expect("a template")), reported(path));
    let is_same =
        |expected: &Expected, reported: &Reported| expected.code == reported.code && expected.line == reported.line;
    let is_reported = |expected: &&Expected| {
        let has_words =
            |reported: &Reported| expected.words.as_ref().is_none_or(|words| reported.words.contains(words));
        reported.iter().any(|reported| is_same(expected, reported) && has_words(reported))
    };
    let missing = expected.iter().filter(|expected| !is_reported(expected));
    let missing = missing.map(|it| format!("{}:{}: missing {} {:?}", path.display(), it.line, it.code, it.words));
    let is_new =
        |reported: &&Reported| !reported.is_note && !expected.iter().any(|expected| is_same(expected, reported));
    let new = reported.iter().filter(is_new);
    let new = new.map(|it| format!("{}:{}: unexpected {}: {}", path.display(), it.line, it.code, it.words));
    missing.chain(new).collect()
}

/// How many mistakes of different kinds a template has.
fn mistakes(path: &Path) -> usize {
    let text = fs::read_to_string(path).expect("a template");
    let mistakes = expected(&text).into_iter().filter(|expected| expected.words.is_some());
    mistakes.map(|mistake| mistake.code).collect::<BTreeSet<String>>().len()
}

#[test]
fn every_mistake_is_reported_where_it_is() {
    let templates = files("tests/mistakes/single", &|_| true);
    assert!(templates.len() >= 60, "{}", templates.len());
    assert!(templates.iter().all(|path| mistakes(path) == 1));
    let differences: Vec<String> = templates.iter().flat_map(|path| differences(path)).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn all_mistakes_are_reported_in_one_run() {
    let templates = files("tests/mistakes/several", &|_| true);
    assert!(templates.len() >= 40, "{}", templates.len());
    assert!(templates.iter().all(|path| mistakes(path) >= 3));
    let differences: Vec<String> = templates.iter().flat_map(|path| differences(path)).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
