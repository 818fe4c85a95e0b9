//! Types of imported files, in every profile and every command that looks at types.

use serde_json::json;

use super::{Files, written};

const TEMPLATE: &str = "
tosca_definitions_version: tosca_simple_yaml_1_3
imports: [IMPORT]
relationship_types:
  Link: {properties: {key: {type: string, default: k, metadata: {env_vars: [KEY]}}}}
node_types:
  App: {derived_from: tosca.nodes.Root, properties: {end: {type: TYPE}}}
topology_template:
  relationship_templates:
    imported: {type: PREFIXCable, default_for: ANY}
    own: {type: Link, default_for: ANY}
  node_templates:
    app: {type: App, properties: {end: {ip: 1.2.3.4}}}
";

const IMPORTED: &str = "
tosca_definitions_version: tosca_simple_yaml_1_3
imports: [deep/base.yaml]
data_types:
  F: {derived_from: Base, properties: {port: {type: integer, default: 80}}}
relationship_types:
  Cable: {properties: {length: {type: integer, default: 3, metadata: {env_vars: [LENGTH]}}}}
";

const BASE: &str = "tosca_definitions_version: tosca_simple_yaml_1_3\ndata_types: {Base: {properties: {ip: string}}}\n";

/// A template that imports in one way, with what it imports.
fn files(import: &str, prefix: &str) -> Files {
    let template = TEMPLATE.replace("IMPORT", import).replace("TYPE", &format!("{prefix}F"));
    let template = template.replace("PREFIX", prefix);
    let files = Files::new(&[("t.yaml", &template)]);
    for (name, text) in [("types/c.yaml", IMPORTED), ("types/deep/base.yaml", BASE)] {
        std::fs::create_dir_all(files.path(name).parent().unwrap()).unwrap();
        std::fs::write(files.path(name), text).unwrap();
    }
    files
}

/// The ways to import, each with what stands before the names of types.
const WAYS: &[(&str, &str)] = &[
    ("types/c.yaml", ""),
    ("{file: types/c.yaml}", ""),
    ("{mine: types/c.yaml}", ""),
    ("{mine: {file: ./types/c.yaml}}", ""),
    ("{file: types/c.yaml, namespace_prefix: p}", ""),
    ("{file: types/c.yaml, namespace_prefix: p}", "p:"),
    ("{file: types/c.yaml, namespace_prefix: p}", "p."),
    ("types/c.yaml, {file: types/c.yaml, namespace_prefix: p}", "p."),
];

#[test]
fn types_of_local_imports_are_known() {
    for profile in ["A", "B", "C", "D"] {
        for &(import, prefix) in WAYS {
            let files = files(import, prefix);
            let output = format!("profile {profile}, imports: [{import}], {prefix}F");
            let printed = files.run("check", &["--profile", profile]);
            assert_eq!(printed.status, Some(0), "{output}: {}{}", printed.out, printed.err);
            let printed = files.run("resolve", &["--complete", "--profile", profile]);
            assert_eq!(printed.status, Some(0), "{output}: {}", printed.err);
            assert!(printed.out.contains("port: 80"), "{output}: {}", printed.out);
            let node = files.json(&["--profile", profile, "--process-env", "empty"])["nodes"][0].clone();
            assert_eq!(node["properties"], json!({"end": {"ip": "1.2.3.4", "port": 80}}), "{output}");
            assert_eq!(node["environment"]["set"], json!({"KEY": "k", "LENGTH": "3"}), "{output}");
        }
    }
}

#[test]
fn types_of_imports_are_known_in_a_csar() {
    let files = files("types/c.yaml", "");
    std::fs::create_dir(files.path("TOSCA-Metadata")).unwrap();
    std::fs::create_dir(files.path("definitions")).unwrap();
    std::fs::rename(files.path("types"), files.path("definitions/types")).unwrap();
    std::fs::rename(files.path("t.yaml"), files.path("definitions/t.yaml")).unwrap();
    let metadata =
        "TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\nCreated-By: a\nEntry-Definitions: definitions/t.yaml\n";
    std::fs::write(files.path("TOSCA-Metadata/TOSCA.meta"), metadata).unwrap();
    for profile in ["B", "D"] {
        let output = files.run_on("check", ".", &["--profile", profile]);
        assert_eq!(output.status, Some(0), "{}{}", output.out, output.err);
    }
}

/// Values are held against imported types, and reported where the author wrote them.
#[test]
fn values_are_held_against_imported_types() {
    let files = files("types/c.yaml", "");
    let template = std::fs::read_to_string(files.path("t.yaml")).unwrap().replace("1.2.3.4", "1.2.3.4, port: many");
    std::fs::write(files.path("t.yaml"), template).unwrap();
    for profile in ["A", "B", "C", "D"] {
        for command in [&["check"][..], &["resolve", "--complete"]] {
            let output = files.run(command[0], &[&command[1..], &["--profile", profile]].concat());
            assert!(
                format!("{}{}", output.out, output.err).contains("V503"),
                "{profile}: {}{}",
                output.out,
                output.err
            );
        }
    }
}

/// What is imported and not there is an error in `check`; `resolve` goes on without it, as the reference does.
#[test]
fn imports_that_are_not_there_are_reported() {
    let template = "tosca_definitions_version: tosca_simple_yaml_1_3
imports: [gone.yaml, 'https://example.org/types.yaml', {file: x.yaml, repository: r}]
repositories: {r: {url: 'https://example.org'}}
topology_template: {node_templates: {app: {type: tosca.nodes.Root}}}
";
    let files = Files::new(&[("t.yaml", template)]);
    let output = files.run("check", &[]);
    assert_eq!(output.status, Some(1), "{}{}", output.out, output.err);
    assert!(output.out.contains("error[V001]: imported file \"gone.yaml\" does not exist"), "{}", output.out);
    assert!(output.out.contains("note[V520]") && output.out.contains("it is in a repository"), "{}", output.out);
    assert_eq!(output.err, "");
    let output = files.run("check", &["--format", "json"]);
    assert_eq!(output.out.matches("gone.yaml").count(), 1, "{}", output.out);
    let output = files.run("resolve", &[]);
    assert_eq!(output.status, Some(0), "{}", output.err);
    assert!(output.err.contains("warning[V001]: imported file \"gone.yaml\" does not exist"), "{}", output.err);
}

#[test]
fn repositories_that_are_not_declared_are_reported() {
    let reported = |repositories: &str| {
        let template = format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3
imports: [{{file: x.yaml, repository: sdt}}, {{mine: {{file: y.yaml, repository: sdt}}}}]
repositories: {repositories}
topology_template: {{node_templates: {{app: {{type: tosca.nodes.Root}}}}}}
"
        );
        Files::new(&[("t.yaml", &template)]).run("check", &[]).out
    };
    let output = reported("{std: {url: 'https://example.org'}}");
    for text in [
        "import \"x.yaml\" is not read: the repository \"sdt\" is not declared",
        "did you mean \"std\"?",
        "t.yaml:2:38",
    ] {
        assert!(output.contains(text), "{text}: {output}");
    }
    assert_eq!(output.matches("warning[V520]").count(), 2, "{output}");
    // Another one may be declared around the template.
    for repositories in ["{sdt: {url: 'https://example.org'}}", "{other: {url: 'https://example.org'}}"] {
        assert!(!reported(repositories).contains("warning[V520]"), "{repositories}");
    }
}

/// A file that defines a type with one property.
fn defining(property: &str) -> String {
    format!(
        "tosca_definitions_version: tosca_simple_yaml_1_3
node_types: {{Kid: {{derived_from: tosca.nodes.Root, properties: {{{property}}}}}}}
"
    )
}

#[test]
fn types_of_one_name_are_distinguished_by_prefixes() {
    let [one, two] = ["k: {type: integer, default: 1}", "m: {type: boolean, default: true}"].map(defining);
    let template = "tosca_definitions_version: tosca_simple_yaml_1_3
imports: [{file: one.yaml, namespace_prefix: q}, {file: two.yaml, namespace_prefix: r}]
node_types: {Kid: {derived_from: tosca.nodes.Root, properties: {z: {type: string, default: own}}}}
topology_template:
  node_templates:
    a: {type: q:Kid}
    b: {type: r:Kid}
    c: {type: Kid}
";
    let files = Files::new(&[("t.yaml", template), ("one.yaml", &one), ("two.yaml", &two)]);
    let output = files.run("check", &[]);
    assert_eq!((output.status, output.out.as_str()), (Some(0), ""));
    let output = files.run("resolve", &["--complete"]);
    let nodes = &written(&output.out)["topology_template"]["node_templates"];
    for (node, properties) in [("a", json!({"k": 1})), ("b", json!({"m": true})), ("c", json!({"z": "own"}))] {
        assert_eq!(nodes[node]["properties"], properties, "{}", output.out);
    }
    let wrong = template.replace("a: {type: q:Kid}", "a: {type: q:Kid, properties: {k: text}}");
    let files = Files::new(&[("t.yaml", &wrong), ("one.yaml", &one), ("two.yaml", &two)]);
    let output = files.run("check", &[]);
    assert!(output.out.contains("V503") && !output.out.contains("V502"), "{}", output.out);
}

#[test]
fn a_type_that_two_files_define_differently_is_reported_and_not_guessed() {
    let [one, two] = ["k: {type: integer, default: 1}", "m: {type: boolean, default: true}"].map(defining);
    let template = "tosca_definitions_version: tosca_simple_yaml_1_3
imports: [one.yaml, two.yaml]
topology_template: {node_templates: {a: {type: Kid, properties: {k: 2}}}}
";
    let files = Files::new(&[("t.yaml", template), ("one.yaml", &one), ("two.yaml", &two)]);
    let output = files.run("check", &[]);
    assert!(
        output.out.contains("warning[V115]: node type \"Kid\" is defined differently in two files"),
        "{}",
        output.out
    );
    assert!(!output.out.contains("V502"), "{}", output.out);
    // A copy of the same definition is no other one.
    let files = Files::new(&[("t.yaml", template), ("one.yaml", &one), ("two.yaml", &one)]);
    let output = files.run("check", &[]);
    assert_eq!(output.status, Some(0), "{}", output.out);
    assert!(!output.out.contains("V115"), "{}", output.out);
}

#[test]
fn a_library_may_be_chosen_by_a_condition() {
    let [one, two] = ["k: {type: integer, default: 1}", "m: {type: boolean, default: true}"].map(defining);
    let template = "tosca_definitions_version: tosca_variability_1_0
imports:
  - {file: one.yaml, conditions: {variability_input: x}}
  - {file: two.yaml, conditions: {not: {variability_input: x}}}
topology_template:
  variability: {inputs: {x: {type: boolean}}, options: {type_default_condition: true}}
  node_templates: {a: {type: Kid}}
";
    let files = Files::new(&[("t.yaml", template), ("one.yaml", &one), ("two.yaml", &two)]);
    let output = files.run("check", &[]);
    assert!(!output.out.contains("V114") && !output.out.contains("V115"), "{}", output.out);
    // Which of the definitions is meant is not followed: nothing is completed by the wrong one.
    let output = files.run("resolve", &["--complete", "--input", "x=true"]);
    assert!(!output.out.contains("m: true"), "{}", output.out);
    // In some variants it is not imported.
    let narrower = template
        .replace("{not: {variability_input: x}}", "{and: [{not: {variability_input: x}}, {variability_input: y}]}");
    let narrower = narrower.replace("inputs: {", "inputs: {y: {type: boolean}, ");
    let files = Files::new(&[("t.yaml", &narrower), ("one.yaml", &one), ("two.yaml", &two)]);
    let output = files.run("check", &[]);
    assert!(output.out.contains("V114"), "{}", output.out);
}
