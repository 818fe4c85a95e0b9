//! Relationship templates that no requirement names, and those inside requirements: their types and properties are elements
//! of the template like all others.

use serde_json::{Value as Json, json};

use super::{Files, written};

const HEAD: &str = "
tosca_definitions_version: tosca_variability_1_0
relationship_types:
  Cloud: {properties: {key: {type: string, metadata: {env_vars: [KEY]}}, zone: {type: integer, required: false}}}
  Fast: {derived_from: Cloud, properties: {speed: {type: integer, default: 9, metadata: {env_vars: [SPEED]}}}}
node_types:
  App:
    derived_from: tosca.nodes.Root
    requirements: [uses: {relationship: Cloud, occurrences: [0, 1]}, more: {relationship: Cloud, occurrences: [0, 1]}]
  Quick: {derived_from: tosca.nodes.Root, requirements: [uses: {relationship: {type: Fast}, occurrences: [0, 1]}]}
topology_template:
  variability:
    options: {type_default_condition: true, expected_incoming_relation_check: false}
    inputs: {x: {type: boolean}}
";

const LIST: &str = "
        - key: {value: u, conditions: {variability_input: x}}
        - key: {value: v, conditions: {not: {variability_input: x}}}
        - zone: {expression: {add: [1, 2]}}
";

fn connection(properties: &str) -> String {
    format!(
        "{HEAD}  relationship_templates:
    c:
      type: Cloud
      default_for: ANY
      properties: {properties}
  node_templates:
    a: {{type: App, requirements: REQUIREMENTS}}
    b: {{type: App}}
"
    )
}

/// The ways in which relations use a connection, or do not.
const USES: &[&str] = &[
    "[]",
    "[uses: {node: b}]",
    "[uses: {node: b, relationship: c}]",
    "[uses: {node: b, relationship: c, conditions: {variability_input: x}}]",
    "[uses: {node: b, relationship: c, conditions: {variability_input: x}}, more: {node: b, relationship: c, conditions: {not: {variability_input: x}}}]",
];

fn resolved(files: &Files, arguments: &[&str]) -> Json {
    let output = files.run("resolve", arguments);
    assert_eq!(output.status, Some(0), "{}", output.err);
    written(&output.out)["topology_template"].clone()
}

fn set(files: &Files, input: &str, node: &str) -> Json {
    files.json(&["--process-env", "empty", "--input", input, "--node", node])["nodes"][0]["environment"]["set"].clone()
}

/// A connection has the properties that hold, whether a relation uses it or not.
#[test]
fn connections_have_conditional_properties() {
    for uses in USES {
        let files = Files::new(&[("t.yaml", &connection(LIST).replace("REQUIREMENTS", uses))]);
        let output = files.run("check", &[]);
        assert!(!output.out.contains("error["), "{uses}: {}", output.out);
        for (input, key) in [("x=true", "u"), ("x=false", "v")] {
            let topology = resolved(&files, &["--input", input]);
            let template = &topology["relationship_templates"]["c"];
            assert_eq!(
                *template,
                json!({"type": "Cloud", "default_for": "ANY", "properties": {"key": key, "zone": 3}})
            );
            assert_eq!(set(&files, input, "b"), json!({"KEY": key}), "{uses}");
        }
        let report = files.json(&["--all-variants"]);
        assert_eq!((&report["variants"], &report["exact"]), (&json!("2"), &json!(true)), "{uses}");
        for (command, expected) in [("count", "variants        2"), ("elements", "property.key@1.connection.c")] {
            let output = files.run(command, &[]);
            assert!(output.out.contains(expected), "{uses}: {}", output.out);
        }
    }
}

/// Properties without conditions stay as they are, in every profile.
#[test]
fn connections_have_plain_properties() {
    for profile in ["A", "B", "C", "D"] {
        for uses in USES.iter().filter(|uses| !uses.contains("conditions")) {
            let text = connection("{key: k, zone: 7}").replace("REQUIREMENTS", uses);
            let text = text
                .replace("    options: {type_default_condition: true, expected_incoming_relation_check: false}\n", "");
            let files = Files::new(&[("t.yaml", &text)]);
            let topology = resolved(&files, &["--profile", profile, "--input", "x=true"]);
            assert_eq!(
                topology["relationship_templates"]["c"]["properties"],
                json!({"key": "k", "zone": 7}),
                "{profile}"
            );
        }
    }
}

/// Profile A passes lists through; B and C have their words for conditions.
#[test]
fn connections_have_conditional_properties_in_early_profiles() {
    let list = "[{key: {value: u, conditions: {get_variability_input: x}}}, {key: {value: v, conditions: {not: {get_variability_input: x}}}}]";
    let text = connection(list).replace("REQUIREMENTS", "[]");
    let text =
        text.replace("    options: {type_default_condition: true, expected_incoming_relation_check: false}\n", "");
    let files = Files::new(&[("t.yaml", &text)]);
    for (profile, expected) in [("B", json!({"key": "u"})), ("C", json!({"key": "u"})), ("A", written(list))] {
        let topology = resolved(&files, &["--profile", profile, "--input", "x=true"]);
        assert_eq!(topology["relationship_templates"]["c"]["properties"], expected, "{profile}");
    }
    assert_eq!(files.run("count", &["--profile", "B"]).out.lines().next(), Some("variants        2"));
}

/// The type of a connection may be one of several.
#[test]
fn connections_have_conditional_types() {
    let text = connection("{key: k}").replace("REQUIREMENTS", "[]").replace(
        "      type: Cloud\n",
        "      type: [Fast: {conditions: {variability_input: x}}, Cloud: {conditions: {not: {variability_input: x}}}]\n",
    );
    let files = Files::new(&[("t.yaml", &text)]);
    for (input, type_name, expected) in
        [("x=true", "Fast", json!({"KEY": "k", "SPEED": "9"})), ("x=false", "Cloud", json!({"KEY": "k"}))]
    {
        assert_eq!(resolved(&files, &["--input", input])["relationship_templates"]["c"]["type"], type_name);
        assert_eq!(set(&files, input, "a"), expected);
    }
    let report = files.json(&["--all-variants", "--require", "Fast"]);
    assert_eq!(report["exact"], true);
    for supply in report["nodes"].as_array().unwrap() {
        assert_eq!((&supply["with"], &supply["without"]), (&json!("1"), &json!("1")), "{supply}");
    }
    let output = files.run("runtime", &["--all-variants"]);
    assert!(!output.err.contains("V614"), "{}", output.err);
}

/// Where a value is wrong, the value is reported, with a witness.
#[test]
fn values_of_connections_are_checked() {
    let list = "[{key: {value: k, conditions: {variability_input: x}}}, {zone: {value: far, conditions: {variability_input: x}}}]";
    let files = Files::new(&[("t.yaml", &connection(list).replace("REQUIREMENTS", "[]"))]);
    let output = files.run("check", &[]);
    for (code, witness) in [("V501", "x=false"), ("V503", "x=true")] {
        let finding = output.out.split("\n\n").find(|finding| finding.contains(code)).unwrap_or_default();
        assert!(finding.contains(witness), "{code}: {}", output.out);
    }
}

fn inline(default_for: &str, type_name: &str, node_type: &str, properties: &str) -> String {
    format!(
        "{HEAD}  node_templates:
    a:
      type: {node_type}
      requirements:
        - uses:
            node: b
            relationship:
              {default_for}
              {type_name}
              properties: {}
    b: {{type: App}}
",
        properties.replace("\n        ", "\n                ")
    )
}

/// The relationship inside a requirement has the properties that hold.
#[test]
fn relationships_inside_requirements_have_conditional_properties() {
    for default_for in ["default_for: SELF", ""] {
        for type_name in ["type: Cloud", ""] {
            let files = Files::new(&[("t.yaml", &inline(default_for, type_name, "App", LIST))]);
            let output = files.run("check", &[]);
            assert!(!output.out.contains("error["), "{default_for} {type_name}: {}", output.out);
            for (input, key) in [("x=true", "u"), ("x=false", "v")] {
                let topology = resolved(&files, &["--input", input]);
                let relation = &topology["node_templates"]["a"]["requirements"][0]["uses"];
                assert_eq!(relation["relationship"]["properties"], json!({"key": key, "zone": 3}), "{relation}");
                let expected = if default_for.is_empty() { json!(null) } else { json!(key) };
                let found = set(&files, input, "a").get("KEY").cloned().unwrap_or_default();
                assert_eq!(found, expected, "{default_for} {type_name}");
            }
            assert!(files.run("count", &[]).out.contains("variants        2"));
        }
    }
}

/// A relationship without a type has the one that the definition of its requirement wants, which depends on the node's type.
#[test]
fn relationships_have_the_types_of_requirement_definitions() {
    let types = "[Quick: {conditions: {variability_input: x}}, App: {conditions: {not: {variability_input: x}}}]";
    let files = Files::new(&[("t.yaml", &inline("default_for: SELF", "", types, "{key: k}"))]);
    for (input, type_name, expected) in
        [("x=true", "Fast", json!({"KEY": "k", "SPEED": "9"})), ("x=false", "Cloud", json!({"KEY": "k"}))]
    {
        let report = files.json(&["--process-env", "empty", "--input", input, "--node", "a"]);
        assert_eq!(report["nodes"][0]["connections"][0]["type"], type_name);
        assert_eq!(report["nodes"][0]["environment"]["set"], expected);
    }
    let report = files.json(&["--all-variants", "--require", "Fast"]);
    let of =
        |node: &str| report["nodes"].as_array().unwrap().iter().find(|supply| supply["node"] == node).unwrap().clone();
    assert_eq!((&of("a")["with"], &of("b")["with"]), (&json!("1"), &json!("0")), "{report:#}");
    assert_eq!(report["exact"], true);
}

/// Unfurl 1.2.0 refuses the type without the import.
#[test]
fn types_that_unfurl_has_in_other_files_are_imported() {
    let text = "tosca_definitions_version: tosca_simple_unfurl_1_0_0
topology_template:
  relationship_templates:
    c: {type: unfurl.relationships.ConnectsTo.K8sCluster, default_for: ANY, properties: {KUBECONFIG: /k}}
  node_templates:
    a: {type: tosca.nodes.Root}
";
    let said = |text: &str| Files::new(&[("t.yaml", text)]).run("runtime", &[]).err;
    let without = said(text);
    assert!(without.contains("warning[V618]"), "{without}");
    assert!(without.contains("`imports: [{repository: unfurl, file: tosca_plugins/k8s.yaml}]`"), "{without}");
    let import = "imports: [{repository: unfurl, file: tosca_plugins/k8s.yaml}]\ntopology_template:";
    assert!(!said(&text.replace("topology_template:", import)).contains("V618"));
}

/// That a connection has an unknown type, or none, is reported wherever its variables are.
#[test]
fn doubtful_types_of_connections_are_reported() {
    for (type_name, code) in [("", "V617"), ("type: Clowd", "V618"), ("type: Lost", "V618")] {
        let text = connection("{key: k}")
            .replace("REQUIREMENTS", "[]")
            .replace("type: Cloud\n      default", &format!("{type_name}\n      default"));
        let text = text.replace("node_types:\n", "  Lost: {derived_from: Nowhere}\nnode_types:\n");
        let files = Files::new(&[("t.yaml", &text)]);
        for arguments in [&["--input", "x=true"][..], &["--all-variants"]] {
            let output = files.run("runtime", arguments);
            assert_eq!(output.err.matches(&format!("[{code}]")).count(), 1, "{type_name}: {}", output.err);
        }
    }
    let led = "tosca_definitions_version: tosca_simple_unfurl_1_0_0
topology_template:
  node_templates:
    localhost: {type: tosca.nodes.Root, requirements: [to: {node: a, relationship: {type: Clowd}}]}
    a: {type: tosca.nodes.Root}
";
    for arguments in [&[][..], &["--all-variants"]] {
        let output = Files::new(&[("t.yaml", led)]).run("runtime", arguments);
        assert_eq!(output.err.matches("[V618]").count(), 1, "{}", output.err);
    }
    let text = inline("default_for: SELF", "", "tosca.nodes.Root", "{key: k}");
    let output = Files::new(&[("t.yaml", &text)]).run("runtime", &["--input", "x=true"]);
    assert!(output.err.contains("V617"), "{}", output.err);
}

/// Variables of Unfurl's connection types, with and without values of their own.
#[test]
fn connection_types_of_unfurl_set_their_variables() {
    for (type_name, given, process, expected) in [
        ("AWSAccount", "{AWS_ACCESS_KEY_ID: k}", "", json!({"AWS_ACCESS_KEY_ID": "k"})),
        ("AWSAccount", "{}", "AWS_PROFILE=p\n", json!({"AWS_PROFILE": "p"})),
        (
            "GoogleCloudProject",
            "{GOOGLE_APPLICATION_CREDENTIALS: /key.json}",
            "",
            json!({"GOOGLE_APPLICATION_CREDENTIALS": "/key.json", "GCP_AUTH_KIND": "serviceaccount"}),
        ),
        (
            "K8sCluster",
            "{KUBECONFIG: /k, context: c, api_server: h}",
            "",
            json!({"KUBECONFIG": "/k", "KUBE_CTX": "c", "KUBE_HOST": "h"}),
        ),
        ("Azure", "{}", "AZURE_TENANT=t\n", json!({"ARM_TENANT_ID": "t", "AZURE_TENANT": "t"})),
        ("DigitalOcean", "{DIGITALOCEAN_TOKEN: t}", "", json!({"DIGITALOCEAN_TOKEN": "t"})),
    ] {
        let text = format!(
            "tosca_definitions_version: tosca_simple_unfurl_1_0_0
topology_template:
  relationship_templates:
    c: {{type: unfurl.relationships.ConnectsTo.{type_name}, default_for: ANY, properties: {given}}}
  node_templates: {{a: {{type: tosca.nodes.Root}}}}
"
        );
        let files = Files::new(&[("t.yaml", &text), ("process", process)]);
        let output = files.run("check", &[]);
        assert_eq!(output.status, Some(0), "{type_name}: {}", output.out);
        let report = files.json(&["--process-env", "process"]);
        let environment = &report["nodes"][0]["environment"];
        let mut known = environment["set"].as_object().unwrap().clone();
        known.extend(environment["inherited"].as_array().into_iter().flatten().map(|name| {
            let name = name.as_str().unwrap();
            (name.to_owned(), json!(process.trim_end().split_once('=').unwrap().1))
        }));
        assert_eq!(Json::Object(known), expected, "{type_name}");
        let unknown = files.json(&[])["nodes"][0]["environment"]["set"].clone();
        for (variable, value) in unknown.as_object().unwrap() {
            let itself = format!("{{{{ get_env: \"{variable}\" }}}}");
            assert_ne!(value["run_time"], itself, "{variable} stays as it was");
        }
    }
}

/// The files of an ensemble with two nodes and these connections.
fn ensemble(connections: &str) -> Files {
    let template = "tosca_definitions_version: tosca_simple_yaml_1_3
relationship_types: {Cloud: {derived_from: tosca.relationships.Root}}
node_types: {App: {derived_from: tosca.nodes.Root, interfaces: {Standard: {operations: {create: run.sh}}}}}
topology_template: {node_templates: {a: {type: App}, b: {type: App}}}";
    let template = template.replace('\n', "\n    ");
    let head = "apiVersion: unfurl/v1alpha1\nkind: Ensemble\nenvironment:\n  connections:";
    let text = format!("{head}\n{connections}\nspec:\n  service_template:\n    {template}\n");
    Files::new(&[("ensemble.yaml", &text)])
}

#[test]
fn one_connection_may_have_two_names() {
    let doubtful = |connections: &str| {
        let files = ensemble(connections);
        ["--node=a", "--all-variants"].map(|argument| files.run_on("runtime", ".", &[argument]).err.contains("V605"))
    };
    assert_eq!(doubtful("    primary_provider: aws\n    aws: {type: Cloud}"), [false, false]);
    assert_eq!(doubtful("    other: {type: Cloud}\n    aws: {type: Cloud}"), [true, true]);
}

#[test]
fn connections_of_other_nodes_are_noted() {
    let files = ensemble("    aws: {type: Cloud, default_for: b}");
    let note = "connection \"aws\" is for node \"b\" and what that hosts, not for this one";
    for (node, is_noted) in [("a", true), ("b", false)] {
        let output = files.run_on("runtime", ".", &["--node", node]);
        assert_eq!(output.out.contains(note), is_noted, "{node}: {}{}", output.out, output.err);
    }
}
