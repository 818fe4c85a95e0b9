//! What stands where nothing reads it, or is missing where something would: what is reported of it, and what is not reported
//! with it.

use super::{folder, output_of};

const HEAD: &str = "tosca_definitions_version: tosca_variability_1_0\n";

/// What `check` says of a template with this text behind the version.
fn checked(text: &str, arguments: &[&str]) -> String {
    let folder = folder(&[("t.yaml", &format!("{HEAD}{text}"))]);
    output_of(folder.path(), &[&["check", "t.yaml", "--full"], arguments].concat())
}

/// Whether all of this is said of such a template, and none of that.
fn assert_reported(text: &str, reported: &[&str], not_reported: &[&str]) {
    let output = checked(text, &[]);
    reported.iter().for_each(|words| assert!(output.contains(words), "`{words}` is missing in\n{output}"));
    not_reported.iter().for_each(|words| assert!(!output.contains(words), "`{words}` is in\n{output}"));
}

#[test]
fn of_imported_files_only_types_are_read() {
    let main = |condition: &str| {
        format!(
            "{HEAD}imports: [other.yaml]
topology_template:
  variability: {{inputs: {{x: {{type: boolean}}}}}}
  node_templates:
    app: {{type: tosca.nodes.Root, conditions: {{{condition}}}, requirements: [dependency: base]}}
    cdn: {{type: tosca.nodes.Root, conditions: {{variability_input: x}}}}
"
        )
    };
    let other = |more: &str| {
        format!(
            "{HEAD}topology_template:
  variability: {{inputs: {{big: {{type: boolean}}}}}}
  node_templates: {{base: {{type: tosca.nodes.Root}}}}
{more}"
        )
    };
    let reported = |condition: &str, more: &str| {
        let folder = folder(&[("t.yaml", &main(condition)), ("other.yaml", &other(more))]);
        output_of(folder.path(), &["check", "t.yaml", "--full"])
    };
    let split = reported("variability_input: big", "");
    let warning = "warning[V103]: of an imported file only types are read, not its \"variability\", \"node_templates\"";
    assert!(split.contains(warning) && split.contains("move it into the template that imports the file"), "{split}");
    let there = "this is in an imported file, of which only types are read";
    assert_eq!(split.matches(there).count(), 2, "the input and the node: {split}");
    assert!(reported("node_presence: base", "").matches(there).count() == 2);
    // A template that takes the place of a node is one of its own.
    let substituting = reported("variability_input: x", "  substitution_mappings: {node_type: A}\n");
    assert!(!substituting.contains("V103"), "{substituting}");
}

#[test]
fn keys_of_a_node_among_its_properties_are_reported() {
    let nodes = |properties: &str| {
        format!(
            "topology_template:
  node_templates:
    a: {{type: A, properties: {{{properties}}}}}
    b: {{type: A}}
"
        )
    };
    for (key, value) in [
        ("requirements", "[{host: b}]"),
        ("artifacts", "{image: {file: t.yaml}}"),
        ("capabilities", "{endpoint: {properties: {port: 80}}}"),
        ("interfaces", "{Standard: {create: t.yaml}}"),
    ] {
        let message = format!("warning[V126]: \"{key}\" is read as the name of a property");
        let help = format!("{key} of node \"a\" stand beside its `type`");
        assert_reported(&nodes(&format!("{key}: {value}")), &[&message, &help], &["V502"]);
    }
    for properties in ["requirements: [{numpy: '1.2'}]", "artifacts: [x]", "interfaces: {eth0: {mtu: 9000}}"] {
        assert_reported(&nodes(properties), &[], &["V126"]);
    }
    let declared = "node_types: {A: {derived_from: tosca.nodes.Root, properties: {requirements: {type: list, required: false}}}}\n";
    assert_reported(&format!("{declared}{}", nodes("requirements: [{host: b}]")), &[], &["V126"]);
}

#[test]
fn what_follows_from_a_key_that_is_given_twice_stands_behind_it() {
    let text = "node_types: {Redis: {derived_from: tosca.nodes.Root}}
topology_template:
  variability: {inputs: {x: {type: boolean}}, options: {mode: consistent-strict}}
  node_templates:
    a: {type: tosca.nodes.Root, requirements: [dependency: redis]}
    mysql: {type: Redis}
    mysql: {type: Redis, conditions: {variability_input: x}}
";
    let folder = folder(&[("t.yaml", &format!("{HEAD}{text}"))]);
    for question in [&["check"][..], &["check", "--format", "concise"], &["count"], &["resolve"]] {
        let output = output_of(folder.path(), &[question, &["t.yaml"]].concat());
        let place = |code| output.find(code).unwrap_or(usize::MAX);
        assert!(place("V003") < place("V106") && !output.contains("V408"), "{question:?}: {output}");
    }
    let changes = checked(text, &["--diff", "--unsafe"]);
    assert!(!changes.contains("Redis\"") && !changes.contains("+ "), "a name that only types have: {changes}");
}

#[test]
fn a_word_of_another_revision_is_reported_and_replaced_as_such() {
    let text = "topology_template:
  variability:
    inputs: {n: {type: integer, default: 1}}
    expressions: {big: {greater_than: [{variability_input: n}, 2]}}
  node_templates:
    a: {type: tosca.nodes.Root, conditions: {logic_expression: big}}
";
    let concise = checked(text, &["--format", "concise"]);
    assert!(concise.lines().next().is_some_and(|line| line.contains("error[V201]")), "{concise}");
    let changes = checked(text, &["--diff", "--unsafe"]);
    assert!(changes.contains("+    expressions: {big: {greater: ["), "{changes}");
}

#[test]
fn imports_without_a_file_are_refused_and_missing_ones_reported_in_whichever_variants_they_are() {
    let main = |import: &str| {
        format!(
            "{HEAD}imports:
  - types.yaml
{import}topology_template:
  variability: {{inputs: {{x: {{type: boolean}}}}}}
  node_templates: {{a: {{type: A}}, b: {{type: A, conditions: {{variability_input: x}}}}}}
"
        )
    };
    let types = format!("{HEAD}node_types: {{A: {{derived_from: tosca.nodes.Root}}}}\n");
    for import in ["  - conditions: {variability_input: x}\n", "  - file:\n", "  -\n"] {
        let folder = folder(&[("t.yaml", &main(import)), ("types.yaml", &types)]);
        for question in [&["check", "t.yaml"][..], &["resolve", "t.yaml", "--input", "x=true"]] {
            let output = super::run(folder.path(), question);
            let printed = output_of(folder.path(), question);
            let is_refused =
                output.status.code() != Some(0) && printed.contains("error[V102]: this import names no file");
            assert!(is_refused, "{import}: {printed}");
        }
    }
    let missing = "  - file: typs.yaml\n    conditions: {variability_input: x}\n";
    let folder = folder(&[("t.yaml", &main(missing)), ("types.yaml", &types)]);
    let printed = output_of(folder.path(), &["check", "t.yaml"]);
    assert!(printed.contains("error[V001]") && printed.contains("did you mean \"types.yaml\"?"), "{printed}");
}

#[test]
fn conditions_among_properties_are_reported_before_what_follows_from_them() {
    let text = "topology_template:
  variability: {inputs: {x: {type: boolean}}, options: {mode: consistent-strict}}
  node_templates:
    a: {type: tosca.nodes.WebApplication, requirements: [host: b, host: c]}
    b: {type: tosca.nodes.WebServer, properties: {conditions: {variability_input: x}}}
    c: {type: tosca.nodes.WebServer, conditions: {not: {variability_input: x}}}
";
    let output = checked(text, &[]);
    assert!(output.starts_with("warning[V126]") && output.contains("error[V3"), "{output}");
}

#[test]
fn a_path_with_backslashes_names_the_folder_too() {
    let folder = folder(&[
        ("TOSCA-Metadata/TOSCA.meta", "Entry-Definitions: defs\\main.yaml\n"),
        (
            "defs/main.yaml",
            &format!("{HEAD}imports: [more\\t.yaml]\ntopology_template: {{node_templates: {{a: {{type: A}}}}}}\n"),
        ),
        ("defs/more/t.yaml", &format!("{HEAD}imports: [u.yaml]\n")),
        ("defs/more/u.yaml", &format!("{HEAD}node_types: {{A: {{derived_from: tosca.nodes.Root}}}}\n")),
    ]);
    let output = output_of(folder.path(), &["check", "."]);
    assert!(!output.contains("V001") && !output.contains("V520") && !output.contains("V114"), "{output}");
}

#[test]
fn a_relation_whose_node_and_relationship_are_swapped_is_reported_so() {
    let reported = "topology_template:
  relationship_templates: {link: {type: tosca.relationships.ConnectsTo}}
  variability: {}
  node_templates:
    a: {type: A, requirements: [{talks: {node: link, relationship: store}}]}
    store: {type: A}
";
    assert_reported(reported, &["`node` and `relationship` have each other's name"], &["V108"]);
    let other = reported.replace("relationship: store", "relationship: nothing");
    assert_reported(&other, &["V108"], &["each other's name"]);
}

#[test]
fn quotes_in_a_declaration_are_reported_there() {
    let compared = |declared: &str| {
        format!(
            "topology_template:
  variability: {{inputs: {{z: {{{declared}constraints: [{{valid_values: [\"1\", \"2\"]}}]}}}}}}
  node_templates:
    a: {{type: A, conditions: {{equal: [{{variability_input: z}}, 1]}}}}
"
        )
    };
    let typed = "leave out the quotes there: the input is declared as integer";
    assert_reported(&compared("type: integer, "), &[typed], &["is one value"]);
    assert_reported(&compared(""), &["or write `\"1\"` here"], &["is one value"]);
}

#[test]
fn a_value_that_goes_with_what_it_reads_is_reported_so() {
    let text = "node_types: {N: {derived_from: tosca.nodes.Root, properties: {ip: {type: string}}}}
topology_template:
  variability: {inputs: {big: {type: boolean}}, options: {mode: semantic-strict}}
  node_templates:
    a: {type: tosca.nodes.Compute, conditions: {variability_input: big}}
    c: {type: N, properties: {ip: {get_attribute: [a, private_address]}}}
";
    let help = "its value is left out where node \"a\", which it reads, is absent";
    assert_reported(text, &["V501", help], &[]);
    assert_reported(&text.replace("{get_attribute: [a, private_address]}", "~"), &[], &["is left out where"]);
}

#[test]
fn a_broken_expression_has_no_type() {
    let text = "node_types: {N: {derived_from: tosca.nodes.Root, properties: {n: {type: integer}}}}
topology_template:
  variability:
    inputs: {x: {type: boolean}}
    expressions: {r: {if: [{variability_input: x}, 6, 2]}}
  node_templates:
    a: {type: N, properties: [{n: {expression: {value_expression: r}}}]}
";
    assert_reported(text, &["V201"], &["V503"]);
    assert_reported(&text.replace("{if: [{variability_input: x}, 6, 2]}", "{concat: [a, b]}"), &["V503"], &["V201"]);
}

#[test]
fn nobody_asks_whether_the_element_itself_is_there() {
    let nodes = |other: &str| {
        format!(
            "topology_template:
  node_templates:
    cdn: {{type: A, conditions: {{variability_input: {other}}}}}
    app: {{type: A}}
"
        )
    };
    assert_reported(&nodes("app"), &["V208", "write `{node_presence: app}`"], &[]);
    assert_reported(&nodes("cdn"), &["V208"], &["node_presence"]);
}

#[test]
fn names_that_look_the_same_are_distinguished() {
    let text = "topology_template:
  variability: {inputs: {größe: {type: boolean}}}
  node_templates:
    a: {type: A, conditions: {variability_input: gro\u{308}ße}}
";
    assert_reported(
        text,
        &["they look the same: \"ö\" is a letter with a mark behind it here, and one letter there"],
        &[],
    );
}

#[test]
fn the_text_of_an_assertion_is_looked_at_whatever_is_selected() {
    let text = "topology_template:
  variability: {inputs: {env: {type: string, constraints: [{valid_values: [dev, prod]}]}}}
  node_templates:
    a: {type: A, conditions: {equal: [{variability_input: env}, dve]}}
";
    let reported = |only: &str| checked(text, &["--only", only, "--assert", "env = \"prd\" implies node.a"]);
    let selected = reported("V415");
    assert!(selected.contains("input \"env\" is never \"prd\"") && selected.contains("V416"), "{selected}");
    assert!(!selected.contains("dve"), "what is wrong with the template is left out: {selected}");
    let other = reported("V408");
    assert!(!other.contains("V421") && !other.contains("V416"), "{other}");
    let skipped = checked(text, &["--only", "V415", "--skip", "V416", "--assert", "env = \"prd\" implies node.a"]);
    assert!(!skipped.contains("V416") && skipped.contains("V421"), "{skipped}");
}

#[test]
fn several_relations_of_a_name_are_no_error_where_types_are_not_read() {
    let text = "imports: [https://types.example.com/types.yaml]
topology_template:
  variability:
    inputs: {x: {type: boolean}}
    options: {mode: consistent-strict}
    presets: {both: {inputs: {x: true}}}
  node_templates:
    a: {type: A, requirements: [{uses: b}, {uses: c}]}
    b: {type: A}
    c: {type: A, conditions: {variability_input: x}}
";
    let question = "whether relation \"uses@1\" of node \"a\" may be present beside others of its name";
    assert_reported(text, &["V520", question], &["V320", "V410", "V401"]);
    let ask = |text: &str, question: &[&str]| {
        let folder = folder(&[("t.yaml", &format!("{HEAD}{text}"))]);
        output_of(folder.path(), &[&question[..1], &["t.yaml"], &question[1..]].concat())
    };
    let count = |text: &str| ask(text, &["count"]);
    let questions: [&[&str]; 6] =
        [&["count"], &["elements"], &["elements", "--statuses"], &["sample"], &["list"], &["optimize", "--min"]];
    for question in questions {
        let output = ask(text, question);
        assert!(output.contains("imports are not read"), "{question:?}: {output}");
    }
    // Where at most one is present, nothing is open; a type that is read says it.
    let apart = text.replace("{uses: b}", "{uses: {node: b, conditions: {not: {variability_input: x}}}}");
    assert_reported(&apart, &[], &["whether"]);
    assert!(!count(&apart).contains("not exact"), "{}", count(&apart));
    let known = text.replace("a: {type: A,", "a: {type: tosca.nodes.Root,");
    assert_reported(&known, &["V320"], &["whether relation"]);
}

#[test]
fn where_nothing_is_to_be_changed_that_is_said() {
    let folder = folder(&[("t.yaml", &format!("{HEAD}topology_template: {{node_templates: {{a: {{type: A}}}}}}\n"))]);
    assert_eq!(output_of(folder.path(), &["check", "--diff", "t.yaml"]), "nothing to change in `t.yaml`\n");
    if std::path::Path::new("/proc/self").exists() {
        let refused = output_of(folder.path(), &["report", "t.yaml", "-o", "/proc/nope.html"]);
        assert!(refused.contains("/proc") && !refused.contains("there is no folder"), "{refused}");
    }
}

#[test]
fn a_type_that_derives_from_one_of_the_profile_has_what_that_declares() {
    let nodes = |parent: &str| {
        format!(
            "node_types: {{B: {{derived_from: {parent}}}}}
topology_template:
  node_templates:
    app: {{type: tosca.nodes.SoftwareComponent, requirements: [{{host: server}}]}}
    server: {{type: B}}
"
        )
    };
    let refused = "error[V516]: \"server\" has no capability of type";
    assert_reported(&nodes("tosca.nodes.SoftwareComponent"), &[refused], &[]);
    assert_reported(&nodes("tosca.nodes.Compute"), &[], &["V516"]);
    // A type that says nothing of capabilities is a sketch.
    assert_reported(&nodes("tosca.nodes.Root"), &[], &["V516"]);
}

#[test]
fn a_wrong_path_of_an_import_is_all_that_is_reported() {
    let text = "imports: [typse.yaml]
topology_template:
  variability: {inputs: {x: {type: boolean}}, presets: {both: {inputs: {x: true}}}}
  node_templates: {a: {type: A, requirements: [{uses: b}, {uses: b}]}, b: {type: A}}
";
    assert_reported(text, &["error[V001]"], &["V320", "V410", "V401"]);
}

#[test]
fn misspelt_requirements_are_reported_where_they_leave_nothing_valid() {
    let text = "topology_template:
  variability:
    inputs: {x: {type: boolean}}
    options: {mode: semantic-strict, required_hosting_constraint: true}
  node_templates:
    app: {type: tosca.nodes.SoftwareComponent, anchor: true, requirements: [{hosts: one}, {host: other}]}
    one: {type: tosca.nodes.Compute, conditions: {variability_input: x}}
    other: {type: tosca.nodes.Compute, conditions: {and: [{variability_input: x}, {not: {variability_input: x}}]}}
";
    let output = checked(text, &[]);
    let misspelt = output.find("error[V514]: node \"app\" has no requirement \"hosts\"");
    assert!(misspelt.is_some() && misspelt < output.find("error[V4"), "{output}");
    let changes = checked(text, &["--diff", "--unsafe"]);
    assert!(changes.contains("replace \"hosts\" by \"host\""), "{changes}");
    // What is meant by another name is unknown.
    assert!(!checked(&text.replace("hosts", "runner"), &[]).contains("did you mean"));
}
