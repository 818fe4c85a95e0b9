//! Operations of types, as xOpera 0.7.0 and Unfurl 1.2.0 take them, and inputs that templates give them.

use crate::support::folder::folder;
use crate::support::program::{printed, run_in};

const TYPES: &str = "tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  w:
    derived_from: tosca.nodes.Root
    properties: {p: {type: string, default: v}}
    interfaces:
      Standard:
        type: tosca.interfaces.node.lifecycle.Standard
        operations:
          create:
            implementation: {primary: up.sh, dependencies: [more.sh]}
            inputs:
              read: {type: string, default: {get_property: [SELF, p]}}
              part: {type: string, default: {token: [a-b, '-', 1]}}
";

const TEMPLATE: &str = "tosca_definitions_version: tosca_simple_yaml_1_3
imports: [{file: lib/types.yaml}]
topology_template:
  variability: {inputs: {there: {type: boolean}}, options: {mode: consistent-strict}}
  node_templates:
    never: {type: tosca.nodes.Root}
    app: {type: w, conditions: {variability_input: there}}
";

/// What is said of a folder in which the file that the types need is called so.
fn said(arguments: &[&str], types: &str, file: &str) -> String {
    let folder = folder(&[("t.yaml", TEMPLATE), ("lib/types.yaml", types), ("lib/up.sh", ""), (file, "")]);
    printed(&run_in(folder.path(), arguments))
}

fn check(engine: &str, types: &str, file: &str) -> String {
    said(&["check", "t.yaml", "--for", engine, "--only", "V523,V524"], types, file)
}

#[test]
fn files_of_types_are_looked_for_beside_them() {
    assert!(!check("xopera", TYPES, "lib/more.sh").contains("error"));
    let beside_template = check("xopera", TYPES, "more.sh");
    assert!(beside_template.contains("error[V523]: xOpera refuses artifacts and implementations"), "{beside_template}");
    assert!(beside_template.contains("lib/types.yaml:11:"), "{beside_template}");
    assert!(!check("unfurl", TYPES, "more.sh").contains("error"));
    let resolve = ["resolve", "t.yaml", "--for", "xopera", "--input", "there=false"];
    assert!(said(&resolve, TYPES, "more.sh").contains("error[V523]"), "xOpera reads types that no node has");
    assert!(!said(&resolve, TYPES, "lib/more.sh").contains("error"));
}

#[test]
fn inputs_of_types_are_read_for_each_node() {
    assert!(!check("unfurl", TYPES, "lib/more.sh").contains("error"));
    let undeclared = TYPES.replace("[SELF, p]", "[SELF, none]");
    let found = check("unfurl", &undeclared, "lib/more.sh");
    assert!(found.contains("error[V523]: Unfurl refuses this: \"app\" has no property \"none\""), "{found}");
    assert!(found.contains("lib/types.yaml:13:") && found.contains("there=true"), "{found}");
    assert!(found.contains("of node \"app\""), "{found}");
    assert!(!check("xopera", &undeclared, "lib/more.sh").contains("error"));
    let resolved = |there: &str| said(&["resolve", "t.yaml", "--for", "unfurl", "--input", there], &undeclared, "x");
    assert!(resolved("there=true").contains("error[V523]"));
    assert!(!resolved("there=false").contains("error"));

    let long = TYPES.replace("a-b, '-'", "a--b, '--'");
    let found = check("unfurl", &long, "lib/more.sh");
    assert!(found.contains("lib/types.yaml:14:") && found.contains("of node \"app\""), "{found}");
    let nodes = check("unfurl", &TYPES.replace("[SELF, p]", "[gone, p]"), "lib/more.sh");
    assert!(!nodes.contains("V523"), "another code says that there is no such node: {nodes}");
}

#[test]
fn inputs_that_a_template_defines_anew_are_no_values() {
    let wrong = |input: &str| {
        let operations = format!("{{create: {{inputs: {{read: {input}}}}}}}");
        let text = TYPES.to_owned()
            + "topology_template:\n  node_templates:\n    app:\n      type: w\n      interfaces:\n        Standard:\n          \
               operations: "
            + &operations
            + "\n";
        let folder = folder(&[("t.yaml", &*text)]);
        printed(&run_in(folder.path(), &["check", "t.yaml", "--only", "V503"]))
    };
    for definition in ["{type: string, default: zz}", "{type: integer, default: 1}", "{type: string}"] {
        assert!(!wrong(definition).contains("V503"), "{definition}");
    }
    let default = wrong("{type: integer, default: one}");
    assert!(default.contains("\"app.Standard.create.read\" is of type \"integer\""), "{default}");
    for value in ["{default: zz}", "{type: unknown, default: zz}", "[zz]"] {
        assert!(wrong(value).contains("V503"), "{value}");
    }
}
