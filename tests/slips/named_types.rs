//! Names in files with types and in workflows that are those of nothing.

use super::{folder, output_of};

const SHOP: &str = "\
tosca_definitions_version: tosca_variability_1_0
imports: [types.yaml]
topology_template:
  node_templates:
    shop:
      type: x.Shop
      requirements: [database: data]
    data:
      type: x.Data
      properties: {port: 80}
  substitution_mappings: {node_type: x.Shop}
  workflows:
    test:
      steps:
        probe:
          target: shop
          activities: [call_operation: Smoke.probe]
";

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
capability_types: {x.Database: {valid_source_types: [x.Shop, elsewhere.Type]}}
interface_types: {x.Smoke: {operations: {probe: {}}}}
relationship_types: {x.ConnectsTo: {valid_target_types: [x.Database]}}
artifact_types: {x.Image: {}}
group_types: {x.Group: {members: [x.Data]}}
policy_types: {x.Policy: {targets: [x.Data, x.Group]}}
node_types:
  x.Data:
    properties: {port: {type: integer, constraints: [{in_range: [1, 65535]}]}}
    capabilities: {database: {type: x.Database, occurrences: [0, UNBOUNDED]}}
    artifacts: {image: {type: x.Image, file: a}}
  x.Shop:
    interfaces: {Smoke: {type: x.Smoke}}
    requirements:
      - database: {capability: x.Database, node: x.Data, relationship: x.ConnectsTo, occurrences: [0, 2]}
";

/// What `check` says of the types with `right` written as `wrong`.
fn misspelt(right: &str, wrong: &str) -> String {
    let edited = |text: &str| text.replacen(right, wrong, 1);
    let (shop, types) = (edited(SHOP), edited(TYPES));
    assert!(shop != SHOP || types != TYPES, "{right}");
    let folder = folder(&[("shop.yaml", &shop), ("types.yaml", &types)]);
    output_of(folder.path(), &["check", "shop.yaml", "--full"])
}

#[test]
fn types_that_types_name_are_defined() {
    let folder = folder(&[("shop.yaml", SHOP), ("types.yaml", TYPES)]);
    let right = output_of(folder.path(), &["check", "shop.yaml"]);
    assert!(!right.contains("error") && !right.contains("V114"), "{right}");
    for (right, wrong, meant) in [
        ("node_type: x.Shop", "node_type: x.Shp", "node type \"x.Shp\" is not defined; did you mean \"x.Shop\"?"),
        ("[x.Shop, ", "[x.Shpo, ", "node type \"x.Shpo\" is not defined; did you mean \"x.Shop\"?"),
        ("types: [x.Database]", "types: [x.Databse]", "capability type \"x.Databse\" is not defined; did you mean"),
        ("type: x.Smoke", "type: x.Smok", "interface type \"x.Smok\" is not defined; did you mean \"x.Smoke\"?"),
        ("type: x.Image", "type: x.Imag", "artifact type \"x.Imag\" is not defined; did you mean \"x.Image\"?"),
        ("members: [x.Data]", "members: [x.Dta]", "node type \"x.Dta\" is not defined; did you mean \"x.Data\"?"),
        ("[x.Data, x.Group]", "[x.Data, x.Grup]", "group type \"x.Grup\" is not defined; did you mean \"x.Group\"?"),
        ("capability: x.Database", "capability: x.Databse", "capability type \"x.Databse\" is not defined"),
        ("node: x.Data", "node: x.Dta", "node type \"x.Dta\" is not defined; did you mean \"x.Data\"?"),
        ("ship: x.ConnectsTo", "ship: x.ConnectTo", "type \"x.ConnectTo\" is not defined; did you mean"),
    ] {
        let output = misspelt(right, wrong);
        assert!(output.contains(&format!("error[V114]: {meant}")) || output.contains(meant), "{wrong}: {output}");
        assert!(output.contains("error[V114]"), "{wrong}: {output}");
    }
}

#[test]
fn requirements_of_types_may_name_node_templates() {
    let output = misspelt("node: x.Data", "node: data");
    assert!(!output.contains("V114"), "{output}");
}

#[test]
fn misspelt_types_are_repaired() {
    let derived = TYPES.replace("  x.Shop:\n", "  x.Shop:\n    derived_from: tosca.nodes.Root\n");
    for (right, wrong) in [("node: x.Data", "node: x.Dat"), ("tosca.nodes.Root", "tosca.nodes.Rot")] {
        let folder = folder(&[("shop.yaml", SHOP), ("types.yaml", &derived.replace(right, wrong))]);
        output_of(folder.path(), &["check", "shop.yaml", "--fix", "--unsafe"]);
        assert_eq!(std::fs::read_to_string(folder.path().join("types.yaml")).unwrap(), derived, "{wrong}");
    }
}

#[test]
fn definitions_that_nothing_meets_are_reported_themselves() {
    for (right, wrong, reported) in [
        ("[0, 2]", "[0, UNBOUND]", "`occurrences` takes the least and the greatest number"),
        ("[0, UNBOUNDED]", "[0, UNBOUND]", "did you mean \"UNBOUNDED\"?"),
        ("[0, 2]", "[1, 0]", "no number is in this range"),
        ("[0, 2]", "0", "write `occurrences: [0, UNBOUNDED]`, for instance"),
        ("[1, 65535]", "[65535, 1]", "no value is in this range"),
    ] {
        let output = misspelt(right, wrong);
        assert!(output.contains("error[V505]") && output.contains(reported), "{wrong}: {output}");
        assert!(!output.contains("V504") && !output.contains("V515"), "what uses it is not wrong: {output}");
    }
    let ports = "data_types: {x.Port: {derived_from: scalar-unit.size, constraints: [{in_range: [10 MB, 1 GB]}]}}\n";
    let output = |ports: &str| misspelt("capability_types", &format!("{ports}capability_types"));
    assert!(!output(ports).contains("V505"));
    assert!(output(&ports.replace("10 MB, 1 GB", "1 GB, 10 MB")).contains("no value is in this range"));
}

#[test]
fn versions_of_imported_files_are_looked_at() {
    let output = misspelt("tosca_simple_yaml_1_3", "tosca_simple_yaml_1.3");
    assert!(output.contains("error[V101]: there is no definitions version \"tosca_simple_yaml_1.3\""), "{output}");
    assert!(output.contains("did you mean \"tosca_simple_yaml_1_3\"?"), "{output}");
    for version in ["tosca_simple_yaml_1_2", "tosca_simple_profile_for_nfv_1_0_0", "acme_1_0", "tosca_dsl_1_7"] {
        assert!(!misspelt("tosca_simple_yaml_1_3", version).contains("V101"), "{version}");
    }
}

#[test]
fn workflows_call_operations_that_there_are() {
    for (right, wrong, reported) in [
        (
            "Smoke.probe",
            "Smoke.prob",
            "no operation \"Smoke.prob\", which a workflow calls; did you mean \"Smoke.probe\"?",
        ),
        ("Smoke.probe", "Smok.probe", "did you mean \"Smoke.probe\"?"),
        ("Smoke.probe", "Standard.creat", "did you mean \"Standard.create\"?"),
        ("[call_operation: Smoke.probe]", "[call_operation: {operation: Smoke.prob}]", "did you mean \"Smoke.probe\"?"),
        ("call_operation", "call_opertion", "unknown key \"call_opertion\" in an activity of a workflow"),
        ("activities", "activites", "unknown key \"activites\" in a step of a workflow"),
        ("steps", "step", "unknown key \"step\" in a workflow"),
    ] {
        let output = misspelt(right, wrong);
        assert!(output.contains(reported), "{wrong}: {output}");
    }
    assert!(!misspelt("Smoke.probe", "Backup.run").contains("V517"), "runtimes may have more");
}

/// A file of rules may be there for several templates: only what looks misspelt is reported there.
#[test]
fn rules_name_types_that_there_are() {
    let template = "\
tosca_definitions_version: tosca_variability_1_0_rc_3
node_types: {App: {derived_from: tosca.nodes.Root}}
topology_template: {node_templates: {app: {type: App, anchor: true}}}
";
    let rules = "- {component: App, technology: ansible}
- {component: Ap, technology: ansible}
- {component: elsewhere.Database, technology: ansible, hosting: ['*', tosca.nodes.Compute]}
";
    let folder = folder(&[("t.yaml", template), ("qualities.yaml", rules)]);
    let output = output_of(folder.path(), &["check", "t.yaml"]);
    assert!(output.contains("warning[V114]: node type \"Ap\" of a rule of \"qualities\" is not defined"), "{output}");
    assert_eq!(output.matches("[V114]").count(), 1, "{output}");
}

/// A trigger is written with its policy.
#[test]
fn triggers_wait_at_nodes_that_there_are() {
    let template = |condition: &str| {
        format!(
            "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability: {{inputs: {{a: {{type: boolean}}}}, options: {{type_default_condition: true}}}}
  node_templates:
    app: {{type: tosca.nodes.Root, conditions: {{variability_input: a}}}}
    db: {{type: tosca.nodes.Root}}
  policies:
    - scale:
        type: tosca.policies.Scaling
        conditions: {condition}
        triggers: {{busy: {{event: busy, target_filter: {{node: app}}, action: []}}}}
"
        )
    };
    for (condition, is_reported) in [("{variability_input: a}", false), ("true", true)] {
        let folder = folder(&[("t.yaml", &template(condition))]);
        let output = output_of(folder.path(), &["check", "t.yaml"]);
        let message = "node \"app\" is absent in some variants, but trigger \"busy\" of policy";
        assert_eq!(output.contains(message), is_reported, "{condition}: {output}");
    }
}
