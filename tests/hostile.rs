//! Hostile files: each is answered, or refused with a place and a code, by a process that may take little memory.
//!
//! Nothing is stored: the files are made here. Processes are bound by `ulimit`, in address space, and in seconds only as a
//! guard against one that never ends; no time is compared.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "hostile/archives.rs"]
mod archives;
#[path = "hostile/feature_models.rs"]
mod feature_models;
#[path = "hostile/outside.rs"]
mod outside;
mod support;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

use support::program::PROGRAM;

/// Kibibytes of address space of a process: two threads and their stacks, and little beside them.
const MEMORY: &str = "1500000";
/// Seconds after which a process is one that never ends, even without optimisation.
const FOREVER: &str = "120";

const HEAD: &str = "tosca_definitions_version: tosca_variability_1_0\n";
const NODE: &str = "topology_template:\n  node_templates:\n    a: {type: tosca.nodes.Root}\n";

/// What a process has to do with a file.
enum Wanted {
    /// It says yes or no, and this.
    Answer(&'static str),
    /// It refuses, with this code and a place in this file.
    Refusal(&'static str, &'static str),
    /// It cannot read a file, and says which and why.
    Unreadable(&'static str),
}

use Wanted::{Answer, Refusal, Unreadable};

/// Runs the program in a folder, bound in memory.
fn variscope(folder: &Path, arguments: &[&str]) -> Output {
    let script = format!("ulimit -v {MEMORY}; ulimit -t {FOREVER}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, PROGRAM]).args(arguments);
    command.current_dir(folder).output().unwrap()
}

/// Holds what the program does with a file against what is wanted.
fn hold(name: &str, folder: &Path, arguments: &[&str], wanted: &Wanted) {
    let output = variscope(folder, arguments);
    let text = [output.stderr, output.stdout].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    let start: String = text.chars().take(2000).collect();
    let status = output.status.code().unwrap_or_else(|| panic!("{name}: {} {start}", output.status));
    assert!(!text.contains("internal error"), "{name}: {start}");
    match wanted {
        Answer(words) => {
            assert!(status <= 1, "{name}: {status} {start}");
            assert!(text.contains(words), "{name} does not say {words:?}: {start}");
        }
        Unreadable(words) => {
            assert_eq!(status, 3, "{name}: {start}");
            assert!(text.contains(words), "{name} does not say {words:?}: {start}");
        }
        Refusal(code, place) => {
            assert!((1..=3).contains(&status), "{name}: {status} {start}");
            assert!(text.contains(&format!("[{code}")), "{name} is not refused with {code}: {start}");
            assert!(text.contains(place), "{name} names no {place:?}: {start}");
        }
    }
    assert!(text.len() < 1 << 20, "{name} is told in {} bytes", text.len());
}

/// A file of one text.
fn one(name: &str, file: &str, text: impl AsRef<[u8]>, arguments: &[&str], wanted: &Wanted) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(file), text).unwrap();
    let all = [&arguments[..1], &[file], &arguments[1..]].concat();
    hold(name, folder.path(), &all, wanted);
}

fn template(body: &str) -> String {
    format!("{HEAD}{body}{NODE}")
}

/// A template with a section of variability before its node.
fn variable(section: &str) -> String {
    let nodes = NODE.strip_prefix("topology_template:\n").unwrap();
    format!("{HEAD}topology_template:\n  variability:\n{section}{nodes}")
}

/// A template whose only node has this condition or these properties.
fn node(section: &str, keys: &str) -> String {
    format!(
        "{HEAD}topology_template:\n  variability:\n{section}  node_templates:\n    a: {{type: tosca.nodes.Root, {keys}}}\n"
    )
}

fn nested(open: &str, inner: &str, close: &str, levels: usize) -> String {
    [&open.repeat(levels), inner, &close.repeat(levels)].concat()
}

/// Lines made of numbers.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// Lists of ten times the list before.
fn bomb(indent: &str) -> String {
    let levels =
        lines(11, |at| format!("{indent}a{}: &a{} [{}]\n", at + 1, at + 1, vec![format!("*a{at}"); 10].join(", ")));
    format!("{indent}a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n{levels}")
}

#[test]
fn yaml_that_means_no_good() {
    let check = &["check"][..];
    let cases: Vec<(&str, String, Wanted)> = vec![
        ("an alias bomb", template(&format!("metadata:\n{}", bomb("  "))), Refusal("V004", "t.yaml:9:")),
        ("an alias of itself", template("metadata: &m {x: *m}\n"), Refusal("V002", "t.yaml:2:18")),
        ("a merge with itself", template("metadata: &m {<<: *m}\n"), Refusal("V002", "t.yaml:2:19")),
        ("an alias of nothing", template("metadata: {x: *nobody}\n"), Refusal("V002", "t.yaml:2:15")),
        (
            "lists in lists",
            template(&format!("metadata: {}\n", nested("[", "", "]", 100_000))),
            Refusal("V005", "t.yaml:2:"),
        ),
        (
            "maps in maps",
            template(&format!("metadata: {}\n", nested("{a: ", "1", "}", 100_000))),
            Refusal("V005", "t.yaml:2:"),
        ),
        ("lists without end", format!("{HEAD}metadata: {}", "[".repeat(100_000)), Refusal("V005", "t.yaml:2:")),
        (
            "conditions in conditions",
            node("", &format!("conditions: {}", nested("{not: ", "true", "}", 100_000))),
            Refusal("V005", "t.yaml"),
        ),
        (
            "a million keys",
            template(&format!("metadata:\n{}", lines(1_000_000, |at| format!("  k{at}: 1\n")))),
            Answer("no findings"),
        ),
        (
            "a key again and again",
            template(&format!("metadata:\n{}", "  k: 1\n".repeat(100_000))),
            Refusal("V003", "t.yaml:4:3"),
        ),
        (
            "many anchors",
            template(&format!("metadata:\n{}", lines(100_000, |at| format!("  k{at}: &a{at} 1\n")))),
            Answer("no findings"),
        ),
        ("a long text", template(&format!("description: {}\n", "x".repeat(10_000_000))), Answer("no findings")),
        ("a long key", template(&format!("metadata: {{? {} : 1}}\n", "x".repeat(1_000_000))), Answer("no findings")),
        (
            "findings in one long line",
            node("", &format!("q: 1, {}", lines(12_000, |at| format!("q{at}: , ")))),
            Answer("12001 warnings"),
        ),
        ("a tag of a program", template("metadata: !!python/object:os.system {a: 1}\n"), Answer("no findings")),
        ("many documents", "---\na: 1\n".repeat(100_000), Refusal("V002", "t.yaml:3:1")),
        ("nothing", String::new(), Refusal("V008", "t.yaml:1:1")),
        ("zero bytes", "\0".repeat(1_000_000), Refusal("V002", "t.yaml:1:1")),
        ("a tab", format!("{HEAD}\tmetadata: 1\n"), Refusal("V002", "t.yaml:2:1")),
        ("a block text", template("description: |9\n x\n"), Refusal("V002", "t.yaml:3:2")),
    ];
    for (name, text, wanted) in cases {
        one(name, "t.yaml", text, check, &wanted);
    }
    one(
        "other bytes than UTF-8",
        "t.yaml",
        b"tosca_definitions_version: \xff\xfe\xc0\n",
        check,
        &Refusal("V001", "in line 1"),
    );
    let utf_16: Vec<u8> = template("").encode_utf16().flat_map(u16::to_le_bytes).collect();
    one(
        "two bytes for each letter",
        "t.yaml",
        [&[0xff, 0xfe], &utf_16[..]].concat(),
        check,
        &Refusal("V001", "in line 1"),
    );
    one("a mark of byte order", "t.yaml", b"\xef\xbb\xbf", check, &Refusal("V008", "t.yaml:1:1"));
}

/// An input of this type.
fn input(kind: &str) -> String {
    format!("    inputs: {{k: {{type: {kind}}}}}\n")
}

fn templates(cases: Vec<(&str, String, &[&str], Wanted)>) {
    for (name, text, arguments, wanted) in cases {
        one(name, "t.yaml", text, arguments, &wanted);
    }
}

/// Each of sixty expressions uses the one before twice.
fn doubled(kind: &str, operator: &str) -> String {
    let first = format!("      e0: {{{operator}: [{{variability_input: k}}, {{variability_input: k}}]}}\n");
    let below = |at: usize| format!("{{value_expression: e{at}}}");
    let rest = lines(59, |at| format!("      e{}: {{{operator}: [{}, {}]}}\n", at + 1, below(at), below(at)));
    let section = format!("{}    expressions:\n{first}{rest}", input(kind));
    node(&section, "properties: [p: {expression: {value_expression: e59}}]")
}

#[test]
fn values_that_mean_no_good() {
    let digits = format!("    inputs: {{k: {{type: integer, default: {}}}}}\n", "9".repeat(1_000_000));
    let greater =
        |number: &str| node(&input("float"), &format!("conditions: {{greater: [{{variability_input: k}}, {number}]}}"));
    let cycle = "    expressions: {a: {value_expression: b}, b: {value_expression: a}}\n";
    let range = "    inputs: {k: {type: integer, constraints: [{in_range: [0, 1000000000000000000000000]}]}}\n";
    templates(vec![
        ("a number of a million digits", variable(&digits), &["check"], Answer("V210")),
        ("a large exponent", greater("1e308000"), &["check"], Refusal("V212", "t.yaml:6:")),
        (
            "an exponent of the line",
            greater("1"),
            &["resolve", "--input", "k=1e999999999"],
            Refusal("V212", "t.yaml:6:"),
        ),
        (
            "a text doubled sixty times",
            doubled("string", "concat"),
            &["resolve", "--input", "k=x"],
            Refusal("V204", "t.yaml:"),
        ),
        (
            "a number squared sixty times",
            doubled("integer", "mul"),
            &["resolve", "--input", "k=7"],
            Refusal("V212", "t.yaml:"),
        ),
        (
            "expressions in a cycle",
            node(cycle, "conditions: {equal: [{value_expression: a}, 1]}"),
            &["check"],
            Refusal("V207", "t.yaml:4:"),
        ),
        ("a wide range", variable(range), &["count"], Answer("variants")),
    ]);
}

#[test]
fn types_that_mean_no_good() {
    let with_types = |types: &str, name: &str| {
        format!("{HEAD}{types}topology_template:\n  node_templates:\n    a: {{type: {name}}}\n")
    };
    let long = lines(10_000, |at| format!("  T{at}: {{derived_from: T{}}}\n", at + 1));
    let long = format!("node_types:\n{long}  T10000: {{derived_from: tosca.nodes.Root}}\n");
    let twice = lines(40, |at| format!("  D{at}: {{properties: {{l: {{type: D{0}}}, r: {{type: D{0}}}}}}}\n", at + 1));
    let last = "  D40: {properties: {v: {type: integer, default: 1}}}\n";
    let twice =
        format!("data_types:\n{twice}{last}node_types:\n  A: {{properties: {{d: {{type: D0, default: {{}}}}}}}}\n");
    let cycle = "node_types:\n  A: {derived_from: B}\n  B: {derived_from: A}\n";
    templates(vec![
        ("types in a cycle", with_types(cycle, "A"), &["check"], Refusal("V113", "t.yaml:3:21")),
        ("a long line of types", with_types(&long, "T0"), &["check"], Answer("no findings")),
        (
            "data types of twice the next",
            with_types(&twice, "A"),
            &["resolve", "--complete"],
            Refusal("V509", "t.yaml:"),
        ),
    ]);
}

#[test]
fn patterns_and_conditions_that_mean_no_good() {
    let tries = format!(
        "{HEAD}topology_template:\n  inputs: {{s: {{type: string, default: {}!, constraints: [{{pattern: '(a+)+$'}}]}}}}\n{}",
        "a".repeat(50),
        NODE.strip_prefix("topology_template:\n").unwrap()
    );
    let pattern = |pattern: &str| {
        variable(&format!("    inputs: {{s: {{type: string, default: a, constraints: [{{pattern: '{pattern}'}}]}}}}\n"))
    };
    let (brackets, denials) = ("(".repeat(100_000), format!("{}k", "not ".repeat(20_000)));
    let many = node(
        &format!("    inputs:\n{}", lines(16_000, |at| format!("      k{at}: {{type: boolean}}\n"))),
        &format!("conditions: {{and: [{}]}}", lines(16_000, |at| format!("{{variability_input: k{at}}}, "))),
    );
    templates(vec![
        ("a pattern that tries and tries", tries, &["check"], Refusal("V504", "t.yaml:3:")),
        ("a pattern of many", pattern("((a{1,1000}){1,1000}){1,1000}"), &["check"], Answer("V408")),
        ("a pattern of many parts", pattern(&nested("(", "a", ")", 50_000)), &["check"], Answer("V408")),
        ("a condition on many inputs", many.clone(), &["count"], Answer("variants")),
        ("the status of what many inputs decide", many, &["elements"], Answer("variants")),
        (
            "a condition of brackets",
            variable(&input("boolean")),
            &["count", "--where", &brackets],
            Refusal("V217", "--where:1:201"),
        ),
        (
            "a condition that denies",
            variable(&input("boolean")),
            &["count", "--where", &denials],
            Refusal("V217", "--where:1:801"),
        ),
    ]);
}

/// A template beside other files.
fn beside(name: &str, imports: &str, files: &[(String, String)], wanted: &Wanted) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.yaml"), template(&format!("imports: [{imports}]\n"))).unwrap();
    files.iter().for_each(|(file, text)| fs::write(folder.path().join(file), text).unwrap());
    hold(name, folder.path(), &["check", "t.yaml"], wanted);
}

#[test]
fn imports_that_mean_no_good() {
    let file = |name: &str, text: String| (name.to_owned(), text);
    let to = |next: &str| format!("imports: [{next}]\n");
    let outside = Answer("V520");
    beside("a cycle of imports", "u.yaml", &[file("u.yaml", to("t.yaml"))], &Answer("no findings"));
    beside("an import of itself", "t.yaml", &[], &Answer("no findings"));
    let mut chain: Vec<(String, String)> =
        (0..500).map(|at| (format!("i{at}.yaml"), to(&format!("i{}.yaml", at + 1)))).collect();
    chain.push(file("i500.yaml", "a: 1\n".to_owned()));
    beside("a chain of imports", "i0.yaml", &chain, &Answer("no findings"));
    let mut twice: Vec<(String, String)> =
        (0..40).map(|at| (format!("i{at}.yaml"), to(&format!("i{0}.yaml, ./i{0}.yaml", at + 1)))).collect();
    twice.push(file("i40.yaml", "a: 1\n".to_owned()));
    beside("imports of twice the next", "i0.yaml", &twice, &Answer("no findings"));
    beside("a device", "/dev/zero", &[], &outside);
    beside("a file of the system", "../../../../../../etc/passwd", &[], &outside);
    beside("a folder", ".", &[], &Refusal("V001", "t.yaml:2:11"));
    beside("no name", "''", &[], &Refusal("V001", "t.yaml:2:11"));
    beside("a name with a zero byte", "\"a\\0b\"", &[], &Refusal("V006", "leaves the package"));
    beside("a bomb", "u.yaml", &[file("u.yaml", bomb(""))], &Refusal("V004", "u.yaml:7:"));
}

#[test]
fn ensembles_that_mean_no_good() {
    // Almost as deep as may be, and laid over each other level by level.
    let deep = nested("{a: ", "1", "}", 19_000);
    let project = format!("kind: Project\nenvironments: {{defaults: {{deep: {deep}}}}}\n");
    let service = "spec: {service_template: {topology_template: {node_templates: {a: {type: tosca.nodes.Root}}}}}\n";
    let ensemble = format!("kind: Ensemble\nenvironment: {{deep: {deep}}}\n{service}");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("unfurl.yaml"), project).unwrap();
    fs::write(folder.path().join("ensemble.yaml"), ensemble).unwrap();
    hold("deep ensembles", folder.path(), &["check", "ensemble.yaml"], &Answer("has no section \"deep\""));
}

#[test]
fn files_that_are_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    assert!(Command::new("mkfifo").arg(path.join("pipe.yaml")).status().unwrap().success());
    symlink("/etc/passwd", path.join("link.yaml")).unwrap();
    symlink("cycle.yaml", path.join("cycle.yaml")).unwrap();
    fs::create_dir(path.join("folder.yaml")).unwrap();
    let cases = [
        ("pipe.yaml", Unreadable("pipe.yaml: it is no regular file")),
        ("link.yaml", Refusal("V006", "\"link.yaml\" is a link that leads out")),
        ("cycle.yaml", Unreadable("cycle.yaml: ")),
        ("folder.yaml", Refusal("V001", "t.yaml:2:11")),
    ];
    for (file, wanted) in cases {
        fs::write(path.join("t.yaml"), template(&format!("imports: [{file}]\n"))).unwrap();
        hold(file, path, &["check", "t.yaml"], &wanted);
    }
}

#[test]
fn inputs_that_mean_no_good() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("t.yaml"), variable("    inputs: {k: {type: integer, default: 1}}\n")).unwrap();
    let cases = [
        ("a bomb", bomb(""), Refusal("V004", "i.yaml:7:")),
        ("many unknown names", lines(300_000, |at| format!("u{at}: 1\n")), Answer("299900 more like this (V215)")),
        ("lists in lists", nested("[", "", "]", 100_000), Refusal("V005", "i.yaml:1:")),
    ];
    for (name, text, wanted) in cases {
        fs::write(path.join("i.yaml"), text).unwrap();
        hold(name, path, &["resolve", "t.yaml", "--inputs", "i.yaml"], &wanted);
    }
}
