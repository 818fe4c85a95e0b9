//! An answer that had to stop says so, shows what is known, and ends with status 4.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value as Json;
use tempfile::TempDir;

use crate::support::folder::File;
use crate::support::program::{json as document, run, variscope};

/// More than anyone can look at: two nodes for each of so many inputs; and if the best of several has to be found, cycles,
/// and a constraint that ties them all together.
fn large(inputs: usize, is_circular: bool) -> (TempDir, PathBuf) {
    let direction = if is_circular { "max" } else { "min" };
    let mut text = format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {{optimization_topology: {direction}, optimization_topology_unique: false, type_default_condition: true}}
    inputs:
"
    );
    text.extend((0..inputs).map(|place| format!("      i{place}: {{type: boolean}}\n")));
    if is_circular {
        let nodes: Vec<String> = (0..inputs).map(|place| format!("{{node_presence: n{place}}}")).collect();
        let _ = writeln!(text, "    constraints: [{{or: [{{not: {{variability_input: i0}}}}, {}]}}]", nodes.join(", "));
    }
    text.push_str("  node_templates:\n");
    for place in 0..inputs {
        let (input, partner) = (format!("{{variability_input: i{place}}}"), format!("{{node_presence: m{place}}}"));
        let own = if is_circular { format!("{{and: [{input}, {partner}]}}") } else { input };
        let _ = writeln!(text, "    n{place}: {{type: t, conditions: {own}}}");
        let _ = writeln!(text, "    m{place}: {{type: t, conditions: {{node_presence: n{place}}}}}");
    }
    written(&text)
}

/// Constraints that tie all inputs together, so that a lot has to be kept to know the variants.
fn tangled(inputs: usize) -> (TempDir, PathBuf) {
    let mut text = String::from(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {type_default_condition: true}
    inputs:
",
    );
    text.extend((0..inputs).map(|place| format!("      i{place}: {{type: boolean}}\n")));
    text.push_str("    constraints:\n");
    for number in 0..2 * inputs {
        let (first, second) = ((number * 7 + 3) % inputs, (number * number * 5 + 11) % inputs);
        let node = (number * 13 + number * number * number + 1) % inputs;
        let literals = format!("{{variability_input: i{first}}}, {{not: {{variability_input: i{second}}}}}");
        let _ = writeln!(text, "      - or: [{literals}, {{node_presence: n{node}}}]");
    }
    text.push_str("  node_templates:\n    n0: {type: t, conditions: {variability_input: i0}}\n");
    for place in 1..inputs {
        let (first, second) = ((place * 11 + 5) % inputs, (place * place * 3 + 7) % inputs);
        let both = format!("{{variability_input: i{first}}}, {{variability_input: i{second}}}");
        let before = format!("{{node_presence: n{}}}", place - 1);
        let _ = writeln!(text, "    n{place}: {{type: t, conditions: {{xor: [{both}, {before}]}}}}");
    }
    written(&text)
}

fn written(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("template.yaml");
    fs::write(&path, text).unwrap();
    (folder, path)
}

#[test]
fn no_memory_is_not_enough() {
    let (_folder, path) = tangled(20);
    let status =
        |memory: &str| run(&["sample", path.to_str().unwrap(), "--pairwise", "--memory", memory]).status.code();
    assert_eq!((status("1"), status("1GiB")), (Some(4), Some(0)));
}

/// What the program itself takes is more than so little.
#[test]
#[cfg(target_os = "linux")]
fn an_answer_that_had_no_memory_names_the_limit() {
    let output = run(&["count", "tests/csar/webshop", "--memory", "64k"]);
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(output.stderr, b"more than 65536 bytes were held: `--memory` allows no more\n");
    assert!(output.stdout.starts_with(b"variants        unknown\n"));
    assert_eq!(
        document(&run(&["count", "tests/csar/webshop", "--memory", "64k", "--format", "json"]))["complete"],
        false
    );
}

/// A file that is never written.
#[cfg(unix)]
fn endless(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    (folder, path)
}

#[test]
#[cfg(unix)]
fn what_waits_for_ever_is_ended_and_leaves_nothing() {
    let (folder, path) = endless("endless.cnf");
    let certificate = folder.path().join("certificate");
    let path = path.to_str().unwrap();
    let output = run(&["count", path, "--timeout", "0.001", "--certify", certificate.to_str().unwrap()]);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(4), &b""[..]));
    assert_eq!(output.stderr, b"stopped before the answer was known\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let mut waiting = variscope(&["count", "-", "--timeout", "0.001"]);
    let mut waiting = waiting.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let stdin = waiting.stdin.take();
    assert_eq!(waiting.wait().unwrap().code(), Some(4));
    drop(stdin);
}

/// Programs get a document all the same.
#[test]
#[cfg(unix)]
fn what_is_ended_says_so_to_programs() {
    let (folder, path) = endless("endless.cnf");
    let path = path.to_str().unwrap();
    for command in ["count", "elements"] {
        let output = run(&[command, path, "--timeout", "0.001", "--format", "json"]);
        assert_eq!(output.status.code(), Some(4));
        for key in ["exact", "complete"] {
            assert_eq!(document(&output)[key], Json::Bool(false), "{command}");
        }
    }
    let waiting = |arguments: &[&str]| {
        let mut waiting = variscope(&[&["check", "-", "--timeout", "0.001"], arguments].concat());
        let mut waiting = waiting.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let stdin = waiting.stdin.take();
        let output = waiting.wait_with_output().unwrap();
        drop(stdin);
        assert_eq!(output.status.code(), Some(4));
        output
    };
    let checked = waiting(&["--format", "json"]);
    assert_eq!(document(&checked)["templates"][0]["exact"], Json::Bool(false), "{checked:?}");
    let sarif = folder.path().join("found.sarif");
    waiting(&["--format", "sarif", "--output", sarif.to_str().unwrap()]);
    assert!(fs::read_to_string(sarif).unwrap().contains("\"runs\""));
}

#[test]
fn bounds_are_known_without_any_time() {
    let file = File::new("model.cnf", "p cnf 70 2\n1 2 0\n-1 -2 0\n");
    let path = file.path();
    let output = run(&["count", path, "--timeout", "0", "--format", "json"]);
    let (least, most) = (&document(&output)["variants"], &document(&output)["at_most"]);
    let number = |bound: &Json| bound.as_str().map(|digits| digits.parse::<u128>().unwrap());
    let exact = 1u128 << 69;
    assert!(number(least) <= Some(exact) && number(most).is_none_or(|most| most >= exact), "{least} {most}");
}

#[test]
fn without_any_time_there_are_answers_that_say_so() {
    let (_folder, path) = tangled(20);
    for command in ["count", "list", "elements"] {
        let output = run(&[command, path.to_str().unwrap(), "--timeout", "0", "--format", "json"]);
        assert_eq!((output.status.code(), &document(&output)["exact"]), (Some(4), &Json::Bool(false)), "{command}");
    }
    let output = run(&["check", path.to_str().unwrap(), "--timeout", "0"]);
    assert_eq!(output.status.code(), Some(4), "{output:?}");
}

/// A page and a picture go to a file: what is not known is reported beside them, and on the page.
#[test]
fn what_is_drawn_of_a_partial_answer_says_so() {
    let (folder, path) = tangled(20);
    let drawn = folder.path().join("drawn.html");
    for command in ["report", "graph"] {
        let arguments = [command, path.to_str().unwrap(), "--output", drawn.to_str().unwrap()];
        let whole = run(&arguments);
        assert_eq!((whole.status.code(), whole.stderr.as_slice()), (Some(0), &b""[..]), "{command}");
        let output = run(&[&arguments[..], &["--timeout", "0"]].concat());
        assert_eq!(output.status.code(), Some(4), "{command}: {output:?}");
        let printed = String::from_utf8(output.stderr).unwrap();
        assert!(printed.contains("stopped before all classes were looked at"), "{command}: {printed}");
        let text = fs::read_to_string(&drawn).unwrap();
        assert!(command == "graph" || text.contains(r#""open":["stopped before"#), "{command}");
    }
}

#[test]
fn partial_answers_for_programs_are_not_exact() {
    let (_folder, path) = large(14, true);
    for command in ["count", "list"] {
        let output = run(&[command, path.to_str().unwrap(), "--max-variants", "3", "--format", "json"]);
        assert_eq!((output.status.code(), &document(&output)["exact"]), (Some(4), &Json::Bool(false)), "{command}");
    }
}

/// Waits until the program catches Ctrl-C, which it does before it begins to look for the answer.
fn wait_until_ready(child: &Child) {
    const INTERRUPT: u64 = 1 << 1;
    let path = format!("/proc/{}/status", child.id());
    loop {
        let status = fs::read_to_string(&path).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim();
        if u64::from_str_radix(caught, 16).unwrap() & INTERRUPT != 0 {
            return;
        }
        std::thread::yield_now();
    }
}

fn interrupt(child: &Child) {
    signal(child, "-INT");
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Runs the command, without input, and sends it this signal when it is ready.
fn signalled(arguments: &[&str], name: &str) -> Output {
    let mut command = variscope(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let stdin = child.stdin.take();
    wait_until_ready(&child);
    signal(&child, name);
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    output
}

#[test]
#[cfg(target_os = "linux")]
fn a_termination_is_an_interrupt() {
    let (_folder, path) = large(30, true);
    let output = signalled(&["count", path.to_str().unwrap(), "--format", "json"], "-TERM");
    assert_eq!((output.status.code(), &document(&output)["exact"]), (Some(4), &Json::Bool(false)), "{output:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn interrupted_reading_leaves_no_half_written_findings() {
    let (folder, known) = written("tosca_definitions_version: tosca_variability_1_0\ntopology_template: [\n");
    let findings = folder.path().join("findings.json");
    let arguments = ["check", known.to_str().unwrap(), "-", "--format", "json", "--output", findings.to_str().unwrap()];
    let stopped = signalled(&arguments, "-INT");
    // What is known to be broken counts, as it does where nothing is stopped.
    assert_eq!((stopped.status.code(), stopped.stdout.as_slice()), (Some(3), &b""[..]), "{stopped:?}");
    // The file is whole: it has what was found by then, and says what was not looked at.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    let output: Json = serde_json::from_str(&fs::read_to_string(findings).unwrap()).unwrap();
    assert_eq!(output["summary"]["errors"], Json::from(1), "{output}");
    assert_eq!(output["templates"][1]["exact"], Json::Bool(false), "{output}");
}

#[test]
fn the_time_of_several_templates_is_one() {
    let (_folder, known) = written("tosca_definitions_version: tosca_variability_1_0\ntopology_template: [\n");
    let known = known.to_str().unwrap();
    let mut waiting = variscope(&["check", known, "-", known, "--timeout", "0.5"]);
    let mut waiting = waiting.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let stdin = waiting.stdin.take();
    let stopped = waiting.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(stopped.status.code(), Some(3), "{stopped:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn whoever_reads_nothing_does_not_keep_an_interrupted_call() {
    let (_folder, path) = large(40, false);
    let mut child = variscope(&["list", path.to_str().unwrap()]).stdout(Stdio::piped()).spawn().unwrap();
    // More than this is never read.
    let mut first = [0];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    interrupt(&child);
    let stdout = child.stdout.take();
    assert_eq!(child.wait().unwrap().code(), Some(4));
    drop(stdout);
}

#[test]
#[cfg(target_os = "linux")]
fn tests_that_never_end_are_interrupted() {
    let folder = super::long_tests::endless();
    let stopped = signalled(&["test", folder.path().to_str().unwrap()], "-INT");
    assert_eq!(stopped.status.code(), Some(4), "{stopped:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn the_first_interrupt_ends_with_what_is_known() {
    let (_folder, path) = large(30, true);
    for command in ["count", "list"] {
        let mut child = variscope(&[command, path.to_str().unwrap(), "--format", "json"]);
        let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait_until_ready(&child);
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{command} {output:?}");
        assert_eq!(document(&output)["exact"], false, "{command}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"), "{command} {output:?}");
    }
}

/// A model with a dead feature, and one of which it is hard to decide whether it is dead: it would need more pigeons in
/// holes than there are holes.
fn crowded(holes: usize) -> (TempDir, PathBuf) {
    let pigeons = holes + 1;
    let place = |pigeon: usize, hole: usize| 4 + pigeon * holes + hole;
    let (dead, all, none, crowd) = (1, 2, 3, place(pigeons, 0));
    let mut clauses = vec![format!("-{dead} 0"), format!("-{crowd} {all} 0"), format!("-{crowd} -{none} 0")];
    for pigeon in 0..pigeons {
        let places: Vec<String> = (0..holes).map(|hole| place(pigeon, hole).to_string()).collect();
        clauses.push(format!("-{all} {none} {} 0", places.join(" ")));
        for (other, hole) in (0..pigeon).flat_map(|other| (0..holes).map(move |hole| (other, hole))) {
            clauses.push(format!("-{all} {none} -{} -{} 0", place(pigeon, hole), place(other, hole)));
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("crowded.cnf");
    let names = format!("c {dead} Dead\nc {crowd} Crowd\n");
    fs::write(&path, format!("{names}p cnf {crowd} {}\n{}\n", clauses.len(), clauses.join("\n"))).unwrap();
    (folder, path)
}

#[test]
#[cfg(target_os = "linux")]
fn interrupted_reviews_of_feature_models_say_what_was_found() {
    let (_folder, path) = crowded(13);
    for (command, known) in [("check", "\"Dead\" is never selected"), ("elements", "never 1 Dead")] {
        // How long it takes until something is known depends on the machine.
        let is_said = (0..9).any(|round| {
            let child = variscope(&[command, path.to_str().unwrap()]).stdout(Stdio::piped()).spawn().unwrap();
            wait_until_ready(&child);
            std::thread::sleep(Duration::from_millis(50 << round));
            interrupt(&child);
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(4), "{command} {output:?}");
            let words = String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
            words.contains(known)
        });
        assert!(is_said, "{command}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_list_can_be_gone_on_with() {
    let (_folder, path) = large(40, false);
    let start = |more: &[&str]| {
        let mut child = variscope(&[&["list", path.to_str().unwrap(), "--format", "json"], more].concat());
        child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut child = start(&[]);
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    stdout.read_line(&mut text).unwrap();
    interrupt(&child);
    stdout.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(4));
    let list: Json = serde_json::from_str(&text).unwrap();
    assert_eq!(list["exact"], false);
    let listed = list["variants"].as_array().unwrap();
    let next = list["resume"].as_str().unwrap();
    // The first of the rest is not the last of what was shown.
    let rest = document(&start(&["--limit", "1", "--resume", next]).wait_with_output().unwrap());
    let first = &rest["variants"][0]["present"];
    assert!(listed.iter().all(|variant| variant["present"] != *first));
}
