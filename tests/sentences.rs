//! Sentences of the reference for operands that are not what an operator takes: Variability Tests expect them word by word. Where
//! the reference accepts such an operand, or fails without a sentence of its own, there is none.

use variscope::resolve::resolution::Request;
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;

/// The sentence of the first error under a condition of node `a`, or under a constraint.
fn sentence(condition: &str, constraint: &str) -> Option<String> {
    let text = format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {{checks: false}}
    constraints: [{constraint}]
  node_templates:
    a:
      type: t
      conditions: {condition}
      artifacts: [{{f: x}}]
      requirements: [{{r: b}}]
    b: {{type: t}}
"
    );
    let resolution = Request::new(&Package::of_text(text), Some(Profile::D)).resolve().expect("no file is read");
    let fault = resolution.diagnostics().iter().find(|diagnostic| diagnostic.is_error());
    fault.unwrap_or_else(|| panic!("{condition} {constraint} is accepted")).reference.clone()
}

fn assert_sentences(cases: &[(&str, &str)], sentence: impl Fn(&str) -> Option<String>) {
    for (condition, expected) in cases {
        let expected = Some(*expected).filter(|expected| !expected.is_empty());
        assert_eq!(sentence(condition).as_deref(), expected, "{condition}");
    }
}

const MISSING: &str = "Received undefined condition";
const NO_FIVE_LIST: &str = "Element \"5\" is not an array";
const NO_FIVE_TEXT: &str = "Element \"5\" is not a string";
const NO_NAME: &str = "Element \"undefined\" is neither a string nor a number";

#[test]
fn operands_of_values_that_are_missing_or_no_list() {
    let cases = [
        ("{greater: []}", MISSING),
        ("{equal: []}", MISSING),
        ("{mod: [1]}", MISSING),
        ("{length: [a]}", MISSING),
        ("{greater: 5}", MISSING),
        ("{equal: {a: 1}}", MISSING),
        ("{greater: \"ab\"}", ""),
        ("{greater: [1, null]}", ""),
        ("{same: [null, 5]}", "Element \"Invalid Date\" is not a date"),
        ("{equal: [{join: [[a], 1]}, a]}", ""),
        ("{equal: [{token: [a, b, '0']}, a]}", ""),
        ("{token: [a]}", ""),
        ("{add: 5}", ""),
        ("{sum: 5}", NO_FIVE_LIST),
        ("{min: 5}", NO_FIVE_LIST),
        ("{same: 5}", NO_FIVE_LIST),
        ("{within: [5, 5]}", NO_FIVE_LIST),
        ("{within: [5]}", "Element \"undefined\" is not an array"),
        ("{linear_regression: 5}", NO_FIVE_LIST),
        ("{linear_regression: [[5], 5]}", NO_FIVE_LIST),
        ("{linear_regression: [[['1', 2]], 5]}", "Element \"\"1\"\" is not a number"),
        ("{count: [a]}", "Element \"\"a\"\" is not a number"),
        ("{token: [a, b, 7]}", "Element \"undefined\" is not a boolean"),
        ("{and: [null]}", ""),
    ];
    assert_sentences(&cases, |condition| sentence(condition, ""));
}

#[test]
fn names_that_are_no_texts() {
    let cases = [
        ("{logic_expression: 5}", NO_FIVE_TEXT),
        ("{logic_expression: [a]}", "Element \"[\"a\"]\" is not a string"),
        ("{value_expression: 5}", NO_FIVE_TEXT),
        ("{variability_input: 5}", NO_FIVE_TEXT),
        ("{variability_input: [a]}", "Element \"[\"a\"]\" is not a string"),
        ("{node_presence: 5}", NO_FIVE_TEXT),
        ("{has_artifact: {}}", "Element \"{}\" is not a string"),
        ("{has_present_member: 0}", "Element \"0\" is not a string"),
        ("{policy_presence: [po]}", "Element \"[\"po\"]\" is neither a string nor a number"),
        ("{policy_presence: 1.5}", "Policy \"1.5\" not found"),
        ("{input_presence: true}", "Element \"true\" is neither a string nor a number"),
        ("{import_presence: a}", "Element \"\"a\"\" is not a number"),
        ("{import_presence: 3}", "Import \"3\" not found"),
        ("{relation_presence: a}", "Element \"\"a\"\" is not an array"),
        ("{relation_presence: [a]}", NO_NAME),
        ("{relation_presence: [5, r]}", NO_FIVE_TEXT),
        ("{relation_presence: [a, true]}", "Element \"true\" is neither a string nor a number"),
        ("{relation_presence: [a, r, 0]}", ""),
        ("{technology_presence: []}", "Element \"undefined\" is not a string"),
        ("{artifact_presence: [a]}", NO_NAME),
        ("{artifact_type_presence: [a, f]}", NO_NAME),
        ("{node_type_presence: ab}", ""),
    ];
    assert_sentences(&cases, |condition| sentence(condition, ""));
}

#[test]
fn texts_that_are_no_variables() {
    let cases = [
        ("'5'", "\"5\" is not a Formula or Term"),
        ("'-5'", "\"-5\" is not a Formula or Term"),
        ("''", "\"\" is not a Formula or Term"),
        ("{and: ['5']}", "\"5\" is not a Formula or Term"),
        ("{implies: ['5', true]}", "\"5\" is not a Formula or Term"),
        ("{or: [node.b, '12']}", "node.b,12 is not an array of a Formula or Term"),
        ("{exo: ['5', false]}", "5,$F is not an array of a Formula or Term"),
        ("{amo: ['5']}", ""),
    ];
    assert_sentences(&cases, |condition| sentence(condition, ""));
}

#[test]
fn words_that_stand_for_no_element() {
    let cases = [
        ("{output_presence: SELF}", "Node \"a\" is not an output"),
        ("{input_presence: SELF}", "Node \"a\" is not a input"),
        ("{artifact_presence: [SELF, f]}", "Element not defined"),
        ("{artifact_type_presence: [CONTAINER, f, 0]}", "Element is not defined"),
        ("{source_presence: a}", "Element \"\"a\"\" is not an array"),
        ("{target_presence: [a, s]}", "Relation \"[\n    \"a\",\n    \"s\"\n]\" not found"),
        ("{target_presence: [a, 0]}", ""),
        ("{container_presence: a}", "Unexpected error"),
    ];
    assert_sentences(&cases, |condition| sentence(condition, ""));
    let cases = [
        ("{node_presence: SELF}", "Element not defined"),
        ("{node_presence: CONTAINER}", "Element is not defined"),
        ("{container_presence: SELF}", "Element is not defined"),
        ("{source_presence: CONTAINER}", "Element is not defined"),
    ];
    assert_sentences(&cases, |constraint| sentence("[]", constraint));
}
