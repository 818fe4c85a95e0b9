//! Values of properties and job variables.

use serde_json::json;

use super::{Files, members};

#[test]
fn properties_are_completed_by_their_types() {
    let template = "tosca_definitions_version: tosca_variability_1_0
data_types:
  place: {properties: {x: {type: integer}, y: {type: integer, default: 0}}}
node_types:
  pin:
    derived_from: tosca.nodes.Root
    properties:
      at: {type: place, default: {x: 1, y: 2}}
      other: {type: place}
      odd: {type: place}
      version: {type: string}
topology_template:
  inputs: {release: {default: 5}}
  node_templates:
    one:
      type: pin
      properties: {at: {x: 3}, other: {x: 4}, odd: {z: 5}, version: {get_input: release}}
    disk: {type: tosca.nodes.Storage.BlockStorage}
";
    let report = Files::new(&[("t.yaml", template)]).json(&[]);
    assert_eq!(
        report["nodes"][0]["properties"],
        json!({"at": {"x": 3, "y": 2}, "other": {"x": 4, "y": 0}, "odd": {"z": 5}, "version": "5"})
    );
    assert_eq!(report["nodes"][1]["properties"], json!({"size": "1 MB"}));
}

/// Inputs of the operation go over those of the artifact, and these over marked properties.
#[test]
fn arguments_come_from_three_places() {
    let template = "tosca_definitions_version: tosca_variability_1_0
node_types:
  pump:
    derived_from: tosca.nodes.Root
    properties:
      rate: {default: 1, metadata: {input_match: true}}
      depth: {default: 2, metadata: {input_match: [deep, level]}}
      hidden: {default: 3, metadata: {input_match: false}}
      plain: {default: 4}
    interfaces:
      Standard:
        operations:
          create: {implementation: {primary: {file: run.sh, inputs: {level: 5, speed: 6}}}, inputs: {speed: 7}}
topology_template:
  node_templates: {one: {type: pump}}
";
    let report = Files::new(&[("t.yaml", template)]).json(&[]);
    let arguments = &report["nodes"][0]["operations"][0]["job_variables"]["arguments"];
    assert_eq!(arguments["value"], json!({"rate": 1, "deep": 2, "level": 5, "speed": 7}), "{arguments}");
}

/// Relations have the properties and attributes of the type that is wanted of them, when they name none.
#[test]
fn relations_are_completed_by_their_types() {
    let template = "tosca_definitions_version: tosca_variability_1_0
relationship_types:
  pipe:
    derived_from: tosca.relationships.DependsOn
    properties: {flow: {default: slow}, width: {required: false}}
    attributes: {pressure: {type: integer}}
    interfaces: {Configure: {add_target: join.sh}}
node_types:
  pump: {derived_from: tosca.nodes.Root, requirements: [line: {relationship: pipe}]}
  tank: {derived_from: pump, requirements: [line: {capability: tosca.capabilities.Node}]}
topology_template:
  node_templates:
    one: {type: pump, requirements: [line: other]}
    two: {type: [pump: {conditions: false}, tank: {default_alternative: true}], requirements: [line: {node: other, relationship: {properties: {width: 3}}}]}
    other: {type: tosca.nodes.Root}
";
    let report = Files::new(&[("t.yaml", template)]).json(&["--profile", "D"]);
    let own = |node: usize| members(&report["nodes"][node]["operations"][0]["job_variables"]["SELF"]["value"]);
    let pressure = json!({"run_time": "attribute pressure", "why": "attributes get their values when instances run"});
    assert_eq!(own(0), json!({"flow": "slow", "pressure": pressure}), "{report:#}");
    assert_eq!(own(1), json!({"flow": "slow", "width": 3, "pressure": pressure}));
}

/// What no type declares is reported, and kept: the runtime may know it.
#[test]
fn properties_that_no_type_declares_are_kept() {
    let template = "tosca_definitions_version: tosca_variability_1_0
node_types: {pin: {derived_from: tosca.nodes.Root, properties: {x: {default: 1}}}}
topology_template:
  node_templates:
    own: {type: pin, properties: [zone: a]}
    built_in: {type: tosca.nodes.Root, properties: [zone: b]}
";
    let files = Files::new(&[("t.yaml", template)]);
    let report = files.json(&[]);
    let properties = |node: usize| report["nodes"][node]["properties"].clone();
    assert_eq!([properties(0), properties(1)], [json!({"x": 1, "zone": "a"}), json!({"zone": "b"})]);
    let output = files.run("resolve", &["--complete"]);
    assert!(output.out.contains("zone: a") && output.out.contains("zone: b"), "{}", output.out);
    assert!(output.err.contains("own.zone") && output.err.contains("built_in.zone"), "{}", output.err);
    assert_eq!(output.status, Some(0));
}

/// A map with a type defines an input, in types and in templates; any other map is its value.
#[test]
fn inputs_are_defined_by_maps_with_a_type() {
    let template = "tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  App:
    derived_from: tosca.nodes.Root
    properties: {values: {type: map, default: {count: 5}}}
    interfaces: {Standard: {operations: {create: {implementation: run.sh, inputs: {s: {default: 3}, t: {type: string, default: x}}}}}}
topology_template:
  node_templates:
    app:
      type: App
      interfaces:
        Standard:
          create:
            inputs: {a: {type: string, default: zz}, t: {type: string}, b: '{{ SELF.values }}', c: \"{{ SELF['values'].count }}\"}
";
    let report = Files::new(&[("t.yaml", template)]).json(&["--node", "app"]);
    let inputs = &report["nodes"][0]["operations"][0]["job_variables"]["inputs"]["value"];
    for (name, expected) in [("s", json!({"default": 3})), ("t", json!("x")), ("a", json!("zz")), ("c", json!(5))] {
        assert_eq!(inputs[name], expected, "{name}: {inputs}");
    }
    assert_eq!(inputs["b"]["run_time"], json!("{{ SELF.values }}"), "{inputs}");
}
