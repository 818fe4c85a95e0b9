//! What makes `check` liveable, templates begun and configured, names completed by shells.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "living/configure.rs"]
mod configure;
#[path = "living/paths.rs"]
mod paths;
mod prerequisites;
#[path = "living/refused.rs"]
mod refused;
#[path = "living/reported.rs"]
mod reported;
mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use support::folder::folder;
use support::program::{PROGRAM, printed as output_of, run_in as run};

/// `cache` is never there, `db` always, and `spare` is read by nothing.
const TEMPLATE: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {slim: {type: boolean}, spare: {type: boolean}}
    options: {type_default_condition: true}
  node_templates:
    db:
      type: tosca.nodes.Root
      conditions: {or: [{variability_input: slim}, {not: {variability_input: slim}}]}
    cache:
      type: tosca.nodes.Root
      conditions: {and: [{variability_input: slim}, {not: {variability_input: slim}}]}
";

const FINE: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  node_templates:
    db: {type: tosca.nodes.Root}
";

/// The codes of findings, in order.
fn codes(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let output = run(folder, &[&["check", "--format", "concise"], arguments].concat());
    let text = output_of(&output);
    let code =
        |line: &str| line.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|(code, _)| code.to_owned());
    text.lines().filter_map(code).filter(|code| code.starts_with('V')).collect()
}

#[test]
fn codes_are_listed_and_begun() {
    let folder = folder(&[("t.yaml", TEMPLATE)]);
    let all = codes(folder.path(), &["t.yaml"]);
    assert!(all.len() > 2 && all.contains(&"V402".to_owned()) && all.contains(&"V408".to_owned()), "{all:?}");
    let has = |prefixes: &[&str], code: &String| prefixes.iter().any(|prefix| code.starts_with(prefix));
    for prefixes in [&["V4"][..], &["V402", "V408"], &["V40", "V5"], &["V3"]] {
        let list = prefixes.join(",");
        let (only, skip) =
            (codes(folder.path(), &["t.yaml", "--only", &list]), codes(folder.path(), &["t.yaml", "--skip", &list]));
        let [kept, left]: [Vec<String>; 2] =
            [true, false].map(|side| all.iter().filter(|code| has(prefixes, code) == side).cloned().collect());
        assert_eq!((only, skip), (kept, left), "{list}");
    }
    assert_eq!(run(folder.path(), &["check", "t.yaml", "--only", "V999"]).status.code(), Some(2));
    let counted = output_of(&run(folder.path(), &["check", "t.yaml", "--statistics"]));
    for code in &all {
        let count = all.iter().filter(|other| *other == code).count();
        assert!(counted.lines().any(|line| line.starts_with(&format!("{count:>6}  {code}  "))), "{counted}");
    }
}

#[test]
fn comments_leave_findings_out() {
    let plain = folder(&[("t.yaml", TEMPLATE)]);
    let all = codes(plain.path(), &["t.yaml"]);
    let commented = TEMPLATE
        .replace("    cache:\n", "    # variscope: ignore[V402] until autumn\n    cache:\n")
        .replace("spare: {type: boolean}}\n", "spare: {type: boolean}} # variscope: ignore[V408] soon\n");
    let folder = folder(&[("t.yaml", &commented)]);
    let left: Vec<String> = all.into_iter().filter(|code| !["V402", "V408"].contains(&&**code)).collect();
    assert_eq!(codes(folder.path(), &["t.yaml"]), left);
    assert!(output_of(&run(folder.path(), &["check", "t.yaml"])).contains("2 left out by comments"));
}

#[test]
fn only_what_a_baseline_does_not_know_is_reported() {
    let folder = folder(&[("t.yaml", TEMPLATE)]);
    run(folder.path(), &["check", "t.yaml", "--write-baseline", "known.json"]);
    assert_eq!(codes(folder.path(), &["t.yaml", "--baseline", "known.json"]), Vec::<String>::new());
    // Lines move, and one finding is new.
    let moved = format!(
        "# moved\n{}",
        TEMPLATE.replace("spare: {type: boolean}", "spare: {type: boolean}, new: {type: boolean}")
    );
    fs::write(folder.path().join("t.yaml"), moved).unwrap();
    let output = run(folder.path(), &["check", "t.yaml", "--baseline", "known.json", "--fail-on", "warning"]);
    assert_eq!(output.status.code(), Some(1));
    let printed = output_of(&output);
    assert!(printed.contains("\"new\"") && !printed.contains("V402"), "{printed}");
}

/// `V216` is said while the template is read, `V103` is an error then.
const SHADOWED: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  node_templates:
    db:
      type: tosca.nodes.Root
      condition: true
      # here
      properties: [{size: {value: 1, conditions: true, default_alternative: true}}]
";

#[test]
fn what_is_said_while_reading_is_left_out_unless_it_is_an_error() {
    let plain = SHADOWED.replace("      condition: true\n", "");
    let folder = folder(&[("t.yaml", &plain), ("error.yaml", SHADOWED)]);
    let ignored = |text: &str| {
        text.replace("# here", "# variscope: ignore[V216] for now").replace("db:", "db: # variscope: ignore[V103]")
    };
    fs::write(folder.path().join("ignored.yaml"), ignored(&plain)).unwrap();
    fs::write(folder.path().join("ignored-error.yaml"), ignored(SHADOWED)).unwrap();
    // What is found behind the reading is not what this is about.
    let reported = |arguments: &[&str]| -> Vec<String> {
        let codes = codes(folder.path(), arguments);
        codes.into_iter().filter(|code| ["V103", "V216"].contains(&&**code)).collect()
    };
    let known = |template: &str| {
        run(folder.path(), &["check", template, "--write-baseline", "known.json"]);
        reported(&[template, "--baseline", "known.json"])
    };
    let status = |arguments: &[&str]| run(folder.path(), &[&["check"], arguments].concat()).status.code();
    assert_eq!(reported(&["t.yaml"]), ["V216"]);
    assert_eq!(status(&["t.yaml", "--only", "V216", "--fail-on", "warning"]), Some(1));
    assert_eq!(status(&["ignored.yaml", "--only", "V216", "--fail-on", "warning"]), Some(0));
    assert_eq!(reported(&["t.yaml", "--skip", "V216"]), Vec::<String>::new());
    assert_eq!(reported(&["ignored.yaml"]), Vec::<String>::new());
    assert_eq!(known("t.yaml"), Vec::<String>::new());
    for template in ["error.yaml", "ignored-error.yaml"] {
        assert_eq!(reported(&[template, "--skip", "V1,V2"]), ["V103"]);
        assert_eq!(status(&[template, "--skip", "V1,V2,V4,V5"]), Some(3));
        assert_eq!(known(template), ["V103"]);
    }
}

#[test]
fn values_that_an_input_never_has_are_reported_where_they_are_asked_for() {
    let text =
        TEMPLATE.replace("spare: {type: boolean}", "env: {type: string, constraints: [{valid_values: [dev, prod]}]}");
    let folder = folder(&[("t.yaml", &text)]);
    for arguments in [
        &["count", "t.yaml", "--where", "env = \"prood\""][..],
        &["explain", "t.yaml", "env = \"prood\" and node.db"],
        &["check", "t.yaml", "--assert", "env = \"prood\" implies node.db"],
    ] {
        let output = run(folder.path(), arguments);
        let printed = output_of(&output);
        assert!(printed.contains("V421") && printed.contains("did you mean \"prod\"?"), "{arguments:?}: {printed}");
    }
    let printed = output_of(&run(folder.path(), &["count", "t.yaml", "--where", "env = \"prod\""]));
    assert!(!printed.contains("V421"), "{printed}");
}

#[test]
fn settings_are_found_up_to_the_root_of_the_repository() {
    let settings = "ignore = [\"V408\"]\nexclude = [\"old/*\", \"gone/\"]\n[severity]\nV402 = \"error\"\n[per-path]\n\"b/*\" = [\"V40\"]\n";
    let folder = folder(&[
        ("repository/.git/HEAD", ""),
        ("repository/variscope.toml", settings),
        ("repository/a/deep/t.yaml", TEMPLATE),
        ("repository/b/t.yaml", TEMPLATE),
        ("repository/old/t.yaml", TEMPLATE),
        ("repository/gone/with/t.yaml", TEMPLATE),
        ("repository/fine.yaml", FINE),
        ("elsewhere/t.yaml", TEMPLATE),
    ]);
    let all = codes(folder.path(), &["elsewhere/t.yaml"]);
    assert!(all.contains(&"V408".to_owned()));
    let deep = codes(folder.path(), &["repository/a/deep/t.yaml"]);
    assert_eq!(deep, all.iter().filter(|code| *code != "V408").cloned().collect::<Vec<_>>());
    assert_eq!(run(folder.path(), &["check", "repository/a/deep/t.yaml"]).status.code(), Some(1), "V402 is an error");
    let other = codes(folder.path(), &["repository/b/t.yaml"]);
    assert_eq!(other, all.iter().filter(|code| !code.starts_with("V40")).cloned().collect::<Vec<_>>());
    let searched = output_of(&run(folder.path(), &["check", "repository"]));
    assert!(
        searched.contains("repository/fine.yaml: fine\n") && searched.contains("repository/a/deep/t.yaml"),
        "{searched}"
    );
    assert!(!searched.contains("old/t.yaml") && !searched.contains("gone"), "{searched}");
}

#[test]
fn assertions_come_from_files_with_their_places() {
    let assertions = "assertions:\n  - name: never-slim\n    condition: not slim\n    severity: warning\n    message: nobody wants it\n  - for node: it or slim\n  - slim or not slim\n";
    let settings = "[[assertions]]\nname = \"plain\"\ncondition = 'node.db and not node.cache'\n";
    let folder = folder(&[("t.yaml", TEMPLATE), ("rules.yaml", assertions), ("variscope.toml", settings)]);
    let output = run(folder.path(), &["check", "t.yaml", "--only", "V415,V416", "--assertions", "rules.yaml"]);
    let printed = output_of(&output);
    assert!(printed.contains("warning[V415]: nobody wants it (assertion \"never-slim\")"), "{printed}");
    assert!(
        printed.contains("rules.yaml:3:16") && printed.contains("3 of 4 assertions hold in every variant"),
        "{printed}"
    );
    assert!(printed.contains("note[V416]") && printed.contains("--input slim=true"), "{printed}");
    for (format, mark) in [("sarif", "\"uri\": \"rules.yaml\""), ("junit", "V415"), ("json", "\"V415\"")] {
        let output = run(
            folder.path(),
            &["check", "t.yaml", "--only", "V415", "--assertions", "rules.yaml", "--format", format],
        );
        assert!(output_of(&output).contains(mark), "{format}: {}", output_of(&output));
    }
    // What is not to be looked at is not written.
    for (file, text) in [
        ("off.toml", "[[assertions]]\ncondition = 'slim'\nseverity = \"off\"\n"),
        ("off.yaml", "- condition: slim\n  severity: off\n"),
    ] {
        fs::write(folder.path().join(file), text).unwrap();
        let output = run(folder.path(), &["check", "t.yaml", "--assertions", file]);
        assert_eq!(output.status.code(), Some(3));
        assert!(output_of(&output).contains("off") && output_of(&output).contains("note"), "{}", output_of(&output));
    }
    fs::write(folder.path().join("rules.yaml"), "- node.dbb\n").unwrap();
    let output = run(folder.path(), &["check", "t.yaml", "--assertions", "rules.yaml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        output_of(&output).contains("rules.yaml:1:3") && output_of(&output).contains("did you mean `node.db`?"),
        "{}",
        output_of(&output)
    );
}

#[test]
fn what_is_begun_is_sound() {
    let folder = tempfile::tempdir().unwrap();
    let begun = run(folder.path(), &["init", "shop"]);
    assert_eq!(begun.status.code(), Some(0), "{}", output_of(&begun));
    let checked = run(folder.path(), &["check", "shop", "--fail-on", "note"]);
    assert_eq!(checked.status.code(), Some(0), "{}", output_of(&checked));
    assert!(output_of(&run(folder.path(), &["test", "shop"])).contains("1 passed, 0 failed"));
    // Settings above count on: nearer ones would take their place.
    std::fs::write(folder.path().join("variscope.toml"), "").unwrap();
    let below = run(folder.path(), &["init", "below"]);
    assert!(folder.path().join("below/tests/dev/test.yaml").exists(), "{below:?}");
    assert!(!folder.path().join("below/variscope.toml").exists(), "{below:?}");
    std::fs::remove_file(folder.path().join("variscope.toml")).unwrap();
    let again = run(folder.path(), &["init", "shop"]);
    assert_eq!(again.status.code(), Some(2), "{}", output_of(&again));
}

#[test]
fn tests_that_were_there_before_stay_as_they_are() {
    let folder = folder(&[("tests/old/test.yaml", "presets: dev\n"), ("tests/old/expected.yaml", "a: 1\n")]);
    let begun = run(folder.path(), &["init"]);
    assert_eq!(begun.status.code(), Some(0), "{}", output_of(&begun));
    assert_eq!(fs::read_to_string(folder.path().join("tests/old/expected.yaml")).unwrap(), "a: 1\n");
    assert!(output_of(&run(folder.path(), &["test", "."])).contains("1 passed, 1 failed"));
}

const CHOICES: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      env: {type: string, constraints: [{valid_values: [dev, prod]}]}
      size: {type: integer, constraints: [{in_range: [1, 3]}]}
      slim: {type: boolean}
    constraints: [{implies: [{equal: [{variability_input: env}, prod]}, {not: {variability_input: slim}}]}]
    options: {type_default_condition: true}
  node_templates:
    db: {type: tosca.nodes.Root, conditions: {variability_input: slim}}
    big: {type: tosca.nodes.Root, conditions: {greater: [{variability_input: size}, 2]}}
";

/// What a shell offers behind these words.
fn completed(shell: &str, folder: &Path, words: &[&str]) -> Option<String> {
    Command::new(shell).arg("--version").output().ok()?;
    let script = output_of(&run(folder, &["completions", shell]));
    fs::write(folder.join("script"), script).unwrap();
    let folder_of_program = Path::new(PROGRAM).parent().unwrap().display().to_string();
    let path = format!("{folder_of_program}:{}", std::env::var("PATH").unwrap());
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let command = match shell {
        "bash" => format!(
            "source ./script; COMP_WORDS=({}); COMP_CWORD={}; COMP_LINE='{}'; _variscope_names variscope; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            quoted.join(" "),
            words.len() - 1,
            words.join(" ")
        ),
        "fish" => format!("source ./script; complete -C '{}'", words.join(" ")),
        _ => format!(
            "autoload -U compinit; compinit -D -u; source ./script; compadd() {{ print -l -- ${{@:2}} }}; words=({}); CURRENT={}; _variscope_names",
            quoted.join(" "),
            words.len()
        ),
    };
    let mut program = Command::new(shell);
    if shell == "zsh" {
        program.arg("-f");
    }
    let output =
        program.args(["-c", &command]).current_dir(folder).env("PATH", path).env("HOME", folder).output().unwrap();
    Some(output_of(&output))
}

#[test]
fn shells_complete_names_of_the_template() {
    let text = CHOICES
        .replace("    constraints: [{implies", "    presets: {small: {inputs: {size: 1}}}\n    constraints: [{implies");
    let folder = folder(&[("t.yaml", &text)]);
    for shell in ["bash", "zsh", "fish"] {
        for (words, offered) in [
            (&["variscope", "count", "t.yaml", "--preset", ""][..], "small"),
            (&["variscope", "explain", "t.yaml", "node."], "node.big"),
            (&["variscope", "count", "t.yaml", "--input", ""], "env=prod"),
            (&["variscope", "rule", "V40"], "V402"),
            (&["variscope", "check", "t.yaml", "--skip", "V5"], "V502"),
        ] {
            let Some(output) = completed(shell, folder.path(), words) else { continue };
            assert!(output.lines().any(|line| line.starts_with(offered)), "{shell} {words:?}: {output}");
        }
    }
}
