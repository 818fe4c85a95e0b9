//! Whatever the system refuses while something is written, and whenever a process is ended then: files are whole, the old or
//! the new ones, and nothing unfinished is left. Faults are injected at system calls where `strace` is installed.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod prerequisites;
mod support;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use prerequisites::passed_over;
use support::folder::folder;
use support::program::{PROGRAM, run_in};

const TEMPLATE: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {type_default_condition: true}
    inputs: {slim: {type: boolean}}
  node_templates:
    app: {type: t}
    cache: {type: t, conditions: {and: [{not: {variability_input: slim}}, {equal: [1, 1]}]}}
    ghost: {type: t, conditions: {and: [{variability_input: slim}, {not: {variability_input: slim}}]}}
";

/// A template, and a file that is to be replaced.
const FILES: [(&str, &str); 2] = [("template.yaml", TEMPLATE), ("out.yaml", "old\n")];

/// What writes a file or a folder, and which of them.
const CALLS: [(&[&str], &str); 6] = [
    (&["resolve", "template.yaml", "--input", "slim=true", "--output", "out.yaml"], "out.yaml"),
    (&["report", "template.yaml", "--output", "out.yaml"], "out.yaml"),
    (&["check", "template.yaml", "--fix"], "template.yaml"),
    (&["list", "template.yaml", "--write", "folder"], "folder"),
    (&["sample", "template.yaml", "--pairwise", "--tests", "folder"], "folder"),
    (&["count", "template.yaml", "--certify", "folder"], "folder"),
];

/// System calls that may be refused, and with what.
const REFUSED: [(&str, &str); 6] = [
    ("rename,renameat,renameat2", "EACCES"),
    ("rename,renameat,renameat2", "EIO"),
    ("write", "ENOSPC"),
    ("fsync", "EIO"),
    ("mkdir", "ENOSPC"),
    ("fchmod,chmod,fchmodat", "EACCES"),
];

/// The most calls of a kind that are refused in turn.
const MOST: usize = 12;

fn has_strace() -> bool {
    let probe = Command::new("strace").args(["-o", "/dev/null", "true"]).stderr(Stdio::null()).status();
    probe.is_ok_and(|status| status.success())
}

/// Files by name, with their bytes.
type Tree = BTreeMap<String, Vec<u8>>;

/// What has to hold of a call: how it ended, what is left; what there was before, and would be after.
type Judge<'j> = &'j dyn Fn(&[&str], ExitStatus, &Tree, [&Tree; 2]);

/// All files below a folder with their bytes.
fn files(folder: &Path) -> Tree {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            found.insert(format!("{name}/"), Vec::new());
            found.extend(files(&entry.path()).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            found.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    found
}

/// Runs the program with a fault; how it ended, and whether there was one.
fn run(folder: &Path, arguments: &[&str], fault: &str) -> (ExitStatus, bool) {
    let outside = tempfile::tempdir().unwrap();
    let log = outside.path().join("log");
    let mut strace = Command::new("strace");
    strace.args(["-f", "-o"]).arg(&log).args(["-e", &format!("inject={fault}")]);
    strace.args(["-e", &format!("trace={}", fault.split(':').next().unwrap())]);
    strace.arg(PROGRAM).args(arguments).current_dir(folder);
    let status = strace.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
    let log = fs::read_to_string(log).unwrap();
    (status, log.contains("INJECTED") || log.contains("--- SIGTERM") || log.contains("killed by SIGKILL"))
}

/// What the call leaves when nothing goes wrong.
fn done(arguments: &[&str]) -> Tree {
    let folder = folder(&FILES);
    let status = run_in(folder.path(), arguments).status;
    assert!(status.code().is_some_and(|code| code < 2), "{arguments:?}: {status}");
    files(folder.path())
}

/// Lets each system call of some kind fail once, the first, the second and so on.
fn each(fault: &str, judge: Judge<'_>) -> usize {
    let (before, mut count) = (files(folder(&FILES).path()), 0);
    for (arguments, _) in CALLS {
        let after = done(arguments);
        for when in 1..=MOST {
            let folder = folder(&FILES);
            let (status, is_injected) = run(folder.path(), arguments, &format!("{fault}:when={when}"));
            if !is_injected {
                break;
            }
            count += 1;
            judge(arguments, status, &files(folder.path()), [&before, &after]);
        }
    }
    count
}

#[test]
fn what_the_system_refuses_leaves_old_or_new_files_and_nothing_else() {
    if !has_strace() {
        return passed_over("strace", "what failing writes leave");
    }
    let mut count = 0;
    for (calls, errno) in REFUSED {
        count += each(&format!("{calls}:error={errno}"), &|arguments, status, left, [before, after]| {
            let is_whole = left == before || left == after;
            assert!(is_whole, "{arguments:?} {calls} {errno}: {:?}", left.keys());
            let code = status.code();
            assert!(code.is_some() && (left == after || code == Some(3)), "{arguments:?} {calls} {errno}: {status}");
        });
    }
    assert!(count > 30, "{count} faults");
}

#[test]
fn whoever_is_ended_leaves_old_or_new_files_and_nothing_else() {
    if !has_strace() {
        return passed_over("strace", "what failing writes leave");
    }
    let mut count = 0;
    for calls in ["write", "rename,renameat,renameat2", "fsync", "mkdir", "unlink,unlinkat,rmdir"] {
        count += each(&format!("{calls}:signal=SIGTERM"), &|arguments, status, left, [before, after]| {
            // A stop gives the partial result, which says so.
            let index = left.get("folder/index.json").map(|bytes| String::from_utf8_lossy(bytes));
            let is_part = status.code() == Some(4) && index.is_some_and(|index| index.contains("\"complete\": false"));
            let is_whole = left == before || left == after || is_part;
            assert!(is_whole, "{arguments:?} {calls}: {status}: {:?}", left.keys());
        });
        count += each(&format!("{calls}:signal=SIGKILL"), &|arguments, status, left, [before, after]| {
            // There is no process left that could clean up.
            let mut left = left.clone();
            left.retain(|name, _| !name.starts_with(".variscope-"));
            let is_whole = left == *before || left == *after;
            assert!(is_whole, "{arguments:?} {calls}: {:?} {:?}", status.signal(), left.keys());
        });
    }
    assert!(count > 40, "{count} signals");
}
