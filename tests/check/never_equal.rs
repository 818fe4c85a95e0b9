//! What follows from a comparison with a value that an input never has is reported with it, and nothing is removed for it.

use variscope::analysis::question::Finding;
use variscope::source::diagnostic::Code;

use super::{HEAD, check, codes, model};

const MISSPELT: &str = "{equal: [{variability_input: env}, dve]}";

fn template(conditions: &[String]) -> String {
    let node = |(number, condition): (usize, &String)| format!("    n{number}: {{type: t, conditions: {condition}}}\n");
    let nodes: String = conditions.iter().enumerate().map(node).collect();
    format!("{HEAD}    options: {{type_default_condition: true}}\n  node_templates:\n    always: {{type: t}}\n{nodes}")
}

fn conditions(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| text.replace('?', MISSPELT)).collect()
}

/// What is found beside inputs that nothing reads.
fn reported(text: &str) -> Vec<Code> {
    codes(text).into_iter().map(|(code, _)| code).filter(|code| *code != Code::UnreadInput).collect()
}

#[test]
fn consequences_are_reported_with_the_comparison_and_not_fixed() {
    let text = template(&conditions(&["?", "{not: ?}", "{variability_input: a}"]));
    assert_eq!(reported(&text), vec![Code::IdleComparison; 2]);
    let found = check(&model(&text)).findings;
    let found: Vec<Finding> =
        found.into_iter().filter(|finding| finding.diagnostic.code == Code::IdleComparison).collect();
    let notes = |finding: &Finding| finding.diagnostic.notes.clone();
    assert_eq!(notes(&found[0])[0], "from this it follows that node \"n0\" is in no valid variant");
    assert_eq!(notes(&found[1])[0], "from this it follows that node \"n1\" is in every valid variant");
    for finding in found {
        let fix = finding.diagnostic.fix.expect("the value that is meant is near");
        assert!(!fix.is_safe());
        assert_eq!(fix.edits[0].replacement, "dev");
    }
}

#[test]
fn what_is_so_whatever_is_meant_is_a_finding() {
    let dead = "{and: [?, {variability_input: a}, {not: {variability_input: a}}]}";
    let found = codes(&template(&conditions(&[dead, "?"])));
    assert!(found.contains(&(Code::DeadElement, 8)), "{found:?}");
    assert!(!found.contains(&(Code::DeadElement, 9)), "{found:?}");
}

#[test]
fn a_comment_says_that_the_value_is_meant() {
    let text = template(&conditions(&["?"])).replace("dve]}}", "dve]}}  # variscope: ignore[V421]");
    let found = reported(&text);
    assert!(found.contains(&Code::DeadElement), "{found:?}");
}

/// A template with one expression, which is the condition of a node, and its negation that of another one.
fn named(expression: &str, other: &str) -> String {
    format!(
        "{HEAD}    options: {{type_default_condition: true}}
    expressions: {{is_prod: {expression}}}
  node_templates:
    app: {{type: t}}
    db: {{type: t, conditions: {{logic_expression: is_prod}}}}
{other}"
    )
}

#[test]
fn what_says_nothing_of_an_input_is_reported_and_nothing_is_removed_for_it() {
    for (expression, code) in [
        ("{equal: [{variability_input: env}]}", Code::WrongArity),
        ("{equal: [{variability_input: env}, {variability_input: env}]}", Code::IdleComparison),
        ("{equal: [prod, prod]}", Code::IdleComparison),
    ] {
        let found = check(&model(&named(expression, ""))).findings;
        let about_db = |finding: &&Finding| finding.diagnostic.message.contains("\"db\"");
        assert_eq!(found.iter().find(about_db), None, "{expression}");
        let reported: Vec<&Finding> = found.iter().filter(|finding| finding.diagnostic.code == code).collect();
        assert_eq!(reported.len(), 1, "{expression}: {found:?}");
        assert_eq!(reported[0].diagnostic.notes, ["from this it follows that node \"db\" is in every valid variant"]);
        assert!(found.iter().all(|finding| finding.diagnostic.fix.as_ref().is_none_or(|fix| !fix.is_safe())));
    }
    // Nothing is known of these texts.
    assert!(reported(&named("{equal: [x, x]}", "")).contains(&Code::RedundantCondition));
}

#[test]
fn an_expression_that_another_condition_is_repaired_for_is_left() {
    let both = "{or: [{equal: [{variability_input: env}, dev]}, {equal: [{variability_input: env}, prod]}]}";
    let always = |text: &str| {
        let found = check(&model(text)).findings;
        let found = found.into_iter().find(|finding| finding.diagnostic.code == Code::RedundantCondition);
        found.expect("the node is always there").diagnostic
    };
    assert!(always(&named(both, "")).fix.is_some_and(|fix| fix.is_safe()));
    let beside = always(&named(both, "    lite: {type: t, conditions: {not: {logic_expression: is_prod}}}\n"));
    assert_eq!(beside.fix, None);
    assert!(beside.notes[0].starts_with("for the same expression \"is_prod\""), "{:?}", beside.notes);
}

#[test]
fn inputs_without_a_type_are_reported_where_they_are_conditions() {
    let text = |input: &str, condition: &str| {
        format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability: {{inputs: {{cache: {input}}}}}
  node_templates: {{app: {{type: t}}, cache: {{type: t, conditions: {condition}}}}}
"
        )
    };
    let read = "{variability_input: cache}";
    for (input, condition, is_reported) in [
        ("{default: false}", read, true),
        ("{}", read, true),
        ("{type: boolean, default: false}", read, false),
        ("{default: 3}", read, false),
        ("{default: false}", "{equal: [{variability_input: cache}, true]}", false),
    ] {
        assert_eq!(
            reported(&text(input, condition)).contains(&Code::IdleComparison),
            is_reported,
            "{input} {condition}"
        );
    }
}

#[test]
fn a_list_without_its_comma_is_reported() {
    let help = |values: &str| {
        let text = template(&conditions(&["{equal: [{variability_input: env}, prod]}"])).replace("[dev, prod]", values);
        let found = check(&model(&text)).findings.into_iter().map(|finding| finding.diagnostic);
        found.filter(|found| found.code == Code::IdleComparison).find_map(|found| found.help)
    };
    assert_eq!(help("[dev prod]").as_deref(), Some("\"dev prod\" is one value: write `[dev, prod]` for several"));
    assert_eq!(help("[a b, c]").as_deref(), Some("one of \"a b\", \"c\""));
    assert_eq!(help("[aa, bb]").as_deref(), Some("one of aa, bb"));
}
