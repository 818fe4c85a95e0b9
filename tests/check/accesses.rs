//! Functions that read what there is not, and substitution mappings that name it.

use variscope::analysis::question::Witness;
use variscope::source::diagnostic::Code;
use variscope::source::syntax::vocabulary::Profile;

use super::{check, model};
use crate::support::model::loaded;

/// What is said of an output and of an input of an operation with this value.
fn found(value: &str) -> Vec<(Code, String)> {
    let text = format!(
        "tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  App:
    derived_from: tosca.nodes.Root
    properties: {{port: {{type: integer, required: false}}}}
    attributes: {{address: {{type: string}}}}
    capabilities: {{web: {{type: Web}}}}
    requirements: [store: {{capability: tosca.capabilities.Node, occurrences: [0, 1]}}]
  Bare: {{derived_from: tosca.nodes.Root}}
capability_types:
  Web: {{derived_from: tosca.capabilities.Root, properties: {{path: {{type: string, required: false}}}}}}
topology_template:
  inputs: {{size: {{type: integer, default: 1}}}}
  node_templates:
    app:
      type: App
      interfaces: {{Standard: {{create: {{implementation: create.sh, inputs: {{read: {value}}}}}}}}}
    bare: {{type: Bare, properties: {{colour: red}}}}
    root: {{type: tosca.nodes.Root}}
  outputs: {{read: {{value: {value}}}}}
"
    );
    let model = model(&text);
    let findings = check(&model).findings.into_iter().map(|finding| finding.diagnostic);
    let meant = findings.filter(|found| matches!(found.code, Code::UnknownMember | Code::UndefinedElement));
    meant.map(|found| (found.code, found.message)).collect()
}

/// What a node of a type has is not known that an import which is not read may define.
#[test]
fn nothing_is_known_of_what_nodes_of_unread_types_have() {
    let found = |import: &str| {
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0
{import}
topology_template:
  variability:
    inputs: {{on: {{type: boolean}}}}
    options: {{type_default_condition: true}}
  node_templates:
    broker: {{type: x.Broker, conditions: {{variability_input: on}}}}
    client: {{type: x.Client, properties: {{at: {{get_attribute: [broker, endpoint, ip]}}}}}}
  outputs: {{at: {{value: {{get_attribute: [broker, endpoint, ip]}}}}}}
"
        );
        let diagnostics = loaded(&text, Profile::D).diagnostics;
        diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.is_error())
            .map(|diagnostic| diagnostic.code)
            .collect::<Vec<_>>()
    };
    assert_eq!(found("imports: ['https://example.org/types.yaml']"), []);
    assert_eq!(found(""), [Code::UndefinedElement, Code::WrongOperand]);
}

#[test]
fn misspelt_members_and_inputs_are_reported_wherever_they_are_read() {
    let member = |message: &str| vec![(Code::UnknownMember, message.to_owned()); 2];
    let port = member("\"app\" has no property \"prot\"; did you mean \"port\"?");
    assert_eq!(found("{get_property: [app, prot]}"), port);
    assert_eq!(found("{concat: [a, {get_property: [app, prot]}]}"), port);
    let address = member("\"app\" has no attribute \"adress\"; did you mean \"address\"?");
    assert_eq!(found("{get_attribute: [app, adress]}"), address);
    let path = member("capability \"web\" of \"app\" has no property \"pat\"; did you mean \"path\"?");
    assert_eq!(found("{get_property: [app, web, pat]}"), path);
    let colour = member("\"bare\" has no property \"color\"; did you mean \"colour\"?");
    assert_eq!(found("{get_property: [bare, color]}"), colour);
    let other = member("\"root\" has no property \"colour\"");
    assert_eq!(found("{get_property: [root, colour]}"), other);
    let input = (Code::UndefinedElement, "topology input \"sise\" is not declared; did you mean \"size\"?".to_owned());
    assert_eq!(found("{get_input: sise}"), [input.clone(), input]);
}

/// A type that declares all that its nodes have says that there is nothing else.
#[test]
fn properties_that_no_type_declares_are_warnings() {
    let missing = (Code::UnknownMember, "\"app\" has no property \"colour\"".to_owned());
    assert_eq!(found("{get_property: [app, colour]}"), [missing.clone(), missing]);
    assert_eq!(found("{get_attribute: [app, colour]}"), []);
}

/// The type without the property is chosen exactly where the property of the node is absent.
#[test]
fn properties_that_conditions_take_away_are_not_there_to_be_read() {
    let found = |condition: &str| {
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0
node_types:
  App: {{derived_from: tosca.nodes.Root, properties: {{port: {{type: integer, required: false}}}}}}
  DebugApp: {{derived_from: App, properties: {{debug_port: {{type: integer, default: 5005}}}}}}
topology_template:
  variability:
    inputs: {{debug: {{type: boolean}}}}
    options: {{mode: consistent-strict}}
  node_templates:
    app:
      type:
        - DebugApp: {{conditions: {{variability_input: debug}}}}
        - App: {{default_alternative: true}}
      properties:
        - debug_port: {{value: 5006, conditions: {condition}}}
        - port: {{get_property: [SELF, debug_port]}}
"
        );
        let model = model(&text);
        let findings = check(&model).findings.into_iter();
        let unknown = findings.filter(|finding| finding.diagnostic.code == Code::UnknownMember);
        let debug = |witness: &Witness| witness.iter().map(|(_, value)| value.as_bool()).collect::<Vec<_>>();
        unknown.map(|finding| finding.witness.as_ref().map(debug)).collect::<Vec<_>>()
    };
    assert_eq!(found("{variability_input: debug}"), [Some(vec![Some(false)])]);
    assert_eq!(found("{not: {variability_input: debug}}"), []);
}

#[test]
fn what_there_is_and_what_runtimes_may_add_is_not_reported() {
    for value in [
        "{get_property: [app, port]}",
        "{get_attribute: [app, port]}",
        "{get_attribute: [app, web, path]}",
        "{get_property: [app, store, whatever]}",
        "{get_property: [bare, colour]}",
        "{get_property: [bare, size]}",
        "{get_attribute: [root, public_ip]}",
        "{get_input: size}",
    ] {
        assert_eq!(found(value), [], "{value}");
    }
}

/// The names behind a substituted type, and behind a node, are those of capabilities and requirements.
#[test]
fn substitution_mappings_name_what_types_have() {
    let found = |mappings: &str| {
        let text = format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Shop:
    derived_from: tosca.nodes.Root
    capabilities: {{web: tosca.capabilities.Endpoint}}
    requirements: [store: {{capability: tosca.capabilities.Node, occurrences: [0, 1]}}]
topology_template:
  node_templates: {{app: {{type: Shop}}}}
  substitution_mappings: {{node_type: Shop, {mappings}}}
"
        );
        let model = model(&text);
        let findings = check(&model).findings.into_iter().map(|finding| finding.diagnostic);
        let meant = findings.filter(|found| found.code == Code::UndefinedElement);
        meant.map(|found| found.message).collect::<Vec<_>>()
    };
    assert_eq!(found("capabilities: {web: [app, web]}, requirements: {store: [app, store]}"), [""; 0]);
    assert_eq!(found("capabilities: {feature: [app, feature]}"), [""; 0]);
    let named = |owner: &str, name: &str| format!("{owner} has no {name}, but `substitution_mappings` names it");
    assert_eq!(
        found("capabilities: {wed: [app, wed]}"),
        [named("type \"Shop\"", "capability \"wed\""), named("node \"app\"", "capability \"wed\"")]
    );
    assert_eq!(found("requirements: {store: [app, stare]}"), [named("node \"app\"", "requirement \"stare\"")]);
}
