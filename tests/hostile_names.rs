//! Names that try to be more than names: no text for people lets them begin a line or reach the terminal.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::path::Path;

use support::program::{printed, run};
use variscope::source::printable;

/// What every name below holds: a line of its own that a pipeline would obey, and escapes that a terminal would.
const TAIL: &str = r"\n::error file=x::pwn\e[2J\u202e";

const TEMPLATE: &str = r#"
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {type_default_condition: true, artifact_default_condition: true, property_default_condition: true, relation_default_condition: true}
    inputs:
      "iTAIL": {type: boolean, description: "dTAIL"}
      "sTAIL": {type: string, description: "dTAIL", constraints: [valid_values: ["aTAIL", b]]}
      unused: {type: string, default: "uTAIL"}
    presets:
      "presetTAIL": {name: "titleTAIL", description: "textTAIL", inputs: {"sTAIL": b}}
    expressions:
      "eTAIL": {equal: [{variability_input: "sTAIL"}, "aTAIL"]}
    constraints:
      - or: [{node_presence: "nTAIL"}, {node_presence: "mTAIL"}, {variability_input: "iTAIL"}]
  node_templates:
    "nTAIL":
      type: "tTAIL"
      conditions: [{variability_input: "iTAIL"}, {logic_expression: "eTAIL"}]
      requirements: ["rTAIL": "mTAIL", "hostTAIL": "kTAIL"]
      properties: ["pTAIL": {value: "vTAIL", conditions: {logic_expression: "eTAIL"}}, "rest": {value: "wTAIL"}]
      artifacts: ["fileTAIL": {file: "fTAIL", type: "atTAIL"}]
    "mTAIL": {type: "tTAIL"}
    "kTAIL": {type: "tTAIL"}
    "deadTAIL": {type: "tTAIL", conditions: {and: [{variability_input: "iTAIL"}, {not: {variability_input: "iTAIL"}}]}}
  groups: {"gTAIL": {type: "gtTAIL", members: ["nTAIL"]}}
  policies: ["polTAIL": {type: "ptTAIL", targets: ["mTAIL"]}]
  outputs: {"outTAIL": {value: "oTAIL"}}
"#;

/// A template whose names are all unknown somewhere: what is wrong is quoted.
const BROKEN: &str = r#"
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {"iTAIL": {type: "tyTAIL"}}
    presets: {"pTAIL": {inputs: {"absentTAIL": 1}}}
  node_templates:
    "nTAIL": {type: t, "keyTAIL": 1, conditions: {"opTAIL": 1}, requirements: ["rTAIL": "goneTAIL"]}
    "mTAIL": {type: t, conditions: {variability_input: "goneTAIL"}, properties: ["pTAIL": {expression: {value_expression: "goneTAIL"}}]}
"#;

const MODEL: &str = "features\n\t\"root\u{1b}[2J\u{202e}\"\n\t\toptional\n\t\t\t\"a\u{1b}[2J\"\n\t\t\t\"b\u{1b}[2J\"\nconstraints\n\t!\"a\u{1b}[2J\"\n";

/// Calls about the template; `TEMPLATE` stands for its path.
const CALLS: &[&str] = &[
    "check TEMPLATE",
    "-v check TEMPLATE",
    "check TEMPLATE --format concise",
    "check TEMPLATE --format junit",
    "check TEMPLATE --diff",
    "count TEMPLATE",
    "count TEMPLATE --per-element",
    "elements TEMPLATE",
    "elements TEMPLATE --atomic",
    "list TEMPLATE",
    "list TEMPLATE --limit 2",
    "sample TEMPLATE --pairwise",
    "sample TEMPLATE --uniform 3",
    "optimize TEMPLATE --min nodes",
    "inputs TEMPLATE",
    "presets TEMPLATE",
    "graph TEMPLATE --format text",
    "graph TEMPLATE --format mermaid",
    "graph TEMPLATE --format dot",
    "graph TEMPLATE --format plantuml",
    "graph TEMPLATE --format svg",
    "export TEMPLATE --to dimacs",
    "export TEMPLATE --to uvl",
    "export TEMPLATE --to smt-lib",
    "explain TEMPLATE",
    "explain TEMPLATE node:m",
    "resolve TEMPLATE --explain-inputs",
    "resolve TEMPLATE",
    "runtime TEMPLATE",
    "diff TEMPLATE TEMPLATE",
    "convert TEMPLATE",
];

fn asked(call: &str, template: &Path) -> String {
    let (path, folder) = (template.to_str().unwrap(), template.parent().unwrap().to_str().unwrap());
    let words = call.split(' ').map(|word| word.replace("TEMPLATE", path).replace("FOLDER", folder));
    let words: Vec<String> = words.collect();
    let output = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_ne!(output.status.code(), None, "{call}");
    printed(&output)
}

/// Lines that would be obeyed, and characters that would be.
fn faults(text: &str) -> Vec<&str> {
    let is_obeyed = |letter: char| letter.is_control() && letter != '\t' || matches!(letter, '\u{202a}'..='\u{202e}');
    text.lines().filter(|line| line.trim_start().starts_with("::") || line.contains(is_obeyed)).collect()
}

fn nothing_is_obeyed(name: &str, text: &str, calls: impl IntoIterator<Item = &'static str>) {
    let folder = tempfile::tempdir().unwrap();
    let template = folder.path().join(name);
    std::fs::create_dir_all(template.parent().unwrap()).unwrap();
    std::fs::write(&template, text).unwrap();
    let output = calls.into_iter().map(|call| (call, asked(call, &template)));
    let found: Vec<String> = output
        .filter(|(_, output)| !faults(output).is_empty())
        .map(|(call, output)| format!("{call}: {:#?}", faults(&output)))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn names_of_templates_are_shown_escaped() {
    nothing_is_obeyed("template.yaml", &TEMPLATE.replace("TAIL", TAIL), CALLS.iter().copied());
}

#[test]
fn names_in_errors_are_shown_escaped() {
    nothing_is_obeyed("template.yaml", &BROKEN.replace("TAIL", TAIL), CALLS.iter().copied());
}

/// Folders and files are called by authors, too.
#[cfg(unix)]
#[test]
fn names_of_files_are_shown_escaped() {
    let (folder, file) = ("a\n::error file=x::pwn\u{1b}[2J\u{202e}", "b\n::error file=x::pwn\u{1b}[2J\u{202e}.yaml");
    let name = format!("{folder}/{file}");
    let missing = ["check TEMPLATEx", "count TEMPLATEx"];
    let folders =
        ["check FOLDER", "test FOLDER", "init FOLDER", "check FOLDER --diff", "check FOLDER --format concise"];
    for text in [TEMPLATE, BROKEN, "a: [", "tosca_definitions_version: tosca_variability_1_0\nimports: [gone.yaml]\n"] {
        let calls = CALLS.iter().chain(&missing).chain(&folders).copied();
        nothing_is_obeyed(&name, &text.replace("TAIL", TAIL), calls);
    }
}

#[test]
fn names_of_features_are_shown_escaped() {
    nothing_is_obeyed("model.uvl", MODEL, CALLS.iter().copied());
}

#[test]
fn names_end_no_workflow_command() {
    let folder = tempfile::tempdir().unwrap();
    let template = folder.path().join("template.yaml");
    for text in [TEMPLATE, BROKEN] {
        std::fs::write(&template, text.replace("TAIL", TAIL)).unwrap();
        let output = asked("check TEMPLATE --format github", &template);
        let place = format!(" file={}", template.display());
        let is_own = |line: &str| {
            line.strip_prefix("::").is_some_and(|line| line.trim_start_matches(char::is_alphabetic).starts_with(&place))
        };
        assert!(output.lines().all(|line| is_own(line) && !line.contains('\u{1b}')), "{output}");
        assert!(output.starts_with("::"), "{output}");
    }
}

#[test]
fn programs_get_what_the_author_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let template = folder.path().join("template.yaml");
    std::fs::write(&template, TEMPLATE.replace("TAIL", TAIL)).unwrap();
    let elements: serde_json::Value =
        serde_json::from_str(&asked("elements TEMPLATE --format json", &template)).unwrap();
    let names: Vec<&str> =
        elements["elements"].as_array().unwrap().iter().map(|element| element["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"n\n::error file=x::pwn\u{1b}[2J\u{202e}"), "{names:?}");
}

/// Pipelines take a line for a command where it begins with two colons, whatever is before them.
#[test]
fn names_that_are_commands_begin_no_line() {
    let explained = ["explain TEMPLATE ::error::n", "explain TEMPLATE node:::error::n"];
    let template =
        TEMPLATE.replace("nTAIL", "::error::n").replace("TAIL", "").replace("\"::error::n\":", "::error::n:");
    nothing_is_obeyed("template.yaml", &template, explained);
    let model = "features\n\t\"::error::n\"\n\t\toptional\n\t\t\t\"::error::m\"\nconstraints\n\t!\"::error::m\"\n";
    nothing_is_obeyed("model.uvl", model, ["explain TEMPLATE ::error::n", "explain TEMPLATE ::error::m"]);
}

#[test]
fn what_tests_expect_is_shown_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let template = folder.path().join("template.yaml");
    std::fs::write(
        &template,
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  node_templates: {a: {type: t}}\n",
    )
    .unwrap();
    let tail = format!("{TAIL}\\u0085\\u009b\\u2066");
    for (test, expected) in [
        (format!("error: \"e{tail}\""), String::new()),
        (format!("inputs: \"i{tail}\""), String::new()),
        (format!("codes: [\"c{tail}\"]"), String::new()),
        ("{}".to_owned(), format!("topology_template: {{\"k{tail}\": {{\"l{tail}\": \"v{tail}\"}}}}")),
    ] {
        std::fs::write(folder.path().join("test.yaml"), &test).unwrap();
        std::fs::write(folder.path().join("expected.yaml"), expected).unwrap();
        for call in ["test FOLDER", "test FOLDER --format junit", "test FOLDER --format concise"] {
            let output = asked(call, &template);
            assert!(faults(&output).is_empty() && !output.contains('\u{2066}'), "{call} of {test}: {output}");
        }
    }
}

/// JSON says the same with its own escapes, in each of its formats.
#[test]
fn json_holds_nothing_that_is_obeyed() {
    let calls = [
        "check TEMPLATE --format json",
        "check TEMPLATE --format jsonl",
        "check TEMPLATE --format sarif",
        "check TEMPLATE --format gitlab",
        "elements TEMPLATE --format json",
        "list TEMPLATE --format json",
        "list TEMPLATE --matrix",
        "sample TEMPLATE --pairwise --format json",
        "report TEMPLATE",
    ];
    let tail = format!("{TAIL}\\u0085\\u009b\\u2028\\u2066\\ufeff");
    let text = TEMPLATE.replace("TAIL", &tail);
    let folder = tempfile::tempdir().unwrap();
    let template = folder.path().join("template.yaml");
    std::fs::write(&template, text).unwrap();
    for call in calls {
        let output = asked(call, &template);
        let raw: Vec<char> = output.chars().filter(|&letter| letter != '\n' && printable::is_hidden(letter)).collect();
        assert!(raw.is_empty(), "{call}: {raw:?}");
    }
}
