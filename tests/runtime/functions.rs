//! Functions in values, as Unfurl 1.2.0 evaluates them.

use serde_json::{Value as Json, json};

use super::Files;

const TEMPLATE: &str = "tosca_definitions_version: tosca_variability_1_0
decorators: {App: {properties: {size: 9}}}
node_types:
  Server: {derived_from: tosca.nodes.Compute, properties: {address: {type: string, default: far}}}
  App:
    derived_from: tosca.nodes.Root
    properties:
      one: {type: list, default: [a]}
      two: {type: list, default: [a, b]}
      none: {type: list, default: []}
      keyed: {type: map, default: {q: {a: 1}}}
    requirements: [server: {node: Server}]
topology_template:
  node_templates:
    server: {type: Server}
    app:
      type: App
      requirements: [server: server]
      interfaces:
        Standard:
          operations:
            configure:
              implementation: run.sh
              inputs:
";

/// What an input of the operation is.
fn input(written: &str) -> Json {
    let files = Files::new(&[("t.yaml", &format!("{TEMPLATE}                x: {written}\n")), ("e.env", "MODE=v\n")]);
    let report = files.json(&["--node", "app", "--process-env", "e.env"]);
    report["nodes"][0]["operations"][0]["job_variables"]["inputs"]["value"]["x"].clone()
}

#[test]
fn lists_of_one_entry_are_the_entry_where_functions_give_them() {
    for (written, expected) in [
        ("{get_property: [SELF, one]}", json!("a")),
        ("{get_property: [SELF, two]}", json!(["a", "b"])),
        ("{get_property: [SELF, none]}", Json::Null),
        ("{eval: {get_property: [SELF, one]}}", json!("a")),
        ("{concat: [{get_property: [SELF, one]}, x]}", json!("ax")),
        ("{eval: $SELF::one}", json!(["a"])),
        ("'{{ SELF.one }}'", json!(["a"])),
    ] {
        assert_eq!(input(written), expected, "{written}");
    }
}

#[test]
fn functions_of_the_runtime_are_no_maps() {
    for (written, expected) in [
        ("{q: 7}", json!(7)),
        ("{q: [1]}", json!([1])),
        ("{get_property: [SELF, keyed, q]}", json!({"a": 1})),
        ("{has_env: MODE}", json!(true)),
        ("{has_env: NONE}", json!(false)),
        ("{join: [[a, b], '-']}", json!({"join": [["a", "b"], "-"]})),
        ("{token: ['a:b', ':', 1]}", json!("b")),
        ("'{{ task.operation }}'", json!("configure")),
    ] {
        assert_eq!(input(written), expected, "{written}");
    }
    for later in [
        "{eval: $x, vars: {x: 5}}",
        "{eval: $SELF::two, foreach: $item}",
        "{q: {get_input: x}}",
        "{generate_string: {len: 3}}",
        "{_generate: {len: 3}}",
        "{token: ['a::b', '::', 1]}",
        "{concat: []}",
        "{get_property: [SELF, server, address]}",
        "'{{ task.name }}'",
    ] {
        assert!(input(later)["run_time"].is_string(), "{later}: {}", input(later));
    }
}

#[test]
fn what_unfurl_does_otherwise_is_said() {
    let files = Files::new(&[
        ("t.yaml", &format!("{TEMPLATE}                x: 1\n")),
        ("env.yaml", "variables: {MODE: '${HOME}/x', ^KEPT: 5}\n"),
    ]);
    let output = files.run("runtime", &["--environment", "env.yaml"]);
    for expected in ["`decorators` change nodes", "`${...}` in the rule `MODE`", "rule `^KEPT` is no text"] {
        assert!(output.err.contains(expected), "{expected}: {}", output.err);
    }
}

/// Python keeps the point of a number, here as in texts.
#[test]
fn numbers_keep_their_point() {
    for (written, shown) in [("1.0", "1.0"), ("1", "1"), ("1.5", "1.5"), ("[1.0, {a: -2.0}]", r#"[1.0,{"a":-2.0}]"#)] {
        assert_eq!(input(written).to_string(), shown);
    }
}
