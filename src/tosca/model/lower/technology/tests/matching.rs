//! Which scenarios apply, and through which elements.

use super::{is_of_constraint, loaded, model, technologies, ways};
use crate::source::diagnostic::Code;

/// A node `app` of type `leaf` and one rule for it.
fn one_rule(rule: &str, app: &str, others: &str) -> crate::tosca::model::Model {
    model(&format!(
        "
  variability:
    qualities: [{{technology: tool, {rule}}}]
  node_templates:
    app: {{type: leaf, {app}}}
{others}"
    ))
}

fn applies(rule: &str, app: &str) -> bool {
    !technologies(&one_rule(rule, app, ""), "app").is_empty()
}

#[test]
fn a_rule_applies_to_its_component_and_to_types_derived_from_it() {
    assert!(applies("component: leaf", ""));
    assert!(applies("component: component", ""));
    assert!(applies("component: tosca.nodes.Root", ""));
    assert!(!applies("component: engine", ""));
}

#[test]
fn a_rule_for_what_nobody_defines_applies_to_nothing_and_is_reported() {
    let reported = loaded(
        "
  variability:
    qualities: [{technology: tool, component: unknown}]
  node_templates:
    app: {type: leaf}
",
    );
    let codes: Vec<(Code, bool)> = reported
        .diagnostics
        .iter()
        .filter(|diagnostic| !is_of_constraint(diagnostic))
        .map(|diagnostic| (diagnostic.code, diagnostic.is_error()))
        .collect();
    assert_eq!(codes, [(Code::UndefinedType, false)]);
    assert!(technologies(&reported.model.expect("a warning keeps no model from being read"), "app").is_empty());
}

#[test]
fn without_artifact_and_hosting_nothing_has_to_be_present() {
    assert_eq!(ways(&one_rule("component: leaf", "", ""), "app"), [[""; 0]]);
}

#[test]
fn operations_are_looked_for_in_the_template() {
    let defined = "interfaces: {management: {operations: {create: run, stop: }}}";
    assert!(applies("component: leaf, operations: [create]", defined));
    assert!(!applies("component: leaf, operations: [create, delete]", defined));
    assert!(!applies("component: leaf, operations: [stop]", defined), "an operation without a value is not defined");
    assert!(!applies("component: leaf, operations: [create]", ""));
}

#[test]
fn operations_and_artifacts_are_looked_for_along_the_types() {
    let text = "
tosca_definitions_version: tosca_variability_1_0_rc_3
node_types:
  component:
    interfaces: {management: {operations: {create: run}}}
    artifacts: {file: {type: tosca.artifacts.Implementation.Bash, file: f}, plain: g}
  leaf: {derived_from: component}
topology_template:
  variability:
    qualities:
      - {component: leaf, technology: tool, operations: [create], artifact: ARTIFACT}
  node_templates: {app: {type: leaf}}
";
    for (wanted, expected) in [("Implementation", 1), ("File", 1), ("Deployment", 0)] {
        let loaded = super::load(&text.replace("ARTIFACT", &format!("tosca.artifacts.{wanted}")));
        let model = loaded.model.expect("well-formed");
        let found = technologies(&model, "app");
        assert_eq!(found.len(), expected, "{wanted}");
        if let [(_, technology)] = found.as_slice() {
            assert_eq!(technology.matches, Some(vec![Vec::new()]), "what a type brings along is no element");
        }
    }
}

#[test]
fn each_artifact_of_the_wanted_type_is_a_way() {
    let artifacts = "artifacts: [{a: {type: image, file: f}}, {b: f}, {c: {type: layered, file: f}}]";
    let model = one_rule("component: leaf, artifact: image", artifacts, "");
    assert_eq!(ways(&model, "app"), [["artifact.a@0.node.app"], ["artifact.c@2.node.app"]]);
    assert_eq!(technologies(&model, "app")[0].1.artifact_type.as_deref(), Some("image"));
    assert!(!applies("component: leaf, artifact: layered", "artifacts: [{a: {type: image, file: f}}]"));
}

const HOSTS: &str = "
    engine: {type: engine, requirements: [{host: machine}]}
    machine: {type: machine}
";
const ON_ENGINE: &str = "requirements: [{host: engine}]";

#[test]
fn hosting_is_followed_step_by_step() {
    let found = |hosting: &str| {
        let model = one_rule(&format!("component: leaf, hosting: {hosting}"), ON_ENGINE, HOSTS);
        !technologies(&model, "app").is_empty()
    };
    assert!(found("[engine]"));
    assert!(found("[engine, machine]"));
    assert!(found("['*', machine]"));
    assert!(found("['*', engine]"), "* may skip nothing");
    assert!(found("[engine, '*']"));
    assert!(!found("[machine]"));
    assert!(!found("[machine, engine]"));
    assert!(!found("[engine, machine, machine]"));
}

#[test]
fn ways_name_relations_hosts_and_then_the_artifact() {
    let app = format!("{ON_ENGINE}, artifacts: [{{a: {{type: image, file: f}}}}]");
    let model = one_rule("component: leaf, artifact: image, hosting: ['*', machine]", &app, HOSTS);
    let expected = [
        "relation.host@0.node.app",
        "node.engine",
        "relation.host@0.node.engine",
        "node.machine",
        "artifact.a@0.node.app",
    ];
    assert_eq!(ways(&model, "app"), [expected]);
}

#[test]
fn each_host_is_a_way() {
    let app = "requirements: [{host: engine}, {connection: machine}, {dev_host: machine}]";
    let model = one_rule("component: leaf, hosting: [tosca.nodes.Root]", app, HOSTS);
    assert_eq!(
        ways(&model, "app"),
        [["relation.host@0.node.app", "node.engine"], ["relation.dev_host@2.node.app", "node.machine"]]
    );
}

#[test]
fn hosts_in_a_cycle_end() {
    let others = "
    engine: {type: engine, requirements: [{host: machine}]}
    machine: {type: machine, requirements: [{host: engine}]}
";
    let model = one_rule("component: leaf, hosting: ['*', component]", ON_ENGINE, others);
    assert_eq!(technologies(&model, "app").len(), 0);
}
