//! Output has the same bytes for any number of threads and on every run.

mod support;

use std::fmt::Write as _;
use std::process::Output;

use support::program::variscope;

fn run(threads: usize, arguments: &[&str]) -> Output {
    variscope(arguments).env("RAYON_NUM_THREADS", threads.to_string()).output().expect("the program starts")
}

#[test]
fn tests_report_the_same_for_any_number_of_threads() {
    let arguments = ["test", "tests/cases", "tests/csar"];
    let first = run(1, &arguments);
    assert!(first.status.success(), "{}", String::from_utf8_lossy(&first.stdout));
    for threads in [1, 2, 8] {
        assert_eq!(run(threads, &arguments).stdout, first.stdout, "{threads} threads");
    }
}

#[test]
fn documents_are_the_same_for_any_number_of_threads() {
    let presets =
        [("webshop", "prod"), ("webshop", "dev"), ("elastic-pipeline", "elastic"), ("edge-analytics", "edge")];
    for (csar, preset) in presets {
        let path = format!("tests/csar/{csar}");
        let arguments = ["resolve", &path, "--preset", preset];
        let first = run(1, &arguments);
        assert!(first.status.success(), "{csar}: {}", String::from_utf8_lossy(&first.stderr));
        for threads in [1, 2, 8] {
            let other = run(threads, &arguments);
            assert_eq!((other.stdout, other.stderr), (first.stdout.clone(), first.stderr.clone()), "{csar}");
        }
    }
}

/// Presets that fail and presets that do not, nodes that are never or always there for several reasons, conditions that can
/// be removed and some that cannot, relations whose target may be missing.
fn template() -> String {
    let mut text =
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n"
            .to_owned();
    for input in 0..12 {
        let _ = writeln!(text, "      b{input}: {{type: boolean}}");
    }
    text += "    options: {mode: semantic-loose}\n    presets:\n";
    for preset in 0..9 {
        let inputs: Vec<String> =
            (0..12 - preset / 4).map(|input| format!("b{input}: {}", (input + preset) % 3 == 0)).collect();
        let _ = writeln!(text, "      p{preset}: {{inputs: {{{}}}}}", inputs.join(", "));
    }
    text += "    constraints:\n";
    for input in 0..4 {
        let [one, other] = [input, input + 1].map(|input| format!("{{variability_input: b{input}}}"));
        let _ = writeln!(text, "      - {{not: {{and: [{one}, {other}]}}}}");
        let _ = writeln!(text, "      - {{or: [{one}, {{not: {one}}}]}}");
    }
    text += "  node_templates:\n";
    for node in 0..24 {
        let [one, other] = [node % 12, (node + 1) % 12].map(|input| format!("{{variability_input: b{input}}}"));
        let condition = match node % 4 {
            0 => format!("{{and: [{one}, {other}]}}"),
            1 => format!("{{or: [{one}, {{not: {one}}}]}}"),
            2 => one,
            _ => format!("{{and: [{one}, {{not: {one}}}]}}"),
        };
        let target = (node * 5 + 1) % 24;
        let link = if node % 6 == 2 {
            "{node: n2, conditions: {variability_input: b1}}".to_owned()
        } else {
            format!("n{target}")
        };
        let _ = writeln!(text, "    n{node}:\n      type: tosca.nodes.Root\n      conditions: {condition}");
        let _ = writeln!(text, "      requirements: [{{link: {link}}}]");
    }
    text
}

#[test]
fn questions_are_answered_the_same_for_any_number_of_threads() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("determinism");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("template.yaml");
    std::fs::write(&path, template()).unwrap();
    let path = path.to_str().unwrap();
    let questions: [&[&str]; 10] = [
        &["check", path],
        &["check", path, "--format", "json"],
        &["check", path, "--no-limit", "--format", "json"],
        &["check", path, "--steps", "100k"],
        &["check", path, "--steps", "3M"],
        &["elements", path, "--format", "json"],
        &["elements", path, "--no-limit", "--format", "json"],
        &["report", path],
        &["sample", path, "--pairwise", "--format", "json"],
        &["sample", path, "--pairwise", "--no-limit", "--format", "json"],
    ];
    for arguments in questions {
        let first = run(1, arguments);
        assert!(!first.stdout.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&first.stderr));
        for threads in [2, 8] {
            let other = run(threads, arguments);
            assert_eq!((other.stdout, other.stderr), (first.stdout.clone(), first.stderr.clone()), "{arguments:?}");
        }
    }
}
