//! What is wrong with technologies, in the words of the reference.

use super::{is_of_constraint, loaded, sentences};
use crate::source::diagnostic::Code;
use crate::source::package::Package;
use crate::source::syntax::vocabulary::Profile;
use crate::tosca::model::{LoadOptions, Model};

const APP: &str = "
  node_templates:
    app: {type: leaf}
";

fn with_rule(options: &str, rule: &str, nodes: &str) -> crate::tosca::model::Loaded {
    loaded(&format!(
        "
  variability:
    options: {{{options}}}
    qualities: [{rule}]
{nodes}"
    ))
}

#[test]
fn a_managed_node_needs_candidates() {
    let rule = "{component: leaf, technology: ansible, hosting: [machine]}";
    let missing = with_rule("required_technology_check: true", rule, APP);
    assert_eq!(sentences(&missing), ["Node \"app\" has no technology candidates"]);
    assert!(missing.diagnostics[0].notes[0].contains("leaf@machine"));
    let warned = with_rule("", rule, APP);
    assert_eq!(sentences(&warned), [""; 0], "the check is off in the third version");
    assert!(matches!(warned.diagnostics.as_slice(), [only] if is_of_constraint(only)), "{:?}", warned.diagnostics);
    let unasked = with_rule("required_technology_constraint: false", rule, APP);
    assert_eq!(unasked.diagnostics, []);
    let derived = "{component: component, technology: ansible}";
    assert_eq!(sentences(&with_rule("required_technology_check: true", derived, APP)), [""; 0]);
}

#[test]
fn a_modelled_technology_needs_a_rule() {
    let nodes = "
  node_templates:
    app: {type: leaf, technology: [ansible, chef]}
";
    let missing = with_rule("", "{component: leaf, technology: ansible}", nodes);
    assert_eq!(sentences(&missing), ["Node \"app\" has no implementation for technology \"chef@1\" of node \"app\""]);
    assert_eq!(missing.diagnostics[0].code, Code::NoTechnology);
}

#[test]
fn the_type_of_a_node_that_may_be_managed_is_defined() {
    let undefined = loaded(
        "
  node_templates:
    app: {type: laef}
    told: {type: missing, managed: false}
",
    );
    assert_eq!(sentences(&undefined), ["Node type \"laef\" does not exist"]);
    assert_eq!(undefined.diagnostics[0].help.as_deref(), Some("did you mean \"leaf\"?"));
}

#[test]
fn the_type_of_a_node_that_may_be_managed_is_one() {
    let nodes = "
  node_templates:
    app: {type: [{leaf: }, {component: }]}
";
    assert_eq!(sentences(&loaded(nodes)), ["Node \"app\" has more than one type"]);
    let once = with_rule(
        "",
        "{component: leaf, technology: ansible}",
        "
  node_templates:
    app: {type: leaf, technology: ansible, requirements: [{host: both}]}
    both: {type: [{engine: }, {machine: }], managed: false}
",
    );
    assert_eq!(sentences(&once), [""; 0], "no rule looks at the host");
    let twice = "{component: leaf, technology: ansible, hosting: [engine]}, {component: leaf, technology: chef, hosting: [machine]}";
    let asked = with_rule(
        "",
        twice,
        "
  node_templates:
    app: {type: leaf, requirements: [{host: both}]}
    both: {type: [{engine: }, {machine: }], managed: false}
",
    );
    assert_eq!(sentences(&asked), ["Node \"both\" has more than one type"], "said once");
}

#[test]
fn types_that_rules_ask_about_are_defined() {
    let rule = "{component: leaf, technology: ansible, artifact: image, hosting: [machine]}";
    let nodes = "
  node_templates:
    app: {type: leaf, requirements: [{host: lost}], artifacts: [{a: {type: image, file: f}}, {b: {type: gone, file: f}}]}
    lost: {type: nowhere, managed: false}
";
    let asked = with_rule("", rule, nodes);
    let expected =
        ["starting artifact_types \"gone\" has no definition", "starting node_types \"nowhere\" has no definition"];
    assert_eq!(sentences(&asked), expected);
    assert!(asked.diagnostics.iter().all(|diagnostic| diagnostic.labels.len() == 1));
}

#[test]
fn weights_are_between_zero_and_one() {
    let of_rule = with_rule("", "{component: leaf, technology: ansible, weight: 2}", APP);
    assert_eq!(sentences(&of_rule), ["Weight \"2\" of technology \"ansible@0\" of node \"app\" is larger than 1"]);
    let unused = with_rule("", "{component: engine, technology: ansible, weight: 2}", APP);
    assert_eq!(sentences(&unused), [""; 0]);
    let authored = loaded(
        "
  node_templates:
    app: {type: leaf, technology: [{ansible: {weight: -0.5}}, {chef: {weight: high}}]}
",
    );
    let expected = [
        "Weight \"-0.5\" of technology \"ansible@0\" of node \"app\" is a negative number",
        "Weight \"high\" of technology \"chef@1\" of node \"app\" is not a number or boolean",
    ];
    assert_eq!(sentences(&authored), expected);
}

#[test]
fn one_technology_may_be_the_default() {
    let several = loaded(
        "
  node_templates:
    app: {type: leaf, technology: [{ansible: {default_alternative: true}}, {chef: {default_alternative: true}}]}
",
    );
    assert_eq!(sentences(&several), ["Node \"app\" has multiple default technologies"]);
}

#[test]
fn malformed_rules_and_technologies_are_shown() {
    for rule in [
        "{technology: ansible}",
        "{component: [leaf], technology: ansible}",
        "{component: leaf}",
        "{component: leaf, technology: [a, b]}",
    ] {
        let codes: Vec<Code> = with_rule("", rule, "").diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, [Code::WrongShape], "{rule}");
    }
    for technology in ["true", "{ansible: {}}", "[{ansible: , chef: }]", "[[ansible]]"] {
        let nodes = format!(
            "
  node_templates: {{app: {{type: leaf, managed: false, technology: {technology}}}}}
"
        );
        let codes: Vec<Code> = loaded(&nodes).diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, [Code::WrongShape], "{technology}");
    }
}

#[test]
fn a_list_of_one_technology_is_that_technology() {
    let listed = with_rule("required_technology_check: true", "{component: leaf, technology: [ansible]}", APP);
    assert_eq!(sentences(&listed), [""; 0]);
}

#[test]
fn javascript_is_not_run() {
    let listed = loaded(
        "
  variability: {plugins: {technology: [a.js, b.js]}}
",
    );
    let codes: Vec<Code> = listed.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, [Code::UnsupportedPlugin; 2]);
    assert_eq!(sentences(&listed)[1], "technology plug-in \"b.js\" is not run");
}

/// A folder with a template and these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("inside the folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

fn opened(files: &[(&str, &str)]) -> crate::tosca::model::Loaded {
    let folder = folder(files);
    let options = LoadOptions { profile: Some(Profile::D), options: None };
    Model::load(&Package::open(folder.path()).expect("readable"), &options).expect("readable")
}

const TEMPLATE: &str = "
tosca_definitions_version: tosca_variability_1_0_rc_3
imports: [types/one.yaml]
topology_template:
  variability: {options: {required_technology_check: true}}
  node_templates:
    app: {type: leaf}
";

#[test]
fn types_come_from_lib_and_from_imports() {
    let types = "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types: {leaf: }\n";
    let rules = "[{component: leaf, technology: ansible}]";
    let cycle = "tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [{file: ../types/one.yaml}, two.yaml]\n";
    for files in [
        vec![("lib/deep/types.yml", types), ("types/one.yaml", "metadata: {}\n"), ("qualities.yaml", rules)],
        vec![("types/one.yaml", types), ("lib/qualities.yaml", rules)],
        vec![
            ("types/one.yaml", cycle),
            ("types/two.yaml", types),
            ("qualities.yaml", rules),
            ("lib/qualities.yaml", "[]"),
        ],
    ] {
        let loaded = opened(&[&[("template.yaml", TEMPLATE)], &files[..]].concat());
        assert_eq!(sentences(&loaded), [""; 0], "{files:?}");
    }
}

#[test]
fn library_files_are_read_strictly() {
    let loaded = opened(&[
        ("template.yaml", TEMPLATE),
        ("qualities.yaml", "[{component: leaf, technology: ansible}]"),
        ("lib/a.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types: {leaf: }\n"),
        ("lib/b.yaml", "tosca_definitions_version: tosca_simple_yaml_1_2\n"),
        ("lib/c.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types: {leaf: }\n"),
        ("lib/d.yaml", "tosca_definitions_version: [\n"),
        ("lib/playbook.yaml", "- hosts: all\n"),
    ]);
    let codes: Vec<Code> = loaded.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    let mut sorted = codes.clone();
    sorted.sort_unstable();
    // The template imports a file that is not there, which is doubtful but no error.
    assert_eq!(sorted, [Code::UnreadableFile, Code::MalformedYaml, Code::UnsupportedVersion, Code::DuplicateType]);
}

#[test]
fn plugins_in_their_folder_are_met() {
    let loaded = opened(&[
        ("template.yaml", "tosca_definitions_version: tosca_variability_1_0\ntopology_template: {}\n"),
        ("plugins/technology/p.js", ""),
    ]);
    assert_eq!(sentences(&loaded), ["technology plug-in \"plugins/technology/p.js\" is not run"]);
}

#[test]
fn a_template_with_too_many_ways_of_hosting_is_refused_once() {
    let doubled = |at: usize| {
        format!("    n{at}: {{type: leaf, requirements: [{{host: n{}}}, {{host: n{}}}]}}\n", at + 1, at + 1)
    };
    let nodes = format!("  node_templates:\n{}    n40: {{type: leaf}}\n", (0..40).map(doubled).collect::<String>());
    let rule = "{component: leaf, technology: ansible, hosting: ['*', machine]}";
    let codes: Vec<Code> = with_rule("required_technology_check: true", rule, &nodes)
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code)
        .collect();
    assert_eq!(codes, [Code::HostingLimit]);
}
