//! Findings about all variants against resolving every configuration.

#[path = "check/accesses.rs"]
mod accesses;
#[path = "check/comparisons.rs"]
mod comparisons;
#[path = "check/consequences.rs"]
mod consequences;
#[path = "check/deployments.rs"]
mod deployments;
#[path = "check/doubted.rs"]
mod doubted;
#[path = "check/engines.rs"]
mod engines;
#[path = "check/failing_defaults.rs"]
mod failing_defaults;
#[path = "check/hosts_in_cycles.rs"]
mod hosts_in_cycles;
#[path = "check/idle.rs"]
mod idle;
#[path = "check/many.rs"]
mod many;
#[path = "check/misspelt.rs"]
mod misspelt;
#[path = "check/mistakes.rs"]
mod mistakes;
#[path = "check/never_equal.rs"]
mod never_equal;
#[path = "check/normative.rs"]
mod normative;
#[path = "check/presets.rs"]
mod presets;
#[path = "check/reading.rs"]
mod reading;
#[path = "check/recovered.rs"]
mod recovered;
#[path = "check/repeated.rs"]
mod repeated;
#[path = "check/requirements.rs"]
mod requirements;
#[path = "check/selection.rs"]
mod selection;
#[path = "check/sources.rs"]
mod sources;
#[path = "check/superfluous.rs"]
mod superfluous;
mod support;
#[path = "check/triggers.rs"]
mod triggers;
#[path = "check/type_operations.rs"]
mod type_operations;
#[path = "check/types.rs"]
mod types;
#[path = "check/unfurl.rs"]
mod unfurl;
#[path = "check/values.rs"]
mod values;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::question::{CheckOptions, Finding, Findings, Limits, PresenceVerdict, Variants, countable};
use variscope::analysis::value::{Configuration, Given, Provenance, Value};
use variscope::source::diagnostic::{Code, Diagnostic};
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::{ElementId, LoadOptions, Model};

use support::model::model;

fn check(model: &Model) -> Findings {
    let nothing = Configuration::new();
    let variants = Variants::of(model, &nothing).expect("conditions are well-formed");
    variants.check(&Limits::default(), CheckOptions::default())
}

fn codes(text: &str) -> Vec<(Code, u32)> {
    let model = model(text);
    let place =
        |finding: &Finding| model.sources().position(finding.diagnostic.span().expect("findings have a place")).line;
    check(&model).findings.iter().map(|finding| (finding.diagnostic.code, place(finding))).collect()
}

const HEAD: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {a: {type: boolean}, b: {type: boolean}, env: {type: string, constraints: [{valid_values: [dev, prod]}]}}
";

/// Every assignment of the three inputs.
fn configurations() -> Vec<Configuration> {
    let mut all = Vec::new();
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
        for env in ["dev", "prod"] {
            let mut configuration = Configuration::new();
            let values = [("a", Value::Boolean(a)), ("b", Value::Boolean(b)), ("env", Value::string(env))];
            for (name, value) in values {
                configuration.set(name, Given { value, provenance: Provenance::Assumed });
            }
            all.push(configuration);
        }
    }
    all
}

/// What resolving every configuration shows: errors by code and message, and how often each element is present.
struct Truth {
    errors: BTreeSet<(Code, String)>,
    valid: usize,
    presences: BTreeMap<ElementId, usize>,
}

impl Truth {
    /// What resolving every configuration of two templates with the same elements shows.
    fn and(mut self, other: Self) -> Self {
        self.errors.extend(other.errors);
        self.valid += other.valid;
        for (id, present) in other.presences {
            *self.presences.entry(id).or_default() += present;
        }
        self
    }
}

fn truth(model: &Model) -> Truth {
    let mut truth = Truth { errors: BTreeSet::new(), valid: 0, presences: BTreeMap::new() };
    for configuration in configurations() {
        match Variants::of(model, &configuration).expect("conditions are well-formed").resolve() {
            Ok(variant) => {
                truth.valid += 1;
                for id in countable(model) {
                    *truth.presences.entry(id).or_default() += usize::from(variant.has(model, id));
                }
            }
            Err(faults) => {
                let defects = faults.into_iter().filter(|fault| fault.code != Code::NoVariant);
                truth.errors.extend(defects.map(|fault| (fault.code, fault.message)));
            }
        }
    }
    truth
}

/// A comparison that never holds, as its value is misspelt.
const NEVER: &str = "{equal: [{variability_input: env}, test]}";

/// The template for each way in which its comparisons that never hold may be meant.
fn meanings(text: &str) -> Vec<String> {
    let parts: Vec<&str> = text.split(NEVER).collect();
    let meaning = |bits: usize| {
        let (first, rest) = parts.split_first().expect("there is a part in any case");
        let value = |place: usize| if bits >> place & 1 == 1 { "true" } else { "false" };
        let rest = rest.iter().enumerate().map(|(place, part)| value(place).to_owned() + part);
        first.to_string() + &rest.collect::<String>()
    };
    (0..1_usize << (parts.len() - 1)).map(meaning).collect()
}

fn condition() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        select(vec!["a", "b"]).prop_map(|input| format!("{{variability_input: {input}}}")),
        select(vec!["dev", "prod"]).prop_map(|env| format!("{{equal: [{{variability_input: env}}, {env}]}}")),
        Just(NEVER.to_owned()),
        (0..3).prop_map(|node| format!("{{node_presence: n{node}}}")),
    ];
    leaf.prop_recursive(2, 5, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| format!("{{not: {inner}}}")),
            (select(vec!["and", "or"]), prop::collection::vec(inner, 2))
                .prop_map(|(operator, inner)| format!("{{{operator}: [{}]}}", inner.join(", "))),
        ]
    })
}

fn template(conditions: &[String], constraint: Option<&str>) -> String {
    template_with("", conditions, constraint)
}

/// The template with some options.
fn template_with(options: &str, conditions: &[String], constraint: Option<&str>) -> String {
    let constraint = constraint.map(|constraint| format!("    constraints: [{constraint}]\n")).unwrap_or_default();
    let node = |(place, condition): (usize, &String)| {
        let target = (place + 1) % conditions.len();
        format!(
            "    n{place}:
      type: t
      conditions: {condition}
      requirements: [{{to: n{target}}}]
      properties: [p: {{value: 1, conditions: {{variability_input: a}}}}]
"
        )
    };
    let nodes: Vec<String> = conditions.iter().enumerate().map(node).collect();
    let options = if options.is_empty() { String::new() } else { format!("    options: {{{options}}}\n") };
    format!("{HEAD}{options}{constraint}  node_templates:\n{}", nodes.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn findings_are_those_of_all_configurations(
        conditions in prop::collection::vec(condition(), 3),
        constraint in prop::option::of(condition()),
    ) {
        let text = template(&conditions, constraint.as_deref());
        let model = model(&text);
        let (found, truth) = (check(&model), truth(&model));
        prop_assert!(found.exactness.is_exact(), "{}", text);
        let with = |codes: fn(Code) -> bool| found.findings.iter().filter(move |finding| codes(finding.diagnostic.code));

        let errors: BTreeSet<(Code, String)> = with(|code| (Code::RelationSource..=Code::NoPresentType).contains(&code))
            .map(|finding| (finding.diagnostic.code, finding.diagnostic.message.clone()))
            .collect();
        prop_assert_eq!(&errors, &truth.errors, "{}", text);

        prop_assert_eq!(with(|code| code == Code::NoValidVariant).count() == 1, truth.valid == 0, "{}", text);
        if truth.valid > 0 {
            // What holds only because configurations with errors are left out is reported with the error.
            // So is what holds only because of a misspelt value.
            let unchecked = template_with("checks: false", &conditions, constraint.as_deref());
            let unchecked = meanings(&unchecked).iter().map(|text| self::truth(&support::model::model(text))).reduce(Truth::and);
            let unchecked = unchecked.expect("a template has a meaning");
            let is_dead = |id: &ElementId| unchecked.presences[id] == 0;
            let dead: BTreeSet<ElementId> = unchecked.presences.keys().copied()
                .filter(|id| is_dead(id) && !model.element(*id).container.is_some_and(|container| is_dead(&container)))
                .collect();
            let found_dead: BTreeSet<ElementId> = with(|code| code == Code::DeadElement).filter_map(|finding| finding.element).collect();
            prop_assert_eq!(&found_dead, &dead, "{}", text);
            let is_true = |id: ElementId| model.element(id).conditions.iter().all(|&yaml| model.yaml(yaml).as_bool() == Some(true));
            let core: BTreeSet<ElementId> = unchecked.presences.iter()
                .filter(|(id, present)| **present == unchecked.valid && !model.element(**id).conditions.is_empty())
                .map(|(id, _)| *id)
                .filter(|id| !is_true(*id))
                .collect();
            let is_hidden = |code: Code, id: ElementId| {
                let words = if code == Code::DeadElement { "is in no valid variant" } else { "is in every valid variant" };
                let messages = ["this", "all errors together"]
                    .map(|premise| format!("from {premise} it follows that {} {words}", model.full_display(id)));
                let notes = |finding: &Finding| messages.iter().any(|message| finding.diagnostic.notes.contains(message));
                found.findings.iter().any(notes)
            };
            for (&id, &present) in &truth.presences {
                let is_new = present == 0 && unchecked.presences[&id] > 0 && model.element(id).container.is_none();
                let is_reported = is_hidden(Code::DeadElement, id) || found.findings.iter().any(|finding| {
                    finding.diagnostic.notes.iter().any(|note| note.contains(" more thing"))
                });
                prop_assert!(!is_new || is_reported, "{:?} {}", id, text);
            }
            // Among equally good variants none is valid, with checks or without: what follows from that is reported with it,
            // too.
            let is_ambiguous = errors.iter().any(|(code, _)| *code == Code::AmbiguousResult);
            let found: BTreeSet<ElementId> = with(|code| code == Code::RedundantCondition).filter_map(|finding| finding.element).collect();
            prop_assert!(found.is_subset(&core), "{}", text);
            for &id in core.difference(&found) {
                let has_more = || with(|_| true).any(|finding| finding.diagnostic.notes.iter().any(|note| note.contains(" more thing")));
                prop_assert!(is_ambiguous && (is_hidden(Code::RedundantCondition, id) || has_more()), "{:?} {}", id, text);
            }
        }
    }

    #[test]
    fn explanations_agree_with_all_configurations(conditions in prop::collection::vec(condition(), 3)) {
        let text = template(&conditions, None);
        let (model, nothing) = (model(&text), Configuration::new());
        let truth = truth(&model);
        let variants = Variants::of(&model, &nothing).expect("conditions are well-formed");
        for id in countable(&model) {
            let answer = variants.explain(Some(id), &Limits::default()).answer;
            let present = truth.presences.get(&id).copied().unwrap_or_default();
            let is_right = match answer {
                PresenceVerdict::NoVariant => truth.valid == 0,
                PresenceVerdict::Present => truth.valid > 0 && present == truth.valid,
                PresenceVerdict::Absent => truth.valid > 0 && present == 0,
                PresenceVerdict::Depends { .. } => present > 0 && present < truth.valid,
                PresenceVerdict::SomeVariant { .. } | PresenceVerdict::Unknown => false,
            };
            prop_assert!(is_right, "{:?} {}", id, text);
        }
    }

    #[test]
    fn witnesses_show_what_the_finding_says(conditions in prop::collection::vec(condition(), 3)) {
        let text = template(&conditions, None);
        let model = model(&text);
        for finding in check(&model).findings {
            let Some(witness) = &finding.witness else { continue };
            let mut configuration = Configuration::new();
            for (name, value) in witness {
                configuration.set(name.clone(), Given { value: value.clone(), provenance: Provenance::Assumed });
            }
            let faults = Variants::of(&model, &configuration).expect("conditions are well-formed").resolve();
            let faults = faults.expect_err("a witness of an error does not resolve");
            // Where conditions contradict each other, nothing can be resolved.
            let is_contradiction = finding.diagnostic.code == Code::Contradiction;
            let is_shown = |fault: &Diagnostic| {
                let is_same = fault.message == finding.diagnostic.message;
                if is_contradiction { fault.code == Code::NoVariant } else { is_same }
            };
            prop_assert!(faults.iter().any(is_shown), "{}", text);
        }
    }
}

#[test]
fn a_template_without_valid_variants_says_why() {
    let text = format!(
        "{HEAD}    constraints:
      - {{variability_input: a}}
      - {{variability_input: b}}
      - not: {{variability_input: a}}
  node_templates:
    one: {{type: t}}
"
    );
    let model = model(&text);
    let found = check(&model);
    let none = found.findings.iter().find(|finding| finding.diagnostic.code == Code::NoValidVariant);
    let lines: Vec<u32> = none.unwrap().because.iter().map(|label| model.sources().position(label.span).line).collect();
    assert_eq!(lines, [6, 8], "the two constraints that contradict each other, and not the third");
    let help = |text: &str| {
        let found = check(&support::model::model(text));
        let none = found.findings.into_iter().find(|finding| finding.diagnostic.code == Code::NoValidVariant);
        none.and_then(|finding| finding.diagnostic.help).expect("a help")
    };
    let together = "these cannot hold together, and without any one of them the others can: change one of them";
    assert_eq!(help(&text), together);
    // Without one of these there is still no valid variant.
    let others = text.replace("  node_templates", "      - not: {variability_input: b}\n  node_templates");
    assert!(help(&others).contains("there are other reasons"), "{}", help(&others));
}

/// Only a text that nothing mentions makes the relation dangle.
#[test]
fn unmentioned_values_make_warnings_unless_asked_for() {
    let text = |input: &str| {
        format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{env: {{{input}}}}}
    options: {{relation_default_condition: false}}
  node_templates:
    app: {{type: t, requirements: [{{to: db}}]}}
    db:
      type: t
      conditions: {{or: [{{equal: [{{variability_input: env}}, dev]}}, {{equal: [{{variability_input: env}}, prod]}}]}}
"
        )
    };
    let (plain, nothing) = (model(&text("type: string")), Configuration::new());
    let severity = |variants: Variants<'_>, open| {
        let found = variants
            .check(&Limits::default(), CheckOptions { unmentioned_values_are_errors: open, ..CheckOptions::default() });
        let dangling = found.findings.iter().find(|finding| finding.diagnostic.code == Code::RelationTarget);
        dangling.map(|finding| finding.diagnostic.is_error())
    };
    let variants = || Variants::of(&plain, &nothing).unwrap();
    assert_eq!(severity(variants(), false), Some(false));
    assert_eq!(severity(variants(), true), Some(true));
    assert_eq!(severity(variants().closed(), false), None);
    // What a default computes is there without being given; of texts that nothing mentions it is one all the same.
    let computed = model(&text("type: string, default_expression: {concat: [de, ver]}"));
    let variants = || Variants::of(&computed, &nothing).unwrap();
    assert_eq!(severity(variants(), false), Some(true));
    assert_eq!(severity(variants().closed(), false), None);
    let harmless = model(&text("type: string, default_expression: {concat: [de, v]}"));
    assert_eq!(severity(Variants::of(&harmless, &nothing).unwrap(), false), Some(false));
}
