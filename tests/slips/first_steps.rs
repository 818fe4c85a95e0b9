//! The first steps from a plain template to a variable one: what the repairs of mistakes on this way do. That the mistakes are
//! reported where they are is tried with the templates `first-...` in `tests/mistakes/single`.

use std::fs;

use super::{folder, output_of};

/// A template of this folder of mistakes, without the comments that say what is found in it.
fn mistake(name: &str) -> String {
    let path = format!("{}/tests/mistakes/single/{name}.yaml", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("a template");
    let lines = text.lines().map(|line| line.split_once("   # ").map_or(line, |(line, _)| line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The template after `check --fix` with these further arguments.
fn repaired(text: &str, arguments: &[&str]) -> String {
    let folder = folder(&[("t.yaml", text)]);
    output_of(folder.path(), &[&["check", "t.yaml", "--fix"], arguments].concat());
    fs::read_to_string(folder.path().join("t.yaml")).expect("the template")
}

/// Whether suggestions replace `before` by `after` and change nothing else.
fn assert_suggested(text: &str, before: &str, after: &str) {
    assert!(text.contains(before), "`{before}` is not in\n{text}");
    assert_eq!(repaired(text, &["--unsafe"]), text.replacen(before, after, 1));
    assert_eq!(repaired(text, &[]), text, "without `--unsafe`");
}

#[test]
fn an_expression_as_a_value_is_renamed() {
    let text = mistake("first-value-for-expression");
    assert_suggested(&text, "{value: {variability_input: n}}", "{expression: {variability_input: n}}");
    let text = mistake("first-value-around-expression");
    assert_suggested(&text, "{value: {expression: {variability_input: n}}}", "{expression: {variability_input: n}}");
    let block = text.replace(
        "- workers: {value: {expression: {variability_input: n}}}",
        "- workers:\n            value:\n              expression: {variability_input: n}\n            conditions: {greater: [{variability_input: n}, 2]}",
    );
    let once = "value:\n              expression: {";
    assert_suggested(&block, once, "expression: {");
    // Of a part of a value it is said that all of it has to be one expression.
    let part = text.replace("{type: integer}", "{type: map}").replace("{expression: {vari", "{a: {vari");
    let folder = folder(&[("t.yaml", &part)]);
    let output = output_of(folder.path(), &["check", "t.yaml"]);
    assert!(output.contains("only a value that as a whole is an expression is evaluated"), "{output}");
}

#[test]
fn a_quoted_boolean_loses_its_quotes() {
    let text = mistake("first-quoted-alternative");
    assert_suggested(&text, "default_alternative: 'true'", "default_alternative: true");
    let plain = text.replace("'true'", "yes");
    assert_suggested(&plain, "default_alternative: yes", "default_alternative: true");
}

#[test]
fn conditions_with_names_become_expressions() {
    for (name, key) in [("first-conditions-section", "conditions"), ("first-condition-section", "condition")] {
        let before = format!("    {key}: {{is_");
        assert_suggested(&mistake(name), &before, "    expressions: {is_");
    }
    // Beside expressions they are no section of their own, and what nothing asks for is no error.
    let text = mistake("first-condition-section");
    let beside = text.replace("    options:", "    expressions: {}\n    options:");
    let unused = text.replace("logic_expression: is_on", "variability_input: on");
    for (text, words) in [(&beside, "error[V103]"), (&unused, "warning[V103]")] {
        let folder = folder(&[("t.yaml", text)]);
        let output = output_of(folder.path(), &["check", "t.yaml"]);
        assert!(output.contains(words), "{output}");
    }
    // The keys that are offered have an effect.
    let folder = folder(&[("t.yaml", &text.replace("condition: {is_on: {variability_input: on}}", "conds: {a: 1}"))]);
    let output = output_of(folder.path(), &["check", "t.yaml"]);
    assert!(output.contains("known keys: inputs") && !output.contains("expressions, conditions"), "{output}");
}

#[test]
fn a_missing_mode_is_set_once() {
    let text = mistake("first-no-mode");
    let options = "    options: {mode: semantic-strict}\n";
    let before = "    inputs: {on";
    assert_suggested(&text, before, &format!("{options}{before}"));
    let folder = folder(&[("t.yaml", &text)]);
    let output = output_of(folder.path(), &["check", "t.yaml"]);
    assert_eq!(output.matches("set `mode:").count(), 1, "{output}");
    assert!(output.contains("4 errors; 1 fix is a suggestion"), "{output}");
    // The mode that changes least goes first, and other options stay.
    let other = text.replace("      requirements: [{host: vm}]\n    vm: {type: Vm}\n", "");
    let other = other.replace(before, "    options: {type_default_condition: true}\n    inputs: {on");
    let consistent = "options: {type_default_condition: true, mode: consistent-strict}";
    assert_suggested(&other, "options: {type_default_condition: true}", consistent);
}

#[test]
fn a_mode_is_proposed_only_where_the_author_left_it_open_and_it_repairs_all() {
    let text = mistake("first-no-mode");
    let proposed = |text: &str| {
        let folder = folder(&[("t.yaml", text)]);
        output_of(folder.path(), &["check", "t.yaml"]).contains("set `mode:")
    };
    assert!(proposed(&text));
    for options in ["mode: manual", "relation_pruning: false", "relation_default_consistency_condition: false"] {
        let given = text.replace("    inputs: {on", &format!("    options: {{{options}}}\n    inputs: {{on"));
        assert!(!proposed(&given), "{options}");
    }
    // With every mode a condition that stands against it leaves the type without its node.
    let own = text.replace("type: Cache", "type: [{Cache: {conditions: true, pruning: false}}]");
    assert!(!proposed(&own));
}

#[test]
fn conditions_that_are_always_true_for_an_expression_stay() {
    for name in ["first-expression-of-text", "first-constant-expression"] {
        let text = mistake(name);
        for arguments in [&[][..], &["--unsafe"]] {
            assert_eq!(repaired(&text, arguments), text, "{name} {arguments:?}");
        }
    }
    // What does not follow from the constant is removed as before.
    let text = mistake("first-constant-expression");
    let other = text.replace("{type: App, requ", "{type: App, conditions: {or: [{variability_input: on}, true]}, requ");
    let left = repaired(&other, &[]);
    assert!(!left.contains("or: [") && left.contains("{logic_expression: is_prod}"), "{left}");
    // A number decides nothing either, unless it is 0.
    let number = text.replace("is_prod: true", "is_prod: {add: [1, 2]}");
    assert_eq!(repaired(&number, &[]), number);
    let folder = folder(&[("t.yaml", &number)]);
    let output = output_of(folder.path(), &["check", "t.yaml"]);
    assert!(output.contains("gives a number, which as a condition is true unless it is 0"), "{output}");
}

#[test]
fn a_misspelt_input_of_a_preset_is_repaired() {
    let text = mistake("first-topology-input-in-preset").replace("{on: true, title: Prod}", "{on: true}");
    let text = text.replace("inputs: {on: {type: boolean}}", "inputs: {online: {type: boolean}}");
    let text = text.replace("{variability_input: on}", "{variability_input: online}");
    let misspelt = text.replace("{inputs: {on: true}}", "{inputs: {onlnie: true}}");
    assert_suggested(&misspelt, "onlnie", "online");
    let folder = folder(&[("t.yaml", &text.replace("{inputs: {on: true}}", "{inputs: {online: true}}"))]);
    let output = output_of(folder.path(), &["resolve", "t.yaml", "--input", "title=x", "--input", "online=true"]);
    assert!(output.contains("it is a topology input"), "{output}");
}

#[test]
fn a_stray_dash_goes() {
    assert_suggested(&mistake("first-stray-dash"), "- env:", "env:");
}

#[test]
fn of_what_depends_on_itself_nothing_is_removed() {
    for name in ["first-depends-on-itself", "first-depend-on-each-other"] {
        let text = mistake(name);
        assert_eq!(repaired(&text, &["--unsafe"]), text, "{name}");
        let folder = folder(&[("t.yaml", &text)]);
        let output = output_of(folder.path(), &["check", "t.yaml"]);
        assert!(!output.contains("= help: remove it"), "{output}");
    }
}

#[test]
fn a_mode_that_adds_nothing_is_replaced_by_one_that_repairs_all() {
    let text = mistake("first-no-mode");
    let strict = text.replace("    inputs: {on", "    options: {mode: strict}\n    inputs: {on");
    assert_suggested(&strict, "mode: strict", "mode: semantic-strict");
    // Two hosts of an optional node, none of which has a condition of its own: all ends are conditional.
    let hosts = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {vm: {type: boolean}, search: {type: boolean}}
  node_templates:
    shop: {type: Shop, requirements: [{uses: search}]}
    search:
      type: Search
      conditions: {variability_input: search}
      requirements: [{host: cluster}, {host: machine}]
    cluster: {type: Cluster, conditions: {not: {variability_input: vm}}}
    machine: {type: Machine, conditions: {variability_input: vm}}
";
    let before = "    inputs: {vm";
    assert_suggested(hosts, before, &format!("    options: {{mode: semantic-loose}}\n{before}"));
}

/// Where no mode repairs all, because the author decides, no relation gets the condition of one of two conditional ends.
#[test]
fn no_relation_between_conditional_nodes_gets_the_condition_of_one_of_them() {
    let text = "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {vm: {type: boolean}, search: {type: boolean}}
    options: {mode: manual, type_default_condition: true}
  node_templates:
    search: {type: Search, conditions: {variability_input: search}, requirements: [{uses: machine}]}
    machine: {type: Machine, conditions: {variability_input: vm}}
";
    assert_eq!(repaired(text, &["--unsafe"]), text);
}

#[test]
fn values_of_another_type_are_written_as_the_help_says() {
    let text = |replicas: &str, search: &str, literal: &str| {
        format!(
            "\
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{replicas: {{type: integer, default: {replicas}}}, search: {{type: boolean}}}}
    presets: {{small: {{inputs: {{search: {search}}}}}}}
    options: {{mode: semantic-strict}}
  node_templates:
    app:
      type: App
      requirements: [{{uses: search}}]
      properties: [count: {{expression: {{variability_input: replicas}}}}]
    search: {{type: Search, conditions: {{equal: [{{variability_input: search}}, {literal}]}}}}
"
        )
    };
    assert_suggested(&text("'6'", "true", "true"), "'6'", "6");
    assert_suggested(&text("6", "yes", "true"), "search: yes", "search: true");
    assert_suggested(&text("6", "true", "'true'"), "'true'", "true");
}
