//! Completions, manual pages, versions, standard streams, and watching.

mod support;
#[path = "shell/watching.rs"]
mod watching;

use std::fs;
use std::io::{ErrorKind, Write};
use std::process::{Command, Output, Stdio};

use support::folder::File;
use support::program::{PROGRAM, variscope};

fn run(arguments: &[&str], stdin: &str) -> Output {
    let mut child = variscope(&[])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let written = child.stdin.take().expect("stdin is piped").write_all(stdin.as_bytes());
    // Who refuses to read may have ended by now.
    assert!(written.is_ok() || written.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe));
    child.wait_with_output().expect("the program ends")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("output is UTF-8")
}

const TEMPLATE: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      env: {type: string}
    options: {type_default_condition: true}
  node_templates:
    shop: {type: shop.Application}
    cache: {type: shop.Cache, conditions: {equal: [{variability_input: env}, prod]}}
";

/// `help` always stands behind `help`: it must not count as a command that is there already.
#[test]
fn fish_completes_commands_behind_help() {
    let script = run(&["completions", "fish"], "");
    let behind_help = "__fish_variscope_using_subcommand help; and not __fish_seen_subcommand_from ";
    let lines: Vec<&str> = stdout(&script).lines().filter(|line| line.contains(behind_help)).collect();
    assert!(lines.iter().any(|line| line.contains("-a \"resolve\"")), "{lines:?}");
    for line in lines {
        let there = line.split(behind_help).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        let there: Vec<&str> = there.split(' ').collect();
        assert!(there.contains(&"resolve") && !there.contains(&"help"), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_fails_like_other_results() {
    for arguments in [&["--help"][..], &["--version"], &["help", "count"], &["count", "--help"], &["rule", "V401"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = variscope(arguments).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let noted = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {noted}");
        assert!(noted.contains("stdout: No space left on device"), "{noted}");
    }
}

#[test]
fn completions_know_every_command() {
    let help = run(&["--help"], "");
    let lines = stdout(&help).lines().skip_while(|line| *line != "Commands:").skip(1);
    let names =
        lines.take_while(|line| !line.is_empty()).filter(|line| line.starts_with("  ") && !line[2..].starts_with(' '));
    let commands: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.contains(&"completions") && commands.contains(&"graph"), "{commands:?}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell], "");
        assert!(script.status.success());
        for command in &commands {
            assert!(stdout(&script).contains(command), "{shell} does not complete {command}");
        }
    }
}

/// In the script for zsh, two colons behind the star would end the completion of options at the first template.
#[test]
fn options_are_completed_behind_templates() {
    let script = run(&["completions", "zsh"], "");
    assert!(stdout(&script).contains("'*:templates -- ") && !stdout(&script).contains("'*::templates"));
}

/// For bash, `=` is a word of its own.
#[test]
fn bash_completes_names_behind_an_equals_sign() {
    let folder = tempfile::tempdir().unwrap();
    let with_space = "env: {type: string}\n      where: {type: string, constraints: [{valid_values: [big city]}]}";
    fs::write(folder.path().join("t.yaml"), TEMPLATE.replace("env: {type: string}", with_space)).unwrap();
    fs::write(folder.path().join("script"), stdout(&run(&["completions", "bash"], ""))).unwrap();
    let own = std::path::Path::new(PROGRAM).parent().unwrap().display().to_string();
    for (words, offered) in [
        ("--input en", "env=prod"),
        ("--input = en", "env=prod"),
        ("--input =", "env=prod"),
        ("--input env = pr", "prod"),
        ("--input = env = pr", "prod"),
        ("--input = env =", "prod"),
        ("--input where = big", "big\\ city"),
        ("--input where = \\'big", "big city"),
        ("--input whe", "where=big\\ city"),
    ] {
        let all = format!("variscope count t.yaml {words}");
        let last = all.split(' ').count() - 1;
        let command = format!(
            "PATH='{own}':$PATH; source ./script; COMP_WORDS=({all}); COMP_CWORD={last}; _variscope_names variscope; echo \"${{COMPREPLY[0]}}\""
        );
        // Where there is no bash, its completion is not tested.
        let Ok(reported) = Command::new("bash").args(["-c", &command]).current_dir(folder.path()).output() else {
            return;
        };
        assert_eq!(stdout(&reported).trim(), offered, "{words}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(&["man", folder.path().to_str().unwrap()], "").status.success());
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(page("variscope.1").starts_with(".ie"));
    assert!(page("variscope-check.1").contains("fail\\-on"));
    assert!(page("variscope-check.1").contains("<\\fITEMPLATE\\fR>..."), "there may be several");
    assert!(!page("variscope-list.1").contains("<\\fITEMPLATE\\fR>..."));
    assert!(
        page("variscope-resolve.1").contains("EXTRA") && page("variscope-resolve.1").contains("variscope resolve shop")
    );
    assert_eq!(stdout(&run(&["man"], "")), page("variscope.1"));
}

#[test]
fn versions_begin_with_the_number() {
    let number = format!("variscope {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(stdout(&run(&["-V"], "")).trim_end(), number);
    assert!(stdout(&run(&["--version"], "")).starts_with(&number));
}

#[test]
fn dashes_are_standard_streams() {
    let file = File::new("shop.yaml", TEMPLATE);
    let path = file.path();
    let by_argument = run(&["resolve", path, "--input", "env=prod"], "");
    let by_stdin = run(&["resolve", path, "--inputs", "-", "--output", "-"], "env: prod\n");
    assert!(stdout(&by_argument).contains("shop.Cache"));
    assert_eq!(stdout(&by_argument), stdout(&by_stdin));
    assert_eq!(stdout(&by_argument), stdout(&run(&["resolve", "-", "--input", "env=prod"], TEMPLATE)));
    assert_eq!(stdout(&run(&["graph", path], "")), stdout(&run(&["graph", "-", "-o", "-"], TEMPLATE)));
}

#[test]
fn inputs_from_stdin_are_for_all_templates_sides_and_attempts() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, two, broken) = (path("one.yaml"), path("two.yaml"), path("broken.yaml"));
    fs::write(&one, TEMPLATE).unwrap();
    fs::write(&two, TEMPLATE.replace("shop.Cache", "other.Cache")).unwrap();
    fs::write(&broken, TEMPLATE.replace("equal", "eqaul")).unwrap();
    for (arguments, inputs) in [
        (&["check", &one, &two, "--format", "concise"][..], "evn: prod\n"),
        (&["diff", &one, &two], "env: prod\n"),
        (&["count", &broken], "evn: prod\n"),
        (&["check", &broken, "--format", "concise"], "evn: prod\n"),
    ] {
        fs::write(path("stdin"), inputs).unwrap();
        let printed = |output: &Output| String::from_utf8([&*output.stdout, &output.stderr].concat()).unwrap();
        let from_file = printed(&run(&[arguments, &["--inputs", &path("stdin")]].concat(), ""));
        let from_stdin = printed(&run(&[arguments, &["--inputs", "-"]].concat(), inputs));
        assert!(!from_file.contains("internal error"), "{arguments:?}: {from_file}");
        assert_eq!(from_file.replace(&path("stdin"), "stdin"), from_stdin, "{arguments:?}");
        let without = printed(&run(arguments, ""));
        assert_ne!(from_stdin, without, "{arguments:?}: the inputs make a difference");
    }
}

#[test]
fn inputs_files_and_settings_say_which_encoding_they_need() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("shop.yaml"), TEMPLATE).unwrap();
    fs::write(path("inputs.yaml"), b"\xff\xfee\x00").unwrap();
    let output = |arguments: &[&str]| String::from_utf8(run(arguments, "").stderr).unwrap();
    assert!(output(&["count", &path("shop.yaml"), "--inputs", &path("inputs.yaml")]).contains("save it as UTF-8"));
    // What some editors write at the start of a file is no content.
    fs::write(path("variscope.toml"), "\u{feff}ignore = [\"V4\"]\n").unwrap();
    assert!(!output(&["check", &path("shop.yaml")]).contains("error"));
    fs::write(path("variscope.toml"), b"# \xe4\n").unwrap();
    assert!(output(&["check", &path("shop.yaml")]).contains("is not UTF-8: byte 0xE4 at offset 2, in line 1"));
}

#[test]
fn stdin_cannot_be_watched() {
    assert_eq!(run(&["check", "--watch", "-"], TEMPLATE).status.code(), Some(2));
}

/// The escape that begins a colour.
const ESCAPE: u8 = 0x1b;

#[test]
fn colours_are_chosen_by_arguments_before_surroundings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shop.yaml");
    fs::write(&path, TEMPLATE.replace("equal", "eqaul")).unwrap();
    let is_coloured = |arguments: &[&str], surroundings: &[(&str, &str)]| {
        let mut program = Command::new(PROGRAM);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            program.env_remove(name);
        }
        let output =
            program.arg("check").args(arguments).arg(&path).envs(surroundings.iter().copied()).output().unwrap();
        assert!(!output.stdout.is_empty());
        output.stdout.contains(&ESCAPE)
    };
    // A pipe is no terminal.
    assert!(!is_coloured(&[], &[]));
    assert!(!is_coloured(&["--color", "auto"], &[("CLICOLOR", "1")]));
    assert!(is_coloured(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!is_coloured(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(is_coloured(&["--color", "always"], &[("NO_COLOR", "1")]));
    assert!(is_coloured(&["--color=always"], &[]));
    assert!(!is_coloured(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    // An empty value says nothing.
    assert!(is_coloured(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")]));
}

#[test]
fn what_tests_expect_is_said_where_something_is_resolved() {
    let broken = TEMPLATE.replace("shop.Cache, conditions: {equal:", "shop.Cache, conditions: {eqaul:");
    let broken =
        broken.replace("{type: string}", "{type: strnig}").replace("variability_input: env", "variability_input: evn");
    let printed = |command: &str| {
        let output = run(&[command, "-"], &broken);
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    assert!(printed("resolve").contains("Variability Test"));
    for command in ["check", "count", "elements", "explain", "graph"] {
        let printed = printed(command);
        assert!(printed.contains("error") && !printed.contains("Variability Test"), "{command}: {printed}");
    }
}

#[test]
fn errors_of_a_resolution_are_for_programs_too() {
    let broken = TEMPLATE.replace("{equal:", "{eqaul:");
    for (format, template, words) in [
        ("json", broken.as_str(), "\"code\": \"V201\""),
        ("jsonl", &broken, "\"V201\""),
        ("sarif", &broken, "\"ruleId\": \"V201\""),
        ("junit", &broken, "classname=\"V201\""),
        ("github", &broken, "V201"),
        ("gitlab", &broken, "V201"),
        ("concise", &broken, ":9:44: error[V201]"),
        ("json", TEMPLATE, "\"findings\": []"),
    ] {
        let output = run(&["resolve", "-", "--input", "env=prod", "--format", format], template);
        let printed = String::from_utf8(output.stderr.clone()).unwrap();
        assert!(printed.contains(words), "{format}: {printed}");
        assert_eq!(output.status.code(), Some(if template == TEMPLATE { 0 } else { 3 }));
        assert_eq!(stdout(&output).is_empty(), template != TEMPLATE);
    }
    let absent = run(&["resolve", "absent.yaml", "--format", "json"], "");
    assert!(String::from_utf8(absent.stderr.clone()).unwrap().contains("\"V001\""));
    assert_eq!(absent.status.code(), Some(3));
}

#[test]
fn differences_are_drawn() {
    let sides = ["--left", "env=dev", "--right", "env=prod", "--graph"];
    for (language, words) in [
        ("dot", "+ cache"),
        ("mermaid", "class n1 added"),
        ("plantuml", "line:1a7f37"),
        ("svg", "<g class=\"node added\" data-element=\"node.cache\">"),
    ] {
        let arguments = [&["diff", "-"], &sides[..], &[language]].concat();
        let drawn = run(&arguments, TEMPLATE);
        assert!(drawn.status.success() && stdout(&drawn).contains(words), "{language}: {}", stdout(&drawn));
    }
    assert_eq!(run(&["diff", "a.uvl", "b.uvl", "--graph", "dot"], "").status.code(), Some(2));
}

/// One preset for each side.
#[test]
fn presets_are_compared() {
    let presets = "    presets: {dev: {inputs: {env: dev}}, prod: {inputs: {env: prod}}}\n  node_templates:\n";
    let template = TEMPLATE.replacen("  node_templates:\n", presets, 1);
    let compared = run(&["diff", "-", "--left-preset", "dev", "--right-preset", "prod"], &template);
    let given = run(&["diff", "-", "--left", "env=dev", "--right", "env=prod"], &template);
    assert_eq!(stdout(&compared), stdout(&given));
    assert!(
        stdout(&compared).contains("+ node \"cache\"") || stdout(&compared).contains("~ node \"cache\""),
        "{}",
        stdout(&compared)
    );
    let unknown = run(&["diff", "-", "--left-preset", "dve"], &template);
    assert_eq!(unknown.status.code(), Some(3));
}

/// A call that is stopped says so in every format: nothing at all would mean that nothing is wrong.
#[test]
fn a_check_that_is_stopped_says_so_in_every_format() {
    for format in ["concise", "json", "jsonl", "sarif", "junit", "github", "gitlab"] {
        let output = run(&["check", "-", "--timeout", "0", "--format", format], TEMPLATE);
        assert_eq!(output.status.code(), Some(4), "{format}");
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(printed.contains("not everything was looked at") || printed.contains("stopped"), "{format}: {printed}");
        for (of, words) in [("sarif", "\"executionSuccessful\": false"), ("json", "\"complete\": false")] {
            assert!(format != of || stdout(&output).contains(words), "{}", stdout(&output));
        }
    }
    let output = run(&["check", "-", "--timeout", "0"], TEMPLATE);
    assert!(!String::from_utf8_lossy(&output.stderr).ends_with("no findings\n"));
}

/// Places of an earlier revision are where git has them, in no folder that is gone.
#[test]
fn places_of_a_revision_are_named_as_git_names_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("shop/template.yaml");
    let git = |arguments: &[&str]| {
        let output = Command::new("git").arg("-C").arg(folder.path()).args(arguments).output().expect("git is there");
        assert!(output.status.success(), "{output:?}");
    };
    fs::create_dir(folder.path().join("shop")).expect("a folder");
    fs::write(&path, TEMPLATE.replace("{equal:", "{eqaul:")).expect("a file");
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message=first"]);
    fs::write(&path, TEMPLATE).expect("a file");
    let output = variscope(&[]).arg("diff").arg(&path).args(["--rev", "HEAD"]).output().expect("the program starts");
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(printed.contains("--> HEAD:shop/template.yaml:9:44"), "{printed}");
}

/// Our assertion is about our template, and not about what is in the folder already.
#[test]
fn settings_beside_templates_of_others_assert_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let other = folder.path().join("other.yaml");
    fs::write(&other, TEMPLATE.replace("string}", "string, constraints: [{valid_values: [dev, prod]}]}"))
        .expect("a file");
    for command in [vec!["init"], vec!["check", "other.yaml"]] {
        let output = variscope(&[]).args(command).current_dir(folder.path()).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let empty = tempfile::tempdir().expect("a folder");
    let output = variscope(&[]).args(["init"]).current_dir(empty.path()).output().expect("the program starts");
    assert!(output.status.success());
    let settings = fs::read_to_string(empty.path().join("variscope.toml")).expect("settings");
    assert!(settings.contains("\n[[assertions]]\n"), "{settings}");
}

/// `.` is no name.
#[test]
fn an_inputs_file_names_the_template_in_the_folder() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/csar/webshop");
    let output = variscope(&[]).args(["inputs", "."]).current_dir(folder).output().expect("the program runs");
    let written = stdout(&output);
    assert!(written.starts_with("# Variability inputs of service-template.yaml.\n"), "{written}");
}
