//! The pages of codes: every example gives its code, and repaired it does not, by hand or by `check --fix`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;
use variscope::source::diagnostic::{CODES, CodeEntry};
use variscope::source::package::pack;

use support::program::{PROGRAM, printed, run_in};

/// Files by name, commands of the shell that make further ones, and the command to run on them.
#[derive(Clone, Default)]
struct Example {
    files: BTreeMap<String, String>,
    making: Vec<String>,
    command: Option<String>,
}

impl Example {
    /// Reads blocks of code behind lines with the name of a file, and the indented commands, of which one is ours.
    fn read(markdown: &str) -> Self {
        let mut example = Self::default();
        let mut parts = markdown.split("```");
        let mut before = parts.next().unwrap_or_default();
        while let (Some(block), Some(after)) = (parts.next(), parts.next()) {
            let name = before.trim_end().lines().last().unwrap().trim_matches(['`', ':']);
            let (_, text) = block.split_once('\n').unwrap();
            example.files.insert(name.to_owned(), text.to_owned());
            before = after;
        }
        let indented =
            || markdown.split("```").step_by(2).flat_map(str::lines).filter_map(|line| line.strip_prefix("    "));
        example.command = indented().find_map(|line| line.strip_prefix("variscope ").map(str::to_owned));
        example.making = indented().filter(|line| !line.starts_with("variscope ")).map(str::to_owned).collect();
        example
    }

    /// Runs the command as a shell does, which has words of its own in brackets.
    fn run(&self) -> Output {
        let line = format!("\"$0\" {}", self.command.as_deref().unwrap());
        let mut shell = Command::new("sh");
        shell.args(["-c", &line, PROGRAM]).current_dir(self.folder().path()).output().unwrap()
    }

    fn folder(&self) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        self.files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
        for line in &self.making {
            assert!(Command::new("sh").args(["-c", line]).current_dir(folder.path()).status().unwrap().success());
        }
        folder
    }
}

fn variscope(folder: &Path, command: &str) -> Output {
    run_in(folder, &command.split_whitespace().collect::<Vec<_>>())
}

/// The example of a page, and the same repaired, where they can be shown.
fn examples(entry: &CodeEntry) -> (Example, Example) {
    let (example, repair) = entry.code.page().text().split_once("## Repair").unwrap();
    let (broken, repair) = (Example::read(example), Example::read(repair));
    let mut files = broken.files.clone();
    files.extend(repair.files);
    (broken, Example { files, making: repair.making, command: repair.command })
}

#[test]
fn examples_give_their_codes() {
    for entry in CODES {
        let output = printed(&examples(entry).0.run());
        assert!(output.contains(&format!("[{}]", entry.number)), "{}: {output}", entry.number);
    }
}

#[test]
fn repaired_examples_do_not() {
    for entry in CODES {
        let (_, repaired) = examples(entry);
        if repaired.command.is_none() {
            continue;
        }
        let output = repaired.run();
        let printed = printed(&output);
        assert!(!printed.contains(&format!("[{}]", entry.number)), "{}: {printed}", entry.number);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}: {printed}", entry.number);
    }
}

/// Examples that `check --fix` repairs, as their pages say, keep their comments.
#[test]
fn what_pages_say_is_repaired_is_repaired() {
    let mut repaired = 0;
    for entry in CODES.iter().filter(|entry| entry.code.page().text().contains("check --fix")) {
        let (mut example, _) = examples(entry);
        let text = example.files.get_mut("example.yaml").unwrap();
        *text = format!("# a comment\n{text}# the last line\n");
        let folder = example.folder();
        let is_suggestion = entry.code.page().text().contains("check --fix --unsafe");
        let bold = if is_suggestion { "--unsafe" } else { "" };
        let check = |options: &str| variscope(folder.path(), &format!("check example.yaml {options} {bold}"));
        let read = || fs::read_to_string(folder.path().join("example.yaml")).unwrap();
        let before = read();
        if is_suggestion {
            let shy = variscope(folder.path(), "check example.yaml --fix");
            assert_eq!(read(), before, "{}: {}", entry.number, printed(&shy));
            assert!(printed(&shy).contains("may change what is deployed"), "{}: {}", entry.number, printed(&shy));
        }
        let difference = check("--diff");
        assert_eq!((difference.status.code(), read()), (Some(1), before), "{}", entry.number);
        assert!(difference.stdout.starts_with(b"--- example.yaml\n+++ example.yaml\n@@ "), "{}", entry.number);
        let output = check("--fix");
        let (printed, after) = (printed(&output), read());
        let verb = if is_suggestion { "changed as suggested" } else { "repaired" };
        assert!(printed.contains(&format!("{verb}: example.yaml:")), "{}: {printed}", entry.number);
        assert!(!printed.contains(&format!("[{}]", entry.number)), "{}: {printed}{after}", entry.number);
        assert!(after.starts_with("# a comment\n") && after.ends_with("# the last line\n"), "{after}");
        if is_suggestion {
            // What only the suggestion makes superfluous goes in the next run.
            check("--fix");
        }
        assert_eq!(check("--diff").status.code(), Some(0), "{}: nothing is left to repair", entry.number);
        repaired += 1;
    }
    assert!(repaired >= 10);
}

const SHOP: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {slim: {type: boolean}, fast: {type: boolean}}
    options: {type_default_condition: true, artifact_pruning: true}
    constraints:
      - {variability_input: fast}
      # follows from the first
      - or: [{variability_input: fast}, {variability_input: slim}] # gone
  node_templates:
    app:
      type: App
      # always
      conditions: {variability_input: fast}
    cache:
      type: Cache
      conditions: {variability_input: slim}
";

#[test]
fn removing_what_has_no_effect_leaves_all_variants() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.yaml");
    fs::write(&path, SHOP).unwrap();
    let count = || variscope(folder.path(), "count shop.yaml --format json").stdout;
    let before: serde_json::Value = serde_json::from_slice(&count()).unwrap();
    let output = variscope(folder.path(), "check shop.yaml --fix");
    let after: serde_json::Value = serde_json::from_slice(&count()).unwrap();
    assert_eq!(before["variants"], after["variants"], "{}", printed(&output));
    let text = fs::read_to_string(&path).unwrap();
    assert!(!text.contains("conditions: {variability_input: fast}"), "{text}");
    for comment in ["# follows from the first", "# gone", "# always"] {
        assert!(text.contains(comment), "{text}");
    }
}

const OPEN_INPUT: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      # where it runs
      env: # any text
        type: string
    options: {type_default_condition: true, relation_default_condition: false}
  node_templates:
    app:
      type: App
      requirements:
        # only one of them is there
        - uses: {node: near, conditions: {equal: [{variability_input: env}, dev]}}
        - uses: {node: far, conditions: {not: {equal: [{variability_input: env}, dev]}}}
    near: {type: Cache, conditions: {equal: [{variability_input: env}, dev]}}
    far: {type: Cache, conditions: {equal: [{variability_input: env}, prod]}} # far away
";

#[test]
fn declared_values_leave_the_variants_of_those_that_are_mentioned() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.yaml");
    fs::write(&path, OPEN_INPUT).unwrap();
    let variants = |options: &str| {
        let output = variscope(folder.path(), &format!("list shop.yaml --format json {options}"));
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        json["variants"].clone()
    };
    let before = variants("--closed");
    let output = variscope(folder.path(), "check shop.yaml --fix --unsafe --only V302");
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
    let (declared, rest) = ("        constraints: [{valid_values: [\"dev\", \"prod\"]}]\n", "        type: string\n");
    assert_eq!(text, OPEN_INPUT.replace(rest, &format!("{declared}{rest}")));
    assert_eq!(variants(""), before);
}

#[test]
fn helps_name_what_has_an_effect() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.yaml");
    let text = |options: &str, db: &str| {
        format!(
            "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs: {{k: {{type: boolean}}}}\n    \
             options:{options}\n  node_templates:\n    app: {{type: A, requirements: [db: {db}]}}\n    \
             db: {{type: B, conditions: {{variability_input: k}}}}\n"
        )
    };
    // The option is on; what its condition consists of lacks the target.
    let options = " {type_default_condition: true, relation_pruning: true, relation_default_condition_mode: source}";
    fs::write(&path, text(options, "{node: db, default_alternative: true}")).unwrap();
    let output = printed(&variscope(folder.path(), "check t.yaml"));
    assert!(output.contains("help: set `relation_default_condition_mode: target-source`"), "{output}");
    fs::write(&path, text(" {mode: manual}", "db")).unwrap();
    variscope(folder.path(), "check t.yaml --fix --unsafe --only V307");
    assert_eq!(fs::read_to_string(&path).unwrap(), text(" {mode: manual, type_default_condition: true}", "db"));
}

#[test]
fn one_press_mends_what_does_not_wait_for_what_has_no_repair() {
    let template = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {environment: {type: string, constraints: [{valid_values: [prod, dev]}]}}
  node_templates:
    app:
      type: tosca.nodes.Root
      conditions: {equal: [{variability_input: enviroment}, prod]}
      requirements: [host: nowhere, uses: servr]
    server: {type: tosca.nodes.Root}
";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.yaml");
    fs::write(&path, template).unwrap();
    let output = printed(&variscope(folder.path(), "check t.yaml --fix --unsafe"));
    let mended = template.replace("enviroment", "environment").replace("servr", "server");
    assert_eq!(fs::read_to_string(&path).unwrap(), mended, "{output}");
}

#[test]
fn a_misspelt_default_has_a_repair() {
    let template = "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n      \
                    db: {type: string, default: porstgres, constraints: [{valid_values: [postgres, sqlite]}]}\n  \
                    node_templates:\n    app: {type: A, conditions: {equal: [{variability_input: db}, sqlite]}}\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.yaml");
    fs::write(&path, template).unwrap();
    variscope(folder.path(), "check t.yaml --fix --only V210");
    assert_eq!(fs::read_to_string(&path).unwrap(), template, "it may change what is deployed");
    variscope(folder.path(), "check t.yaml --fix --unsafe --only V210");
    assert_eq!(fs::read_to_string(&path).unwrap(), template.replace("porstgres", "postgres"));
    // A value that only stands out is asked for.
    let wide = template.replace("porstgres", "sqlight");
    fs::write(&path, &wide).unwrap();
    let output = printed(&variscope(folder.path(), "check t.yaml --fix --unsafe --only V210"));
    assert!(output.contains("did you mean \"sqlite\"?"), "{output}");
    assert_eq!(fs::read_to_string(&path).unwrap(), wide);
}

#[test]
fn archives_and_streams_are_not_edited() {
    let folder = tempfile::tempdir().unwrap();
    let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/diagnostics/V007-archive-limit/broken.csar");
    fs::copy(archive, folder.path().join("broken.csar")).unwrap();
    assert_eq!(variscope(folder.path(), "check broken.csar --fix").status.code(), Some(3));
    let output = variscope(folder.path(), "check - --fix");
    assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
}

#[test]
fn what_cannot_be_repaired_is_left_out_where_it_was_found_and_refused_where_it_was_named() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let archive = pack(&[("template.yaml".to_owned(), SHOP.as_bytes().to_vec())]).unwrap();
    write("b.csar", &archive);
    write("model.uvl", b"features\n    a\n");
    for name in ["a.yaml", "c.yaml"] {
        write(name, SHOP.as_bytes());
    }
    let refused = variscope(folder.path(), "check a.yaml b.csar --fix");
    assert_eq!(refused.status.code(), Some(2), "{}", printed(&refused));
    assert_eq!(read("a.yaml"), SHOP, "nothing is done before");
    let searched = printed(&variscope(folder.path(), "check . --fix"));
    assert!(searched.contains("not repaired: `./b.csar` is an archive: unpack it"), "{searched}");
    assert!(read("a.yaml") != SHOP && read("c.yaml") == read("a.yaml"), "{searched}");
    let model = printed(&variscope(folder.path(), "check model.uvl --fix"));
    assert!(model.contains("not repaired: `model.uvl` is a feature model"), "{model}");
}

#[test]
fn rules_are_listed_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let list = printed(&variscope(folder.path(), "rule"));
    assert_eq!(list.lines().count(), CODES.len());
    let page = printed(&variscope(folder.path(), "rule v302"));
    assert!(page.starts_with("# V302: "), "{page}");
    let json: serde_json::Value =
        serde_json::from_slice(&variscope(folder.path(), "rule --all --format json").stdout).unwrap();
    assert_eq!(json["rules"].as_array().unwrap().len(), CODES.len());
    let unknown = variscope(folder.path(), "rule V3O2");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(printed(&unknown).contains("did you mean \"V302\"?"), "{}", printed(&unknown));
}
