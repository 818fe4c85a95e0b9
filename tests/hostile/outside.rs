//! Files that other files name, or that a search finds: none outside of the folder that was named is read, shown or written.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use tempfile::TempDir;

use super::{HEAD, NODE, variscope};

/// What no output may show.
const SECRET: &str = "hunter2";

/// A template that resolves to something.
fn template() -> String {
    format!("{HEAD}{NODE}")
}

/// A folder `in` beside a secret; what `fill` puts into `in`.
fn beside_secrets(fill: impl Fn(&Path)) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("secret"), format!("password: {SECRET}\n")).unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    fill(&folder.path().join("in"));
    folder
}

/// Runs the program in the folder; its status and all that it prints, in which there is no secret. The secret itself stays.
fn harmless(folder: &TempDir, arguments: &[&str]) -> (Option<i32>, String) {
    let output = variscope(folder.path(), arguments);
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(!text.contains(SECRET), "{arguments:?} shows it: {text}");
    assert_eq!(fs::read_to_string(folder.path().join("secret")).unwrap(), format!("password: {SECRET}\n"), "{text}");
    (output.status.code(), text)
}

fn pipe(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Puts a CSAR with one test into a folder.
fn csar(folder: &Path, test: &str) {
    fs::create_dir_all(folder.join("tests/t")).unwrap();
    fs::write(folder.join("service-template.yaml"), template()).unwrap();
    fs::write(folder.join("tests/t/test.yaml"), test).unwrap();
}

#[test]
fn tests_name_nothing_outside() {
    for (test, place) in [
        ("expected: ../../../secret\n", "in/tests/t/test.yaml:1:11"),
        ("expected: ../../../new.yaml\n", "in/tests/t/test.yaml:1:11"),
        ("expected: /etc/passwd\n", "in/tests/t/test.yaml:1:11"),
        ("inputs: ../../../secret\ncodes: []\n", "in/tests/t/test.yaml:1:9"),
        ("inputs: /proc/self/environ\ncodes: []\n", "in/tests/t/test.yaml:1:9"),
        ("inputs: pipe\ncodes: []\n", "in/tests/t/test.yaml:1:9"),
        ("template: ../secret\ncodes: []\n", "in/tests/t/test.yaml:1:11"),
        ("template: /dev/zero\ncodes: []\n", "in/tests/t/test.yaml:1:11"),
        ("template: tests/t/pipe\ncodes: []\n", "in/tests/t/test.yaml:1:11"),
        ("expected: link/secret\n", "in/tests/t/test.yaml:1:11"),
    ] {
        let folder = beside_secrets(|inside| {
            csar(inside, test);
            symlink("../../..", inside.join("tests/t/link")).unwrap();
            pipe(&inside.join("tests/t/pipe"));
        });
        for arguments in [&["test", "in"][..], &["test", "in", "--update"], &["test", "in/tests/t", "--coverage"]] {
            let (status, text) = harmless(&folder, arguments);
            assert_eq!(status, Some(1), "{test}: {text}");
            assert!(text.contains(place), "{test}: {text}");
        }
        assert!(!folder.path().join("new.yaml").exists(), "{test}");
        let (_, text) = harmless(&folder, &["test", "in", "--update", "--format", "json"]);
        let code = if test.contains("pipe") { "V001" } else { "V006" };
        assert!(text.contains(code), "{test}: {text}");
    }
}

#[test]
fn files_of_tests_are_no_links_out() {
    for (name, target) in [
        ("expected.yaml", "../../../secret"),
        ("expected.yaml", "../../../new.yaml"),
        ("inputs.yaml", "../../../secret"),
        ("test.yaml", "../../../secret"),
        ("test.yaml", "/dev/zero"),
    ] {
        let folder = beside_secrets(|inside| {
            csar(inside, "codes: []\n");
            let path = inside.join("tests/t").join(name);
            if name.starts_with("expected") {
                fs::remove_file(inside.join("tests/t/test.yaml")).unwrap();
            }
            let _ = fs::remove_file(&path);
            symlink(target, path).unwrap();
        });
        for arguments in [&["test", "in"][..], &["test", "in", "--update"]] {
            let (status, text) = harmless(&folder, arguments);
            assert_eq!(status, Some(1), "{name}: {text}");
            assert!(text.contains("leads out of the folder that was named"), "{name}: {text}");
        }
        assert!(!folder.path().join("new.yaml").exists(), "{name}");
    }
}

#[test]
fn tests_beside_their_template_are_named_by_their_folder() {
    let folder = beside_secrets(|inside| {
        fs::write(inside.join("app.yaml"), template()).unwrap();
    });
    let (status, text) = harmless(&folder, &["sample", "in/app.yaml", "--pairwise", "--tests", "in/more"]);
    assert_eq!(status, Some(0), "{text}");
    for named in ["in/more", "in"] {
        let (status, text) = harmless(&folder, &["test", named]);
        assert_eq!(status, Some(0), "{named}: {text}");
    }
    let (status, text) = harmless(&folder, &["test", "in/more/sample-0001"]);
    assert!(status == Some(1) && text.contains("name a folder that has both"), "{text}");
}

#[test]
fn files_beside_the_test_are_read_and_written() {
    let folder = beside_secrets(|inside| {
        csar(inside, "expected: ../documents/t.yaml\n");
        fs::create_dir(inside.join("tests/documents")).unwrap();
        // Links that stay inside are followed, also where nothing is yet.
        symlink("real.yaml", inside.join("tests/documents/t.yaml")).unwrap();
        fs::rename(inside.join("tests/documents"), inside.join("documents")).unwrap();
        symlink("../documents", inside.join("tests/documents")).unwrap();
    });
    let (status, text) = harmless(&folder, &["test", "in/tests/t", "--update"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(folder.path().join("in/documents/real.yaml").is_file());
    assert_eq!(harmless(&folder, &["test", "in/tests/t"]).0, Some(0));
    // A suite whose template lies above the test, and one that is trusted.
    let folder = beside_secrets(|inside| {
        fs::create_dir_all(inside.join("suite/case")).unwrap();
        fs::write(inside.join("shop.yaml"), template()).unwrap();
        fs::write(inside.join("suite/case/test.yaml"), "template: ../../shop.yaml\n").unwrap();
    });
    assert_eq!(harmless(&folder, &["test", "in", "--update"]).0, Some(0));
    assert_eq!(harmless(&folder, &["test", "in/suite"]).0, Some(0));
    let (status, text) = harmless(&folder, &["test", "in/suite/case"]);
    assert!(status == Some(1) && text.contains("[V006]"), "{text}");
    assert_eq!(harmless(&folder, &["test", "in/suite/case", "--allow-outside"]).0, Some(0));
}

#[test]
fn folders_of_tests_are_no_links_out() {
    let folder = beside_secrets(|inside| {
        csar(inside, "codes: []\n");
        symlink("../../other", inside.join("tests/far")).unwrap();
    });
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("expected.yaml"), "").unwrap();
    let (status, text) = harmless(&folder, &["test", "in", "--update"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("passed over: 1 link, first `in/tests/far`"), "{text}");
    assert_eq!(fs::read_to_string(other.join("expected.yaml")).unwrap(), "");
    assert_eq!(harmless(&folder, &["test", "in", "--update", "--allow-outside"]).0, Some(0));
    assert_ne!(fs::read_to_string(other.join("expected.yaml")).unwrap(), "");
}

#[test]
fn an_ensemble_that_is_found_is_no_link_out() {
    let folder = beside_secrets(|inside| {
        fs::write(inside.join("unfurl.yaml"), "apiVersion: unfurl/v1alpha1\nkind: Project\n").unwrap();
        fs::create_dir(inside.join("e")).unwrap();
        symlink("../../secret", inside.join("e/ensemble.yaml")).unwrap();
    });
    let (status, text) = harmless(&folder, &["check", "in/e"]);
    assert!(status == Some(3) && text.contains("V006"), "{text}");
}

#[test]
fn settings_that_are_found_are_no_links_out() {
    for (target, words) in [
        ("../secret", "leads out of the folder"),
        ("/dev/zero", "leads out of the folder"),
        ("pipe", "it is no regular file"),
        ("large", "is larger than 1024 KiB"),
        ("beside", "line 1: what the link leads to are no settings"),
    ] {
        let folder = beside_secrets(|inside| {
            fs::create_dir(inside.join("below")).unwrap();
            fs::write(inside.join("below/t.yaml"), template()).unwrap();
            fs::write(inside.join("beside"), format!("password: {SECRET}\n")).unwrap();
            fs::write(inside.join("large"), "#".repeat((1 << 20) + 1)).unwrap();
            pipe(&inside.join("pipe"));
            symlink(target, inside.join("variscope.toml")).unwrap();
            fs::copy(inside.join("below/t.yaml"), inside.join("t.yaml")).unwrap();
        });
        // In a repository settings above count, too.
        fs::create_dir(folder.path().join("in/.git")).unwrap();
        for template in ["in/t.yaml", "in/below/t.yaml"] {
            let (status, text) = harmless(&folder, &["check", template]);
            assert!(status == Some(3) && text.contains(words), "{target}: {text}");
        }
    }
    let folder = beside_secrets(|inside| {
        fs::write(inside.join("t.yaml"), template()).unwrap();
        fs::write(inside.join("shared.toml"), "ignore = [\"V4\"]\n").unwrap();
        symlink("shared.toml", inside.join("variscope.toml")).unwrap();
    });
    assert_eq!(harmless(&folder, &["check", "in/t.yaml"]).0, Some(0));
}

#[test]
fn feature_models_import_nothing_outside() {
    let model = "imports\n\tother\nfeatures\n\tR\n\t\toptional\n\t\t\tother.A\n";
    for (target, words) in [
        ("../secret.uvl", "it leads out of the folder that was named"),
        ("/dev/zero", "it leads out of the folder that was named"),
        ("pipe", "it is no regular file"),
    ] {
        let folder = beside_secrets(|inside| {
            fs::write(inside.join("m.uvl"), model).unwrap();
            pipe(&inside.join("pipe"));
            symlink(target, inside.join("other.uvl")).unwrap();
        });
        fs::write(folder.path().join("secret.uvl"), "features\n\tA\n").unwrap();
        let (status, text) = harmless(&folder, &["count", "in/m.uvl"]);
        assert!(status == Some(3) && text.contains(words), "{target}: {text}");
        if target == "../secret.uvl" {
            assert_eq!(harmless(&folder, &["count", "in/m.uvl", "--allow-outside"]).0, Some(0));
        }
    }
    let folder = beside_secrets(|inside| {
        fs::write(inside.join("m.uvl"), model).unwrap();
        fs::write(inside.join("real"), "features\n\tA\n").unwrap();
        symlink("real", inside.join("other.uvl")).unwrap();
    });
    assert_eq!(harmless(&folder, &["count", "in/m.uvl"]).0, Some(0));
}

#[test]
fn templates_that_are_found_are_no_links_out() {
    let wrong =
        format!("{HEAD}{NODE}    b: {{type: tosca.nodes.Root, conditions: true, requirements: [{{uses: A}}]}}\n");
    let folder = beside_secrets(|inside| {
        fs::write(inside.join("t.yaml"), template()).unwrap();
        fs::create_dir(inside.join("below")).unwrap();
        symlink("../../far.yaml", inside.join("below/far.yaml")).unwrap();
        symlink("../csar", inside.join("csar")).unwrap();
        symlink("/dev/zero", inside.join("q.csar")).unwrap();
        pipe(&inside.join("p.csar"));
        symlink("t.yaml", inside.join("near.yaml")).unwrap();
    });
    fs::write(folder.path().join("far.yaml"), &wrong).unwrap();
    csar(&folder.path().join("csar"), "codes: []\n");
    for arguments in [&["check", "in"][..], &["check", "in", "--fix", "--unsafe"], &["check", "in", "--diff"]] {
        let (status, text) = harmless(&folder, arguments);
        assert_eq!(status, Some(0), "{text}");
        assert!(text.contains("passed over: 3 links, first `in/below/far.yaml`, out of the folder"), "{text}");
        assert!(text.contains("passed over: `in/p.csar` is no regular file"), "{text}");
        assert_eq!(fs::read_to_string(folder.path().join("far.yaml")).unwrap(), wrong);
    }
    fs::remove_file(folder.path().join("in/q.csar")).unwrap();
    let (status, text) = harmless(&folder, &["check", "in", "--allow-outside"]);
    assert!(status == Some(3) && text.contains("far.yaml"), "{text}");
}
