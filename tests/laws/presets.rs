//! A preset is fine when every completion of it is, as resolving all of them shows.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::question::{CheckOptions, Finding, Findings, Limits, Variants, countable};
use variscope::analysis::value::{Configuration, Given, Provenance};
use variscope::source::diagnostic::Code;
use variscope::tosca::model::Model;

use super::generated::{INPUTS, Template, configuration, presences};
use super::varied::{self, Rules, assumed, flaws, resolved, value};
use crate::support::model::model;

type Values = [Option<bool>; 3];

fn preset() -> impl Strategy<Value = Values> {
    let value = || select(vec![None, Some(false), Some(true), Some(false), Some(true)]);
    (value(), value(), value()).prop_map(|(first, second, third)| [first, second, third])
}

/// All values that agree with some.
fn completions(values: Values) -> Vec<Values> {
    let all = (0..8).map(|number| [0, 1, 2].map(|place| Some(number >> place & 1 == 1)));
    all.filter(|full| values.iter().zip(full).all(|(value, full)| value.is_none() || value == full)).collect()
}

fn section(presets: &[Values]) -> String {
    let inputs = |values: &Values| {
        let given = INPUTS.iter().zip(values).filter_map(|(name, value)| Some(format!("{name}: {}", (*value)?)));
        given.collect::<Vec<_>>().join(", ")
    };
    let presets =
        presets.iter().enumerate().map(|(place, values)| format!("p{place}: {{inputs: {{{}}}}}", inputs(values)));
    format!("{{{}}}", presets.collect::<Vec<_>>().join(", "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn presets_are_judged_by_all_completions(
        template in Template::without_cycles(),
        presets in prop::collection::vec(preset(), 3),
    ) {
        let text = template.with_presets(&section(&presets));
        let (model, nothing) = (model(&text), Configuration::new());
        let findings = Variants::of(&model, &nothing).unwrap().check(&Limits::default(), CheckOptions::default());
        let about = |code: Code, place: usize| {
            let name = format!("preset \"p{place}\"");
            let other = format!("\"p{place}\" give the same variant");
            findings.findings.iter().find(|finding| {
                let message = &finding.diagnostic.message;
                finding.diagnostic.code == code && (message.starts_with(&name) || message.ends_with(&other))
            })
        };
        let mut earlier: BTreeSet<Vec<bool>> = BTreeSet::new();
        for (place, &values) in presets.iter().enumerate() {
            let outcomes: Vec<Option<Vec<bool>>> =
                completions(values).into_iter().map(|full| presences(&model, &configuration(full))).collect();
            let failing = outcomes.iter().filter(|outcome| outcome.is_none()).count();
            let (all, some) = (failing == outcomes.len(), failing > 0);
            prop_assert_eq!(about(Code::FailingPreset, place).is_some(), all, "{} {}", place, text);
            prop_assert_eq!(about(Code::PartlyFailingPreset, place).is_some(), some && !all, "{} {}", place, text);
            let failure = about(Code::FailingPreset, place).or(about(Code::PartlyFailingPreset, place));
            if let Some(witness) = failure.map(|finding| finding.witness.clone().unwrap()) {
                let mut failing = configuration(values);
                for (input, value) in &witness {
                    prop_assert!(failing.value(input).is_none_or(|given| given == value), "{}", text);
                    failing.set(Arc::clone(input), Given { value: value.clone(), provenance: Provenance::Assumed });
                }
                prop_assert_eq!(presences(&model, &failing), None, "{} {}", place, text);
            }
            // What a preset leaves open may be read by nothing.
            let own = presences(&model, &configuration(values));
            let is_again = own.is_some_and(|own| !earlier.insert(own));
            prop_assert_eq!(about(Code::EqualPresets, place).is_some(), is_again, "{} {}", place, text);
        }
    }
}

/// By place of the inputs that can be declared: the number of a value, taken modulo the number of values.
type Numbers = Vec<Option<usize>>;

/// The values of a preset, in YAML and as a configuration.
fn chosen(template: &varied::Template, numbers: &Numbers) -> (String, Configuration) {
    let (mut texts, mut given) = (Vec::new(), Configuration::new());
    for ((name, values), number) in template.values().into_iter().zip(numbers) {
        if let Some(text) = number.map(|number| values[number % values.len()]) {
            texts.push(format!("{name}: {text}"));
            given.set(name, assumed(value(text)));
        }
    }
    (texts.join(", "), given)
}

/// What distinguishes two variants.
fn outcome(model: &Model, configuration: &Configuration) -> Option<Vec<(bool, Option<String>)>> {
    let variant = Variants::of(model, configuration).unwrap().resolve().ok()?;
    let of = |id| (variant.has(model, id), variant.value(id).map(|value| value.to_json()));
    Some(countable(model).into_iter().map(of).collect())
}

fn about(findings: &Findings, code: Code, place: usize) -> Option<&Finding> {
    let name = format!("preset \"p{place}\"");
    let other = format!("\"p{place}\" give the same variant");
    findings.findings.iter().find(|finding| {
        let message = &finding.diagnostic.message;
        finding.diagnostic.code == code && (message.starts_with(&name) || message.ends_with(&other))
    })
}

fn judged(template: &varied::Template, presets: &[Numbers]) -> Result<(), TestCaseError> {
    let (texts, given): (Vec<String>, Vec<Configuration>) = presets.iter().map(|one| chosen(template, one)).unzip();
    let text = template.text(&texts);
    let (model, nothing) = (model(&text), Configuration::new());
    let findings = Variants::of(&model, &nothing).unwrap().check(&Limits::default(), CheckOptions::default());
    let mut earlier = Vec::new();
    for (place, given) in given.iter().enumerate() {
        let completions = template.completions(given);
        let failing = completions.iter().filter(|whole| resolved(&model, whole).is_err()).count();
        let (all, some) = (failing == completions.len(), failing > 0);
        let failure = about(&findings, Code::FailingPreset, place);
        let partly = about(&findings, Code::PartlyFailingPreset, place);
        prop_assert_eq!(failure.or(partly).is_some(), some, "{} {}", place, text);
        // Where not all configurations can be looked at, it is unknown whether all fail.
        prop_assert!(
            failure.is_some() == all || !findings.exactness.is_exact() && failure.is_none(),
            "{} {}",
            place,
            text
        );
        if let Some(witness) = failure.or(partly).map(|finding| finding.witness.clone().unwrap()) {
            prop_assert!(witness.iter().all(|(input, _)| given.value(input).is_none()), "{} {}", place, text);
            let whole = witness.complete(given);
            prop_assert_eq!(flaws(&model, &whole), [""; 0], "{} {}", place, text);
            prop_assert!(resolved(&model, &whole).is_err(), "{} {}", place, text);
        }
        let own = outcome(&model, given);
        let is_again = own.is_some() && earlier.contains(&own);
        prop_assert_eq!(about(&findings, Code::EqualPresets, place).is_some(), is_again, "{} {}", place, text);
        earlier.push(own);
    }
    Ok(())
}

fn numbers() -> impl Strategy<Value = Vec<Numbers>> {
    prop::collection::vec(prop::collection::vec(prop::option::weighted(0.7, 0..4_usize), 8), 3)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn presets_keep_the_rules_between_inputs(template in varied::Template::any(Rules::With), presets in numbers()) {
        judged(&template, &presets)?;
    }

    #[test]
    fn presets_are_judged_with_values_of_every_kind(
        template in varied::Template::any(Rules::Without),
        presets in numbers(),
    ) {
        judged(&template, &presets)?;
    }
}

/// For each keyword values of `a`, `b` and `c` that break its rule, and some that keep it.
#[test]
fn every_rule_between_inputs_binds_presets() {
    for (keyword, broken, kept) in [
        ("requires", "a: true, b: true, c: false", "a: true, b: true, c: true"),
        ("excludes", "a: true, b: false, c: true", "a: true, b: false, c: false"),
        ("mandatory", "a: false, b: false, c: true", "a: false, b: false, c: false"),
        ("optional", "a: false, b: true, c: false", "a: true, b: true, c: false"),
        ("choices", "a: true, b: false, c: false", "a: true, b: false, c: true"),
        ("alternatives", "a: true, b: true, c: true", "a: true, b: true, c: false"),
    ] {
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{a: {{type: boolean, {keyword}: [b, c]}}, b: {{type: boolean}}, c: {{type: boolean}}}}
    presets:
      p0: {{inputs: {{{broken}}}}}
      p1: {{inputs: {{{kept}}}}}
      p2: {{inputs: {{}}}}
  node_templates: {{x: {{type: t}}}}
"
        );
        let (model, nothing) = (model(&text), Configuration::new());
        let found = Variants::of(&model, &nothing).unwrap().check(&Limits::default(), CheckOptions::default());
        let verdicts = [0, 1, 2].map(|place| {
            [Code::FailingPreset, Code::PartlyFailingPreset].map(|code| about(&found, code, place).is_some())
        });
        assert_eq!(verdicts, [[true, false], [false, false], [false, true]], "{keyword}");
    }
}
