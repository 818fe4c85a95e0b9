//! Files that are called otherwise, or asked about in another way, than the program has it.

use std::fs;

use super::{SHOP, TYPES, folder, output_of, run};

#[test]
fn settings_are_found_without_a_repository() {
    let folder = folder(&[
        ("shop/shop.yaml", SHOP),
        ("shop/types.yaml", TYPES),
        ("variscope.toml", "[severity]\nV402 = \"fatal\"\n"),
    ]);
    for path in ["shop/shop.yaml", "./shop/shop.yaml", "."] {
        let output = output_of(folder.path(), &["check", path]);
        assert!(output.contains("line 2") && output.contains("fatal"), "{path}: {output}");
    }
    // From inside, what is above the current folder belongs to no one.
    assert!(!output_of(&folder.path().join("shop"), &["check", "shop.yaml"]).contains("fatal"));
    fs::write(folder.path().join("variscope.toml"), "").unwrap();
    assert!(output_of(folder.path(), &["check", "shop/shop.yaml", "-v"]).contains("variscope.toml`"));
}

#[test]
fn pictures_are_written_as_their_files_are_called() {
    let folder = folder(&[("shop.yaml", SHOP), ("types.yaml", TYPES)]);
    for (file, start) in
        [("a.svg", "<svg"), ("a.dot", "digraph"), ("a.mmd", "flowchart"), ("a.puml", "@startuml"), ("a", "digraph")]
    {
        assert_eq!(output_of(folder.path(), &["graph", "shop.yaml", "-o", file]), "", "{file}");
        let text = fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(text.contains(start), "{file}: {text}");
    }
    let output = run(folder.path(), &["graph", "shop.yaml", "-o", "a.png"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("`--format dot | dot -Tpng`"));
    assert!(!folder.path().join("a.png").exists());
    assert_eq!(output_of(folder.path(), &["graph", "shop.yaml", "-o", "b.svg", "--format", "dot"]), "");
    assert!(fs::read_to_string(folder.path().join("b.svg")).unwrap().starts_with("digraph"));
}

#[test]
fn stdin_and_stdout_are_meant_by_dashes() {
    let folder = folder(&[("shop.yaml", SHOP), ("types.yaml", TYPES)]);
    for command in ["diff", "check"] {
        let output = run(folder.path(), &[command, "-", "-"]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("can be read only once"), "{command}");
    }
    let archive = run(folder.path(), &["resolve", "shop.yaml", "--input", "cloud=true", "--csar", "-"]);
    assert!(archive.stdout.starts_with(b"PK"));
    assert!(!folder.path().join("-").exists());
}

#[test]
fn models_without_a_common_feature_are_not_compared() {
    let model = |name: &str| format!("features\n\t{name}\n");
    let folder = folder(&[("a.uvl", &model("a")), ("b.uvl", &model("b"))]);
    assert!(output_of(folder.path(), &["diff", "a.uvl", "b.uvl"]).contains("no name of a feature is on both sides"));
    assert!(!output_of(folder.path(), &["diff", "a.uvl", "a.uvl"]).contains("no name of a feature"));
}

#[test]
fn an_archive_that_lacks_a_script_says_so() {
    let shop = SHOP.replace(
        "app: {type: App}",
        "app: {type: App, interfaces: {Standard: {create: scripts/ap.sh, stop: scripts/app.sh}}}",
    );
    let folder = folder(&[("shop.yaml", &shop), ("types.yaml", TYPES), ("scripts/app.sh", "")]);
    let output = output_of(folder.path(), &["resolve", "shop.yaml", "--input", "cloud=true", "--csar", "o.zip"]);
    assert!(output.contains("`scripts/ap.sh`") && !output.contains("`scripts/app.sh`"), "{output}");
}

#[test]
fn names_with_spaces_are_explained() {
    let shop = SHOP.replace("    db:", "    y z:");
    let folder = folder(&[("shop.yaml", &shop), ("types.yaml", TYPES)]);
    let output = output_of(folder.path(), &["explain", "shop.yaml", "node.y z"]);
    assert!(output.contains("node \"y z\" is present when cloud"), "{output}");
    assert!(output_of(folder.path(), &["explain", "shop.yaml", "node.app z"]).contains("V217"));
    let spaced = SHOP.replace("cloud", "my cloud");
    fs::write(folder.path().join("shop.yaml"), spaced).unwrap();
    let output = output_of(folder.path(), &["list", "shop.yaml"]);
    assert!(output.contains("'my cloud=false'"), "{output}");
}

#[test]
fn what_is_asked_of_the_wrong_subject_is_answered_with_the_right_question() {
    let model = "features\n\tr\n\t\toptional\n\t\t\tFull\n\t\t\tCard\n";
    let folder = folder(&[("models/m.uvl", model), ("models/n.uvl", model)]);
    let folder = folder.path();
    for (arguments, words) in [
        (
            &["check", "models"][..],
            "2 feature models: these are checked where they are named, as in `variscope check models/m.uvl`",
        ),
        (
            &["explain", "models/m.uvl", "Full implies Card"],
            "`variscope check models/m.uvl --assert 'Full implies Card'`",
        ),
        (&["explain", "models/m.uvl", "V402"], "`variscope check models/m.uvl` reports what has a code"),
        (&["explain", "models/m.uvl", "Full => Card"], "`variscope check models/m.uvl --assert 'Full => Card'`"),
        (&["check", "models/m.uvl", "--assert", "Full => Card"], "a variant that breaks it is r Full"),
        (&["check", "models/m.uvl", "--assert", "Full -> Card"], "write `implies`"),
        (&["rule", "xor", "--format", "json"], "\"xor\" is a word of the language"),
        (&["list", "models/m.uvl", "--input", "r=false"], "variscope explain models/m.uvl --input r=false"),
    ] {
        let output = output_of(folder, arguments);
        assert!(output.contains(words), "{arguments:?}: {output}");
    }
}

#[test]
fn where_there_is_no_variant_it_is_said_what_explains_why() {
    let void = SHOP.replace("options:", "constraints: [false]\n    options:");
    let model = "features\n\tr\nconstraints\n\t!r\n";
    let folder = folder(&[("shop.yaml", &void), ("types.yaml", TYPES), ("m.uvl", model)]);
    let questions = [("optimize", &["--min"][..]), ("sample", &["--uniform", "1"]), ("sample", &["-t", "1"])];
    for (question, options) in questions {
        for (path, call) in [("shop.yaml", "`variscope explain shop.yaml`"), ("m.uvl", "`variscope explain m.uvl`")] {
            let output = output_of(folder.path(), &[&[question, path][..], options].concat());
            assert!(output.contains("there is no variant") && output.contains(call), "{question} {path}: {output}");
        }
    }
}

#[test]
fn defaults_that_are_expressions_are_said_to_be_computed() {
    let inputs =
        "inputs: {n: {type: integer}, cloud: {type: boolean, default: {greater: [{variability_input: n}, 1]}}}";
    let shop = SHOP.replace("inputs: {cloud: {type: boolean}}", inputs);
    let folder = folder(&[("shop.yaml", &shop), ("types.yaml", TYPES)]);
    let output = output_of(folder.path(), &["resolve", "shop.yaml", "--input", "n=2", "--explain-inputs"]);
    assert!(output.contains("computed default") && !output.contains("variability_input"), "{output}");
    let output = output_of(folder.path(), &["inputs", "shop.yaml"]);
    assert!(output.contains("boolean, with a computed default"), "{output}");
}

#[test]
fn a_template_alone_is_no_test() {
    let folder =
        folder(&[("app/template.yaml", SHOP), ("app/types.yaml", TYPES), ("tests/a/test.yaml", "error: none\n")]);
    let output = output_of(folder.path(), &["test", "."]);
    assert!(!output.contains("app") && output.contains("tests/a"), "{output}");
}

#[test]
fn tests_without_an_expectation_fail_wherever_they_are_looked_for() {
    let folder = folder(&[("service-template.yaml", SHOP), ("types.yaml", TYPES), ("tests/a/note.txt", "")]);
    for path in [".", "tests"] {
        let output = output_of(folder.path(), &["test", path]);
        assert!(output.contains("there is no expected.yaml in"), "{path}: {output}");
    }
}
