//! What follows from a comparison with a value that an input never has is told with it, and nothing is removed for it.

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
fn told(text: &str) -> Vec<Code> {
    codes(text).into_iter().map(|(code, _)| code).filter(|code| *code != Code::UnreadInput).collect()
}

#[test]
fn consequences_are_told_with_the_comparison_and_not_fixed() {
    let text = template(&conditions(&["?", "{not: ?}", "{variability_input: a}"]));
    assert_eq!(told(&text), vec![Code::IdleComparison; 2]);
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
    let found = told(&text);
    assert!(found.contains(&Code::DeadElement), "{found:?}");
}
