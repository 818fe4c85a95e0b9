//! What is said about a variant before it runs, through the program.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "runtime/connections.rs"]
mod connections;
#[path = "runtime/data_types/mod.rs"]
mod data_types;
#[path = "runtime/ensembles.rs"]
mod ensembles;
#[path = "runtime/environment.rs"]
mod environment;
#[path = "runtime/external.rs"]
mod external;
#[path = "runtime/functions.rs"]
mod functions;
#[path = "runtime/imports.rs"]
mod imports;
#[path = "runtime/inputs.rs"]
mod inputs;
#[path = "runtime/lifted.rs"]
mod lifted;
#[path = "runtime/matched_hosts.rs"]
mod matched_hosts;
#[path = "runtime/merging.rs"]
mod merging;
#[path = "runtime/native_values.rs"]
mod native_values;
#[path = "runtime/reach.rs"]
mod reach;
#[path = "runtime/structure.rs"]
mod structure;
mod support;
#[path = "runtime/values.rs"]
mod values;

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::{Value as Json, json};
use tempfile::TempDir;
use variscope::source::Sources;
use variscope::source::diagnostic::CODES;
use variscope::source::syntax::yaml::Tree;
use variscope::unfurl::environment::PROTECTED;

use support::folder::folder;
use support::program::{parts_of, run_in};

/// Files that the program is run on.
struct Files(TempDir);

/// What the program said.
struct RunOutput {
    status: Option<i32>,
    out: String,
    err: String,
}

impl Files {
    fn new(files: &[(&str, &str)]) -> Self {
        Self(folder(files))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, command: &str, arguments: &[&str]) -> RunOutput {
        self.run_on(command, "t.yaml", arguments)
    }

    fn run_on(&self, command: &str, template: &str, arguments: &[&str]) -> RunOutput {
        let output = run_in(self.0.path(), &[&[command, template], arguments].concat());
        let (status, out, err) = parts_of(&output);
        RunOutput { status, out, err }
    }

    fn json(&self, arguments: &[&str]) -> Json {
        let output = self.run("runtime", &[arguments, &["--format", "json"]].concat());
        assert_eq!(output.status, Some(0), "{}", output.err);
        serde_json::from_str(&output.out).unwrap()
    }
}

/// A document in YAML.
fn written(text: &str) -> Json {
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let file = sources.add("written", text);
    let root = tree.parse(&sources, file).0.unwrap();
    serde_json::from_str(&tree.at(root).to_json()).unwrap()
}

/// The properties and attributes of an instance: its keys besides the special ones.
fn members(instance: &Json) -> Json {
    let entries = instance.as_object().unwrap().iter().filter(|(key, _)| !key.starts_with('.'));
    entries.map(|(key, value)| (key.clone(), value.clone())).collect()
}

const SHOP: &str = include_str!("runtime/shop.yaml");

#[test]
fn a_connection_stays_although_nothing_uses_it() {
    let files = Files::new(&[("t.yaml", SHOP)]);
    let output = files.run("resolve", &["--input", "cloud=true"]);
    assert_eq!(output.status, Some(0), "{}", output.err);
    assert!(output.out.contains("default_for: tosca.nodes.Compute"), "{}", output.out);
}

#[test]
fn a_connection_is_available_where_its_type_is_present() {
    let files = Files::new(&[("t.yaml", SHOP)]);
    let connections = |input: &str| -> Vec<Json> {
        let report = files.json(&["--input", input, "--query", "$connections::Cloud::KEY"]);
        report["nodes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|node| node["queries"]["$connections::Cloud::KEY"].clone())
            .collect()
    };
    assert_eq!(connections("cloud=true"), [json!("k"), json!("k"), Json::Null]);
    assert_eq!(connections("cloud=false"), [Json::Null, Json::Null, Json::Null]);
}

#[test]
fn an_unknown_process_leaves_symbols() {
    let files = Files::new(&[("t.yaml", SHOP)]);
    let report = files.json(&["--input", "cloud=true", "--node", "app", "--operation", "create"]);
    let task = &report["nodes"][0]["operations"][0];
    // What no pattern removes, but for what the rules are about.
    let survivors: Vec<&str> = PROTECTED.iter().copied().filter(|name| *name != "PATH").collect();
    assert_eq!(
        task["environment"],
        json!({
            "set": {"MODE": {"symbolic": "${MODE:plain}"}, "PATH": {"symbolic": "/opt/bin${PATH+:${PATH}}"}},
            "inherited": ["HOME"],
            "removed": ["CLOUD_KEY"],
            "needed": ["MODE", "PATH"],
            "others": {"inherited_through": ["-*"], "survivors": survivors},
        })
    );
    assert_eq!(task["to_env"], json!([{"DONE": {"symbolic": "${MODE:plain}"}}]));
    assert_eq!(task["operation_host"], "server");
    assert_eq!(task["job_variables"]["ORCHESTRATOR"]["status"], "run time");
    assert_eq!(task["job_variables"]["task.dryrun"]["status"], "by option");
    assert_eq!(task["job_variables"]["HOST"]["value"][".name"], "server");
    let own = &task["job_variables"]["SELF"]["value"];
    assert_eq!(
        members(own),
        json!({"port": 80, "address": {"run_time": "attribute address", "why": "attributes get their values when instances run"}})
    );
    let stage = &task["job_variables"]["inputs"]["value"]["stage"];
    assert_eq!(stage, "test");
}

#[test]
fn a_known_process_leaves_none() {
    let files =
        Files::new(&[("t.yaml", SHOP), ("env", "HOME=/root\nPATH=/bin\nX=1=2\n"), ("env.yaml", "{HOME: /root, N: 1}")]);
    let environment = |process: &str| {
        let arguments = ["--input", "cloud=true", "--node", "app", "--process-env", process];
        files.json(&arguments)["nodes"][0]["operations"][0]["environment"].clone()
    };
    assert_eq!(
        environment("env"),
        json!({"set": {"MODE": "plain", "PATH": "/opt/bin:/bin"}, "inherited": ["HOME"], "removed": ["X"]})
    );
    assert_eq!(
        environment("env.yaml"),
        json!({"set": {"MODE": "plain", "PATH": "/opt/bin"}, "inherited": ["HOME"], "removed": ["N"]})
    );
}

#[test]
fn the_environment_of_the_ensemble_takes_part() {
    let ensemble = "{variables: {REGION: north}, inputs: {stage: live}, connections: {other: {type: shop.Cloud, properties: {KEY: {get_env: REGION}}}}}";
    let files = Files::new(&[("t.yaml", SHOP), ("e.yaml", ensemble)]);
    let report =
        files.json(&["--input", "cloud=true", "--environment", "e.yaml", "--process-env", "empty", "--node", "lone"]);
    assert_eq!(report["inputs"], json!({"stage": "live"}));
    assert_eq!(report["nodes"][0]["environment"]["set"], json!({"CLOUD_KEY": "north", "REGION": "north"}));
}

#[test]
fn people_read_the_same() {
    let files = Files::new(&[("t.yaml", SHOP)]);
    let output = files.run("runtime", &["--input", "cloud=true", "--node", "app"]);
    for line in [
        "node app (shop.App)",
        "  hosts: server",
        "  connections: account (shop.Cloud)",
        "  sets CLOUD_KEY=k",
        "  operation Standard.create: install.sh",
        "    runs on server",
        "    sets PATH=/opt/bin${PATH+:${PATH}}",
        "    known at run time only: ORCHESTRATOR, task.name, task.cwd, task.reason",
    ] {
        assert!(output.out.lines().any(|written| written == line), "{line}\n{}", output.out);
    }
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let files = Files::new(&[("t.yaml", SHOP)]);
    for arguments in [
        ["--node", "absent"],
        ["--query", "KEY"],
        ["--operation", "creat"],
        ["--operation-host", "app"],
        ["--operation-host", "absent=app"],
    ] {
        assert_eq!(
            files.run("runtime", &[&["--input", "cloud=true"], &arguments[..]].concat()).status,
            Some(2),
            "{arguments:?}"
        );
    }
    assert!(!files.path("absent").exists());
    assert_eq!(files.run("runtime", &["--input", "cloud=true", "--environment", "absent"]).status, Some(3));
}

/// For each code rules in `variables`, connections of the environment, further sections, and arguments.
static PROVOCATIONS: &[(&str, &str, &[&str])] = &[
    ("V601", "variables: {'': x}", &[]),
    ("V602", "variables: {A: '${L}${L}${L}', B: '${A}${A}${A}', C: '${B}${B}'}", &["--process-env", "long"]),
    ("V603", "connections: {bad: {type: shop.Cloud, default_for: [a]}}", &[]),
    ("V604", "connections: {bad: {type: shop.Cloud, default_for: nowhere, properties: {KEY: k}}}", &[]),
    (
        "V605",
        "connections: {one: {type: shop.Cloud, properties: {KEY: a}}, two: {type: shop.Cloud, properties: {KEY: b}}}",
        &[],
    ),
    ("V606", "variables: {+A: null}", &[]),
    ("V607", "variables: {A: x, -A: null}", &[]),
    ("V608", "variables: {A: '${B}'}", &["--process-env", "empty"]),
    ("V609", "variables: {'+A*': x}", &[]),
    ("V610", "variables: {'-HTTP*': null}", &[]),
    ("V611", "connections: [a]", &[]),
    ("V612", "{}", &["--operation-host", "lone=nowhere"]),
    ("V613", "{}", &["--all-variants", "--require", "CLOUD_KEY"]),
    ("V615", "connections: {wire: {type: shop.Wire, default_for: app}}", &[]),
    ("V616", "external: {depot: {manifest: {file: e.yaml, repository: far}, connections: [wire]}}", &[]),
    ("V617", "connections: {wire: {properties: {KEY: k}}}", &[]),
    ("V618", "connections: {wire: {type: shop.Wyre}}", &[]),
    ("V614", "connections: {dead: {type: shop.Cloud, default_for: ghost, properties: {KEY: k}}}", &["--all-variants"]),
    ("V620", "conections: {}", &[]),
    ("V621", "+include: nowhere.yaml", &[]),
];

#[test]
fn every_code_about_environments_is_provoked() {
    let provoked: BTreeSet<&str> = PROVOCATIONS.iter().map(|&(code, ..)| code).collect();
    let known = CODES.iter().map(|entry| entry.number).filter(|number| number.starts_with("V6"));
    assert_eq!(provoked, known.collect());
    let long = format!("L={}\n", "l".repeat(20_000));
    for (code, ensemble, arguments) in PROVOCATIONS {
        let files = Files::new(&[("t.yaml", SHOP), ("e.yaml", ensemble), ("long", &long)]);
        let output =
            files.run("runtime", &[&["--input", "cloud=true", "--environment", "e.yaml"], *arguments].concat());
        assert!(output.err.contains(&format!("[{code}]")), "{code}: {}", output.err);
        let is_located = output.err.contains("e.yaml:") || ["V612", "V613"].contains(code);
        assert!(is_located, "{code}: {}", output.err);
        let is_error = output.err.contains(&format!("error[{code}]"));
        assert_eq!(output.status, Some(if is_error { 3 } else { 0 }), "{code}");
    }
}

/// The survey of all variants against a job for each configuration.
#[test]
fn all_variants_are_as_each_is() {
    let files = Files::new(&[("t.yaml", SHOP)]);
    let report = files.json(&["--all-variants"]);
    assert_eq!((&report["variants"], &report["exact"]), (&json!("2"), &json!(true)));
    for supply in report["nodes"].as_array().unwrap() {
        let node = supply["node"].as_str().unwrap();
        let is_met = |input: &&str| {
            let one = files.json(&["--input", input, "--node", node, "--process-env", "empty"]);
            let node = &one["nodes"][0];
            let (connections, tasks) = (&node["connections"], node["operations"].as_array().unwrap());
            match supply["needs"]["variable"].as_str() {
                // Rules of an operation have the last word on what its task finds.
                Some(variable) => {
                    let environments = tasks.iter().chain([node].into_iter().filter(|_| tasks.is_empty()));
                    environments.map(|it| &it["environment"]["set"]).all(|set| set.get(variable).is_some())
                }
                None => connections.as_array().unwrap().iter().any(|it| it["type"] == supply["needs"]["type"]),
            }
        };
        let with = ["cloud=true", "cloud=false"].iter().filter(|input| is_met(input)).count();
        let counts = (json!(with.to_string()), json!((2 - with).to_string()));
        assert_eq!((&supply["with"], &supply["without"]), (&counts.0, &counts.1), "{supply}");
    }
    let missing = |node: &str| {
        report["findings"].as_array().unwrap().iter().any(|it| {
            it["code"] == "V613"
                && it["message"].as_str().unwrap().contains(node)
                && it["witness"] == json!({"cloud": false})
        })
    };
    assert!(missing("\"app\"") && missing("\"server\"") && !missing("\"lone\""), "{report:#}");
}

#[test]
fn relations_have_tasks_too() {
    let template = "
tosca_definitions_version: tosca_simple_yaml_1_3
relationship_types:
  a.Link:
    derived_from: tosca.relationships.ConnectsTo
    properties: {speed: {type: integer, default: 1}}
    interfaces: {Configure: {operations: {pre_configure_source: link.sh}}}
topology_template:
  relationship_templates:
    link: {type: a.Link, properties: {speed: 2}}
  node_templates:
    a: {type: tosca.nodes.Root, requirements: [peer: {node: b, relationship: link}]}
    b: {type: tosca.nodes.Root, requirements: [host: c]}
    c: {type: tosca.nodes.Root}
";
    let files = Files::new(&[("t.yaml", template)]);
    let report = files.json(&["--node", "a", "--process-env", "empty"]);
    let task = &report["nodes"][0]["operations"][0];
    assert_eq!((&task["operation"], &task["relation"]), (&json!("Configure.pre_configure_source"), &json!("peer")));
    for (name, value) in [("SELF", "link"), ("SOURCE", "a"), ("TARGET", "b"), ("HOST", "c")] {
        assert_eq!(task["job_variables"][name]["value"][".name"], value, "{name}");
    }
    assert_eq!(members(&task["job_variables"]["SELF"]["value"]), json!({"speed": 2}));
    assert_eq!(task["job_variables"]["task.target"], json!({"status": "static", "value": "a.peer"}));
    assert!(task["environment"]["set"]["TARGET"]["run_time"].is_string());
    assert!(files.json(&["--node", "b"])["nodes"][0]["operations"].as_array().unwrap().is_empty());
}

#[test]
fn properties_refer_to_each_other() {
    let template = "
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    a:
      type: tosca.nodes.Root
      properties:
        own: {get_property: [SELF, plain]}
        above: {concat: [{get_property: [HOST, plain]}, '!']}
        through: {get_property: [host, plain]}
        named: {get_property: [b, deep, 1, key]}
        round: {concat: [{get_property: [SELF, round]}, {get_property: [SELF, round]}]}
        plain: 1
      requirements: [host: b]
    b: {type: tosca.nodes.Root, properties: {plain: two, deep: [0, {key: three}]}}
";
    let files = Files::new(&[("t.yaml", &template.replace("[host, plain]", "[SELF, host, plain]"))]);
    let properties = files.json(&["--node", "a"])["nodes"][0]["properties"].clone();
    for (name, value) in [("own", json!(1)), ("above", json!("two!")), ("named", json!("three"))] {
        assert_eq!(properties[name], value);
    }
    // What a requirement leads to is read of a capability: the runtime refuses this.
    for name in ["through", "round"] {
        assert!(properties[name]["run_time"].is_string(), "{properties:#}");
    }
}

/// Hosting that leads back to where it started, and other things that could go on for ever.
#[test]
fn cycles_end() {
    let template = "
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  a.A: {derived_from: a.B, requirements: [host: {relationship: tosca.relationships.HostedOn}]}
  a.B: {derived_from: a.A}
topology_template:
  relationship_templates:
    c: {type: a.C, default_for: y}
  node_templates:
    x: {type: a.A, requirements: [host: y]}
    y: {type: a.A, requirements: [host: x]}
";
    let files = Files::new(&[("t.yaml", template)]);
    let output = files.run("runtime", &["--profile", "C"]);
    assert_eq!(output.status, Some(3), "{}{}", output.out, output.err);
    assert!(output.err.contains("V113"), "{}", output.err);
    let files = Files::new(&[("t.yaml", &template.replace("a.B: {derived_from: a.A}", "a.B: {}"))]);
    let output = files.run("runtime", &["--profile", "C"]);
    assert_eq!(output.status, Some(0), "{}", output.err);
    assert!(output.out.contains("hosts: y\n") && output.out.contains("hosts: x\n"), "{}", output.out);
}
