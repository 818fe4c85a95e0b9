//! Connections that an environment imports from other ensembles.

use serde_json::{Value as Json, json};

use super::Files;

const TEMPLATE: &str = "
tosca_definitions_version: tosca_variability_1_0
relationship_types: {farm.Pipe: {properties: {flow: {default: slow, metadata: {env_vars: [FLOW]}}}}}
topology_template:
  inputs: {depth: {default: 1}}
  node_templates: {well: {type: tosca.nodes.Root}, barn: {type: tosca.nodes.Compute}}
";

/// The other ensemble, whose types and inputs are its own.
const DEPOT: &str = "
spec:
  inputs: {depth: 7}
  service_template:
    relationship_types:
      depot.Hose: {derived_from: farm.Pipe, properties: {depth: {type: integer, metadata: {env_var: DEPTH}}}}
    topology_template:
      inputs: {depth: {type: integer, default: 2}}
      relationship_templates:
        hose: {type: depot.Hose, properties: {depth: {get_input: depth}}}
        rack: {type: farm.Pipe, default_for: tosca.nodes.Compute, properties: {flow: {get_attribute: [tap, flow]}}}
        unasked: {type: farm.Pipe}
      node_templates:
        tap:
          type: tosca.nodes.Root
          requirements: [drain: {node: tap, relationship: {type: farm.Pipe, default_for: SELF, properties: {flow: fast}}}]
";

/// What the tasks of each node find, in lookup order, and what a query gives.
fn found(environment: &str, query: &str) -> (Vec<Json>, Vec<Json>) {
    let files = Files::new(&[("t.yaml", TEMPLATE), ("e.yaml", environment), ("depot.yaml", DEPOT)]);
    let report = files.json(&["--environment", "e.yaml", "--process-env", "empty", "--query", query]);
    let nodes = report["nodes"].as_array().unwrap();
    let names = |node: &Json| -> Json {
        let connections = node["connections"].as_array().unwrap();
        connections.iter().map(|connection| connection["name"].clone()).collect()
    };
    (nodes.iter().map(names).collect(), nodes.iter().map(|node| node["queries"][query].clone()).collect())
}

#[test]
fn imported_connections_are_available() {
    let import = |list: &str| format!("external: {{depot: {{manifest: {{file: depot.yaml}}, connections: [{list}]}}}}");
    for (list, query, names, answers) in [
        ("hose", "$connections::hose::depth", json!([["hose"], ["hose"]]), json!([7, 7])),
        ("hose", "$connections::farm.Pipe::flow", json!([["hose"], ["hose"]]), json!(["slow", "slow"])),
        ("rack", "$connections::Pipe::none", json!([[], ["rack"]]), json!([null, null])),
        ("tap::drain", "$connections::drain::flow", json!([["drain"], ["drain"]]), json!(["fast", "fast"])),
        (
            "hose, tap::drain",
            "$connections::*::flow",
            json!([["drain", "hose"], ["drain", "hose"]]),
            json!([["fast", "slow"], ["fast", "slow"]]),
        ),
    ] {
        let (found, answered) = found(&import(list), query);
        assert_eq!((json!(found), json!(answered)), (names, answers), "{list}");
    }
}

#[test]
fn own_connections_go_before_imported_ones() {
    let environment = "
connections: {hose: {type: farm.Pipe, properties: {flow: own}}}
external: {depot: {manifest: {file: depot.yaml}, connections: [hose]}, idle: {manifest: {file: gone.yaml}}}
";
    assert_eq!(found(environment, "$connections::hose::flow").1, [json!("own"), json!("own")]);
}

/// Variables of imported connections are in the environments of tasks, and what only a run knows is named.
#[test]
fn imported_connections_set_variables() {
    let environment = "external: {depot: {manifest: depot.yaml, connections: [hose, rack]}}";
    let files = Files::new(&[("t.yaml", TEMPLATE), ("e.yaml", environment), ("depot.yaml", DEPOT)]);
    let report = files.json(&["--environment", "e.yaml", "--process-env", "empty", "--node", "barn"]);
    let set = &report["nodes"][0]["environment"]["set"];
    assert_eq!(set["DEPTH"], "7");
    assert!(set["FLOW"]["run_time"].as_str().is_some_and(|text| text.contains("get_attribute")), "{set}");
}

#[test]
fn imports_can_be_wrong() {
    for (environment, is_refused, reported) in [
        ("external: [depot]", true, "external ensembles are a mapping, not a list"),
        ("external: {depot: {manifest: depot.yaml, connections: hose}}", true, "are a list of names"),
        ("external: {depot: {manifest: depot.yaml, connections: [hoes]}}", true, "did you mean \"hose\"?"),
        ("external: {depot: {manifest: depot.yaml, connections: ['tap::drian']}}", true, "NODE::REQUIREMENT"),
        ("external: {depot: {manifest: gone.yaml, connections: [hose]}}", false, "\"hose\" are known at run time only"),
        ("external: {depot: {connections: [hose]}}", false, "is not at hand"),
        ("external: {depot: {manifest: broken.yaml, connections: [hose]}}", true, "broken.yaml:1"),
    ] {
        let files = [("t.yaml", TEMPLATE), ("e.yaml", environment), ("depot.yaml", DEPOT), ("broken.yaml", "{")];
        for arguments in [&["--environment", "e.yaml"][..], &["--environment", "e.yaml", "--all-variants"]] {
            let output = Files::new(&files).run("runtime", arguments);
            assert!(output.err.contains(reported), "{environment}: {}", output.err);
            assert_eq!(output.status, Some(if is_refused { 3 } else { 0 }), "{environment}: {}", output.err);
        }
    }
}

/// What an ensemble includes may have what is asked for.
#[test]
fn what_ensembles_include_is_known_at_run_time() {
    let environment = "external: {depot: {manifest: {file: depot.yaml}, connections: [hose]}}";
    for depot in
        ["spec: {service_template: {+include: more.yaml}}", "{+?include: more.yaml, spec: {service_template: {}}}"]
    {
        let files = Files::new(&[("t.yaml", TEMPLATE), ("e.yaml", environment), ("depot.yaml", depot)]);
        let output = files.run("runtime", &["--environment", "e.yaml"]);
        assert!(output.err.contains("V616") && !output.err.contains("V603"), "{}", output.err);
    }
}
