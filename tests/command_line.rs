//! The program as people meet it: exit statuses, streams, files.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use std::io::Write;
use std::process::{Output, Stdio};

use support::folder::{File, folder};
use support::program::{run, text, variscope};

fn status(arguments: &[&str]) -> Option<i32> {
    run(arguments).status.code()
}

const WEBSHOP: &str = "tests/csar/webshop";

#[test]
fn documents_go_to_stdout_and_nothing_to_stderr() {
    let output = run(&["resolve", WEBSHOP, "--preset", "prod"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).starts_with("tosca_definitions_version: tosca_simple_yaml_1_3\n"));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn statuses_say_what_happened() {
    assert_eq!(status(&["--help"]), Some(0));
    assert_eq!(status(&["--version"]), Some(0));
    assert_eq!(status(&["test", WEBSHOP]), Some(0));
    assert_eq!(status(&[]), Some(2));
    assert_eq!(status(&["resolve"]), Some(2));
    assert_eq!(status(&["resolve", WEBSHOP, "--profile", "E"]), Some(2));
    assert_eq!(status(&["test", WEBSHOP, "--filter", "nothing"]), Some(2));
    assert_eq!(status(&["resolve", "absent.yaml"]), Some(3));
    assert_eq!(status(&["resolve", WEBSHOP, "--preset", "absent"]), Some(3));
    assert_eq!(status(&["resolve", WEBSHOP, "--preset", "prod", "--input", "database=sqlite"]), Some(3));
    assert_eq!(status(&["resolve", WEBSHOP, "--inputs", "absent.yaml"]), Some(3));
    assert_eq!(status(&["test", "absent"]), Some(3));
}

#[test]
fn slips_in_arguments_are_answered_with_what_is_meant() {
    let output = |arguments: &[&str]| text(&run(arguments).stderr);
    let near = output(&["count", "tests/csar/webshop/service-template.yml"]);
    assert!(near.contains("did you mean `tests/csar/webshop/service-template.yaml`?"), "{near}");
    let value = output(&["resolve", WEBSHOP, "environment=dev"]);
    assert!(value.contains("'--input environment=dev'"), "{value}");
    let name = output(&["elements", WEBSHOP, "--name", "gatewy"]);
    assert!(name.contains("did you mean \"gateway\"?"), "{name}");
    assert!(!output(&["elements", WEBSHOP, "--name", "gateway"]).contains("did you mean"));
}

#[test]
fn a_name_that_stands_out_is_asked_for_but_not_written() {
    let template = "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  node_templates:\n    \
                    sqlite: {type: A}\n    app: {type: A, conditions: {node_presence: sqlight}}\n";
    let file = File::new("shop.yaml", template);
    let checked = run(&["check", file.path(), "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&checked.stdout).unwrap();
    let finding = &json["templates"][0]["findings"][0];
    assert_eq!((&finding["code"], &finding["help"]), (&"V106".into(), &"did you mean \"sqlite\"?".into()));
    assert!(finding["fix"].is_null(), "{finding}");
    let file = File::new("shop.yaml", template.replace("sqlight", "sqlite"));
    let asked = text(&run(&["explain", file.path(), "sqlight"]).stderr);
    assert!(asked.contains("did you mean \"sqlite\"?"), "{asked}");
}

/// What is said about the profile of a template on stderr, and in JSON: name, whether it was asked for, line, text.
fn profile_of(template: &str, options: &[&str]) -> (String, serde_json::Value) {
    let file = File::new("shop.yaml", template);
    let path = file.path();
    let output = run(&[&["check", path, "-v", "--format", "json"], options].concat());
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let printed =
        text(&output.stderr).lines().find(|line| line.starts_with("read with")).unwrap().replace(path, "shop.yaml");
    (printed, json["templates"][0]["profile"].clone())
}

#[test]
fn the_profile_and_the_word_that_decided_are_reported() {
    const HEAD: &str = "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  node_templates:\n";
    let late = format!("{HEAD}    app: {{type: t, properties: {{get_element_presence: 1}}, anchor: true}}\n");
    let (output, json) = profile_of(&late, &[]);
    assert_eq!(output, "read with profile D: `anchor` at shop.yaml:4:59 is a word of it");
    assert_eq!((&json["name"], &json["asked"]), (&"D".into(), &false.into()));
    assert_eq!((&json["decided_by"]["line"], &json["decided_by"]["text"]), (&4.into(), &"anchor".into()));
    // Also where the template has an error that ends the work.
    let early = format!("{HEAD}    app: {{type: t, conditions: {{get_node_presence: nobody}}}}\n");
    assert_eq!(profile_of(&early, &[]).1["name"], "C");
    let (output, json) = profile_of(&format!("{HEAD}    app: {{type: t}}\n"), &[]);
    assert_eq!(output, "read with profile D: the template has no word that tells profiles apart");
    assert_eq!((&json["name"], &json["decided_by"]), (&"D".into(), &serde_json::Value::Null));
    let (output, json) = profile_of(&late, &["--profile", "C"]);
    assert_eq!(output, "read with profile C: as was said");
    assert_eq!((&json["name"], &json["asked"]), (&"C".into(), &true.into()));
}

/// What explains an answer asks about the same configurations.
#[test]
fn the_call_that_explains_has_all_that_was_asked() {
    let asked = ["--preset", "prod", "--where", "environment = 'x y'", "--assume", "node:dashboard"];
    let output = text(&run(&[&["count", WEBSHOP][..], &asked].concat()).stderr);
    let line = output.lines().find(|line| line.ends_with("says why")).unwrap_or(&output);
    let call = line.split('`').nth(1).unwrap_or(line);
    let expected = r"variscope explain tests/csar/webshop --preset prod --assume node:dashboard --where 'environment = '\''x y'\'''";
    assert_eq!(call, expected, "{output}");
}

#[test]
fn what_is_named_and_does_not_matter_is_reported() {
    let notes = "tests/csar/notes";
    for command in [
        &["check", notes, "--environment", "nope"][..],
        &["resolve", notes, "--preset", "cloud", "--complete", "--environment", "nope"],
        &["runtime", notes, "--preset", "cloud", "--environment", "nope"],
    ] {
        let output = run(command);
        let printed = [text(&output.stdout), text(&output.stderr)].concat();
        assert!(output.status.code() != Some(0) && printed.contains("error[V621]"), "{command:?}: {printed}");
    }
    for command in ["resolve", "runtime"] {
        let complete = if command == "resolve" { &["--complete"][..] } else { &[] };
        let arguments = [&[command, notes, "--preset", "cloud", "--var", "title=Hello"][..], complete].concat();
        let printed = text(&run(&arguments).stderr);
        assert!(printed.contains("warning[V507]") && printed.contains("--var input_title=VALUE"), "{printed}");
    }
}

#[test]
fn inputs_that_are_left_without_a_value_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let text = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability: {inputs: {env: {type: string}, size: {type: integer, default: 1}}}
  node_templates: {shop: {type: Shop}}
";
    std::fs::write(folder.path().join("t.yaml"), text).unwrap();
    let mut program = variscope(&["configure", "t.yaml"]);
    program.current_dir(folder.path()).stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"\n\n").unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    let next = "without a value for env: variscope resolve t.yaml --inputs inputs.yaml --input env=VALUE\n";
    assert!(output.ends_with(&format!("1 variant, {next}")), "{output}");
}

/// There may be no copy of the file.
#[test]
fn the_file_that_is_converted_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("early.yaml");
    let early = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  node_templates:
    a: {type: A, conditions: {get_variability_input: x}}
";
    std::fs::write(&path, early).unwrap();
    let output = run(&["convert", path.to_str().unwrap(), "--output", path.to_str().unwrap()]);
    assert!(text(&output.stderr).contains("name another file"), "{output:?}");
    assert_eq!((output.status.code(), std::fs::read_to_string(&path).unwrap().as_str()), (Some(3), early));
}

#[test]
fn a_failing_test_is_a_finding() {
    let folder =
        folder(&[("template.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\n"), ("expected.yaml", "a: 1\n")]);
    let output = run(&["test", folder.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).ends_with("\n0 passed, 1 failed\n"));
}

#[test]
fn stdin_is_a_template() {
    let mut child = variscope(&["resolve", "-", "--input", "on=true"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let template = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability: {inputs: {on: {type: boolean}}}
  node_templates:
    lamp: {type: Lamp, conditions: {variability_input: on}}
";
    child.stdin.take().unwrap().write_all(template.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("lamp:"));
}

#[test]
fn inputs_come_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("a.yaml"), "replicas: 4\nenvironment: staging\ndatabase: managed\n").unwrap();
    std::fs::write(path("b.json"), "{\"replicas\": 5, \"database\": \"postgres\"}").unwrap();
    let (a, b) = (path("a.yaml"), path("b.json"));
    let arguments = [
        "resolve",
        WEBSHOP,
        "--preset",
        "dev",
        "--inputs",
        &a,
        "--inputs",
        &b,
        "--input",
        "replicas=6",
        "--explain-inputs",
    ];
    let output = variscope(&arguments)
        .env("VARISCOPE_INPUT_CACHING", "true")
        .env("VARISCOPE_INPUT_REPLICAS", "3")
        .env("OPENTOSCA_VINTNER_VARIABILITY_INPUT_FULL_TEXT_SEARCH", "true")
        .output()
        .unwrap();
    // Between lines of text no program finds its document.
    let refused = variscope(&[&arguments[..], &["--format", "json"]].concat()).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
    let explained = text(&output.stderr);
    let line = |input: &str| explained.lines().find(|line| line.starts_with(input)).unwrap_or_default().to_owned();
    assert!(
        line("environment:").contains("\"staging\"") && line("environment:").contains("a.yaml:2:14"),
        "{explained}"
    );
    assert!(line("database:").contains("\"postgres\"") && line("database:").contains("b.json"), "{explained}");
    assert!(line("replicas:").contains('6') && line("replicas:").contains("--input replicas=6"), "{explained}");
    assert!(line("caching:").contains("true") && line("caching:").contains("$VARISCOPE_INPUT_CACHING"), "{explained}");
    assert!(line("full_text_search:").contains("true"), "{explained}");
    assert_eq!(output.status.code(), Some(0), "{explained}");
}

#[test]
fn presets_can_come_from_the_environment() {
    let output = variscope(&["resolve", WEBSHOP]).env("VARISCOPE_PRESETS", "[\"prod\"]").output().unwrap();
    assert_eq!(output.stdout, run(&["resolve", WEBSHOP, "--preset", "prod"]).stdout);
}

#[test]
fn values_of_the_environment_are_reported() {
    let reported = "given by variables of the environment: caching=true";
    let of = |arguments: &[&str]| {
        text(&variscope(arguments).env("VARISCOPE_INPUT_CACHING", "true").output().unwrap().stderr)
    };
    assert!(of(&["count", WEBSHOP]).contains(reported) && of(&["check", WEBSHOP]).contains(reported));
    assert!(!of(&["count", WEBSHOP, "--quiet"]).contains(reported));
    let output = variscope(&["count", WEBSHOP]).env("VARISCOPE_PRESETS", "dev").output().unwrap();
    assert!(text(&output.stderr).contains("variables of the environment: environment=\"dev\""), "{output:?}");
    assert!(!text(&run(&["count", WEBSHOP, "--preset", "dev"]).stderr).contains("variables of the environment"));
}

#[test]
fn an_output_file_is_written_only_when_all_is_well() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.yaml").display().to_string();
    assert_eq!(status(&["resolve", WEBSHOP, "--preset", "absent", "--output", &path]), Some(3));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(status(&["resolve", WEBSHOP, "--preset", "dev", "-o", &path]), Some(0));
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("tosca_definitions_version: tosca_simple_yaml_1_3\n"));
}

#[test]
fn colours_are_for_those_who_want_them() {
    let arguments = ["resolve", WEBSHOP, "--preset", "absent"];
    let has_colour = |output: &Output| output.stderr.contains(&0x1b);
    assert!(!has_colour(&run(&arguments)));
    assert!(has_colour(&run(&[&arguments[..], &["--color", "always"]].concat())));
    assert!(!has_colour(&run(&[&arguments[..], &["--color", "never"]].concat())));
}

#[test]
fn a_reader_may_leave_early() {
    let sample = ["sample", "tests/feature-models/shop.uvl", "--uniform", "20000"];
    for arguments in [&["resolve", WEBSHOP, "--preset", "prod"][..], &sample] {
        let mut child = variscope(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((text(&output.stderr).as_str(), output.status.code()), ("", Some(0)), "{arguments:?}");
    }
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let with = |threads: &str| {
        let case =
            variscope(&["test", "tests/csar", "--profile", "D"]).env("RAYON_NUM_THREADS", threads).output().unwrap();
        let resolved = variscope(&["resolve", "tests/csar/edge-analytics", "--preset", "hybrid"])
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .unwrap();
        (case.stdout, resolved.stdout)
    };
    let one = with("1");
    assert_eq!(one, with("2"));
    assert_eq!(one, with("8"));
}

#[test]
fn skeletons_and_presets_are_yaml() {
    for command in ["inputs", "presets"] {
        for csar in ["webshop", "elastic-pipeline", "edge-analytics"] {
            let output = run(&[command, &format!("tests/csar/{csar}")]);
            assert_eq!(output.status.code(), Some(0));
            let (mut sources, mut tree) =
                (variscope::source::Sources::new(), variscope::source::syntax::yaml::Tree::new());
            let file = sources.add(command, text(&output.stdout));
            let (root, faults) = tree.parse(&sources, file);
            assert!(root.is_some() && faults.is_empty(), "{command} {csar}: {faults:?}");
        }
    }
}

#[test]
fn lists_of_templates_go_on_where_they_ended() {
    let list = |more: &[&str]| text(&run(&[&["list", WEBSHOP], more].concat()).stdout);
    let whole = list(&[]);
    assert!(whole.lines().count() > 3);
    let first = run(&["list", WEBSHOP, "--limit", "2", "--format", "json"]);
    let first: serde_json::Value = serde_json::from_slice(&first.stdout).unwrap();
    assert_eq!(first["variants"].as_array().map(Vec::len), Some(2));
    let none = run(&["list", WEBSHOP, "--limit", "0"]);
    assert_eq!((none.status.code(), text(&none.stderr)), (Some(0), "there are more\n".to_owned()));
    let rest = list(&["--resume", first["resume"].as_str().unwrap()]);
    assert_eq!(list(&["--limit", "2"]) + &rest, whole);
    let shards = ["1/3", "2/3", "3/3"].map(|shard| list(&["--shard", shard]));
    assert_eq!(shards.concat(), whole);
}

#[test]
fn lists_say_the_same_in_words_and_for_programs() {
    let lines = text(&run(&["list", WEBSHOP, "--full"]).stdout);
    let brief = text(&run(&["list", WEBSHOP]).stdout);
    let document: serde_json::Value =
        serde_json::from_slice(&run(&["list", WEBSHOP, "--format", "json"]).stdout).unwrap();
    let variants = document["variants"].as_array().unwrap();
    assert_eq!((&document["exact"], &document["resume"]), (&true.into(), &serde_json::Value::Null));
    assert_eq!(lines.lines().count(), variants.len());
    assert_eq!(brief.lines().count(), 2 * variants.len());
    let brief: Vec<&str> = brief.lines().collect();
    for (lines, variant) in brief.chunks_exact(2).zip(variants) {
        let ids = variant["present"].as_array().unwrap().iter().map(|id| id.as_str().unwrap());
        let nodes: Vec<&str> = ids.filter_map(|id| id.strip_prefix("node.")).collect();
        assert_eq!(lines[1].trim(), nodes.join(" "));
        for (input, value) in variant["configuration"].as_object().unwrap() {
            assert!(format!(" {}", lines[0]).contains(&format!(" {input}={value}")), "{lines:?}");
        }
    }
    for (line, variant) in lines.lines().zip(variants) {
        let present: Vec<&str> = variant["present"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
        assert!(line.ends_with(&format!(")  {}", present.join(" "))), "{line}");
        assert!(line.contains(&format!("({} class", variant["classes"].as_str().unwrap())), "{line}");
        for (input, value) in variant["configuration"].as_object().unwrap() {
            assert!(format!(" {line}").contains(&format!(" {input}={value}")), "{line}");
        }
    }
}

const SILENT: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {x: {type: boolean}, node.a: {type: boolean, default: true}}
    options: {type_default_condition: true, property_default_condition_mode: consuming, node_default_condition: true}
  node_templates:
    a: {type: t, properties: [{p: {value: 1, conditions: {variability_input: x}}}]}
";

#[test]
fn that_a_property_has_no_value_is_explained_as_a_condition() {
    let file = File::new("t.yaml", SILENT);
    let path = file.path();
    let output = run(&["explain", path, "property.p@1.node.a"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("--input x=false"), "{}", text(&output.stdout));
    // It is nothing that is proposed.
    let near = text(&run(&["explain", path, "property.q@1.node.a"]).stderr);
    assert!(near.contains("property.p@0.node.a"), "{near}");
}

#[test]
fn a_value_that_is_silently_missing_is_reported_in_words_with_the_mode_that_lacks_its_container() {
    let file = File::new("t.yaml", SILENT);
    let path = file.path();
    let output = text(&run(&["resolve", path, "--input", "x=false", "--input", "node.a=false"]).stderr);
    let message = "the silent alternative \"no value\" of property \"p\" of node \"a\" is present, node \"a\" is not";
    assert!(output.contains(message), "{output}");
    assert!(output.contains("help: set `property_default_condition_mode: container-consuming`"), "{output}");
}
