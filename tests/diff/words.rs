//! What is said of an edit, for people.

use variscope_encoder::circuit::EditKind;

use super::{HEAD, model, parts::compared};

#[test]
fn without_variants_on_both_sides_nothing_is_decided_but_of_one_text() {
    let text = |condition: &str| {
        let head = HEAD.replace("    inputs:", "    constraints: [false]\n    inputs:");
        model(&format!("{head}  node_templates: {{m: {{type: t}}, n: {{type: t, conditions: {condition}}}}}\n"))
    };
    let (old, new) = (text("{variability_input: a}"), text("{not: {variability_input: a}}"));
    let (found, output) = compared(&old, &new);
    assert!(found.is_undecided());
    assert_eq!(output, "not decided: neither side has a valid variant: nothing could be compared\n");
    let (found, output) = compared(&old, &text("{variability_input:   a}"));
    assert_eq!((found.is_undecided(), found.edit_kind()), (false, EditKind::Refactoring));
    assert!(output.starts_with("no difference: "), "{output}");
}

#[test]
fn an_example_with_the_nodes_of_the_other_side_names_what_is_different() {
    let text = |condition: &str| {
        model(&format!(
            "{HEAD}  node_templates:
    app:
      type: t
      properties:
        - level: {{value: high, conditions: {condition}}}
        - level: {{value: low, default_alternative: true}}
    db: {{type: t, conditions: {{variability_input: a}}}}
"
        ))
    };
    let (_, output) = compared(&text("{variability_input: a}"), &text("{not: {variability_input: a}}"));
    let example = |level: &str, side: &str| {
        format!("such as: the nodes app, with property {level}\n  {side}, with --input a=false")
    };
    for (level, side) in
        [("\"level@0\" of node \"app\" = \"high\"", "new"), ("\"level@1\" of node \"app\" = \"low\"", "old")]
    {
        assert!(output.contains(&example(level, side)), "{output}");
    }
}

#[test]
fn a_number_in_place_of_a_text_keeps_its_digits() {
    let text = |value: &str| {
        model(&format!(
            "{HEAD}  node_templates: {{n: {{type: t, metadata: {{m: {value}}}, properties: [p: {{value: {value}}}]}}}}\n"
        ))
    };
    let (_, output) = compared(&text("'1.10'"), &text("1.10"));
    assert!(output.contains("metadata.m \"1.10\" -> 1.10 ("), "{output}");
    assert!(output.contains("property \"p@0\" of node \"n\": \"1.10\" -> 1.10 ("), "{output}");
}

#[test]
fn allowed_values_are_a_set() {
    let text = |values: &str| {
        let head = HEAD
            .replace("a: {type: boolean}", &format!("a: {{type: string, constraints: [{{valid_values: {values}}}]}}"));
        model(&format!("{head}  node_templates: {{n: {{type: t}}}}\n"))
    };
    let (found, output) = compared(&text("[dev, stage, prod]"), &text("[dev, prod, qa]"));
    assert_eq!(found.edit_kind(), EditKind::ArbitraryEdit);
    let lines = "- input a.constraints.0.valid_values: \"stage\"\n+ input a.constraints.0.valid_values: \"qa\"\n\n";
    assert!(output.starts_with(lines), "{output}");
    let (found, output) = compared(&text("[dev, stage, prod]"), &text("[stage, prod, dev]"));
    assert_eq!((found.edit_kind(), found.doubt), (EditKind::Refactoring, None));
    assert!(output.starts_with("no difference: ") && !output.contains("not exact"), "{output}");
}

#[test]
fn an_alternative_is_named_with_its_value_and_an_option_as_the_cause() {
    let text = |option: &str, condition: &str| {
        let head = HEAD.replace("options: {", &format!("options: {{{option}, "));
        model(&format!(
            "{head}  node_templates:
    n: {{type: t, properties: [p: {{value: high, conditions: {condition}}}, p: {{value: low, default_alternative: true}}]}}
    m: {{type: t, requirements: [r: n]}}
"
        ))
    };
    let (strict, loose) = ("mode: consistent-strict", "mode: consistent-loose");
    let (old, new) = (text(strict, "{variability_input: a}"), text(loose, "{variability_input: b}"));
    let (_, output) = compared(&old, &new);
    assert!(output.contains("~ option mode: \"consistent-strict\" -> \"consistent-loose\"\n"), "{output}");
    assert!(output.contains("~ property \"p@0\" of node \"n\" = \"high\": present when a -> b\n"), "{output}");
    let (found, output) = compared(&old, &text(loose, "{variability_input: a}"));
    assert_eq!(found.edit_kind(), EditKind::Refactoring);
    assert!(output.starts_with("no difference: "), "{output}");
}
