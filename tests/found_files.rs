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

/// Settings are about many templates, of which some lack what an assertion names.
#[test]
fn what_assertions_of_settings_lack_can_be_left_out() {
    let assertion = "[[assertions]]\ncondition = \"on implies node.nothing\"\n";
    let status = |settings: &str, arguments: &[&str]| {
        let files = folder(&[("a.yaml", TEMPLATE), ("variscope.toml", &format!("{settings}{assertion}"))]);
        let found = run_in(&files, &[&["check", "a.yaml"], arguments].concat());
        (parts_of(&found).0, printed(&found).contains("V217"))
    };
    assert_eq!(status("", &[]), (Some(1), true));
    assert_eq!(status("", &["--only", "V415"]), (Some(1), true));
    assert_eq!(status("[severity]\nV217 = \"note\"\n", &[]), (Some(0), true));
    // A text that is no condition is wrong for every template.
    let files = folder(&[
        ("a.yaml", TEMPLATE),
        ("variscope.toml", "ignore = [\"V217\"]\nassertions = [{condition = \"on implies (\"}]\n"),
    ]);
    let broken = run_in(&files, &["check", "a.yaml"]);
    assert!(parts_of(&broken).0 == Some(1) && printed(&broken).contains("V217"), "{}", printed(&broken));
    let is_left_out = (Some(0), false);
    let settings = ["[severity]\nV217 = \"off\"\n", "ignore = [\"V415\"]\n", "[per-path]\n\"*.yaml\" = [\"V217\"]\n"];
    assert!(settings.iter().all(|settings| status(settings, &[]) == is_left_out));
    for arguments in [["--skip", "V217"], ["--skip", "V415"], ["--only", "V408"]] {
        assert_eq!(status("", &arguments), is_left_out, "{arguments:?}");
    }
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

/// A second template in the folder of a CSAR is no part of it, unless it imports it or a test holds it.
#[test]
fn templates_beside_a_csar_are_found() {
    let broken = TEMPLATE.replace("uses: db", "uses: nothing");
    let imported = "tosca_definitions_version: tosca_variability_1_0
topology_template: {substitution_mappings: {node_type: App}}
";
    let importing = TEMPLATE.replace("topology_template:", "imports: [parts/app.yaml]\ntopology_template:");
    let alone = [
        ("service-template.yaml", &*importing),
        ("parts/app.yaml", imported),
        ("tests/on/service-template.yaml", &*broken),
        ("tests/on/inputs.yaml", "on: true\n"),
        // What was resolved, or serves the template.
        (
            "variant.yaml",
            "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: {node_templates: {a: {}}}\n",
        ),
    ];
    let files = folder(&alone);
    let (status, output, _) = parts_of(&run_in(&files, &["check", "."]));
    assert_eq!((status, output.contains(": fine")), (Some(0), false), "{output}");
    for other in ["batch.yaml", "other/service-template.yaml", "other/shop/vst.yaml"] {
        let files = folder(&[&alone[..], &[(other, &*broken)]].concat());
        let (status, output, _) = parts_of(&run_in(&files, &["check", "."]));
        assert_eq!(status, Some(3), "{other}: {output}");
        assert!(output.contains(&format!("{other}:7")) && output.contains(".: fine"), "{other}: {output}");
    }
}

/// Each template and each test counts once, wherever links lead.
#[cfg(unix)]
#[test]
fn links_between_csars_are_not_followed_around() {
    use std::os::unix::fs::symlink;

    let files = folder(&[
        ("service-template.yaml", TEMPLATE),
        ("tests/on/test.yaml", "{}"),
        ("tests/on/inputs.yaml", "on: true\n"),
        ("a/service-template.yaml", TEMPLATE),
        ("b/service-template.yaml", TEMPLATE),
    ]);
    for (target, link) in [(".", "self"), ("..", "a/back"), ("../b", "a/other"), ("../a", "b/other")] {
        symlink(target, files.path().join(link)).unwrap();
    }
    let (status, output, _) = parts_of(&run_in(&files, &["check", ".", "--timeout", "20"]));
    assert_eq!((status, output.lines().count()), (Some(0), 3), "{output}");
    let (_, tested, _) = parts_of(&run_in(&files, &["test", "."]));
    assert!(tested.contains("1 passed, 0 failed") || tested.contains("0 passed, 1 failed"), "{tested}");
}

/// An unreadable template is no fine one; other files that are no text are passed over, and so is what is no file.
#[test]
fn templates_in_other_encodings_are_errors() {
    let wide: Vec<u8> = TEMPLATE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let latin = [TEMPLATE.as_bytes(), b"# Gr\xfc\xdfe\n"].concat();
    for (bytes, expected) in [(wide, Some(3)), (latin, Some(3)), (b"gr\xfc\xdfe: 1\n".to_vec(), Some(0))] {
        let files = folder(&[("a.yaml", TEMPLATE), ("c.yaml", TEMPLATE)]);
        std::fs::write(files.path().join("b.yaml"), bytes).unwrap();
        let found = run_in(&files, &["check", "."]);
        assert_eq!(parts_of(&found).0, expected, "{}", printed(&found));
        assert!(printed(&found).contains("b.yaml"), "{}", printed(&found));
    }
}

/// A patch goes where `--output` says, and no format goes with it.
#[test]
fn patches_are_written_where_they_are_wanted() {
    let superfluous = TEMPLATE.replace("mode: semantic-strict", "mode: semantic-strict, technology_optimization: min");
    let files = folder(&[("a b.yaml", &*superfluous), ("broken.yaml", "topology_template: [\n")]);
    let (status, output, _) = parts_of(&run_in(&files, &["check", "a b.yaml", "--diff", "--unsafe", "-o", "x.patch"]));
    let patch = std::fs::read_to_string(files.path().join("x.patch")).unwrap();
    assert_eq!((status, &*output), (Some(i32::from(!patch.is_empty())), ""), "{patch}");
    let (status, _, noted) = parts_of(&run_in(&files, &["check", "broken.yaml", "--diff"]));
    assert!(status == Some(0) && noted.contains("no fix is known for `broken.yaml`, which has 1 error"), "{noted}");
    let refused = run_in(&files, &["check", "a b.yaml", "--diff", "--format", "json"]);
    assert_eq!(parts_of(&refused).0, Some(2));
}

/// Names of cases stay where lines move; what is alike is numbered.
#[test]
fn cases_of_junit_have_names_without_lines() {
    let twice = TEMPLATE.replace("uses: db", "uses: nothing}, {also: nothing");
    let names = |text: &str| -> Vec<String> {
        let files = folder(&[("t.yaml", text)]);
        let (_, output, _) = parts_of(&run_in(&files, &["check", "t.yaml", "--format", "junit"]));
        output.lines().filter_map(|line| Some(line.split_once(" name=\"")?.1.split_once('"')?.0.to_owned())).collect()
    };
    let found = names(&twice);
    assert_eq!(found, names(&format!("# moved\n{twice}")));
    assert!(found.iter().any(|name| name.starts_with("t.yaml: relation")), "{found:?}");
}

/// What lies outside of the folder is not compared, which is noted.
#[test]
fn imports_that_are_not_read_are_not_compared() {
    let importing = TEMPLATE.replace("topology_template:", "imports: [../types.yaml]\ntopology_template:");
    let types =
        "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types: {App: {derived_from: tosca.nodes.Root}}\n";
    let files = folder(&[("old/app.yaml", &importing), ("new/app.yaml", &importing), ("types.yaml", types)]);
    let (status, output, noted) = parts_of(&run_in(&files, &["diff", "old/app.yaml", "new/app.yaml", "--exit-code"]));
    assert!(status == Some(0) && output.starts_with("no difference"), "{output}{noted}");
    assert!(noted.contains("note[V520]: import \"../types.yaml\" is not read"), "{noted}");
    let trusting = ["diff", "old/app.yaml", "new/app.yaml", "--allow-outside"];
    assert_eq!(parts_of(&run_in(&files, &trusting)).2, "");
}
