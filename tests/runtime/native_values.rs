//! Values as the runtime has them, which is written in Python: what templates give, what functions put into texts, numbers.

use serde_json::{Value as Json, json};

use super::{Files, written};

/// The inputs of an operation of a node with these properties.
fn inputs(properties: &str, inputs: &str) -> Json {
    let template = format!(
        "tosca_definitions_version: tosca_variability_1_0
node_types:
  x.A:
    derived_from: tosca.nodes.Root
    properties:
      v: {{type: string, required: false}}
      size: {{type: integer, default: 1}}
      tags: {{type: list, required: false}}
      parts: {{type: map, required: false}}
topology_template:
  node_templates:
    a:
      type: x.A
      properties: {properties}
      interfaces: {{Standard: {{operations: {{create: {{implementation: x.sh, inputs: {inputs}}}}}}}}}
"
    );
    let report = Files::new(&[("t.yaml", &template), ("x.sh", "true\n")]).json(&[]);
    report["nodes"][0]["operations"][0]["job_variables"]["inputs"]["value"].clone()
}

#[test]
fn what_a_template_gives_is_read_as_a_literal() {
    for (value, single, doubled) in [
        ("'1.10'", json!(1.1), json!("1.101.10")),
        ("'02134'", json!("02134"), json!("0213402134")),
        ("'True'", json!(true), json!("TrueTrue")),
        ("'true'", json!("true"), json!("truetrue")),
        ("'[1]'", json!([1]), json!("[1][1]")),
        ("'None'", Json::Null, json!("NoneNone")),
        ("'1'", json!(1), json!(11)),
    ] {
        let given = inputs(&format!("[v: {value}]"), "{j: '{{ SELF.v }}', k: '{{ SELF.v }}{{ SELF.v }}'}");
        assert_eq!((&given["j"], &given["k"]), (&single, &doubled), "{value}");
    }
    let unsure = inputs("[v: '1 # c']", "{j: '{{ SELF.v }}'}");
    assert_eq!(
        unsure["j"],
        json!({"run_time": "{{ SELF.v }}", "why": "the runtime may read the text as a value of Python"})
    );
}

#[test]
fn texts_of_a_template_are_read_together() {
    let given = inputs(
        "[]",
        "{a: '{{ SELF.size }}.0', b: '0{{ SELF.size }}', c: '[{{ SELF.size }}]', d: '-{{ SELF.size }}', e: ' {{ SELF.size }} '}",
    );
    assert_eq!(given.to_string(), r#"{"a":1.0,"b":"01","c":[1],"d":-1,"e":1}"#);
}

#[test]
fn texts_are_put_together_as_python_prints_values() {
    let given = inputs(
        "[tags: [a, 1, true]]",
        "{a: {concat: [x, true]}, b: {concat: [x, false]}, c: {concat: [x, null]}, d: {concat: [x, 1.0, 1.5]}, \
         e: {concat: [x, {get_property: [SELF, tags]}]}, f: '{{ inputs.a }}{{ inputs.g }}', g: false}",
    );
    let expected =
        written("{a: xTrue, b: xFalse, c: xNone, d: x1.01.5, e: \"x['a', 1, True]\", f: xTrueFalse, g: false}");
    assert_eq!(given, expected);
}

/// Unfurl reads `_` between digits and binary digits as YAML 1.1 does.
#[test]
fn numbers_of_older_yaml_are_numbers() {
    let given = inputs("[size: 1_000]", "{a: {get_property: [SELF, size]}, b: 0b11, c: -1_0, d: '1_0', e: 1:30}");
    assert_eq!(given, json!({"a": 1000, "b": 3, "c": -10, "d": "1_0", "e": "1:30"}));
}

#[test]
fn a_list_is_no_value_of_a_variable() {
    let template = "tosca_definitions_version: tosca_variability_1_0
node_types: {x.A: {derived_from: tosca.nodes.Root, properties: {tags: {type: list}, parts: {type: map}}}}
topology_template:
  node_templates:
    a:
      type: x.A
      properties: [tags: [a, c], parts: {b: 1}]
      interfaces:
        Standard:
          create:
            implementation: {primary: x.sh, environment: {L: {get_property: [SELF, tags]}, M: {get_property: [SELF, parts]}}}
";
    let output = Files::new(&[("t.yaml", template), ("x.sh", "true\n")]).run("runtime", &[]).err;
    assert!(output.contains("the value of the rule `L` is a list, which is no text for a variable"), "{output}");
    assert!(output.contains("the value of the rule `M` is a map, which is no text for a variable"), "{output}");
}

#[test]
fn a_property_that_is_read_and_not_declared_is_reported() {
    let template = |property: &str| {
        format!(
            "tosca_definitions_version: tosca_variability_1_0
node_types: {{x.A: {{derived_from: tosca.nodes.Root, properties: {{v: {{default: 1}}}}}}}}
topology_template:
  node_templates:
    a:
      type: x.A
      properties: [{property}: 1]
      interfaces: {{Standard: {{create: {{implementation: x.sh, inputs: {{i: {{get_property: [SELF, {property}]}}}}}}}}}}
"
        )
    };
    let output = |property: &str| {
        let files = Files::new(&[("t.yaml", &template(property)), ("x.sh", "true\n")]);
        let output = files.run("runtime", &[]);
        assert_eq!(output.status, Some(0), "{}", output.err);
        output.err
    };
    let reported = "warning[V523]: Unfurl refuses this: \"a\" has no property \"other\"";
    assert!(output("other").contains(reported), "{}", output("other"));
    assert!(!output("v").contains("V523"), "{}", output("v"));
}
