//! Hosts that no requirement names, in one variant and in all.

use serde_json::{Value as Json, json};

use super::Files;

/// A template with such a requirement of `app`, and a server beside another one where there are two.
fn template(declared: &str, requirements: &str) -> String {
    format!(
        "tosca_definitions_version: tosca_variability_1_0
relationship_types:
  Cloud: {{derived_from: tosca.relationships.Root, properties: {{KEY: {{type: string, metadata: {{env_vars: [KEY]}}}}}}}}
node_types:
  Server: {{derived_from: tosca.nodes.Compute}}
  App: {{derived_from: tosca.nodes.Root, requirements: [host: {{relationship: tosca.relationships.HostedOn, {declared}}}]}}
topology_template:
  variability: {{inputs: {{two: {{type: boolean}}}}, options: {{type_default_condition: true}}}}
  relationship_templates: {{account: {{type: Cloud, default_for: tosca.nodes.Compute, properties: {{KEY: k}}}}}}
  node_templates:
    server: {{type: Server}}
    other: {{type: Server, conditions: {{variability_input: two}}}}
    app: {{type: App, requirements: [{requirements}], interfaces: {{Standard: {{operations: {{create: run.sh}}}}}}}}
"
    )
}

/// What is known of the host of `app`, and of its connections.
fn found(template: &str, two: &str) -> [Json; 2] {
    let report = Files::new(&[("t.yaml", template)]).json(&["--node", "app", "--input", two]);
    let variables = &report["nodes"][0]["operations"][0]["job_variables"];
    let host = &variables["HOST"];
    let name = if host["status"] == "static" { &host["value"][".name"] } else { &host["status"] };
    [name.clone(), variables["connections"]["status"].clone()]
}

#[test]
fn a_host_is_known_where_one_node_fits() {
    for (declared, requirements) in
        [("node: Server", "host: Server"), ("node: Server", ""), ("", "host: {node: Server}")]
    {
        let template = template(declared, requirements);
        assert_eq!(found(&template, "two=false"), [json!("server"), json!("static")], "{declared}, {requirements}");
        assert_eq!(found(&template, "two=true"), [json!("run time"), json!("run time")], "{declared}, {requirements}");
    }
    for (declared, requirements) in [
        ("node: Server", "host: {node: Server, node_filter: {capabilities: []}}"),
        ("node: Server, node_filter: {capabilities: []}", "host: Server"),
        ("capability: tosca.capabilities.Compute", ""),
    ] {
        let found = found(&template(declared, requirements), "two=false");
        assert_eq!(found, [json!("run time"), json!("run time")], "{declared}, {requirements}");
    }
    assert_eq!(found(&template("node: Server, occurrences: [0, 1]", ""), "two=false"), [Json::Null, json!("static")]);
}

/// Nothing is said to be missed where a run decides what the host is.
#[test]
fn no_connection_is_missed_where_the_host_is_open() {
    for (declared, requirements) in
        [("node: Server", "host: Server"), ("node: Server", "host: {node: Server, node_filter: {capabilities: []}}")]
    {
        let files = Files::new(&[("t.yaml", &template(declared, requirements))]);
        let output = files.run("runtime", &["--all-variants"]);
        assert!(!output.err.contains("V613"), "{requirements}: {}{}", output.err, output.out);
    }
    let files = Files::new(&[("t.yaml", &template("node: Server, occurrences: [0, 1]", ""))]);
    let output = files.run("runtime", &["--all-variants", "--require", "Cloud"]);
    assert!(output.err.contains("node \"app\" has no connection of type \"Cloud\""), "{}", output.err);
}

/// What only a run decides stops nothing: the check of an ensemble is complete, and what connections depend on it is a caveat.
#[test]
fn an_open_host_is_a_caveat() {
    for requirement in ["{capability: tosca.capabilities.Compute}", "{node: Server, node_filter: {capabilities: []}}"] {
        let text = template("", &format!("host: {requirement}"));
        let body = text.split_once("tosca_variability_1_0\n").unwrap().1.replace('\n', "\n    ");
        let ensemble = format!(
            "apiVersion: unfurl/v1alpha1\nkind: Ensemble\nspec:\n  service_template:\n    \
             tosca_definitions_version: tosca_variability_1_0\n    {body}\n"
        );
        let files = Files::new(&[("ensemble.yaml", &ensemble), ("t.yaml", &text)]);
        let output = files.run_on("check", "ensemble.yaml", &[]);
        assert_eq!(output.status, Some(0), "{requirement}: {}{}", output.out, output.err);
        assert!(!output.out.contains("stopped"), "{requirement}: {}", output.out);
        let output = files.run("runtime", &["--all-variants"]);
        assert!(output.out.contains("not exact: what hosts node \"app\" is decided"), "{}{}", output.out, output.err);
        assert!(!output.out.contains("stopped"), "{requirement}: {}", output.out);
    }
}
