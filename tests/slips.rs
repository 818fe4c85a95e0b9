//! What people get wrong at the command line and in the files around templates, and what is said to it.

#[path = "slips/asked_otherwise.rs"]
mod asked_otherwise;
#[path = "slips/first_steps.rs"]
mod first_steps;
#[path = "slips/helps.rs"]
mod helps;
#[path = "slips/misplaced.rs"]
mod misplaced;
#[path = "slips/named_types.rs"]
mod named_types;
mod support;

use std::fs::{self, File};
use std::path::Path;

use support::folder::folder;
use support::program::{printed, run_in as run, variscope_in as variscope};

/// All that is said, on both streams.
fn output_of(folder: &Path, arguments: &[&str]) -> String {
    printed(&run(folder, arguments))
}

const SHOP: &str = "\
tosca_definitions_version: tosca_variability_1_0
imports: [types.yaml]
topology_template:
  variability:
    inputs: {cloud: {type: boolean}}
    options: {mode: consistent-strict}
  node_templates:
    app: {type: App}
    db: {type: App, conditions: {variability_input: cloud}}
";
const TYPES: &str = "\
tosca_definitions_version: tosca_variability_1_0
node_types:
  App: {derived_from: tosca.nodes.Root}
";

#[test]
fn nothing_is_written_over_what_was_read() {
    let files =
        [("shop.yaml", SHOP), ("types.yaml", TYPES), ("in.yaml", "cloud: true\n"), ("m.uvl", "features\n\tr\n")];
    let folder = folder(&files);
    let folder = folder.path();
    let given = ["resolve", "shop.yaml", "--inputs", "in.yaml"];
    for (arguments, file) in [
        (&[&given[..], &["-o"]].concat()[..], "shop.yaml"),
        (&[&given[..], &["--csar"]].concat(), "shop.yaml"),
        (&[&given[..], &["-o"]].concat(), "types.yaml"),
        (&[&given[..], &["-o"]].concat(), "in.yaml"),
        (&["report", "shop.yaml", "-o"], "shop.yaml"),
        (&["graph", "shop.yaml", "-o"], "types.yaml"),
        (&["check", "shop.yaml", "-o"], "shop.yaml"),
        (&["check", "shop.yaml", "--write-baseline"], "shop.yaml"),
        (&["diff", "shop.yaml", "--left", "cloud=true", "--right", "cloud=false", "-o"], "shop.yaml"),
        (&["configure", "shop.yaml", "--force", "-o"], "shop.yaml"),
        (&["export", "shop.yaml", "--to", "dimacs", "-o"], "shop.yaml"),
        (&["export", "m.uvl", "--to", "uvl", "-o"], "m.uvl"),
        (&["convert", "shop.yaml", "-o"], "shop.yaml"),
    ] {
        let arguments = [arguments, &[file]].concat();
        let output = run(folder, &arguments);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("would be lost"), "{arguments:?}");
        for (name, text) in files {
            assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), text, "{arguments:?}");
        }
    }
    // What was made may be made again.
    for _ in 0..2 {
        assert!(run(folder, &[&given[..], &["-o", "out.yaml"]].concat()).status.success());
    }
}

#[cfg(unix)]
#[test]
fn files_are_spared_by_whatever_path_they_were_read() {
    let folder = folder(&[
        ("shop.yaml", SHOP),
        ("types.yaml", TYPES),
        ("alone.yaml", &SHOP.replace("imports: [types.yaml]\n", "")),
    ]);
    let folder = folder.path();
    std::os::unix::fs::symlink("shop.yaml", folder.join("link.yaml")).unwrap();
    let long = folder.join("./shop.yaml").display().to_string();
    for (template, file) in [("shop.yaml", "link.yaml"), ("link.yaml", "shop.yaml"), ("./shop.yaml", &long)] {
        let output = run(folder, &["resolve", template, "--input", "cloud=true", "-o", file]);
        assert_eq!(output.status.code(), Some(3), "{template} {file}");
    }
    let mut piped = variscope(folder, &["check", "-", "-o", "alone.yaml"]);
    piped.stdin(File::open(folder.join("alone.yaml")).unwrap());
    let is_reported = !Path::new("/dev/stdin").exists() || piped.status().unwrap().code() == Some(3);
    assert!(is_reported && fs::read_to_string(folder.join("alone.yaml")).unwrap().starts_with("tosca"));
    // Neither a pipe nor a device has anything to lose.
    assert!(run(folder, &["graph", "shop.yaml", "-o", "/dev/stdout"]).status.success());
}

#[test]
fn options_of_other_programs_are_answered_with_ours() {
    let folder = folder(&[("shop.yaml", SHOP), ("types.yaml", TYPES)]);
    for (arguments, expected) in [
        (["resolve", "shop.yaml", "--set", "cloud=true"], "tip: write '--input NAME=VALUE'"),
        (["check", "shop.yaml", "--strict", "-q"], "tip: write '--fail-on warning'"),
        (["count", "shop.yaml", "--json", "-q"], "tip: write '--format json'"),
        (["check", "shop.yaml", "--no-color", "-q"], "tip: write '--color never'"),
        (["check", "shop.yaml", "--strct", "-q"], "tip: a similar argument exists"),
        (["resolve", "shop.yaml", "--values", "in.yaml"], "tip: write '--inputs FILE'"),
    ] {
        let output = output_of(folder.path(), &arguments);
        assert!(output.contains(expected) && output.matches("tip:").count() == 1, "{output}");
    }
}

/// A CSAR with one test of these files, and what is said of it.
fn tested(case: &str, files: &[(&str, &str)]) -> String {
    let shop = SHOP.replace("imports: [types.yaml]\n", "").replace("App", "tosca.nodes.Root");
    let paths: Vec<String> = files.iter().map(|(name, _)| format!("tests/{case}/{name}")).collect();
    let mut all = vec![("service-template.yaml", &*shop)];
    all.extend(paths.iter().map(String::as_str).zip(files.iter().map(|(_, text)| *text)));
    output_of(folder(&all).path(), &["test", "."])
}

#[test]
fn tests_fail_where_somebody_writes_what_nobody_reads() {
    let codes = "codes: []\n";
    let inputs = ("inputs.yaml", "cloud: true\n");
    assert!(tested("a", &[("test.yaml", codes), inputs]).contains("1 passed"));
    for (files, expected) in [
        (&[("test.yml", "error: nonsense\n"), inputs][..], "test.yml: this file is not read: call it test.yaml"),
        (&[("test.yaml", codes), ("inputs.yml", "cloud: true\n")], "call it inputs.yaml"),
        (&[("test.yaml", codes), ("input.yaml", "cloud: true\n")], "call it inputs.yaml"),
        (&[("test.yaml", codes), inputs, ("expected.yml", "{}\n")], "call it expected.yaml"),
        (&[("test.yaml", "- codes: []\n"), inputs], "test.yaml is not a mapping"),
        (&[("test.yaml", "codes: []\ninputs: {cloud: true}\n")], "`inputs` is the path of a file"),
        (&[("test.yaml", "codes: []\npresets: {dev: true}\n"), inputs], "`presets` is a name or a list of names"),
        (&[("test.yaml", "codes: []\nname: {a: b}\n"), inputs], "`name` is a text, not a mapping"),
        (&[("test.yaml", "codes: []\nresolver: {mod: manual}\n"), inputs], "unknown option \"mod\" in `resolver`"),
        (
            &[("test.yaml", "codes: []\nresolver: [pruneNodes]\n"), inputs],
            "`resolver` is a mapping of options to values",
        ),
    ] {
        let output = tested("a", files);
        assert!(output.contains(expected) && output.contains("1 failed"), "{expected}: {output}");
    }
    let named = [("test.yaml", "codes: []\ninputs: input.yaml\n"), ("input.yaml", "cloud: true\n")];
    assert!(tested("a", &named).contains("1 passed"));
    assert!(tested("a---disabled", &[("test.yaml", codes)]).contains("end in `---disabled`"));
}

#[test]
fn inputs_files_are_answered_where_their_names_are() {
    let shop = SHOP.replace("imports: [types.yaml]\n", "");
    let nested = "inputs:\n  cloud: true\n";
    let folder = folder(&[("shop.yaml", &shop), ("nested.yaml", nested), ("in.yaml", "cloud: true\ncluod: false\n")]);
    let output = |file: &str| output_of(folder.path(), &["resolve", "shop.yaml", "--inputs", file]);
    assert!(output("nested.yaml").contains("leave `inputs:` out") && output("nested.yaml").contains("nested.yaml:1:1"));
    assert!(output("in.yaml").contains("in.yaml:2:1"), "{}", output("in.yaml"));
    let side = self::output_of(folder.path(), &["diff", "shop.yaml", "--left", "cloud=true", "--right", "clod=true"]);
    assert!(side.contains("given by `--right clod=true`"), "{side}");
}

#[test]
fn given_values_are_held_against_patterns() {
    let template = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {n: {type: string, constraints: [{pattern: 'v\\d+'}]}}
    options: {mode: consistent-strict}
    presets: {wrong: {inputs: {n: w1}}}
  node_templates:
    app: {type: tosca.nodes.Root}
    x: {type: tosca.nodes.Root, conditions: {equal: [{variability_input: n}, v1]}}
";
    let shop = folder(&[("shop.yaml", template)]);
    let status = |arguments: &[&str]| run(shop.path(), arguments).status.code();
    for (arguments, expected) in [
        (["--input", "n=v1"], Some(0)),
        (["--input", "n=v23"], Some(0)),
        (["--input", "n=AB"], Some(3)),
        (["--preset", "wrong"], Some(3)),
    ] {
        assert_eq!(status(&[&["resolve", "shop.yaml"][..], &arguments].concat()), expected, "{arguments:?}");
    }
    // What nothing mentions is like the pattern, so that its example can be resolved.
    let counted = output_of(shop.path(), &["count", "shop.yaml"]);
    assert!(counted.starts_with("variants        2\n"), "{counted}");
    let list = output_of(shop.path(), &["list", "shop.yaml"]);
    assert!(list.contains("n=\"v0\""), "{list}");
    // Of a pattern that nothing is found for, it is said that not all is known.
    let other = folder(&[("shop.yaml", &template.replace("'v\\d+'", "'(?i)v[0-9]'"))]);
    assert_eq!(run(other.path(), &["count", "shop.yaml"]).status.code(), Some(4));
}

#[test]
fn sentences_of_tests_stand_on_one_line() {
    let shop = SHOP.replace("imports: [types.yaml]\n", "").replace("variability_input: cloud}}", "if: [cloud]}}");
    let folder = folder(&[("shop.yaml", &shop)]);
    let output = output_of(folder.path(), &["resolve", "shop.yaml", "--input", "cloud=true"]);
    assert!(output.contains("{ \"if\": [ \"cloud\" ] }"), "{output}");
}

#[test]
fn an_input_without_a_value_is_reported_once_however_often_it_is_read() {
    let node = |number| format!("    n{number}: {{type: App, conditions: {{variability_input: cloud}}}}\n");
    let text = SHOP.to_owned() + &(0..40).map(node).collect::<String>();
    let folder = folder(&[("shop.yaml", &text), ("types.yaml", TYPES)]);
    let output = output_of(folder.path(), &["resolve", "shop.yaml"]);
    assert_eq!(output.matches("\"cloud\" has no value").count(), 2, "once by us, once as tests have it: {output}");
    assert!(output.contains("it is read at 40 other places, too") && output.contains("1 error\n"), "{output}");
}

#[test]
fn conditions_are_kept_while_presets_are_broken() {
    let text = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {eu: {type: boolean}, us: {type: boolean}}
    presets: {europe: {inputs: {eu: true, us: false}}, america: {inputs: {eu: false, us: true}}}
    constraints: [{and: [{variability_input: eu}, {variability_input: us}]}]
    options: {mode: semantic-strict}
  node_templates:
    app: {type: tosca.nodes.Root, anchor: true, requirements: [{dependency: in_eu}, {dependency: in_us}]}
    in_eu: {type: tosca.nodes.Root, conditions: {variability_input: eu}}
    in_us: {type: tosca.nodes.Root, conditions: {variability_input: us}}
";
    let folder = folder(&[
        ("broken.yaml", text),
        ("whole.yaml", &text.replace("{eu: true, us: false}", "{eu: true, us: true}")),
    ]);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for only in [&[][..], &["--only", "V403"], &["--skip", "V410"]] {
        let output = output_of(folder.path(), &[&["check", "broken.yaml", "--fix"][..], only].concat());
        assert_eq!(read("broken.yaml"), text, "{only:?}");
        assert!(output.contains("suggestion"), "{only:?}: {output}");
    }
    // One preset that cannot be is enough.
    run(folder.path(), &["check", "whole.yaml", "--fix"]);
    assert!(read("whole.yaml").contains("conditions"));
    let mended = text.replace(
        "    presets: {europe: {inputs: {eu: true, us: false}}, america: {inputs: {eu: false, us: true}}}\n",
        "",
    );
    fs::write(folder.path().join("whole.yaml"), mended).unwrap();
    run(folder.path(), &["check", "whole.yaml", "--fix"]);
    assert!(!read("whole.yaml").contains("conditions"), "{}", read("whole.yaml"));
}

#[test]
fn an_input_without_a_value_in_a_file_is_reported() {
    let shop = SHOP.replace("imports: [types.yaml]\n", "").replace(
        "{type: boolean}}\n",
        "{type: boolean, default: false}}\n    presets: {high: {inputs: {cloud: true}}}\n",
    );
    let folder = folder(&[("shop.yaml", &shop), ("in.yaml", "cloud:\n"), ("full.yaml", "cloud: true\n")]);
    for command in ["resolve", "check", "count"] {
        let output =
            |file: &str| output_of(folder.path(), &[command, "shop.yaml", "--preset", "high", "--inputs", file]);
        let empty = output("in.yaml");
        assert!(empty.contains("[V216]") && empty.contains("in.yaml:1:1"), "{command}: {empty}");
        assert!(empty.contains("what presets give for it does not count any more"), "{empty}");
        assert!(!output("full.yaml").contains("[V216]"), "{command}: {}", output("full.yaml"));
    }
}

#[test]
fn what_is_wrong_with_an_imported_file_goes_before_what_follows_from_it() {
    let shop = SHOP.replace("    db:", "    cache: {type: Cache}\n    db:");
    for (types, first) in [
        (TYPES.replace("node_types", "node_type"), "error[V103]: unknown key \"node_type\""),
        (TYPES.replace("node_types", "capabilty_types"), "error[V103]: unknown key \"capabilty_types\""),
        (TYPES.replace("  App", "\tApp"), "error[V002]: tab used for indentation"),
    ] {
        let folder = folder(&[("shop.yaml", &shop), ("types.yaml", &types)]);
        let output = output_of(folder.path(), &["check", "shop.yaml"]);
        assert!(output.starts_with(first) && output.contains("types.yaml:"), "{output}");
    }
    // What engines add to such files is none of our business.
    let types = TYPES.to_owned() + "x-own: 1\ncredits: me\n";
    let folder = folder(&[("shop.yaml", SHOP), ("types.yaml", &types)]);
    assert!(!output_of(folder.path(), &["check", "shop.yaml"]).contains("V103"));
}

#[test]
fn imports_are_not_read_for_a_template_from_stdin() {
    let folder = folder(&[("shop.yaml", SHOP), ("types.yaml", TYPES)]);
    let template = File::open(folder.path().join("shop.yaml")).unwrap();
    let output = variscope(folder.path(), &["check", "-"]).stdin(template).output().unwrap();
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(printed.contains("imported file \"types.yaml\" is not read, as the template is in no file"), "{printed}");
    assert!(printed.contains("save the template beside what it imports"), "{printed}");
}

#[test]
fn a_model_with_more_configurations_than_variants_says_so() {
    let variable = |conditions: &str| {
        let shop = SHOP
            .replace("imports: [types.yaml]\n", "")
            .replace("cloud: {type: boolean}", "a: {type: boolean}, b: {type: boolean}");
        shop.replace("{variability_input: cloud}", conditions).replace("type: App", "type: tosca.nodes.Root")
    };
    let both = variable("{and: [{variability_input: a}, {variability_input: b}]}");
    let folder = folder(&[("both.yaml", &both)]);
    let export = ["export", "both.yaml", "--to", "uvl"];
    assert!(output_of(folder.path(), &export).contains("more configurations than there are variants"));
    assert!(!output_of(folder.path(), &["export", "both.yaml", "--to", "dimacs"]).contains("more configurations"));
}

#[test]
fn slips_of_the_pen_in_conditions_and_sections_are_understood() {
    let head = "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n";
    let nodes = "  node_templates:\n    s: {type: A, requirements: [{a: t}, {db: t}]}\n";
    let variability = "  variability:\n    inputs: {n: {type: boolean}}\n";
    let cases = [
        ("t: {type: A, conditions: {relation_presence: [s, 2]}}", "places count from 0: the last is 1"),
        ("t: {type: A, conditions: {relation_presence: [s, dbb]}}", "did you mean \"db\"?"),
        ("t: {type: A, conditions: node.tt}", "did you mean `node.t`?"),
        (
            "t: {type: A, properties: [{debug: 1}], conditions: {node_property_presence: [t, debug]}}",
            "one of them is that the property has no value",
        ),
        ("t: {type: A, conditions: {not: [{node_presence: s}]}}", "write the condition without brackets"),
        ("t: {type: A, conditions: {nand: [{node_presence: s}]}}", "write `not: {and: [...]}`"),
        ("t: {type:A}", "write a space behind `type:`"),
        ("t:\n      type: A\n        conditions: true", "a key of its own is indented like the key before it"),
    ];
    for (node, expected) in cases {
        let folder = folder(&[("t.yaml", &format!("{head}{nodes}    {node}\n"))]);
        let output = output_of(folder.path(), &["check", "t.yaml"]);
        assert!(output.contains(expected), "{node}: {output}");
    }
    let inputs = "    online: {type: boolean}\n    live: {inputs: {n: true}}\n    is_n: {variability_input: n}\n";
    let misplaced = format!(
        "{head}{variability}{inputs}{nodes}    u: {{type: A, conditions: {{logic_expression: is_n}}}}\n  t: {{type: A}}\n"
    );
    let folder = folder(&[("t.yaml", &misplaced)]);
    let output = output_of(folder.path(), &["check", "t.yaml"]);
    for section in ["inputs", "presets", "expressions", "node_templates"] {
        assert!(output.contains(&format!("it belongs under `{section}`, indented further")), "{section}: {output}");
    }
    // What is misplaced comes before what is missing because of it.
    assert!(output.find("V103").unwrap() < output.find("V106").unwrap(), "{output}");
}
