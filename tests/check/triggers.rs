//! Triggers of policies and of their types, seen to be refused by xOpera 0.7.0.

use crate::support::folder::folder;
use crate::support::program::{printed, run_in};

const TEMPLATE: &str = "tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  w: {derived_from: tosca.nodes.Root, interfaces: {i: {type: i, operations: {up: up.yaml}}}}
interface_types:
  i: {derived_from: tosca.interfaces.Root, operations: {up: {}}}
policy_types:
  scale:
    derived_from: tosca.policies.Scaling
    targets: [w]
    triggers:
      t: {event: e, target_filter: {node: app}, action: [{call_operation: i.up}]}
topology_template:
  variability: {inputs: {app: {type: boolean}}, options: {mode: consistent-strict}}
  node_templates:
    app: {type: w, conditions: {variability_input: app}}
    other: {type: w}
  policies:
  - s: {type: scale, targets: [app, other]}
";

fn check(text: &str, engine: &str) -> String {
    let folder = folder(&[("t.yaml", text), ("up.yaml", "- hosts: all\n")]);
    printed(&run_in(folder.path(), &["check", "t.yaml", "--for", engine, "--only", "V523"]))
}

#[test]
fn triggers_of_types_wait_at_nodes_that_are_there() {
    let said = check(TEMPLATE, "xopera");
    assert!(
        said.contains("error[V523]: xOpera refuses triggers that wait at a node which is not there: \"app\""),
        "{said}"
    );
    assert!(said.contains("t.yaml:11:43") && said.contains("--input app=false"), "{said}");
    assert!(said.contains("1 error\n"), "{said}");
    assert!(!check(TEMPLATE, "tosca-parser").contains("which is not there"));
    let own =
        "{type: scale, targets: [app, other], triggers: {t: {event: e, target_filter: {node: other}, action: []}}}";
    let own = check(&TEMPLATE.replace("{type: scale, targets: [app, other]}", own), "xopera");
    assert!(!own.contains("V523"), "what the policy says goes over its type: {own}");
    let of_type = check(&TEMPLATE.replace("node: app}", "node: w}"), "xopera");
    assert!(!of_type.contains("V523"), "{of_type}");
}

#[test]
fn triggers_wait_at_targets_of_their_policies() {
    let always = TEMPLATE.replace(", conditions: {variability_input: app}", "");
    assert!(!check(&always, "xopera").contains("V523"));
    let said = check(&always.replace("[app, other]", "[other]"), "xopera");
    assert!(said.contains("triggers that wait at what is no target of their policy: \"app\""), "{said}");
    let without = always.replace(", targets: [app, other]", "").replace("    targets: [w]\n", "");
    let without = check(&without, "xopera");
    assert!(!without.contains("V523"), "{without}");
}

#[test]
fn what_triggers_of_policies_wait_at_is_reported_once() {
    let own = "{type: scale, targets: [app, other], triggers: {own: {event: e, target_filter: {node: NODE}, \
               action: [{call_operation: i.up}]}}}";
    let own = TEMPLATE.replace("{node: app}", "{node: other}").replace("{type: scale, targets: [app, other]}", own);
    for (name, help) in [("app", "give what names it the condition of the node"), ("oter", "did you mean")] {
        let text = own.replace("NODE", name);
        let folder = folder(&[("t.yaml", &*text), ("up.yaml", "- hosts: all\n")]);
        let said =
            |engine| printed(&run_in(folder.path(), &["check", "t.yaml", "--for", engine, "--only", "V523,V106"]));
        let refused = said("xopera");
        assert!(refused.contains("which is not there") && refused.contains(help), "{refused}");
        assert!(!refused.contains("V106"), "{refused}");
        assert!(said("plain").contains("warning[V106]"));
    }
}
