//! A preset is fine when every completion of it is, as resolving all of them shows.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use variscope::diagnostic::Code;
use variscope::question::{Limits, Strictness, Variants};
use variscope::value::{Configuration, Given, Provenance};

use super::generated::{INPUTS, Template, configuration, model, presences};

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
        template in Template::without_circles(),
        presets in prop::collection::vec(preset(), 3),
    ) {
        let text = template.with_presets(&section(&presets));
        let (model, nothing) = (model(&text), Configuration::new());
        let findings = Variants::of(&model, &nothing).unwrap().check(&Limits::default(), Strictness::default());
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
                for (input, value) in witness {
                    prop_assert!(failing.value(&input).is_none_or(|given| *given == value), "{}", text);
                    failing.set(input, Given { value, provenance: Provenance::Assumed });
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
