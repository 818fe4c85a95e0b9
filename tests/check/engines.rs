//! What engines refuse, against what they were seen to refuse: `tests/engines/demands.json`.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::support::folder::folder;
use crate::support::program::{printed, run_in, text, variscope_in};

const ENGINES: [&str; 3] = ["xopera", "tosca-parser", "unfurl"];

fn demands() -> BTreeMap<String, Json> {
    serde_json::from_str(include_str!("../engines/demands.json")).expect("the file is JSON")
}

/// Whether it is known what an engine says of a template.
fn is_asked(demand: &Json, engine: &str) -> bool {
    demand.get("asked").is_none_or(|asked| asked.as_array().expect("a list").iter().any(|name| name == engine))
}

/// By template the codes of its errors.
fn errors(folder: &std::path::Path, names: &[String], engine: &str) -> BTreeMap<String, Vec<String>> {
    let mut program = variscope_in(folder, &["check", "--for", engine, "--format", "concise"]);
    program.args(names);
    let output = String::from_utf8(program.output().expect("the program runs").stdout).expect("UTF-8");
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in output.lines().filter(|line| line.contains(" error[")) {
        let (file, rest) = line.split_once(':').expect("a place");
        let code = rest.split_once("error[").and_then(|(_, rest)| rest.split_once(']')).expect("a code").0;
        found.entry(file.to_owned()).or_default().push(code.to_owned());
    }
    found
}

#[test]
fn what_engines_refuse_is_reported() {
    let (folder, demands) = templates();
    let names: Vec<String> = demands.keys().map(|name| format!("{name}.yaml")).collect();
    let mut wrong = Vec::new();
    for engine in ENGINES {
        let errors = errors(folder.path(), &names, engine);
        for (name, demand) in demands.iter().filter(|(_, demand)| is_asked(demand, engine)) {
            let is_refused = demand["refused"].as_array().expect("a list").iter().any(|other| other == engine);
            let codes = errors.get(&format!("{name}.yaml")).map(Vec::as_slice).unwrap_or_default();
            if is_refused && codes.is_empty() {
                wrong.push(format!("{engine} refuses {name}, and nothing is told"));
            }
            if !is_refused && codes.iter().any(|code| code == "V523") {
                wrong.push(format!("{engine} takes {name}, and it is said to refuse it"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn nothing_is_demanded_without_an_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = demands()["relationship-inline"]["document"].as_array().expect("lines").clone();
    let lines: Vec<&str> = text.iter().filter_map(Json::as_str).collect();
    std::fs::write(folder.path().join("t.yaml"), lines.join("\n")).expect("it can be written");
    assert_eq!(errors(folder.path(), &["t.yaml".to_owned()], "plain"), BTreeMap::new());
}

/// A variant in which storage lacks a name, and one in which it has one; and one that no configuration gives.
#[test]
fn demands_are_asked_of_all_variants() {
    let text = "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n      \
                named: {type: boolean}\n  node_templates:\n    disk:\n      type: tosca.nodes.Storage.BlockStorage\n      \
                properties:\n        - size: 1 GB\n        - name: {value: d, conditions: {get_variability_input: named}}\n    \
                never:\n      type: tosca.nodes.Storage.BlockStorage\n      conditions: {and: [{get_variability_input: named}, \
                {not: {get_variability_input: named}}]}\n";
    let folder = folder(&[("t.yaml", text)]);
    let output = |arguments: &[&str]| {
        printed(&run_in(folder.path(), &[&["check", "t.yaml", "--for", "unfurl"], arguments].concat()))
    };
    let open = output(&["--only", "V523"]);
    assert_eq!(open.matches("error[V523]").count(), 1, "{open}");
    assert!(open.contains("storage without `name`") && open.contains("named=false"), "{open}");
    assert!(!output(&["--only", "V523", "--input", "named=true"]).contains("V523"));
}

/// The page has a row for each refusal that is written down in the source.
#[test]
fn the_page_lists_what_engines_refuse() {
    let page = include_str!("../../docs/src/engines.md");
    let source = include_str!("../../src/tosca/types/engine.rs");
    let refusals = source.split("EngineRefusal::new(\"").skip(1).filter_map(|text| {
        let ((what, rest), engines) = (text.split_once('"')?, text.split_once(']')?.0.split_once("&[")?.1);
        let rest: String = rest.split_once(']')?.1.split_whitespace().collect();
        Some((what, engines.to_owned(), rest.trim_start_matches(',').starts_with(").rewritten()")))
    });
    let rows = source.lines().filter_map(|line| {
        let (what, by) = line.split_once(": \"")?.1.split_once("\", by ")?;
        Some((what, by.split([',', ';']).next()?.replace(' ', ","), by.ends_with(", rewritten;")))
    });
    let refusals: Vec<(&str, String, bool)> = refusals.chain(rows).collect();
    let is_row =
        |line: &&str| line.ends_with(" |") && ["| refused |", "| rewritten |"].iter().any(|word| line.contains(word));
    assert_eq!(refusals.len(), page.lines().filter(is_row).count());
    for (what, engines, is_rewritten) in refusals {
        let word = if is_rewritten { "rewritten" } else { "refused" };
        let engines: Vec<&str> = engines.split(',').map(str::trim).collect();
        let cells = ["Xopera", "ToscaParser", "Unfurl"].map(|engine| if engines.contains(&engine) { word } else { "" });
        let row = format!("| {what} | {} |", cells.join(" | "));
        assert!(page.lines().any(|line| line == row), "{row}");
    }
}

/// A folder with the templates of all demands, and what these name.
fn templates() -> (tempfile::TempDir, BTreeMap<String, Json>) {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("it can be written");
    write("x.sh", "true\n");
    write("types.py", "import tosca\n");
    let types =
        "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  x.A: {derived_from: tosca.nodes.Root}\n";
    write("types.yaml", types);
    let demands = demands();
    for (name, demand) in &demands {
        let lines: Vec<&str> = demand["document"].as_array().expect("lines").iter().filter_map(Json::as_str).collect();
        write(&format!("{name}.yaml"), &(lines.join("\n") + "\n"));
    }
    (folder, demands)
}

/// The document of a template that is written for an engine, or what is said instead.
fn written_for(folder: &std::path::Path, template: &str, engine: &str) -> Result<String, String> {
    let output = run_in(folder, &["resolve", template, "--for", engine]);
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

/// What tosca-parser and Unfurl refuse, and what is written for them all the same.
const OTHERS: [&str; 5] = [
    "output-no-value",
    "empty-interface",
    "empty-operations",
    "empty-metadata-of-a-group",
    "empty-metadata-of-a-policy",
];

/// What Unfurl refuses, and what is written for it all the same.
const FOR_UNFURL: [&str; 14] = [
    "empty-repositories",
    "output-no-value",
    "empty-interface",
    "empty-operations",
    "empty-metadata-of-a-group",
    "empty-metadata-of-a-policy",
    "date",
    "date-in-map",
    "date-time",
    "date-in-metadata",
    "date-of-the-template",
    "date-of-an-input",
    "date-of-a-type",
    "entry-short",
];

/// What an engine takes is written for it, what it refuses is not, and what can be said otherwise is.
#[test]
fn documents_are_written_as_engines_take_them() {
    let (folder, demands) = templates();
    let rewritten: [(&str, &[&str]); 3] = [
        (
            "xopera",
            &[
                "import-named",
                "import-named-map",
                "no-topology",
                "operation-short",
                "metadata-number",
                "template-version",
                "relationship-inline",
                "substitution",
                "empty-description",
                "empty-description-of-the-topology",
                "empty-description-of-a-node",
                "empty-metadata",
                "empty-metadata-of-the-template",
                "empty-requirements",
                "empty-imports",
                "empty-repositories",
                "empty-attributes",
                "empty-capabilities",
                "empty-interfaces",
                "empty-interface",
                "empty-operations",
                "empty-operation",
                "empty-inputs-of-an-operation",
                "empty-description-of-a-group",
                "empty-metadata-of-a-group",
                "empty-metadata-of-a-policy",
                "empty-triggers",
                "empty-description-of-an-input",
                "empty-description-of-an-artifact",
                "empty-sections-of-a-relationship",
                "relationship-type",
                "substitution-of-an-input",
                "substitution-of-a-property",
            ],
        ),
        ("tosca-parser", &OTHERS),
        ("unfurl", &FOR_UNFURL),
    ];
    for (engine, rewritten) in rewritten {
        let mut documents = Vec::new();
        for (name, demand) in demands.iter().filter(|(_, demand)| is_asked(demand, engine)) {
            let is_refused = demand["refused"].as_array().expect("a list").iter().any(|other| other == engine);
            let is_expected = !is_refused || rewritten.contains(&name.as_str());
            match written_for(folder.path(), &format!("{name}.yaml"), engine) {
                Ok(document) => {
                    assert!(is_expected, "{engine} refuses {name}, and it is written: {document}");
                    let file = format!("{name}.{engine}.yaml");
                    std::fs::write(folder.path().join(&file), document).expect("it can be written");
                    documents.push(file);
                }
                // What the profile does not allow is not written, although some engine may take it.
                Err(output) => {
                    let is_wrong = output.contains("error[") && !output.contains("error[V523]");
                    assert!(!is_expected || is_wrong, "{engine} takes {name}, and it is not written: {output}");
                }
            }
        }
        // Nothing is left to be said of what was written.
        assert_eq!(errors(folder.path(), &documents, engine), BTreeMap::new(), "{engine}");
    }
}

/// Wherever xOpera reads metadata, they are reported, and written as texts.
#[test]
fn metadata_are_texts_everywhere() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: {number: 1}\ninterface_types:\n  i: {derived_from: \
                tosca.interfaces.Root, metadata: {number: 1}}\nnode_types:\n  n:\n    derived_from: tosca.nodes.Root\n    \
                metadata: {number: 1}\n    properties: {p: {type: string, required: false, metadata: {number: 1}}}\n    \
                capabilities: {c: {type: tosca.capabilities.Root, properties: {q: {type: string, required: false, metadata: \
                {number: 1}}}}}\ntopology_template:\n  inputs: {i: {type: string, default: x, metadata: {number: 1}}}\n  \
                outputs: {o: {value: x, metadata: {number: 1}}}\n  relationship_templates: {r: {type: \
                tosca.relationships.DependsOn, metadata: {number: 1}}}\n  node_templates:\n    a: {type: n, metadata: {number: \
                1}}\n    b: {type: n, requirements: [{dependency: {node: a, relationship: r}}]}\n  groups: {g: {type: \
                tosca.groups.Root, members: [a], metadata: {number: 1}}}\n  policies: [{p: {type: tosca.policies.Root, \
                targets: [a], metadata: {number: 1}}}]\n";
    let deep = text.replacen("number: 1", "number: {deep: x}", 1);
    let folder = folder(&[("t.yaml", text), ("deep.yaml", &deep)]);
    let found = errors(folder.path(), &["t.yaml".to_owned()], "xopera");
    let count = text.matches("number: 1").count();
    assert_eq!((count, found["t.yaml"].len()), (11, count), "{found:?}");
    let document = written_for(folder.path(), "t.yaml", "xopera").expect("it is written");
    assert_eq!(document.matches("number: \"1\"").count(), count, "{document}");
    let refused = written_for(folder.path(), "deep.yaml", "xopera").expect_err("no text means the same");
    assert!(refused.contains("error[V523]: xOpera refuses metadata that are no texts"), "{refused}");
}

#[test]
fn what_is_written_for_an_engine_means_the_same() {
    let (folder, _) = templates();
    let written = |name: &str, engine| written_for(folder.path(), name, engine).expect("it is written");
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3\ntemplate_version: 1.0\nmetadata: {template_name: own}\n\
                template_name: other\nimports:\n  - types: {file: types.yaml}\ntopology_template:\n  relationship_templates:\n    \
                a_dependency: {type: tosca.relationships.DependsOn}\n  node_templates:\n    a:\n      type: tosca.nodes.Root\n      \
                requirements:\n        - dependency: {node: b, relationship: a_dependency}\n        - dependency: {node: b, \
                relationship: {type: tosca.relationships.DependsOn}}\n    b:\n      type: x.A\n      metadata: {count: 1, on: true}\n      \
                interfaces:\n        Standard:\n          inputs: {x: 1}\n          operations: {create: x.sh}\n          stop: {implementation: x.sh}\n";
    std::fs::write(folder.path().join("t.yaml"), text).expect("it can be written");
    let expected = "tosca_definitions_version: tosca_simple_yaml_1_3
metadata:
    template_name: own
    template_version: \"1.0\"
imports:
    - file: types.yaml
topology_template:
    relationship_templates:
        a_dependency:
            type: tosca.relationships.DependsOn
        a_dependency_2:
            type: tosca.relationships.DependsOn
    node_templates:
        a:
            type: tosca.nodes.Root
            requirements:
                - dependency:
                      node: b
                      relationship: a_dependency
                - dependency:
                      node: b
                      relationship: a_dependency_2
        b:
            type: x.A
            metadata:
                count: \"1\"
                on: \"true\"
            interfaces:
                Standard:
                    inputs:
                        x: 1
                    operations:
                        create: x.sh
                        stop:
                            implementation: x.sh
";
    assert_eq!(written("t.yaml", "xopera"), expected);
    for (metadata, expected) in [
        ("metadata:", "metadata:\n    template_name: other\n    template_version: \"1.0\"\n"),
        ("metadata: {}", "metadata:\n    template_name: other\n    template_version: \"1.0\"\n"),
        ("metadata: {template_name: own}", "metadata:\n    template_name: own\n    template_version: \"1.0\"\n"),
    ] {
        let text = format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3\ntemplate_name: other\ntemplate_version: 1.0\n{metadata}\n\
             topology_template: {{node_templates: {{a: {{type: tosca.nodes.Root}}}}}}\n"
        );
        std::fs::write(folder.path().join("m.yaml"), text).expect("it can be written");
        let document = written("m.yaml", "xopera");
        assert!(document.contains(expected), "{metadata}: {document}");
    }
    // Others take it as it is.
    assert_eq!(written("t.yaml", "unfurl"), written("t.yaml", "plain"));
}

#[test]
fn what_says_nothing_is_left_out_for_an_engine() {
    let (folder, _) = templates();
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3\ndescription:\ntopology_template:\n  node_templates:\n    a:\n      \
                type: tosca.nodes.Root\n      metadata:\n      requirements:\n        - dependency: {node: b, relationship: \
                tosca.relationships.DependsOn}\n      interfaces: {Standard: {operations: {create: , stop: x.sh}, notifications: }}\n    b: {type: \
                tosca.nodes.Root}\n";
    std::fs::write(folder.path().join("e.yaml"), text).expect("it can be written");
    let expected = "tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
    node_templates:
        a:
            type: tosca.nodes.Root
            requirements:
                - dependency:
                      node: b
                      relationship: a_dependency
            interfaces:
                Standard:
                    operations:
                        stop: x.sh
        b:
            type: tosca.nodes.Root
    relationship_templates:
        a_dependency:
            type: tosca.relationships.DependsOn
";
    assert_eq!(written_for(folder.path(), "e.yaml", "xopera").expect("it is written"), expected);
}

/// Files under `lib/` are read for conditions; documents have the types of those that are imported.
#[test]
fn types_that_nobody_imports_are_unknown_to_engines() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("it can be written");
    std::fs::create_dir(folder.path().join("lib")).expect("a folder");
    write(
        "lib/types.yaml",
        "tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Part: {derived_from: tosca.nodes.Root}
  my.App: {derived_from: my.Part}
",
    );
    let template = "topology_template: {node_templates: {a: {type: my.App}, b: {type: my.App}}}\n";
    let version = "tosca_definitions_version: tosca_simple_yaml_1_3\n";
    write("t.yaml", &format!("{version}{template}"));
    write("imports.yaml", &format!("{version}imports: [lib/types.yaml]\n{template}"));
    let printed = |arguments: &[&str]| {
        let output = run_in(folder.path(), arguments);
        (output.status.code(), printed(&output))
    };
    let (status, warning) = printed(&["check", "t.yaml"]);
    assert_eq!((status, warning.matches("warning[V114]").count()), (Some(0), 1), "{warning}");
    assert!(warning.contains("lib/types.yaml:4:3") && warning.contains("import the file"), "{warning}");
    for engine in ENGINES {
        let (status, errors) = printed(&["check", "t.yaml", "--for", engine, "--full"]);
        assert_eq!((status, errors.matches("error[V523]").count()), (Some(1), 2), "{errors}");
        let (status, refused) = printed(&["resolve", "t.yaml", "--for", engine]);
        assert!(status == Some(3) && refused.contains("V523"), "{refused}");
        assert_eq!(
            printed(&["check", "imports.yaml", "--for", engine]),
            (Some(0), "no findings\n".to_owned()),
            "{engine}"
        );
    }
    assert_eq!(printed(&["check", "imports.yaml"]), (Some(0), "no findings\n".to_owned()));
}
