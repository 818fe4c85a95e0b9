//! Where only some codes are wanted, only what they need is run, and what is found is the same, and what else would be reported
//! with a cause that is not wanted.

use std::fs;

use variscope::source::diagnostic::{CODES, CodeSelection};

use super::*;
use crate::support::folder::{files, has_extension};
use crate::support::model::{self, loaded, model};

fn only(codes: &[Code]) -> CheckOptions {
    CheckOptions { codes: CodeSelection::of(|code| codes.contains(&code)), ..CheckOptions::default() }
}

/// Which analyses are run for these codes.
fn analyses(model: &Model, codes: CodeSelection) -> Vec<&'static str> {
    let (nothing, limits) = (Configuration::new(), Limits::default());
    let variants = Variants::of(model, &nothing).expect("conditions are well-formed");
    let options = CheckOptions { codes, ..CheckOptions::default() };
    variants.all(&limits).begin_check(options).analyses().to_vec()
}

/// A template with an error, a dead node, an unread input, a superfluous constraint and a preset.
fn faulty() -> Model {
    model(&format!(
        "{HEAD}    options: {{type_default_condition: true}}
    expressions: {{unused: {{variability_input: a}}}}
    presets: {{live: {{inputs: {{env: prod, a: true, b: true}}}}}}
    constraints: [{{or: [{{variability_input: a}}, {{not: {{variability_input: a}}}}]}}]
  node_templates:
    always: {{type: t, requirements: [to: {{node: some, conditions: true}}]}}
    some: {{type: t, conditions: {{variability_input: a}}}}
    never: {{type: t, conditions: {{and: [{{variability_input: a}}, {{not: {{variability_input: a}}}}]}}}}
"
    ))
}

#[test]
fn analyses_of_other_codes_are_not_run() {
    let model = faulty();
    let run = |codes: &[Code]| analyses(&model, only(codes).codes);
    assert_eq!(run(&[Code::UnreadInput]), ["unread inputs"]);
    assert_eq!(run(&[Code::EqualPresets, Code::UnreadImport]), ["equal presets", "unread imports"]);
    assert_eq!(run(&[Code::NoValidVariant]), ["no valid variant"]);
    assert_eq!(run(&[Code::FailedTest]), [""; 0]);
    let dead = run(&[Code::DeadElement]);
    assert_eq!(dead, ["no valid variant", "reachable errors", "contradictions", "constant presences"]);
    let all = analyses(&model, CodeSelection::default());
    assert_eq!(all.len(), 26);
    // All that follows from an error is reported with it, and asks the solver after it.
    let errors = run(&[Code::RelationTarget]);
    assert!(errors.contains(&"impossible values") && !errors.contains(&"unread inputs"), "{errors:?}");
    // A removal is safe where there is no error of any kind.
    assert_eq!(run(&[Code::RedundantConstraint]).len(), all.len());
    let sound = model::model(&template(&["true".to_owned()], None));
    let errors = analyses(&sound, only(&[Code::RelationTarget]).codes);
    assert_eq!(errors, ["no valid variant", "reachable errors"]);
}

/// Holds what is found with these codes wanted against what is found with all codes: all of that is found, and with it no more
/// than what is reported there as following from something else.
fn hold(model: &Model, all: &Findings, codes: &[Code], text: &str) {
    let nothing = Configuration::new();
    let variants = Variants::of(model, &nothing).expect("conditions are well-formed");
    let mut found = variants.check(&Limits::default(), only(codes));
    // What is said while conditions are read is reported in any case.
    found.findings.retain(|finding| codes.contains(&finding.diagnostic.code));
    let expected = all.findings.iter().filter(|finding| codes.contains(&finding.diagnostic.code));
    let expected: Vec<Finding> = expected.cloned().collect();
    let is_same = |one: &Finding, other: &Finding| {
        let reported = |finding: &Finding| {
            (finding.diagnostic.code, finding.diagnostic.span(), finding.diagnostic.message.clone())
        };
        reported(one) == reported(other)
    };
    let (same, following): (Vec<Finding>, Vec<Finding>) =
        found.findings.into_iter().partition(|one| expected.iter().any(|other| is_same(one, other)));
    assert_eq!(same.len(), expected.len(), "{codes:?}\n{text}");
    let is_cause = |finding: &Finding| finding.witness.is_some() || finding.diagnostic.code == Code::IdleComparison;
    let has_cause = all.findings.iter().any(|finding| is_cause(finding) && !codes.contains(&finding.diagnostic.code));
    assert!(has_cause || following.is_empty() && same == expected, "{codes:?}: {following:?}\n{text}");
}

/// Every code that is found, alone, and each together with the next one; one that is not.
fn hold_all(model: &Model, text: &str) -> usize {
    let all = check(model);
    let codes: BTreeSet<Code> = all.findings.iter().map(|finding| finding.diagnostic.code).collect();
    let codes: Vec<Code> = codes.into_iter().collect();
    codes.iter().for_each(|&code| hold(model, &all, &[code], text));
    codes.windows(2).for_each(|pair| hold(model, &all, pair, text));
    if let Some(other) = CODES.iter().find(|entry| !codes.contains(&entry.code)) {
        hold(model, &all, &[other.code], text);
    }
    codes.len()
}

#[test]
fn selected_findings_of_cases_are_those_of_all() {
    let (mut looked, mut codes) = (0, 0);
    for path in files("tests/cases", &has_extension("yaml")) {
        let text = fs::read_to_string(&path).expect("a text");
        if !text.contains("tosca_definitions_version") {
            continue;
        }
        let Some(model) = loaded(&text, None).model else { continue };
        if Variants::of(&model, &Configuration::new()).is_err() {
            continue;
        }
        looked += 1;
        codes += hold_all(&model, &path.display().to_string());
    }
    assert!(looked > 300 && codes > 100, "{looked} templates, {codes} codes");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn selected_findings_are_those_of_all(
        conditions in prop::collection::vec(condition(), 3),
        constraint in prop::option::of(condition()),
    ) {
        let options = "type_default_condition: true, relation_default_condition: false";
        let text = template_with(options, &conditions, constraint.as_deref());
        hold_all(&model(&text), &text);
    }
}
