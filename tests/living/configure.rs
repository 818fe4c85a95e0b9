//! Inputs that are asked for one at a time.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{CHOICES, folder, output_of, prerequisites, run};
use crate::support::program::PROGRAM;

/// Answers typed into `configure`.
fn configure(folder: &Path, mut program: Command, answers: &str) -> String {
    program.current_dir(folder).env("NO_COLOR", "1").env("TERM", "dumb");
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    child.stdin.take().unwrap().write_all(answers.as_bytes()).unwrap();
    output_of(&child.wait_with_output().unwrap())
}

#[test]
fn inputs_are_asked_for_one_at_a_time() {
    let folder = folder(&[("t.yaml", CHOICES)]);
    let mut program = Command::new(PROGRAM);
    program.args(["configure", "t.yaml"]);
    // `prod` forces `slim`; 7 is out of range.
    let output = configure(folder.path(), program, "prod\n7\n3\n");
    assert!(output.contains("3 inputs, 4 variants.") && output.contains("1 variant"), "{output}");
    let written = fs::read_to_string(folder.path().join("inputs.yaml")).unwrap();
    assert!(written.contains("env: \"prod\"\nsize: 3\nslim: false  # the only value that was left\n"), "{written}");
    let resolved = run(folder.path(), &["resolve", "t.yaml", "--inputs", "inputs.yaml"]);
    assert_eq!(resolved.status.code(), Some(0), "{}", output_of(&resolved));
    assert_eq!(run(folder.path(), &["configure", "t.yaml"]).status.code(), Some(2), "nothing is replaced");
}

#[test]
fn values_that_were_given_are_written_as_well() {
    let preset = "    presets: {p: {inputs: {env: dev, slim: true}}}\n    options";
    let template = CHOICES.replacen("    options", preset, 1).replace("[1, 3]", "[1, 9]").replace("}, 2]", "}, 4]");
    let folder = folder(&[("t.yaml", &template)]);
    let mut program = Command::new(PROGRAM);
    program.args(["configure", "t.yaml", "--preset", "p", "--where", "size < 5"]);
    // Sizes that make the same difference are offered once.
    let output = configure(folder.path(), program, "a\n");
    assert!(output.contains("  b) 2 … 3  1 variant\n") && output.contains("  -  6 … 8  impossible\n"), "{output}");
    assert!(output.contains("written to inputs.yaml, 1 variant where size < 5:"), "{output}");
    let written = fs::read_to_string(folder.path().join("inputs.yaml")).unwrap();
    let of_preset = |line: &&str| line.contains("  # preset \"p\", t.yaml:");
    assert_eq!(written.lines().filter(of_preset).count(), 2, "{written}");
    assert!(written.contains("env: \"dev\"  #") && written.contains("slim: true  #"), "{written}");
    assert!(written.ends_with("size: 1\n"), "{written}");
    let resolved = run(folder.path(), &["resolve", "t.yaml", "--inputs", "inputs.yaml"]);
    assert!(output_of(&resolved).contains("db:"), "{}", output_of(&resolved));
}

/// Values that look like letters for others, words of `configure`, and names that are no texts in YAML.
const LETTERS: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      \"null\": {type: string, constraints: [{valid_values: [b, a]}]}
      \"no\": {type: string, constraints: [{valid_values: [q, w]}]}
      last: {type: string, constraints: [{valid_values: [b, a]}]}
  node_templates:
    db: {type: tosca.nodes.Root}
";

#[test]
fn values_go_before_letters_and_words() {
    let folder = folder(&[("t.yaml", LETTERS)]);
    let mut program = Command::new(PROGRAM);
    program.args(["configure", "t.yaml"]);
    let output = configure(folder.path(), program, "a\nq\nw\n");
    let written = fs::read_to_string(folder.path().join("inputs.yaml")).unwrap_or_default();
    assert!(written.ends_with("\"null\": \"a\"\n\"no\": \"q\"\n"), "{output}\n{written}");
}

#[test]
fn impossible_values_are_no_letters_for_others() {
    let template = LETTERS
        .replace("\"null\": {type: string, constraints: [{valid_values: [b, a]}]}", "free: {type: boolean}")
        .replace("  node_templates", "    constraints: [{or: [{not: {variability_input: free}}, {not: {equal: [{variability_input: last}, a]}}]}]\n  node_templates")
        .replace("valid_values: [b, a]", "valid_values: [c, b, a]");
    let folder = folder(&[("t.yaml", &template)]);
    let mut program = Command::new(PROGRAM);
    program.args(["configure", "t.yaml"]);
    // The first letter stands for `c`.
    let output = configure(folder.path(), program, "true\nq\na\nw\n");
    assert!(
        output.contains("  a) c") && output.contains("  -  a  impossible") && output.contains("a is impossible"),
        "{output}"
    );
    let written = fs::read_to_string(folder.path().join("inputs.yaml")).unwrap_or_default();
    assert!(written.ends_with("free: true\n\"no\": \"q\"\n"), "{output}\n{written}");
}

#[test]
fn inputs_are_asked_for_in_a_terminal() {
    if Command::new("script").arg("--version").output().is_err() {
        return prerequisites::passed_over("script", "what is asked in a terminal");
    }
    let folder = folder(&[("t.yaml", CHOICES)]);
    let mut program = Command::new("script");
    program.args(["-qec", &format!("{PROGRAM} configure t.yaml"), "/dev/null"]);
    let output = configure(folder.path(), program, "a\n\nb\n");
    assert!(output.contains("letter or string") && output.contains("written to inputs.yaml"), "{output}");
    let written = fs::read_to_string(folder.path().join("inputs.yaml")).unwrap();
    assert!(
        written.contains("env: \"dev\"") && written.contains("slim: true") && !written.contains("size"),
        "{written}"
    );
}
