//! What follows from errors is said where it follows from, and is so.

use proptest::prelude::*;
use variscope::analysis::question::Variants;
use variscope::source::diagnostic::Code;

use super::{HEAD, NEVER, check, condition, configurations, model, template, template_with};

#[test]
fn what_follows_from_an_error_is_reported_with_it() {
    let text = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {monitoring: {type: boolean, default: false}}
    options: {type_default_condition: true}
  node_templates:
    app: {type: t}
    grafana: {type: t, conditions: {variability_input: monitoring}, requirements: [{source: app}]}
";
    let found = check(&model(text)).findings;
    let [error] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(error.diagnostic.code, Code::RelationSource);
    let follows = |words: &str| error.diagnostic.notes.iter().any(|note| note.contains(words));
    assert!(follows("node \"grafana\" is in every valid variant"), "{:?}", error.diagnostic.notes);
    assert!(follows("no valid variant has false for the input \"monitoring\""), "{:?}", error.diagnostic.notes);
    assert!(error.diagnostic.fix.as_ref().is_some_and(|fix| !fix.is_safe()));
}

/// The notes of all errors of a template, each with the message of the error.
fn following(text: &str) -> Vec<(String, String)> {
    let found = check(&model(text)).findings.into_iter().map(|finding| finding.diagnostic);
    let follows = |note: &String| note.contains("it follows that");
    found
        .flat_map(|error| error.notes.into_iter().filter(follows).map(move |note| (error.message.clone(), note)))
        .collect()
}

/// Two relations that each can be there without their targets.
const TWO_ERRORS: &str = "    options: {type_default_condition: true}
  node_templates:
    shop: {type: t, requirements: [{orders: db}]}
    db: {type: t, conditions: {variability_input: a}}
    blog: {type: t, requirements: [{posts: store}]}
    store: {type: t, conditions: {variability_input: b}}
";

#[test]
fn what_follows_from_one_error_stands_under_no_other() {
    let notes = following(&format!("{HEAD}{TWO_ERRORS}"));
    let of = |node: &str| format!("from this it follows that node \"{node}\" is in every valid variant");
    let under = |target: &str| -> Vec<&String> {
        notes
            .iter()
            .filter(|(error, _)| error.contains(&format!("target \"{target}\"")))
            .map(|(_, note)| note)
            .collect()
    };
    assert!(under("db").contains(&&of("db")) && !under("db").iter().any(|note| note.contains("store")), "{notes:?}");
    assert!(
        under("store").contains(&&of("store")) && !under("store").iter().any(|note| note.contains("\"db")),
        "{notes:?}"
    );
    assert!(notes.iter().all(|(_, note)| !note.contains("together")), "{notes:?}");
}

#[test]
fn what_follows_from_several_errors_only_is_said_once() {
    let both = "    both: {type: t, conditions: {and: [{variability_input: a}, {variability_input: b}]}}\n";
    let notes = following(&format!("{HEAD}{TWO_ERRORS}{both}"));
    let about: Vec<&str> = notes.iter().map(|(_, note)| &**note).filter(|note| note.contains("\"both\"")).collect();
    assert_eq!(about, ["from all errors together it follows that node \"both\" is in every valid variant"]);
}

#[test]
fn what_follows_from_a_value_that_is_missing_does_not_follow_from_one_that_cannot_be_computed() {
    let text = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      users: {type: integer, constraints: [{in_range: [1, 100]}]}
      name: {type: string, constraints: [{valid_values: [a-gold, b-silver, c]}]}
  node_templates:
    a:
      type: A
      properties:
        - part: {expression: {token: [{variability_input: name}, '-', 1]}}
        - half: {expression: {div: [10, {sub: [{variability_input: users}, 50]}]}}
";
    let found = check(&model(text)).findings;
    let notes = |code: Code| {
        let error = found.iter().find(|finding| finding.diagnostic.code == code).expect("the error is found");
        error.diagnostic.notes.clone()
    };
    assert_eq!(
        notes(Code::MissingValue),
        ["from this it follows that no valid variant has \"c\" for the input \"name\""]
    );
    assert_eq!(notes(Code::Arithmetic), ["from this it follows that no valid variant has 50 for the input \"users\""]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// In every configuration without the error that is so, whatever other errors it leads to.
    #[test]
    fn what_follows_from_an_error_holds_wherever_it_is_not_met(conditions in prop::collection::vec(condition(), 3)) {
        let conditions: Vec<String> =
            conditions.iter().map(|text| text.replace(NEVER, "{variability_input: b}")).collect();
        let (text, unchecked) = (template(&conditions, None), template_with("checks: false", &conditions, None));
        let (checked, unchecked) = (model(&text), model(&unchecked));
        for finding in check(&checked).findings {
            let error = &finding.diagnostic;
            for note in &error.notes {
                let said = |id| -> Option<bool> {
                    let about = note.strip_prefix("from this it follows that ")?.strip_prefix(&*checked.full_display(id))?;
                    match about {
                        " is in every valid variant" => Some(true),
                        " is in no valid variant" => Some(false),
                        _ => None,
                    }
                };
                let Some((id, is_present)) = checked.ids().find_map(|id| Some((id, said(id)?))) else { continue };
                for configuration in configurations() {
                    let variant = Variants::of(&unchecked, &configuration).expect("conditions are well-formed").resolve();
                    let faults = Variants::of(&checked, &configuration).expect("conditions are well-formed").resolve().err();
                    let is_met = faults.iter().flatten().any(|fault| fault.message == error.message);
                    let is_so = variant.is_err() || is_met || variant.is_ok_and(|variant| variant.has(&unchecked, id) == is_present);
                    prop_assert!(is_so, "{}: {} {:?}\n{}", error.message, note, configuration, text);
                }
            }
        }
    }
}
