//! What is a finding under given values, beside assertions, and where its cause is not reported; what folders are passed over.

use std::fs;

use super::{codes, folder, output_of, run};

/// Two presets that give different variants.
const PRESETS: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {env: {type: string, valid_values: [dev, prod]}}
    presets:
      dev: {inputs: {env: dev}}
      prod: {inputs: {env: prod}}
    options: {mode: semantic-strict}
  node_templates:
    app: {type: App, requirements: [{db: small}, {db: big}]}
    small: {type: Db, conditions: {equal: [{variability_input: env}, dev]}}
    big: {type: Db, conditions: {equal: [{variability_input: env}, prod]}}
";

/// `big` is in no variant, as `Prod` is misspelt.
const DEAD: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {env: {type: string, valid_values: [dev, prod]}}
    options: {mode: semantic-strict}
  node_templates:
    app: {type: App, requirements: [{db: big}]}
    big: {type: Db, conditions: {equal: [{variability_input: env}, Prod]}}
";

/// Nothing but assertions uses `is_dev` and `zone`.
const ASSERTED: &str = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {env: {type: string, valid_values: [dev, prod]}, zone: {type: boolean}}
    expressions:
      is_prod: {equal: [{variability_input: env}, prod]}
      is_dev: {equal: [{variability_input: env}, dev]}
    options: {mode: semantic-strict}
  node_templates:
    a: {type: A, anchor: true, requirements: [{x: b}], properties: [{port: 80}]}
    b: {type: A, conditions: {logic_expression: is_prod}}
";

#[test]
fn given_values_lead_to_no_findings() {
    let twice = PRESETS.replace("prod: {inputs: {env: prod}}", "prod: {inputs: {env: dev}}");
    let never = PRESETS.replace("env}, prod]}}", "env}, prod]}}\n    gone: {type: Db, conditions: false}");
    let folder = folder(&[("t.yaml", PRESETS), ("twice.yaml", &twice), ("never.yaml", &never)]);
    for given in [&["--preset", "prod"][..], &["--input", "env=prod"], &["--assume", "node:big=present"]] {
        let of = |template: &str| codes(folder.path(), &[&[template][..], given].concat());
        assert_eq!(of("t.yaml"), [""; 0], "{given:?}");
        assert_eq!(of("twice.yaml").iter().filter(|code| *code == "V412").count(), 1, "{given:?}");
        assert!(of("never.yaml").contains(&"V402".to_owned()), "{given:?}");
    }
    // That nothing is valid any more is reported in any case.
    assert!(codes(folder.path(), &["t.yaml", "--input", "env=other"]).iter().any(|code| code != "V402"));
}

#[test]
fn assertions_use_what_they_name() {
    let settings = "[[assertions]]\ncondition = \"is_dev and zone implies not node.b\"\n";
    let folder = folder(&[("s/t.yaml", ASSERTED), ("s/variscope.toml", settings), ("t.yaml", ASSERTED)]);
    assert_eq!(codes(folder.path(), &["t.yaml"]), ["V408", "V413"]);
    assert_eq!(codes(folder.path(), &["t.yaml", "--assert", "is_dev and zone implies not node.b"]), [""; 0]);
    assert_eq!(codes(folder.path(), &["s/t.yaml"]), [""; 0]);
    run(folder.path(), &["check", "s/t.yaml", "--fix", "--unsafe"]);
    assert_eq!(fs::read_to_string(folder.path().join("s/t.yaml")).unwrap(), ASSERTED);
}

/// Settings may be about several templates, of which one lacks what an assertion names.
#[test]
fn assertions_of_settings_that_mean_nothing_hide_nothing() {
    let settings = "[[assertions]]\ncondition = \"node.cache\"\n[[assertions]]\ncondition = \"not node.b\"\n";
    let broken = ASSERTED.replace("logic_expression: is_prod}}", "logic_expression: is_prd}}");
    let folder = folder(&[
        ("s/t.yaml", ASSERTED),
        ("s/broken.yaml", &broken),
        ("s/variscope.toml", settings),
        ("t.yaml", ASSERTED),
    ]);
    let asserted = ["V217", "V415"].map(str::to_owned);
    let sorted = |arguments: &[&str]| {
        let mut found = codes(folder.path(), arguments);
        found.sort();
        found
    };
    let mut expected = [sorted(&["t.yaml"]), asserted.to_vec()].concat();
    expected.sort();
    assert_eq!(sorted(&["s/t.yaml"]), expected);
    assert_eq!(run(folder.path(), &["check", "s/t.yaml"]).status.code(), Some(1));
    let all = output_of(&run(folder.path(), &["check", "s", "--format", "concise"]));
    assert!(all.contains("s/variscope.toml:2:14: error[V217]") && all.contains("error[V415]"), "{all}");
    assert!(sorted(&["s/broken.yaml"]).starts_with(&["V206".to_owned(), "V217".to_owned()]), "{all}");
    // What is asserted by the call has to mean something.
    assert_eq!(run(folder.path(), &["check", "t.yaml", "--assert", "node.cache"]).status.code(), Some(2));
}

#[test]
fn assertions_about_properties_that_nothing_has_are_refused() {
    let folder = folder(&[("t.yaml", ASSERTED)]);
    let asserted = |condition: &str| run(folder.path(), &["check", "t.yaml", "--assert", condition]);
    let output = asserted("for node of A: it.prot > 1");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        output_of(&output).contains("V217") && output_of(&output).contains("did you mean `it.port`?"),
        "{}",
        output_of(&output)
    );
    let printed = output_of(&asserted("for node of A: it.port > 100"));
    assert!(
        printed.contains("V415") && printed.contains("the value of property \"port@0\" of node \"a\""),
        "{printed}"
    );
}

#[test]
fn what_follows_is_reported_where_its_cause_is_not() {
    let ignored = DEAD.replace("Prod]}}", "Prod]}}  # variscope: ignore[V421]");
    let folder = folder(&[
        ("t.yaml", DEAD),
        ("ignored.yaml", &ignored),
        ("off/t.yaml", DEAD),
        ("off/variscope.toml", "[severity]\nV421 = \"off\"\n"),
        ("error/t.yaml", DEAD),
        ("error/variscope.toml", "[severity]\nV402 = \"error\"\n"),
    ]);
    let reported = |arguments: &[&str]| codes(folder.path(), arguments);
    assert_eq!(reported(&["t.yaml"]), ["V421"]);
    assert_eq!(reported(&["t.yaml", "--only", "V402"]), ["V402", "V402"]);
    for arguments in [&["t.yaml", "--skip", "V421"][..], &["off/t.yaml"], &["ignored.yaml"]] {
        let mut codes = reported(arguments);
        codes.sort_unstable();
        assert_eq!(codes, ["V402", "V402", "V420"], "{arguments:?}");
    }
    let output = run(folder.path(), &["check", "error/t.yaml"]);
    assert_eq!(output.status.code(), Some(1), "{}", output_of(&output));
    assert!(
        output_of(&output).contains("error[V402]") && output_of(&output).contains("warning[V421]"),
        "{}",
        output_of(&output)
    );
    // What is meant may be another value: nothing is removed.
    let always =
        DEAD.replace("{equal: [{variability_input: env}, Prod]}", "{not: {equal: [{variability_input: env}, Prod]}}");
    fs::write(folder.path().join("always.yaml"), &always).unwrap();
    assert!(reported(&["always.yaml", "--skip", "V421"]).contains(&"V403".to_owned()));
    run(folder.path(), &["check", "always.yaml", "--skip", "V421", "--fix"]);
    assert_eq!(fs::read_to_string(folder.path().join("always.yaml")).unwrap(), always);
}

#[test]
fn an_error_of_a_property_is_reported_with_what_follows() {
    let wrong = PRESETS.replace(
        "app: {type: App,",
        "app: {type: App, properties: [{port: {expression: {add: [{variability_input: evn}, 1]}}}],",
    );
    let folder = folder(&[("t.yaml", &wrong)]);
    assert_eq!(codes(folder.path(), &["t.yaml"]), ["V208"]);
    let output = output_of(&run(folder.path(), &["check", "t.yaml", "--full"]));
    assert!(output.contains("from this it follows that preset \"dev\" gives no valid variant"), "{output}");
    // Without the error the presets are reported.
    assert!(codes(folder.path(), &["t.yaml", "--only", "V410"]).contains(&"V410".to_owned()));
}

#[test]
fn folders_are_searched_for_all_that_may_be_a_template() {
    let misspelt = PRESETS.replace("tosca_definitions_version", "tosca_definition_version");
    let unversioned = PRESETS.lines().skip(1).collect::<Vec<_>>().join("\n");
    let folder = folder(&[
        ("d/a.yaml", PRESETS),
        ("d/b.YAML", PRESETS),
        ("d/c.tosca", PRESETS),
        ("d/m.uvl", "features\n  a\n"),
        ("d/n.yaml", "a: 1\n"),
        ("d/u.yaml", &unversioned),
        ("e/a.yaml", PRESETS),
        ("e/misspelt.yaml", &misspelt),
    ]);
    let utf16: Vec<u8> = PRESETS.encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.path().join("d/w.yaml"), utf16).unwrap();
    let printed = output_of(&run(folder.path(), &["check", "d"]));
    for line in ["d/a.yaml: fine", "d/b.YAML: fine", "d/c.tosca: fine"] {
        assert!(printed.contains(line), "{printed}");
    }
    assert!(
        printed.contains("passed over: `d/u.yaml` has a topology, but no `tosca_definitions_version`"),
        "{printed}"
    );
    // A template in another encoding is no fine one.
    assert!(printed.contains("error[V001]: \"d/w.yaml\" is not UTF-8") && !printed.contains("n.yaml"), "{printed}");
    assert!(
        !printed.contains("m.uvl") && output_of(&run(folder.path(), &["check", "d", "-v"])).contains("m.uvl"),
        "{printed}"
    );
    let output = run(folder.path(), &["check", "e"]);
    assert!(output_of(&output).contains("V103") && output.status.code() == Some(3), "{}", output_of(&output));
}

#[test]
fn of_many_inputs_an_explanation_shows_those_that_its_element_depends_on() {
    let each = |line: fn(usize) -> String| (0..60).map(line).collect::<Vec<_>>().concat();
    let inputs = each(|number| format!("i{number}: {{type: boolean}}, "));
    let nodes = each(|number| {
        format!("    n{number}: {{type: tosca.nodes.Root, conditions: {{variability_input: i{number}}}}}\n")
    });
    let text = format!(
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    options: {{type_default_condition: true}}\n    inputs: {{{inputs}}}\n  node_templates:\n{nodes}"
    );
    let folder = folder(&[("t.yaml", &*text)]);
    let output = output_of(&run(folder.path(), &["explain", "t.yaml", "node:n47"]));
    let rest = "and 59 other inputs, which `--format json` shows";
    assert!(output.contains(&format!("present, for example, with --input i47=true {rest}")), "{output}");
    assert!(output.contains(&format!("absent, for example, with --input i47=false {rest}")), "{output}");
}
