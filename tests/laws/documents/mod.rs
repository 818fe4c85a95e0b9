//! Whatever keeps `resolve` from writing a document is known to every question: templates with alternatives of
//! everything that is written once (types, technologies, values of a property), against resolving every configuration.

mod templates;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigUint;
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use variscope::analysis::question::{
    CheckOptions, CountDetail, ElementStatus, Limits, Measure, Method, NoSamples, PresenceVerdict, Variants, countable,
};
use variscope::analysis::value::{Configuration, Given, Provenance, Value};
use variscope::resolve::convert::convert;
use variscope::resolve::resolution::{Request, Resolution};
use variscope::source::diagnostic::{Code, Diagnostic};
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::{Direction, LoadOptions, Model};

use self::templates::{computed, early, typed, valued};
use super::generated::{INPUTS, configurations, presences, replayed};
use crate::support::model;

/// What resolving every configuration gives.
#[derive(Default)]
struct Truth {
    /// The presences of valid variants, each with the number of configurations that give it.
    variants: BTreeMap<Vec<bool>, u32>,
    errors: BTreeSet<(Code, String)>,
}

impl Truth {
    fn of(model: &Model, text: &str, profile: Profile) -> Self {
        let mut truth = Self::default();
        for (number, configuration) in configurations().iter().enumerate() {
            let resolution = resolved(text, profile, number);
            let variant = Variants::of(model, configuration).unwrap().resolve();
            assert_eq!(resolution.document().is_some(), variant.is_ok(), "{text}");
            match variant {
                Ok(variant) => {
                    let present = countable(model).into_iter().map(|id| variant.has(model, id)).collect();
                    *truth.variants.entry(present).or_default() += 1;
                }
                Err(faults) => {
                    let defects = faults.into_iter().filter(|fault| fault.code != Code::NoVariant);
                    truth.errors.extend(defects.map(|fault| (fault.code, fault.message)));
                }
            }
        }
        truth
    }

    fn status(&self, place: usize) -> Option<ElementStatus> {
        let having = self.variants.keys().filter(|present| present[place]).count();
        match having {
            _ if self.variants.is_empty() => None,
            0 => Some(ElementStatus::Dead),
            _ if having == self.variants.len() => Some(ElementStatus::Core),
            _ => Some(ElementStatus::Conditional),
        }
    }
}

fn resolved(text: &str, profile: Profile, number: usize) -> Resolution {
    let values = INPUTS.iter().enumerate().map(|(place, input)| format!("{input}={}", number >> place & 1 == 1));
    let package = Package::of_text(text.to_owned());
    Request::new(&package, Some(profile)).arguments(values).resolve().unwrap()
}

fn loaded(text: &str, profile: Profile) -> Model {
    let loaded = model::loaded(text, profile);
    assert!(!loaded.diagnostics.iter().any(Diagnostic::is_error), "{text}\n{:?}", loaded.diagnostics);
    loaded.model.unwrap()
}

/// All questions say what resolving every configuration shows.
fn agree(text: &str, profile: Profile) -> Result<(), TestCaseError> {
    let (model, nothing) = (loaded(text, profile), Configuration::new());
    let truth = Truth::of(&model, text, profile);
    let (variants, limits) = (Variants::of(&model, &nothing).unwrap(), Limits::default());

    let count = variants.count(&limits, CountDetail::Total);
    prop_assert!(count.exactness.is_exact(), "{}", text);
    prop_assert_eq!(&count.variants, &truth.variants.len().into(), "{}", text);
    prop_assert_eq!(&count.configurations, &Some(truth.variants.values().sum::<u32>().into()), "{}", text);

    let elements = variants.elements(&limits).elements;
    let found: Vec<_> = elements.iter().map(|summary| summary.status).collect();
    let expected: Vec<_> = (0..elements.len()).map(|place| truth.status(place)).collect();
    prop_assert_eq!(found, expected, "{}", text);

    let findings = variants.check(&limits, CheckOptions::default()).findings;
    let errors = findings.iter().map(|finding| &finding.diagnostic).filter(|diagnostic| diagnostic.is_error());
    // Types of values are not what `resolve` looks at.
    let errors =
        errors.filter(|diagnostic| diagnostic.code != Code::NoValidVariant && diagnostic.code < Code::MissingProperty);
    let errors: BTreeSet<(Code, String)> =
        errors.map(|diagnostic| (diagnostic.code, diagnostic.message.clone())).collect();
    prop_assert_eq!(&errors, &truth.errors, "{}", text);

    let listed: BTreeSet<Vec<bool>> =
        variants.enumerate_classes(&limits).variants.iter().map(|found| found.present.clone()).collect();
    prop_assert_eq!(&listed, &truth.variants.keys().cloned().collect::<BTreeSet<_>>(), "{}", text);
    match variants.samples(Method::Covering(1), 0, &limits) {
        Err(NoSamples::Void) => prop_assert!(truth.variants.is_empty(), "{}", text),
        samples => samples.unwrap().samples.iter().for_each(|sample| {
            replayed(&model, sample);
        }),
    }
    witnesses_resolve(text, &model, &truth)
}

/// Every configuration that is handed out resolves, and shows what it was handed out for.
fn witnesses_resolve(text: &str, model: &Model, truth: &Truth) -> Result<(), TestCaseError> {
    let nothing = Configuration::new();
    let (variants, limits) = (Variants::of(model, &nothing).unwrap(), Limits::default());
    let shown = |witness: &[(Arc<str>, Value)]| {
        let mut configuration = Configuration::new();
        for (name, value) in witness {
            configuration.set(name.clone(), Given { value: value.clone(), provenance: Provenance::Assumed });
        }
        presences(model, &configuration)
    };
    if let Some(mut listing) = variants.listing(&limits) {
        let (mut rank, mut listed) = (BigUint::ZERO, BTreeSet::new());
        while let Some(found) = listing.seek(&rank).unwrap() {
            let found_variant = listing.variant();
            prop_assert_eq!(shown(&found_variant.reach.witness), Some(found_variant.present.clone()), "{}", text);
            listed.insert(found_variant.present);
            rank = found.end;
        }
        prop_assert_eq!(&listed, &truth.variants.keys().cloned().collect(), "{}", text);
    }
    let sizes = truth.variants.keys().map(|present| present.iter().filter(|&&is_present| is_present).count());
    for (direction, size) in [(Direction::Min, sizes.clone().min()), (Direction::Max, sizes.max())] {
        let best = variants.best(direction, &Measure::Elements, &limits).ok();
        let best = best.map(|best| replayed(model, &best.sample).into_iter().filter(|&is_present| is_present).count());
        prop_assert_eq!(best, size, "{}", text);
    }
    for (place, id) in countable(model).into_iter().enumerate() {
        let answer = variants.explain(Some(id), &limits).answer;
        let expected = truth.status(place);
        let found = match &answer {
            PresenceVerdict::Present => Some(ElementStatus::Core),
            PresenceVerdict::Absent => Some(ElementStatus::Dead),
            PresenceVerdict::NoVariant => None,
            PresenceVerdict::Depends { witnesses, .. } => {
                for (witness, is_present) in witnesses.iter().flatten().zip([true, false]) {
                    prop_assert_eq!(shown(witness).map(|present| present[place]), Some(is_present), "{}", text);
                }
                Some(ElementStatus::Conditional)
            }
            PresenceVerdict::SomeVariant { .. } | PresenceVerdict::Unknown => {
                unreachable!("an element was asked about: {answer:?}")
            }
        };
        prop_assert_eq!(found, expected, "{:?} {}", id, text);
    }
    Ok(())
}

/// Which nodes and relationship templates there are, each with its properties; none where there is no document.
fn values(resolution: &Resolution) -> Option<Vec<(String, Json)>> {
    let document: Json = serde_yaml::from_str(resolution.document()?).unwrap();
    let templates = ["node_templates", "relationship_templates"]
        .into_iter()
        .filter_map(|section| document["topology_template"].get(section)?.as_object());
    let of = |(name, template): (&String, &Json)| {
        let properties = template.get("properties").filter(|properties| **properties != json!({}));
        (name.clone(), properties.cloned().unwrap_or_default())
    };
    Some(templates.flatten().map(of).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn missing_types_and_technologies_are_known_to_all_questions(text in typed()) {
        agree(&text, Profile::D)?;
    }

    #[test]
    fn values_that_cannot_be_computed_are_known_to_all_questions(text in computed()) {
        agree(&text.replace("OPTIONS", "options: {type_default_condition: true}"), Profile::D)?;
        agree(&early(&text.replace("    OPTIONS\n", "")), Profile::C)?;
    }

    #[test]
    fn default_values_are_known_to_all_questions(text in valued()) {
        agree(&text, Profile::B)?;
    }

    #[test]
    fn converted_default_values_mean_the_same(text in valued()) {
        let options = LoadOptions { profile: Some(Profile::B), options: None };
        let conversion = convert(Package::of_text(text.clone()), &options).unwrap();
        // Where several defaults would be refused, or conditions are replaced, nothing is written.
        let Some(late) = conversion.text else {
            prop_assert!(conversion.diagnostics.iter().any(Diagnostic::is_error), "{}", text);
            return Ok(());
        };
        for number in 0..8 {
            let (before, after) = (resolved(&text, Profile::B, number), resolved(&late, Profile::D, number));
            prop_assert_eq!(values(&before), values(&after), "{}\n{}", text, late);
        }
    }
}

/// The parity of seven presences has more cases than are distinguished at once.
#[test]
fn values_that_ask_for_many_presences_are_known_to_all_questions() {
    let numbers = || (0..7).map(|number| number.to_string());
    let all = |form: &str, separator: &str| {
        numbers().map(|number| form.replace('#', &number)).collect::<Vec<_>>().join(separator)
    };
    let text = format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{{}}}
    options: {{type_default_condition: true}}
  node_templates:
    {}
    last: {{type: t, properties: [{{p: {{expression: {{token: [{{concat: [{{xor: [{}]}}]}}, 'true', 1]}}}}}}]}}
",
        all("i#: {type: boolean}", ", "),
        all("n#: {type: t, conditions: {variability_input: i#}}", "\n    "),
        all("{node_presence: n#}", ", "),
    );
    let (model, nothing) = (loaded(&text, Profile::D), Configuration::new());
    let variants = Variants::of(&model, &nothing).unwrap();
    let count = variants.count(&Limits::default(), CountDetail::Total);
    assert!(count.exactness.is_exact());
    assert_eq!((count.variants, count.configurations), (64_u8.into(), Some(64_u8.into())));
    let findings = variants.check(&Limits::default(), CheckOptions::default()).findings;
    assert!(findings.iter().any(|finding| finding.diagnostic.code == Code::MissingValue && finding.witness.is_some()));
}
