//! The README is true: every command in it runs, and prints what is shown below it.
//!
//! Blocks marked `sh` hold commands, blocks marked `console` a session: commands behind `$ ` with their output,
//! in which `...` on a line of its own stands for any lines.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../README.md");

/// Commands that this test is a part of, or that measure.
const NOT_RUN: [&str; 4] =
    ["cargo test --workspace", ".ci/run", "cargo bench -p variscope-benchmarks", "benchmarks/processes.py"];

/// A command with the output that is shown for it.
#[derive(Debug, PartialEq)]
struct Step {
    command: String,
    output: Vec<String>,
}

fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut block = None;
    for line in text.lines() {
        match (block, line.strip_prefix("```")) {
            (None, Some(language)) => block = Some(language),
            (Some(_), Some(_)) => block = None,
            (Some("sh"), None) => steps.push(Step { command: line.to_owned(), output: Vec::new() }),
            (Some("console"), None) => match (line.strip_prefix("$ "), steps.last_mut()) {
                (Some(command), _) => steps.push(Step { command: command.to_owned(), output: Vec::new() }),
                (None, Some(step)) => step.output.push(line.to_owned()),
                (None, None) => panic!("output before the first command: {line}"),
            },
            _ => {}
        }
    }
    steps.retain(|step| !step.command.is_empty() && !NOT_RUN.contains(&step.command.as_str()));
    steps
}

/// The words of a command; what stands between single quotes is one of them.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (number, part) in command.split('\'').enumerate() {
        let mut parts = if number % 2 == 0 { part.split(' ').collect() } else { vec![part] }.into_iter();
        words.last_mut().unwrap().push_str(parts.next().unwrap());
        words.extend(parts.map(str::to_owned));
    }
    words
}

/// Runs a command of ours in the root of the repository; what it prints, errors last.
fn run(command: &str) -> String {
    let arguments = command.strip_prefix("cargo run --release -- ").or(command.strip_prefix("variscope "));
    let arguments = arguments.unwrap_or_else(|| panic!("neither one of our commands nor known: {command}"));
    let output = Command::new(env!("CARGO_BIN_EXE_variscope"))
        .args(words(arguments))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .output()
        .unwrap();
    assert_ne!(output.status.code(), Some(2), "{command}\n{}", String::from_utf8_lossy(&output.stderr));
    let printed = [output.stdout, output.stderr].concat();
    String::from_utf8(printed).unwrap()
}

/// Whether `lines` are those shown, `...` standing for any number of lines.
fn matches(shown: &[String], lines: &[&str]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((gap, rest)) if gap == "..." => (0..=lines.len()).any(|skipped| matches(rest, &lines[skipped..])),
        Some((line, rest)) => lines.first().is_some_and(|first| first.trim_end() == line) && matches(rest, &lines[1..]),
    }
}

#[test]
fn every_command_does_what_the_readme_says() {
    let steps = steps(README);
    assert!(steps.iter().any(|step| step.command == "cargo run --release -- resolve tests/csar/webshop --preset prod"));
    for step in steps {
        let printed = run(&step.command);
        let lines: Vec<&str> = printed.lines().collect();
        assert!(step.output.is_empty() || matches(&step.output, &lines), "{}\n{printed}", step.command);
        assert!(!printed.is_empty(), "{} prints nothing", step.command);
    }
}

#[test]
fn links_lead_to_files() {
    for target in README.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let is_file = !target.starts_with("http") && !target.starts_with('#');
        assert!(!is_file || Path::new(env!("CARGO_MANIFEST_DIR")).join(target).exists(), "{target}");
    }
}

#[test]
fn gaps_stand_for_any_lines() {
    let shown = ["a", "...", "c"].map(str::to_owned);
    assert!(matches(&shown, &["a", "c"]) && matches(&shown, &["a", "b", "b", "c"]));
    assert!(!matches(&shown, &["a", "b"]) && !matches(&shown, &["b", "c"]) && !matches(&shown, &["a", "c", "d"]));
    let text = "```sh\nvariscope a\n```\n```console\n$ variscope b\nout\n```\n";
    let step = |command: &str, output: &[&str]| Step {
        command: command.to_owned(),
        output: output.iter().map(ToString::to_string).collect(),
    };
    assert_eq!(steps(text), [step("variscope a", &[]), step("variscope b", &["out"])]);
}
