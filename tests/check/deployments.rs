//! Defaults and presets that deploy nothing, and nodes that are pruned until nothing is left.

use variscope::source::diagnostic::Code;

use super::{check, model};

fn found(inputs: &str, options: &str, nodes: &str) -> Vec<(Code, String)> {
    let text = format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {inputs}
    options: {options}
    presets: {{off: {{inputs: {{a: false}}}}, on: {{inputs: {{a: true}}}}}}
  node_templates: {nodes}
"
    );
    let model = model(&text);
    let findings = check(&model).findings.into_iter().map(|finding| finding.diagnostic);
    let meant = findings.filter(|found| matches!(found.code, Code::EmptyDeployment | Code::PrunedNode));
    meant.map(|found| (found.code, found.message)).collect()
}

const ON: &str = "{variability_input: a}";
const STRICT: &str = "{mode: semantic-strict}";

/// Nodes may stay although nothing leads to them.
const UNCHECKED: &str = "{mode: semantic-strict, expected_incoming_relation_check: false}";

/// What is reported of nodes that are pruned.
fn pruned(options: &str, nodes: &str) -> Vec<(Code, String)> {
    let found = found("{a: {type: boolean}}", options, nodes);
    found.into_iter().filter(|(code, _)| *code == Code::PrunedNode).collect()
}

fn watched(app: &str, monitor: &str) -> String {
    format!(
        "{{app: {{type: x{app}}}, monitor: {{type: x, conditions: {ON}, requirements: [{{watched: app}}]{monitor}}}}}"
    )
}

#[test]
fn defaults_and_presets_that_deploy_nothing_are_reported() {
    let app = format!("{{app: {{type: x, conditions: {ON}}}}}");
    let options = "{type_default_condition: true}";
    let preset = (Code::EmptyDeployment, "preset \"off\" deploys nothing: no node is present".to_owned());
    let default = (Code::EmptyDeployment, "the defaults of the inputs deploy nothing: no node is present".to_owned());
    assert_eq!(found("{a: {type: boolean, default: false}}", options, &app), [default, preset.clone()]);
    assert_eq!(found("{a: {type: boolean, default: true}}", options, &app), std::slice::from_ref(&preset));
    assert_eq!(found("{a: {type: boolean}}", options, &app), std::slice::from_ref(&preset));
    // Whatever the preset leaves open.
    let inputs = "{a: {type: boolean}, b: {type: boolean}}";
    let both = format!("{{app: {{type: x, conditions: {{and: [{ON}, {{variability_input: b}}]}}}}}}");
    assert_eq!(found(inputs, options, &both), [preset]);
    assert_eq!(found(inputs, options, &both.replace("and:", "or:")), []);
}

#[test]
fn something_that_stays_is_a_deployment() {
    let nodes = format!("{{app: {{type: x, conditions: {ON}}}, other: {{type: x}}}}");
    assert_eq!(found("{a: {type: boolean, default: false}}", "{type_default_condition: true}", &nodes), []);
    // Of what no value deploys, each node is said to be dead.
    let dead = "{app: {type: x, conditions: false}}";
    assert_eq!(found("{a: {type: boolean, default: false}}", "{type_default_condition: true}", dead), []);
}

#[test]
fn a_node_that_is_pruned_with_its_only_consumer_is_reported_where_nothing_is_left() {
    let expected = (
        Code::PrunedNode,
        "node \"app\" has no condition, but is pruned together with its only consumer \"monitor\"".to_owned(),
    );
    let found = |nodes: &str| pruned(STRICT, nodes);
    let found_unchecked = |nodes: &str| pruned(UNCHECKED, nodes);
    assert_eq!(found(&watched("", "")), std::slice::from_ref(&expected));
    assert_eq!(found(&watched(", requirements: [host: vm]}, vm: {type: x", "")), std::slice::from_ref(&expected));
    // A statement that it stays or goes is meant.
    assert_eq!(found(&watched(", conditions: true", "")), []);
    assert_eq!(found(&watched(&format!(", conditions: {ON}"), "")), []);
    // What is left is a host that nothing runs on.
    let hosted = watched(", requirements: [host: vm]}, vm: {type: x, conditions: true", "");
    assert_eq!(found_unchecked(&hosted), std::slice::from_ref(&expected));
    // A database without users is to go, and a node that several lead to is no main application.
    assert_eq!(found(&watched("", "}, shop: {type: x")), []);
    assert_eq!(found(&watched("", &format!("}}, other: {{type: x, conditions: {ON}, requirements: [uses: app]"))), []);
}

#[test]
fn an_application_that_is_pruned_with_its_only_consumer_is_reported_whatever_is_left() {
    let other = "other: {type: tosca.nodes.Root}";
    let nodes = |app: &str, consumer: &str, relation: &str| {
        format!(
            "{{app: {{type: {app}}}, {other}, consumer: {{type: {consumer}, conditions: {ON}, requirements: [{relation}: app]}}}}"
        )
    };
    let is_reported = |app: &str, consumer: &str, relation: &str| {
        let found = pruned(STRICT, &nodes(app, consumer, relation));
        assert!(found.iter().all(|(_, message)| message.starts_with("node \"app\" ")), "{found:?}");
        !found.is_empty()
    };
    let root = "tosca.nodes.Root";
    assert!(is_reported("tosca.nodes.WebApplication", root, "watched"));
    assert!(is_reported("tosca.nodes.Container.Application", root, "watched"));
    // An application whose load balancer is optional can be reached itself.
    assert!(is_reported("tosca.nodes.SoftwareComponent", "tosca.nodes.LoadBalancer", "application"));
    // A database has no users but those that lead to it, and what carries others is there for them.
    assert!(!is_reported("tosca.nodes.Database", root, "watched"));
    assert!(!is_reported("tosca.nodes.SoftwareComponent", root, "watched"));
    assert!(!is_reported("tosca.nodes.WebApplication", root, "host"));
    // The author made conditional what it stands on, and says so of the whole.
    let hosted = format!(
        "{{app: {{type: tosca.nodes.WebApplication, requirements: [host: vm]}}, {other}, vm: {{type: {root}, conditions: {ON}}},
        consumer: {{type: {root}, conditions: {ON}, requirements: [watched: app]}}}}"
    );
    assert_eq!(pruned(STRICT, &hosted), []);
}

/// The broker is absent where its only artifact is, and what needs it is not.
#[test]
fn a_node_that_is_pruned_with_its_artifacts_is_reported_where_something_leads_to_it() {
    let nodes = |artifacts: &str, condition: &str| {
        let app = format!("app: {{type: x{condition}, requirements: [{{sends: broker}}]}}");
        format!("{{{app}, broker: {{type: x, artifacts: [{artifacts}]}}}}")
    };
    let certificate = format!("certificate: {{type: x, file: c, conditions: {ON}}}");
    let message = "node \"broker\" has no condition, but is pruned together with its only artifact \"certificate\"";
    assert_eq!(pruned(STRICT, &nodes(&certificate, "")), [(Code::PrunedNode, message.to_owned())]);
    // Another one is always there.
    let other = format!("{certificate}, image: {{type: x, file: i}}");
    assert_eq!(pruned(STRICT, &nodes(&other, "")), []);
    // One of two is always there.
    let off = format!("{certificate}, plain: {{type: x, file: p, conditions: {{not: {ON}}}}}");
    assert_eq!(pruned(STRICT, &nodes(&off, "")), []);
    // Where the broker is absent nothing needs it, so that its artifact is not to blame.
    let [(_, only)] = &pruned(STRICT, &nodes(&certificate, &format!(", conditions: {ON}")))[..] else { panic!() };
    assert!(only.ends_with("its only consumer \"app\""), "{only}");
    // It stays.
    let kept = nodes(&certificate, "").replace("broker: {type: x", "broker: {type: x, anchor: true");
    let unchecked = "{mode: semantic-strict, expected_artifact_check: false}";
    assert_eq!(pruned(unchecked, &kept), []);
}

/// What is left is a database, which the shop is not pruned for: it is there for the shop.
#[test]
fn a_node_is_reported_where_nothing_but_what_it_leads_to_is_left() {
    let nodes = |more: &str| {
        format!(
            "{{shop: {{type: x, requirements: [{{data: local}}, {{data: managed}}]}},
    local: {{type: x, conditions: {{not: {{variability_input: b}}}}}},
    managed: {{type: x, conditions: {{variability_input: b}}}},
    monitor: {{type: x, conditions: {ON}, requirements: [{{watched: shop}}]}}{more}}}"
        )
    };
    let pruned = |more: &str| found("{a: {type: boolean}, b: {type: boolean}}", UNCHECKED, &nodes(more));
    let message = "node \"shop\" has no condition, but is pruned together with its only consumer \"monitor\"";
    assert_eq!(pruned(""), [(Code::PrunedNode, message.to_owned())]);
    // With another deployment, the shop may be what nothing needs any more; so may it where its consumer serves something.
    assert_eq!(pruned(",\n    other: {type: x, anchor: true}"), []);
    assert_eq!(pruned(",\n    page: {type: x, anchor: true, requirements: [{to: monitor}]}"), []);
}
