//! What the description of data types says, statement by statement; `data-types.md` lists them with the tests.

#[path = "defaults.rs"]
mod defaults;
#[path = "references.rs"]
mod references;

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use super::{Files, written};

/// Types mean the same in all of them.
const PROFILES: [&str; 4] = ["A", "B", "C", "D"];

/// A template with these sections; the dialect puts the topology at the top and is read with the profile that it implies.
struct Template {
    files: Files,
    /// What each profile is asked for with.
    ways: Vec<Vec<&'static str>>,
}

impl Template {
    fn new(sections: &str) -> Self {
        let text = format!("tosca_definitions_version: tosca_simple_yaml_1_3\n{sections}");
        let ways = PROFILES.iter().map(|profile| vec!["--profile", profile]).collect();
        Self { files: Files::new(&[("t.yaml", &text)]), ways }
    }

    fn of_dialect(version: &str, sections: &str) -> Self {
        let text = format!("tosca_definitions_version: {version}\n{sections}");
        Self { files: Files::new(&[("t.yaml", &text)]), ways: vec![Vec::new()] }
    }

    /// Nothing is wrong, and the first node has these properties: in `resolve --complete` as in `runtime`.
    #[track_caller]
    fn gives(&self, expected: &Json) {
        for way in &self.ways {
            let output = self.files.run("check", way);
            assert_eq!(output.status, Some(0), "{way:?}: {}{}", output.out, output.err);
            let (node, properties) = self.completed(way).into_iter().next().unwrap();
            assert_eq!(properties["properties"], *expected, "{way:?}");
            let arguments = [&["--process-env", "empty", "--node", &node], way.as_slice()].concat();
            assert_eq!(self.files.json(&arguments)["nodes"][0]["properties"], *expected, "{way:?}");
        }
    }

    /// The nodes as `resolve --complete` writes them.
    #[track_caller]
    fn completed(&self, way: &[&str]) -> Map<String, Json> {
        let output = self.files.run("resolve", &[&["--complete"], way].concat());
        assert_eq!(output.status, Some(0), "{way:?}: {}", output.err);
        written(&output.out)["topology_template"]["node_templates"].as_object().unwrap().clone()
    }

    /// Exactly one thing is wrong: this code, with a message that names this path.
    #[track_caller]
    fn is_refused(&self, code: &str, path: &str) {
        for way in &self.ways {
            let output = self.files.run("check", way);
            assert_eq!(output.status, Some(1), "{way:?}: {}{}", output.out, output.err);
            assert_eq!(output.out.matches("error[").count(), 1, "{way:?}: {}", output.out);
            assert!(output.out.contains(&format!("error[{code}]: \"{path}\"")), "{way:?}: {}", output.out);
            let output = self.files.run("resolve", &[&["--complete"], way.as_slice()].concat());
            assert_eq!(output.status, Some(3), "{way:?}: {}", output.out);
            assert!(output.err.contains(&format!("error[{code}]: \"{path}\"")), "{way:?}: {}", output.err);
        }
    }
}

/// A node with a value `v` of a type.
fn node(types: &str, definition: &str, properties: &str) -> Template {
    Template::new(&format!(
        "data_types:{types}
node_types: {{N: {{derived_from: tosca.nodes.Root, properties: {{v: {definition}}}}}}}
topology_template: {{node_templates: {{n: {{type: N, properties: {properties}}}}}}}
"
    ))
}

const BOX: &str = "
  Box: {description: a box, properties: {width: {type: integer}, height: {type: integer, default: 2}}}";

#[test]
fn data_types_type_properties() {
    node(BOX, "{type: Box}", "{v: {width: 1}}").gives(&json!({"v": {"width": 1, "height": 2}}));
    node(BOX, "{type: Box}", "{v: {width: wide}}").is_refused("V503", "n.v.width");
    node(BOX, "{type: Box}", "{v: 1}").is_refused("V503", "n.v");
    node(BOX, "{type: list, entry_schema: Box}", "{v: [{width: 1}]}").gives(&json!({"v": [{"width": 1, "height": 2}]}));
    node(BOX, "{type: map, entry_schema: {type: Box}}", "{v: {k: {}}}").is_refused("V501", "n.v.k.width");
}

fn with_attribute(value: &str) -> Template {
    Template::new(&format!(
        "data_types:{BOX}
node_types: {{N: {{derived_from: tosca.nodes.Root, attributes: {{v: {{type: Box}}}}}}}}
topology_template: {{node_templates: {{n: {{type: N, attributes: {{v: {value}}}}}}}}}
"
    ))
}

#[test]
fn data_types_type_attributes() {
    let template = with_attribute("{width: 1}");
    for way in &template.ways {
        assert_eq!(template.completed(way)["n"]["attributes"]["v"], json!({"width": 1, "height": 2}));
    }
    with_attribute("{width: wide}").is_refused("V503", "n.v.width");
    with_attribute("{width: 1, depth: 1}").is_refused("V502", "n.v.depth");
}

fn with_input(default: &str, value: &str) -> Template {
    Template::new(&format!(
        "data_types:{BOX}
node_types: {{N: {{derived_from: tosca.nodes.Root, properties: {{v: {{type: Box}}}}}}}}
topology_template:
  inputs: {{size: {{type: Box, default: {default}}}}}
  node_templates: {{n: {{type: N, properties: {{v: {value}}}}}}}
"
    ))
}

#[test]
fn data_types_type_inputs() {
    with_input("{width: 1}", "{get_input: size}").gives(&json!({"v": {"width": 1, "height": 2}}));
    with_input("{width: wide}", "{width: 3}").is_refused("V503", "inputs.size.width");
    with_input("{height: 1}", "{width: 3}").is_refused("V501", "inputs.size.width");
}

fn with_output(value: &str) -> Template {
    Template::new(&format!(
        "data_types:{BOX}
topology_template:
  node_templates: {{n: {{type: tosca.nodes.Root}}}}
  outputs: {{size: {{type: Box, value: {value}}}}}
"
    ))
}

#[test]
fn data_types_type_outputs() {
    let template = with_output("{width: 1}");
    for way in &template.ways {
        let output = template.files.run("resolve", &[&["--complete"], way.as_slice()].concat());
        assert_eq!(
            written(&output.out)["topology_template"]["outputs"]["size"]["value"],
            json!({"width": 1, "height": 2})
        );
    }
    with_output("{width: wide}").is_refused("V503", "outputs.size.width");
    with_output("{}").is_refused("V501", "outputs.size.width");
}

/// `description`, `properties` and `derived_from` can each be left out, and a description says nothing about values.
#[test]
fn every_key_of_a_data_type_is_optional() {
    for body in ["", " {}", " {description: nothing}", " {properties: {}}", " {derived_from: Base}"] {
        let types = format!("\n  Base: {{}}\n  T:{body}");
        node(&types, "{type: T}", "{v: {}}").gives(&json!({"v": {}}));
        node(&types, "{type: T}", "{v: {a: 1}}").is_refused("V502", "n.v.a");
    }
}

/// Its description is called mandatory, and left out in every example.
#[test]
fn every_key_of_a_field_is_optional() {
    for field in ["{description: what it is}", "{}", "{required: true}", ""] {
        let types = format!("\n  T: {{properties: {{a: {field}}}}}");
        node(&types, "{type: T}", "{v: {a: 1}}").gives(&json!({"v": {"a": 1}}));
        node(&types, "{type: T}", "{v: {}}").is_refused("V501", "n.v.a");
    }
}

#[test]
fn fields_without_a_type_take_anything() {
    let types = "\n  T: {properties: {a: {description: anything}}}";
    let values = "[{a: 1}, {a: word}, {a: true}, {a: 2.5}, {a: [1, {b: c}]}, {a: {b: [c]}}, {a: 5 GB}]";
    let template = node(types, "{type: list, entry_schema: T}", &format!("{{v: {values}}}"));
    template.gives(&json!({"v": written(values)}));
}

#[test]
fn fields_are_strings_numbers_booleans_or_data_types() {
    let kinds = [
        ("string", &["word", "'5'"][..], &["5", "true", "[a]", "{a: b}"][..]),
        ("integer", &["5", "-1"], &["5.5", "word", "'5'", "true"]),
        ("float", &["5", "5.5"], &["word", "'5.5'", "true"]),
        ("boolean", &["true", "false"], &["1", "'true'", "word"]),
        ("Box", &["{width: 1, height: 3}"], &["1", "[1]", "word"]),
    ];
    for (name, fitting, others) in kinds {
        let types = format!("{BOX}\n  T: {{properties: {{a: {{type: {name}}}}}}}");
        let listed = |values: &[&str]| {
            let fields: Vec<String> = values.iter().map(|value| format!("{{a: {value}}}")).collect();
            format!("[{}]", fields.join(", "))
        };
        let with = |values: &str| node(&types, "{type: list, entry_schema: T}", &format!("{{v: {values}}}"));
        with(&listed(fitting)).gives(&json!({"v": written(&listed(fitting))}));
        let output = with(&listed(others)).files.run("check", &[]);
        for place in 0..others.len() {
            assert!(output.out.contains(&format!("error[V503]: \"n.v[{place}].a\"")), "{name}: {}", output.out);
        }
    }
}

#[test]
fn defaults_of_fields_are_optional() {
    let types = "\n  T: {properties: {a: {type: integer, default: 1}, b: {type: integer, required: false}}}";
    node(types, "{type: T}", "{v: {}}").gives(&json!({"v": {"a": 1}}));
    node(types, "{type: T}", "{v: {a: 3, b: 4}}").gives(&json!({"v": {"a": 3, "b": 4}}));
    let types = "\n  T: {properties: {a: {type: integer, default: one}}}";
    let output = node(types, "{type: T}", "{v: {a: 1}}").files.run("check", &[]);
    assert!(output.out.contains("V503"), "{}", output.out);
}

/// Fields are required unless they say otherwise.
#[test]
fn fields_are_required_by_default() {
    for (required, is_needed) in [("", true), (", required: true", true), (", required: false", false)] {
        let types = format!("\n  T: {{properties: {{a: {{type: integer{required}}}, b: {{type: integer}}}}}}");
        let template = node(&types, "{type: T}", "{v: {b: 1}}");
        if is_needed { template.is_refused("V501", "n.v.a") } else { template.gives(&json!({"v": {"b": 1}})) }
    }
}

/// A field of the deriving type goes over that of the same name, as a whole.
#[test]
fn deriving_types_merge_their_fields_with_those_of_parents() {
    let types = "
  Base: {properties: {a: {type: integer, default: 1}, b: {type: string, required: false}, c: {type: string, default: c}}}
  Mid: {derived_from: Base, properties: {a: {type: string, default: one}, d: {type: integer}}}
  T: {derived_from: Mid, properties: {b: {type: integer}}}";
    node(types, "{type: Mid}", "{v: {d: 4}}").gives(&json!({"v": {"c": "c", "a": "one", "d": 4}}));
    node(types, "{type: T}", "{v: {d: 4, b: 2}}").gives(&json!({"v": {"c": "c", "a": "one", "d": 4, "b": 2}}));
    node(types, "{type: T}", "{v: {d: 4}}").is_refused("V501", "n.v.b");
    node(types, "{type: Mid}", "{v: {d: 4, a: 1}}").is_refused("V503", "n.v.a");
}

/// The exception: a field that names the same data type again has the defaults of both.
#[test]
fn fields_of_the_same_data_type_merge_their_defaults() {
    let types = format!(
        "{BOX}
  Base: {{properties: {{inner: {{type: Box, default: {{width: 5}}}}}}}}
  Same: {{derived_from: Base, properties: {{inner: {{type: Box, default: {{height: 6}}}}}}}}
  Other: {{derived_from: Base, properties: {{inner: {{default: {{height: 6}}}}}}}}"
    );
    node(&types, "{type: Same}", "{v: {}}").gives(&json!({"v": {"inner": {"width": 5, "height": 6}}}));
    node(&types, "{type: Other}", "{v: {}}").gives(&json!({"v": {"inner": {"height": 6}}}));
}

const SOCKET: &str = "
data_types:
  net.Socket:
    description: where a program listens
    properties:
      address: {description: its address, type: string}
      number: {description: its number, type: integer REQUIRED}
node_types:
  Service: {derived_from: PARENT, properties: {socket: {type: net.Socket}}}
node_templates:
  service: {type: Service, properties: {socket: VALUE}}
";

fn socket(version: &str, parent: &str, required: &str, value: &str) -> Template {
    let sections = SOCKET.replace("PARENT", parent).replace(" REQUIRED", required).replace("VALUE", value);
    Template::of_dialect(version, &sections)
}

/// Versions and parents that templates of the dialect name; their topology stands at the top.
const DIALECTS: &[(&str, &str)] = &[
    ("tosca_dsl_1_2", "tosca.nodes.DBMS"),
    ("tosca_dsl_1_2", "cloudify.nodes.DBMS"),
    ("tosca_simple_unfurl_1_0_0", "tosca.nodes.DBMS"),
];

/// The types of the dialect that node types derive from are known.
#[test]
fn node_types_derive_from_standard_types() {
    for &(version, parent) in DIALECTS {
        let expected = json!({"socket": {"address": "10.0.0.1", "number": 80}});
        socket(version, parent, "", "{address: 10.0.0.1, number: 80}").gives(&expected);
    }
    let output = socket("tosca_dsl_1_2", "cloudify.nodes.DBSM", "", "{address: a, number: 1}").files.run("check", &[]);
    assert!(output.out.contains("V114") && output.out.contains("cloudify.nodes.DBMS"), "{}", output.out);
}

#[test]
fn a_missing_field_is_refused() {
    for &(version, parent) in DIALECTS {
        socket(version, parent, "", "{address: 10.0.0.1}").is_refused("V501", "service.socket.number");
        let optional = socket(version, parent, ", required: false", "{address: 10.0.0.1}");
        optional.gives(&json!({"socket": {"address": "10.0.0.1"}}));
    }
}

#[test]
fn an_unexpected_field_is_refused() {
    for &(version, parent) in DIALECTS {
        let template = socket(version, parent, "", "{address: 10.0.0.1, number: 80, color: red}");
        template.is_refused("V502", "service.socket.color");
    }
}

#[test]
fn data_types_extend_data_types() {
    let types = format!("{BOX}\n  Crate: {{derived_from: Box, properties: {{label: {{type: string}}}}}}");
    let expected = json!({"v": {"width": 1, "height": 3, "label": "top"}});
    node(&types, "{type: Crate}", "{v: {width: 1, height: 3, label: top}}").gives(&expected);
    node(&types, "{type: Crate}", "{v: {width: 1, height: 3}}").is_refused("V501", "n.v.label");
    node(&types, "{type: Box}", "{v: {width: 1, label: top}}").is_refused("V502", "n.v.label");
}

/// Fields of data types, in any order of declaration.
const LINK: &str = "
  Link: {properties: {end: {type: End}, login: {type: Login}}}
  End: {properties: {host: {type: string}, port: {type: integer PORT}}}
  Login: {properties: {name: {type: string NAME}, secret: {type: string}}}";

#[test]
fn data_types_consist_of_data_types() {
    let types = LINK.replace(" PORT", "").replace(" NAME", "");
    let given = "{v: {end: {host: h, port: 1}, login: {name: me, secret: s}}}";
    let expected = json!({"v": {"end": {"host": "h", "port": 1}, "login": {"name": "me", "secret": "s"}}});
    node(&types, "{type: Link}", given).gives(&expected);
    node(&types, "{type: Link}", "{v: {end: {host: h, port: 1}}}").is_refused("V501", "n.v.login");
    let given = "{v: {end: {host: h, port: 1}, login: {name: me, secret: s, realm: r}}}";
    node(&types, "{type: Link}", given).is_refused("V502", "n.v.login.realm");
}

#[test]
fn defaults_of_inner_fields_fill_gaps() {
    let types = LINK.replace(" PORT", ", default: 22").replace(" NAME", ", default: root");
    let expected = json!({"v": {"end": {"host": "h", "port": 22}, "login": {"name": "root", "secret": "s"}}});
    node(&types, "{type: Link}", "{v: {end: {host: h}, login: {secret: s}}}").gives(&expected);
}

#[test]
fn given_values_go_over_defaults() {
    let types = LINK.replace(" PORT", ", default: 22").replace(" NAME", ", default: root");
    let expected = json!({"v": {"end": {"host": "h", "port": 2222}, "login": {"name": "root", "secret": "s"}}});
    node(&types, "{type: Link}", "{v: {end: {host: h, port: 2222}, login: {secret: s}}}").gives(&expected);
}

/// The table of statements names tests that exist, and all of them.
#[test]
fn each_statement_has_a_test() {
    let table = include_str!("../data-types.md");
    let files = [include_str!("mod.rs"), include_str!("defaults.rs"), include_str!("references.rs")];
    let rows = table.lines().filter(|line| line.starts_with("| ")).skip(1);
    let named: BTreeSet<&str> = rows.map(|row| row.rsplit('`').nth(1).unwrap()).collect();
    let tests: BTreeSet<&str> = files
        .iter()
        .flat_map(|file| file.split("#[test]\n").skip(1))
        .filter_map(|test| test.strip_prefix("fn ")?.split_once("()").map(|(name, _)| name))
        .filter(|name| *name != "each_statement_has_a_test")
        .collect();
    assert_eq!(named, tests);
}
