//! What `--for unfurl` says of variants and of environments, seen to be refused by Unfurl 1.2.0.

use crate::support::folder::folder;
use crate::support::program::{printed, run_in};

/// What the program says about files, of which the first is asked about.
fn output_of(command: &str, files: &[(&str, &str)], arguments: &[&str]) -> String {
    let arguments = [&[command, files[0].0], arguments, &["--for", "unfurl"]].concat();
    printed(&run_in(folder(files).path(), &arguments))
}

const TEMPLATE: &str = "tosca_definitions_version: tosca_variability_1_0
node_types:
  Server: {derived_from: tosca.nodes.Compute}
  App: {derived_from: tosca.nodes.Root, requirements: [host: {node: Server, relationship: tosca.relationships.HostedOn}]}
topology_template:
  variability: {inputs: {on: {type: boolean}}, options: {type_default_condition: true}}
  node_templates:
    server: {type: Server, conditions: {variability_input: on}}
    app: {type: App, requirements: [host: Server]}
  outputs: {o: {value: {get_attribute: [server, tosca_id]}}}
  substitution_mappings: {node_type: App, node: server}
";

/// Reads of absent nodes, and types of which no node is left, in the variants that have them.
#[test]
fn what_is_absent_is_refused() {
    let files = [("t.yaml", TEMPLATE)];
    let found = output_of("check", &files, &["--only", "V523", "--full"]);
    for expected in [
        "reads of nodes that are absent",
        "requirements that name a type of which no node is there",
        "`substitution_mappings` of a node that is absent",
    ] {
        assert!(found.contains(expected) && found.contains("on=false"), "{expected}: {found}");
    }
    assert!(!output_of("check", &files, &["--only", "V523", "--input", "on=true"]).contains("V523"));
    assert!(output_of("resolve", &files, &["--input", "on=false"]).contains("error[V523]"));
}

#[test]
fn dates_and_entries_are_written_as_unfurl_reads_them() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3
node_types: {X: {derived_from: tosca.nodes.Root, properties: {d: {type: string}, l: {type: list, entry_schema: string}}}}
topology_template:
  node_templates:
    a: {type: X, metadata: {on: 2020-01-02}, properties: {d: 2020-01-01T10:00:00Z, l: [2020-1-2, 1-2-3]}}
";
    let found = output_of("resolve", &[("t.yaml", text)], &[]);
    for expected in ["\"2020-01-02\"", "\"2020-01-01T10:00:00Z\"", "2020-1-2", "type: string"] {
        assert!(found.contains(expected), "{expected}: {found}");
    }
    assert!(!found.contains("\"2020-1-2\"") && !found.contains("entry_schema: string"), "{found}");
}

#[test]
fn connections_of_the_environment_are_refused() {
    let ensemble = "apiVersion: unfurl/v1alpha1
kind: Ensemble
environment:
  connections:
    undefined: {type: no.such}
    typeless: {properties: {}}
    other: {type: tosca.relationships.Root, properties: {zz: 1}}
spec:
  service_template:
    topology_template: {node_templates: {a: {type: tosca.nodes.Root}}}
";
    let found = output_of("check", &[("ensemble.yaml", ensemble)], &["--format", "concise"]);
    for expected in ["error[V618]", "error[V617]", "error[V502]"] {
        assert!(found.contains(expected), "{expected}: {found}");
    }
}

/// What Unfurl 1.2.0 deploys, though the profile or other engines do not have it.
#[test]
fn what_unfurl_takes_is_no_error() {
    let nodes = |nodes: &str| {
        format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    {nodes}\n"
        )
    };
    let docker = "a: {type: tosca.nodes.Root, artifacts: {i: {type: tosca.artifacts.Deployment.Image.Container.Docker, file: busybox}}}";
    let filter = |types: &str| {
        format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  App: {{derived_from: tosca.nodes.Root, requirements: [on: {{node: Host, relationship: tosca.relationships.DependsOn{types}}}]}}
  Host: {{derived_from: tosca.nodes.Root, properties: {{image: {{type: string}}}}}}
topology_template:
  node_templates:
    app: {{type: App, requirements: [on: h]}}
    h: {{type: Host}}
"
        )
    };
    let errors = |text: &str| {
        let [unfurl, plain] = ["unfurl", "plain"].map(|engine| {
            let folder = folder(&[("t.yaml", text)]);
            printed(&run_in(folder.path(), &["check", "t.yaml", "--for", engine])).contains("error[")
        });
        (unfurl, plain)
    };
    assert_eq!(errors(&nodes("a: {type: 'tosca:Root'}")), (false, false));
    assert_eq!(errors(&nodes(docker)), (false, true));
    assert_eq!(errors(&nodes("a: {type: tosca.nodes.network.FloatingIP}")), (false, true));
    assert_eq!(errors(&nodes("a: {type: tosca.nodes.network.FloatingIPs}")), (true, true));
    let undeclared = "a: {type: tosca.nodes.Root, requirements: [a_dependency: b]}\n    b: {type: tosca.nodes.Root}";
    assert_eq!(errors(&nodes(undeclared)), (false, true));
    assert_eq!(errors(&filter(", node_filter: {properties: [{image: x}]}")), (false, true));
    assert_eq!(errors(&filter(", node_filter: {properties: [{image: {pattern: x}}]}")), (true, true));
    assert_eq!(errors(&filter("")), (true, true));
}
