//! Which files of a folder are templates or belong to one, and what is said where a document keeps what nothing reads.

mod support;

use support::folder::folder;
use support::program::{parts_of, printed, run_in};

const TEMPLATE: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {on: {type: boolean}}
    options: {mode: semantic-strict}
  node_templates:
    app: {type: App, requirements: [{uses: db}]}
    db: {type: Db, conditions: {variability_input: on}}
";

#[test]
fn a_csar_alone_in_a_folder_is_found() {
    let folder = folder(&[("a/app/service-template.yaml", TEMPLATE)]);
    let checked = run_in(&folder, &["check", "a"]);
    assert_eq!(parts_of(&checked).0, Some(0), "{}", printed(&checked));
}

#[test]
fn what_a_test_names_as_expected_is_no_template_whatever_it_is_called() {
    let broken = TEMPLATE.replace("uses: db", "uses: nothing");
    let test = |expected: &str| {
        folder(&[
            ("shop.yaml", TEMPLATE),
            ("tests/on/test.yaml", "template: ../../shop.yaml\nexpected: ./other.yaml\n"),
            ("tests/on/inputs.yaml", "on: true\n"),
            ("tests/on/other.yaml", expected),
        ])
    };
    let files = test(&broken);
    let checked = run_in(&files, &["check", "."]);
    assert_eq!(parts_of(&checked).0, Some(0), "{}", printed(&checked));
    let files = test("topology_template: [\n");
    let tested = run_in(&files, &["test", "tests"]);
    let (status, output, noted) = parts_of(&tested);
    assert_eq!(status, Some(1), "{output}{noted}");
    assert!(output.contains("its other.yaml cannot be used") && output.contains("on/other.yaml:1:20"), "{output}");
}

#[test]
fn what_a_test_expects_is_no_template() {
    let expected = TEMPLATE.replace("on: {type: boolean}", "");
    let folder = folder(&[
        ("all/shop.yaml", TEMPLATE),
        ("all/tests/on/test.yaml", "{}"),
        ("all/tests/on/expected.yaml", &expected),
        ("all/csar/service-template.yaml", TEMPLATE),
        ("all/csar/tests/on/inputs.yaml", "{on: true}"),
        ("all/csar/tests/on/expected.yaml", &expected),
        ("variscope.toml", "[[assertions]]\ncondition = \"on implies node.db\"\n"),
    ]);
    let checked = run_in(&folder, &["check", "all"]);
    assert_eq!(parts_of(&checked).0, Some(0), "{}", printed(&checked));
    let checked = run_in(&folder, &["check", "all/csar/tests", "all/shop.yaml"]);
    assert!(!printed(&checked).contains("V217"), "{}", printed(&checked));
}

#[test]
fn assertions_of_settings_say_which_template_lacks_what_they_name() {
    let folder = folder(&[
        ("a.yaml", TEMPLATE),
        ("b.yaml", &TEMPLATE.replace("on: {", "off: {").replace("input: on", "input: off")),
        ("variscope.toml", "[[assertions]]\ncondition = \"on implies node.db\"\n"),
    ]);
    let found = printed(&run_in(&folder, &["check", "."]));
    assert!(found.contains("the settings assert this of `") && found.contains("b.yaml`"), "{found}");
    assert!(!found.contains("of `a.yaml`") && !found.contains("of `./a.yaml`"), "{found}");
    let help = "an element has its kind before its name, as in `node.app`; a text stands in quotes: \"on\"";
    assert!(found.contains(help), "{found}");
}

#[test]
fn files_of_yaml_are_known_by_their_endings() {
    let types =
        "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types: {Db: {derived_from: tosca.nodes.Root}}\n";
    let template = TEMPLATE.replace("type: App", "type: Db");
    for ending in ["yaml", "YML", "tosca"] {
        let (library, template_name) = (format!("shop/lib/types.{ending}"), format!("shop/shop.{ending}"));
        let folder = folder(&[(library.as_str(), types), (template_name.as_str(), template.as_str())]);
        // What the library defines, and the template does not import, is found in it.
        let found = printed(&run_in(&folder, &["check", "shop", "--only", "V114"]));
        assert!(found.contains(&format!("shop/lib/types.{ending}:2:14")), "{ending}: {found}");
    }
}

#[test]
fn expressions_that_nothing_evaluates_are_reported_with_the_document() {
    let value = "{type: App, properties: [workers: {value: {variability_input: on}}], requirements: [{uses: db}]}";
    let template = TEMPLATE.replace("{type: App, requirements: [{uses: db}]}", value);
    let folder = folder(&[("t.yaml", &template), ("plain.yaml", TEMPLATE)]);
    let (status, document, said) = parts_of(&run_in(&folder, &["resolve", "t.yaml", "--input", "on=true"]));
    assert!(status == Some(0) && document.contains("variability_input: on"), "{document}");
    assert!(said.contains("warning[V519]: the variability input \"on\" is not evaluated here"), "{said}");
    assert_eq!(parts_of(&run_in(&folder, &["resolve", "plain.yaml", "--input", "on=true"])).2, "");
}

#[test]
fn reads_of_absent_nodes_are_reported_with_the_document() {
    let outputs = "  outputs:\n    x: {value: {concat: [a, {get_attribute: [db, ip]}]}}\n  node_templates:\n";
    let template = TEMPLATE.replace("  node_templates:\n", outputs);
    let folder = folder(&[("t.yaml", &template)]);
    let (_, _, said) = parts_of(&run_in(&folder, &["resolve", "t.yaml", "--input", "on=false"]));
    assert!(said.contains("warning[V106]: node \"db\" is absent where this value reads it"), "{said}");
    assert_eq!(parts_of(&run_in(&folder, &["resolve", "t.yaml", "--input", "on=true"])).2, "");
}

#[test]
fn numbers_of_classes_have_no_bound() {
    let inputs: Vec<String> = (0..70).map(|number| format!("i{number}: {{type: boolean}}")).collect();
    let any: Vec<String> = (0..70).map(|number| format!("{{variability_input: i{number}}}")).collect();
    let template = TEMPLATE.replace("on: {type: boolean}", &inputs.join(", "));
    let template = template.replace("{variability_input: on}", &format!("{{or: [{}]}}", any.join(", ")));
    let folder = folder(&[("t.yaml", &template)]);
    let written = run_in(&folder, &["list", "t.yaml", "--write", "all"]);
    assert_eq!(parts_of(&written).0, Some(0), "{}", printed(&written));
    let index = std::fs::read_to_string(folder.path().join("all/index.json")).expect("an index");
    assert!(index.contains(&((1_u128 << 70) - 1).to_string()), "{index}");
}
