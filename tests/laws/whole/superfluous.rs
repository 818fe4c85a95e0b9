//! What makes no difference: dead elements, conditions, constraints, inputs and values without effect.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use serde_json::{Map, Value as Json};
use variscope::analysis::question::{CheckOptions, Finding, Findings, Limits, Variants};
use variscope::analysis::value::Configuration;
use variscope::source::Span;
use variscope::source::diagnostic::{Code, Diagnostic, Edit, Label};
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;
use variscope::source::syntax::yaml::Yaml;
use variscope::tosca::model::{ElementId, Kind, LoadOptions, Model};

use super::Case;
use super::truth::{Outcome, Truth};
use crate::template::Configurations;

fn check(case: &Case) -> Findings {
    let nothing = Configuration::new();
    case.variants(&nothing).check(&Limits::default(), CheckOptions::default())
}

/// The elements that findings with a code are about.
fn about(found: &Findings, code: Code) -> BTreeSet<ElementId> {
    let with_code = found.findings.iter().filter(|finding| finding.diagnostic.code == code);
    with_code.filter_map(|finding| finding.element).collect()
}

/// Whether everything that makes no difference is reported: what follows only from configurations with errors being left out is
/// reported with the errors, what follows from a comparison with what an input never is, or from a named expression that never holds,
/// with that.
fn reports_all(case: &Case, found: &Findings) -> bool {
    let has_valid = case.truth.valid().next().is_some();
    let is_cause = |finding: &Finding| {
        let is_about_expression = finding.diagnostic.message.starts_with("the expression ");
        match finding.diagnostic.code {
            Code::IdleComparison => true,
            Code::UnsatisfiableCondition => is_about_expression,
            _ => false,
        }
    };
    case.truth.is_complete
        && found.exactness.is_exact()
        && has_valid
        && case.truth.errors().is_empty()
        && !found.findings.iter().any(is_cause)
}

/// Whether all nodes are always pruned, which is reported instead of what follows from it.
fn reports_nothing_is_left(found: &Findings) -> bool {
    let reports_it =
        |finding: &Finding| finding.diagnostic.code == Code::EmptyDeployment && finding.impossible.is_some();
    found.findings.iter().any(reports_it)
}

/// What is said to follow from elements that are dead as they depend on themselves.
fn consequences(found: &Findings) -> impl Iterator<Item = &str> {
    let dead = found.findings.iter().filter(|finding| finding.diagnostic.code == Code::DeadElement);
    let notes = dead.flat_map(|finding| &finding.diagnostic.notes);
    notes.map(String::as_str).filter(|note| note.starts_with("from this") || note.contains(" more thing"))
}

/// Whether it follows from another dead element that this one is dead, too: of more than a few not all are named.
fn follows(case: &Case, found: &Findings, id: ElementId) -> bool {
    let message = format!("{} is in no valid variant", case.model.full_display(id));
    consequences(found).any(|note| note.ends_with(&message) || note.contains(" more thing"))
}

/// Dead are the elements that no valid configuration has; those inside of dead ones are not named.
pub fn elements_are_in_no_variant(case: &Case) -> TestCaseResult {
    let found = check(case);
    let reported = about(&found, Code::DeadElement);
    let is_met = |id: ElementId| case.truth.valid().any(|(_, found)| found.present[case.truth.place(id)]);
    for &id in &reported {
        prop_assert!(!is_met(id), "{} is not dead", case.model.path(id));
    }
    if reports_nothing_is_left(&found) {
        let mut nodes = case.truth.elements.iter().filter(|id| id.kind() == Kind::Node);
        prop_assert!(nodes.all(|&id| !is_met(id)), "some node is there");
    } else if reports_all(case, &found) {
        for &id in case.truth.elements.iter().filter(|&&id| !is_met(id)) {
            let is_inside = case.model.element(id).container.is_some_and(|container| !is_met(container));
            let (is_reported, path) = (reported.contains(&id), case.model.path(id));
            prop_assert!(!is_reported || !is_inside, "{} is inside of what is dead", path);
            prop_assert!(is_reported || is_inside || follows(case, &found, id), "{} is dead", path);
        }
    }
    Ok(())
}

/// What is said about conditions of elements that are in all variants, or in all that their container is in, or that always
/// hold, is so. The first is said where it does not follow from nodes that no variant has, or depend on themselves; the second
/// where all documents stay the same without the condition.
pub fn conditions_change_nothing(case: &Case) -> TestCaseResult {
    let found = check(case);
    let (core, inside, always) = (
        about(&found, Code::RedundantCondition),
        about(&found, Code::FalseOptional),
        about(&found, Code::TautologicalCondition),
    );
    for &id in &case.truth.elements {
        let path = case.model.path(id);
        let (in_all, in_container, is_dead) = occurrence(case, id);
        prop_assert!(!core.contains(&id) || in_all, "{} is not in all variants", path);
        prop_assert!(!inside.contains(&id) || in_container, "{} can be absent from its container", path);
        prop_assert!(!always.contains(&id) || always_holds(case, id)?, "the condition of {} matters", path);
        let conditions = &case.model.element(id).conditions;
        let says_something = conditions.iter().any(|&yaml| case.model.yaml(yaml).as_bool() != Some(true));
        let is_in_dead = case.model.element(id).container.is_some_and(|container| occurrence(case, container).2);
        let is_reported = core.contains(&id) && is_in_dead && case.truth.is_complete;
        prop_assert!(!is_reported, "{} is told of, inside of what is dead", path);
        let is_consequence =
            is_in_dead || in_all && reports_nothing_is_left(&found) || consequences(&found).next().is_some();
        if says_something && !is_dead && !is_consequence && reports_all(case, &found) {
            prop_assert_eq!(core.contains(&id), in_all, "{} is in all variants", path);
            let is_said = core.contains(&id) || inside.contains(&id) || always.contains(&id);
            let is_removable = in_container && is_same_with(case, id, "null")? && is_same_when_pruned(case, id)?;
            prop_assert!(is_said || !is_removable, "{} is present whenever its container is", path);
        }
    }
    for finding in &found.findings {
        let has_effect = !finding.diagnostic.message.contains("its condition has no effect");
        let Some(id) = finding.element.filter(|_| !has_effect) else { continue };
        prop_assert!(is_same_with(case, id, "null")?, "the condition of {} has an effect", case.model.path(id));
    }
    Ok(())
}

/// Whether an element is in all variants, in all that its container is in, and in none.
fn occurrence(case: &Case, id: ElementId) -> (bool, bool, bool) {
    let has = |present: &[bool], id: ElementId| present[case.truth.place(id)];
    let container = case.model.element(id).container;
    let is_outside = |present: &[bool]| container.is_some_and(|container| !has(present, container));
    let variants = case.truth.variants();
    (
        variants.keys().all(|present| has(present, id)),
        variants.keys().all(|present| has(present, id) || is_outside(present)),
        variants.keys().all(|present| !has(present, id)),
    )
}

/// Whether the same configurations give the same variants when something else stands for each condition of an element.
fn is_same_with(case: &Case, id: ElementId, condition: &str) -> Result<bool, TestCaseError> {
    is_same_after(case, with_conditions(case, id, condition))
}

/// In profile B the options of a call say whether a template is pruned: a condition that has an effect only then has one.
fn is_same_when_pruned(case: &Case, id: ElementId) -> Result<bool, TestCaseError> {
    if case.template.profile != Profile::B {
        return Ok(true);
    }
    let kinds = ["Nodes", "Relations", "Policies", "Groups", "Artifacts", "Properties"];
    let options: Map<String, Json> = kinds.iter().map(|kind| (format!("prune{kind}"), Json::Bool(true))).collect();
    let load = LoadOptions { options: Some(Json::Object(options).to_string()), ..case.template.load_options() };
    let before = outcomes_under(case, &load, Vec::new())?;
    let after = outcomes_under(case, &load, with_conditions(case, id, "null"))?;
    Ok(before.iter().zip(&after).all(|(before, after)| is_same(before, after)))
}

/// Whether every configuration for which there are presences gives the same with `true` for each condition of an element.
fn always_holds(case: &Case, id: ElementId) -> Result<bool, TestCaseError> {
    let outcomes = outcomes_after(case, with_conditions(case, id, "true"))?;
    Ok(case
        .truth
        .outcomes
        .iter()
        .zip(&outcomes)
        .all(|(before, after)| has_no_variant(before) || is_same(before, after)))
}

fn with_conditions(case: &Case, id: ElementId, condition: &str) -> Vec<Edit> {
    // A node that is listed twice as a member of a group has its condition twice.
    let spans: BTreeSet<Span> =
        case.model.element(id).conditions.iter().map(|&yaml| case.model.yaml(yaml).span()).collect();
    spans.into_iter().map(|span| Edit { span, replacement: format!("{condition}\n") }).collect()
}

/// Whether the same configurations give the same variants, with the same documents, after some edits.
fn is_same_after(case: &Case, edits: Vec<Edit>) -> Result<bool, TestCaseError> {
    let outcomes = outcomes_after(case, edits)?;
    Ok(case.truth.outcomes.iter().zip(&outcomes).all(|(before, after)| is_same(before, after)))
}

/// Whether `check` reports errors after some edits.
fn has_errors(case: &Case, edits: Vec<Edit>) -> Result<bool, TestCaseError> {
    let model = edited(case, &case.template.load_options(), edits)?;
    let nothing = Configuration::new();
    let variants = Variants::of(&model, &nothing).expect("the conditions are well-formed");
    let found = variants.check(&Limits::default(), CheckOptions::default());
    Ok(found.findings.iter().any(|finding| finding.diagnostic.is_error()))
}

/// Whether no presences satisfy all rules.
fn has_no_variant(outcome: &Outcome) -> bool {
    outcome.found.as_ref().is_err_and(|faults| faults.iter().any(|fault| fault.code == Code::NoVariant))
}

fn is_same(before: &Outcome, after: &Outcome) -> bool {
    match (&before.found, &after.found) {
        (Ok(before), Ok(after)) => before.present == after.present && before.document == after.document,
        (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
        (Err(_), Err(_)) => true,
    }
}

/// What the same configurations give after some edits.
fn outcomes_after(case: &Case, edits: Vec<Edit>) -> Result<Vec<Outcome>, TestCaseError> {
    outcomes_under(case, &case.template.load_options(), edits)
}

/// What the same configurations give after some edits, with these options.
fn outcomes_under(case: &Case, load: &LoadOptions, edits: Vec<Edit>) -> Result<Vec<Outcome>, TestCaseError> {
    let model = edited(case, load, edits)?;
    let nothing = Configuration::new();
    let variants = Variants::of(&model, &nothing).expect("the conditions are well-formed");
    let values = case.truth.outcomes.iter().map(|outcome| outcome.values.clone()).collect();
    Ok(Truth::of(&variants, Configurations { all: values, is_complete: case.truth.is_complete }).outcomes)
}

/// The template after some edits.
fn edited(case: &Case, load: &LoadOptions, mut edits: Vec<Edit>) -> Result<Model, TestCaseError> {
    let mut text = case.template.text();
    edits.sort_by_key(|edit| Reverse(edit.span.start));
    for Edit { span, replacement } in edits {
        text.replace_range(span.start as usize..span.end as usize, &replacement);
    }
    let loaded = Model::load(&Package::of_text(text.clone()), load).expect("no file is read");
    prop_assert!(!loaded.diagnostics.iter().any(Diagnostic::is_error), "{:?} {}", loaded.diagnostics, text);
    Ok(loaded.model.expect("the template can be read"))
}

/// After a fix that is called safe, the same configurations give the same variants with the same documents.
pub fn fixes_change_nothing(case: &Case) -> TestCaseResult {
    for finding in check(case).findings {
        let Some(fix) = finding.diagnostic.fix.filter(|fix| fix.is_safe()) else { continue };
        prop_assert!(is_same_after(case, fix.edits.clone())?, "not safe: {:?} of {}", fix, finding.diagnostic.message);
    }
    Ok(())
}

/// Constraints have no effect where all that they exclude is excluded by something else. Of two that exclude the same, one is
/// reported where the other is.
pub fn constraints_exclude_nothing(case: &Case) -> TestCaseResult {
    let found = check(case);
    let listed = case.model.variability().and_then(|variability| variability.get("constraints"));
    for constraint in listed.into_iter().flat_map(Yaml::items) {
        let span = constraint.span();
        let is_other =
            |label: &Label| label.span == span && label.text == "this could be removed as well, but not both";
        let is_said = found.findings.iter().any(|Finding { diagnostic, .. }| {
            let is_own = matches!(diagnostic.code, Code::TautologicalConstraint | Code::RedundantConstraint)
                && diagnostic.span() == Some(span);
            is_own || diagnostic.labels.iter().any(is_other)
        });
        let without = vec![Edit { span, replacement: "true\n".to_owned() }];
        let outcomes = outcomes_after(case, without.clone())?;
        let is_idle = case.truth.outcomes.iter().zip(&outcomes).all(|(before, after)| is_same(before, after));
        prop_assert!(!is_said || is_idle, "{} excludes something", constraint.to_json());
        if !is_said && is_idle && reports_all(case, &found) {
            // A constraint that stands before an error is no idle one: without it `check` reports the error.
            prop_assert!(has_errors(case, without)?, "{} excludes nothing", constraint.to_json());
        }
    }
    Ok(())
}

/// An input that nothing reads makes no difference.
pub fn inputs_make_no_difference(case: &Case) -> TestCaseResult {
    let found = check(case);
    for (name, _) in case.template.inputs() {
        let message = format!("nothing reads the variability input \"{name}\"");
        if !says(&found, Code::UnreadInput, &message) {
            continue;
        }
        let mut known = BTreeMap::new();
        for outcome in &case.truth.outcomes {
            let mut others = outcome.values.clone();
            others.shift_remove(&name);
            let document = outcome.found.as_ref().ok().map(|found| &found.document);
            let other = known.entry(Json::from(others).to_string()).or_insert(document);
            prop_assert_eq!(*other, document, "{} makes a difference", name);
        }
    }
    Ok(())
}

/// Values that are said to be in no valid variant are in none; of inputs with few values all such are reported, or as many
/// others as nothing distinguishes from one that is reported.
pub fn values_are_in_no_valid_configuration(case: &Case) -> TestCaseResult {
    let found = check(case);
    let reported: Vec<&str> = found
        .findings
        .iter()
        .filter(|finding| finding.diagnostic.code == Code::ImpossibleValue)
        .map(|finding| finding.diagnostic.message.as_str())
        .collect();
    for (name, input) in case.template.inputs() {
        let (mut missing, mut alike) = (Vec::new(), 0);
        for value in input.shape.values().unwrap_or_default() {
            let message = format!("no valid variant has {value} for the input \"{name}\"");
            let rest = reported.iter().find_map(|reported| reported.strip_prefix(&*message));
            let is_met = case.truth.valid().any(|(outcome, _)| outcome.values.get(&name) == Some(&value));
            prop_assert!(rest.is_none() || !is_met, "{} can be {}", name, value);
            match rest.map(|rest| rest.split_whitespace().find_map(|word| word.parse::<usize>().ok())) {
                Some(others) => alike += others.unwrap_or_default(),
                None if !is_met => missing.push(value),
                None => {}
            }
        }
        let is_all = missing.len() == alike;
        prop_assert!(is_all || !reports_all(case, &found), "{} cannot be any of {:?}", name, missing);
    }
    Ok(())
}

fn says(found: &Findings, code: Code, message: &str) -> bool {
    found.findings.iter().any(|finding| finding.diagnostic.code == code && finding.diagnostic.message == message)
}
