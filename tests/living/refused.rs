//! What is refused before any work is done, and folders that have no name.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{CHOICES, FINE, folder, output_of, run};

#[test]
fn what_only_feature_models_take_is_refused_for_templates() {
    let folder = folder(&[("t.yaml", CHOICES), ("some.txt", "a\n")]);
    let project = |command: &[&'static str]| [command, &["--project", "some.txt"]].concat();
    for arguments in [
        vec!["count", "t.yaml", "--save", "t.nnf"],
        vec!["list", "t.yaml", "--by-search"],
        project(&["count", "t.yaml"]),
        project(&["elements", "t.yaml"]),
        project(&["list", "t.yaml"]),
        project(&["sample", "t.yaml"]),
        project(&["explain", "t.yaml", "node.db"]),
        project(&["explain", "t.yaml", "slim = true"]),
        project(&["optimize", "t.yaml", "--min"]),
        project(&["diff", "t.yaml", "t.yaml"]),
    ] {
        let output = run(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", output_of(&output));
        assert!(output_of(&output).contains("a template is no feature model"), "{arguments:?}: {}", output_of(&output));
    }
    let counted = run(folder.path(), &["check", "t.yaml", "--statistics", "--format", "json"]);
    assert_eq!(counted.status.code(), Some(2), "{}", output_of(&counted));
}

#[test]
fn folders_that_are_not_empty_are_refused_before_anything_is_looked_at() {
    let folder = folder(&[("t.yaml", CHOICES), ("full/file", ""), ("broken.yaml", "a: [")]);
    for arguments in [["list", "broken.yaml", "--write", "full"], ["sample", "broken.yaml", "--tests", "full"]] {
        let output = run(folder.path(), &arguments);
        assert!(output_of(&output).contains("the folder is not empty"), "{arguments:?}: {}", output_of(&output));
    }
    fs::create_dir(folder.path().join("empty")).unwrap();
    let output = run(folder.path(), &["list", "t.yaml", "--write", "empty"]);
    assert_eq!(output.status.code(), Some(0), "{}", output_of(&output));
    assert!(folder.path().join("empty/index.json").is_file());
}

fn git(folder: &Path, arguments: &str) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments.split(' ')).current_dir(folder);
    assert!(git.output().unwrap().status.success(), "{arguments}");
}

#[test]
fn folders_without_a_name_have_revisions() {
    let folder = folder(&[("template.yaml", FINE), ("inner/template.yaml", FINE)]);
    git(folder.path(), "init --quiet");
    git(folder.path(), "add .");
    git(folder.path(), "commit --quiet --message=first");
    let more = format!("{FINE}    more: {{type: tosca.nodes.Root}}\n");
    for name in ["template.yaml", "inner/template.yaml"] {
        fs::write(folder.path().join(name), &more).unwrap();
    }
    let inner = folder.path().join("inner");
    for (from, path) in [(folder.path(), "."), (folder.path(), "inner"), (&inner, "."), (&inner, "..")] {
        let output = run(from, &["diff", path, "--rev", "HEAD"]);
        assert!(output_of(&output).contains("more"), "{path}: {}", output_of(&output));
    }
}

#[test]
fn what_a_revision_lacks_or_hides_is_named_with_its_whole_path() {
    let imports = FINE.replace("topology_template:", "imports: [types/web.yaml]\ntopology_template:");
    let folder = folder(&[("apps/shop/t.yaml", &*imports), ("types/web.yaml", FINE)]);
    std::os::unix::fs::symlink("../../types", folder.path().join("apps/shop/types")).unwrap();
    git(folder.path(), "init --quiet");
    git(folder.path(), "add .");
    git(folder.path(), "commit --quiet --message=first");
    fs::write(folder.path().join("apps/shop/t.yaml"), FINE).unwrap();
    let output = output_of(&run(folder.path(), &["diff", "apps/shop/t.yaml", "--rev", "HEAD"]));
    assert!(output.contains("error[V006]") && output.contains("--> HEAD:apps/shop/t.yaml:2:11"), "{output}");
    let model = folder.path().join("apps/shop/m.cnf");
    fs::write(&model, "p cnf 1 1\n2 0\n").unwrap();
    git(folder.path(), "add .");
    git(folder.path(), "commit --quiet --message=second");
    fs::write(&model, "p cnf 1 1\n1 0\n").unwrap();
    let output = output_of(&run(folder.path(), &["diff", "apps/shop/m.cnf", "--rev", "HEAD"]));
    assert!(output.contains("error[V701]") && output.contains("--> HEAD:apps/shop/m.cnf:2:1"), "{output}");
    git(folder.path(), "mv apps/shop/t.yaml apps/shop/moved.yaml");
    let output = output_of(&run(folder.path(), &["diff", "apps/shop/moved.yaml", "--rev", "HEAD"]));
    assert!(output.contains("there is no apps/shop/moved.yaml at the git revision `HEAD`"), "{output}");
}

/// No name that was put in for what cannot be read is shown.
#[test]
fn what_cannot_be_read_is_left_out_of_conditions() {
    let head = "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  node_templates:\n";
    let folder = folder(&[("t.yaml", &format!("{head}    a: {{type: T, conditions: {{or: [5, true]}}}}\n"))]);
    let printed = output_of(&run(folder.path(), &["check", "t.yaml", "--profile", "C"]));
    assert!(printed.contains("node \"a\" has the condition `... or true`"), "{printed}");
}

/// That there is nothing to run is said in words, and for programs in their format.
#[test]
fn a_folder_without_tests_is_an_error() {
    let folder = folder(&[("empty/file", "")]);
    for format in ["text", "concise", "json", "junit", "sarif"] {
        let output = run(folder.path(), &["test", "empty", "--format", format]);
        assert_eq!(output.status.code(), Some(3), "{format}");
        let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert!(stderr.contains("no Variability Test here"), "{format}");
        assert_eq!(stdout.contains("no Variability Test here"), format != "text", "{format}");
    }
}

/// What cannot be said in clauses is not decided, as it is for other questions.
#[test]
fn what_is_not_decided_is_not_exported() {
    let area = "{mul: [{variability_input: width}, {variability_input: depth}]}";
    let node =
        |name: &str, least: u32| format!("    {name}: {{type: Part, conditions: {{greater: [{area}, {least}]}}}}\n");
    let template = |nodes: &str| {
        format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{width: {{type: integer}}, depth: {{type: integer}}}}
    options: {{mode: consistent-strict}}
  node_templates:
{nodes}"
        )
    };
    let open = template(&(node("mural", 100) + &node("frame", 200)));
    let folder = folder(&[("open.yaml", &open), ("known.yaml", &template(&node("mural", 100)))]);
    let exported = run(folder.path(), &["export", "open.yaml", "--to", "dimacs"]);
    assert_eq!((exported.status.code(), exported.stdout), (Some(4), Vec::new()));
    assert!(output_of(&run(folder.path(), &["count", "open.yaml"])).contains("variants        at least 3\n"));
    // That configurations are not counted takes nothing from the number of variants.
    let counted = run(folder.path(), &["count", "known.yaml"]);
    assert_eq!(counted.status.code(), Some(4));
    let counted = output_of(&counted);
    assert!(counted.contains("variants        2\nclasses         2\nconfigurations  unknown\n"), "{counted}");
    let document = output_of(&run(folder.path(), &["count", "known.yaml", "--format", "json"]));
    assert!(document.contains("\"at_most\": \"2\"") && document.contains("\"exact\": false"), "{document}");
}
