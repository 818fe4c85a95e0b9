//! What the program reads in a folder, and the places that it names: as people type them, and as platforms expect them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::fs;
use std::path::Path;
use std::process::Output;

use support::program::{text, variscope, variscope_in};

fn in_folder(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = variscope_in(folder, arguments);
    program.env_remove("GITHUB_WORKSPACE").env_remove("CI_PROJECT_DIR").output().unwrap()
}

/// Platforms count paths from the root of the repository, and refuse what has no place.
#[test]
fn platforms_get_a_place_from_the_root_for_every_finding() {
    let repository = tempfile::tempdir().unwrap();
    let sub = repository.path().join("sub");
    for folder in [repository.path().join(".git"), sub.join("c10")] {
        fs::create_dir_all(folder).unwrap();
    }
    let template = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability: {inputs: {b: {type: boolean}}}
  node_templates: {a: {type: t, conditions: {variability_input: b}}}
";
    fs::write(sub.join("t.yaml"), template).unwrap();
    fs::write(sub.join("c10/template.yaml"), template).unwrap();
    fs::write(sub.join("c10/test.yaml"), "preset: none\ncodes: []\n").unwrap();
    let given: &[&str] = &["check", "t.yaml", "--input", "b=7", "--assert", "node.a"];
    for (call, file) in [(given, "sub/t.yaml"), (&["test", "."][..], "sub/c10/test.yaml")] {
        for (format, pointer) in [("sarif", "/runs/0/results"), ("gitlab", "")] {
            let output = in_folder(&sub, &[call, &["--format", format]].concat());
            let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            let findings = answer.pointer(pointer).unwrap().as_array().unwrap();
            assert!(!findings.is_empty());
            for finding in findings {
                let place = ["/locations/0/physicalLocation/artifactLocation/uri", "/location/path"];
                let place = place.iter().find_map(|pointer| finding.pointer(pointer));
                assert_eq!(place, Some(&file.into()), "{finding:#}");
            }
        }
        let output = in_folder(&sub, &[call, &["--format", "github"]].concat());
        for line in text(&output.stdout).lines() {
            assert!(line.contains(&format!(" file={file},line=")), "{line}");
        }
    }
}

#[test]
fn conditions_may_begin_with_a_minus() {
    let folder = tempfile::tempdir().unwrap();
    let template = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability: {options: {type_default_condition: true}, inputs: {n: {type: integer, constraints: [{in_range: [-2, 2]}]}}}
  node_templates: {a: {type: t, conditions: {greater: [{variability_input: n}, 0]}}}
";
    fs::write(folder.path().join("t.yaml"), template).unwrap();
    for (arguments, status) in [
        (&["count", "t.yaml", "--where", "-1 < n"][..], 0),
        (&["check", "t.yaml", "--assert", "-1 < n or not node.a"], 0),
        (&["explain", "t.yaml", "-3 < n"], 0),
        (&["explain", "t.yaml", "-3 < n", "--all"], 0),
        (&["count", "t.yaml", "--where", "--closed"], 2),
        (&["explain", "t.yaml", "--nothing"], 2),
    ] {
        let output = in_folder(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?} {}", text(&output.stderr));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_text_is_reported() {
    use std::os::unix::ffi::OsStrExt as _;

    let folder = tempfile::tempdir().unwrap();
    let name = std::ffi::OsStr::from_bytes(b"b\xff.yaml");
    fs::write(folder.path().join(name), "tosca_definitions_version: tosca_variability_1_0\n").unwrap();
    let output = variscope(&["check"]).arg(folder.path().join(name)).output().unwrap();
    assert!((text(&output.stdout) + &text(&output.stderr)).contains("its name is not UTF-8"), "{output:?}");
}

/// What has the name of a file that matters, and is none, is not passed over.
#[test]
fn folders_in_place_of_files_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let case = folder.path().join("case");
    fs::create_dir_all(case.join("inputs.yaml")).unwrap();
    fs::write(case.join("template.yaml"), "tosca_definitions_version: tosca_variability_1_0\n").unwrap();
    fs::write(case.join("test.yaml"), "codes: []\n").unwrap();
    assert_eq!(in_folder(folder.path(), &["test", "case"]).status.code(), Some(1));
    fs::remove_dir(case.join("inputs.yaml")).unwrap();
    fs::create_dir(case.join("variscope.toml")).unwrap();
    let output = in_folder(&case, &["check", "template.yaml"]);
    assert!(text(&output.stderr).contains("variscope.toml"), "{output:?}");
}
