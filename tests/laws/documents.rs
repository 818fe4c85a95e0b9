//! Whatever keeps `resolve` from writing a document is known to every question: templates with alternatives of
//! everything that is written once (types, technologies, values of a property), against resolving every configuration.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value as Json, json};
use variscope::analysis::question::{
    Answer, ElementStatus, Limits, Measure, Method, NoSamples, Strictness, Variants, countable,
};
use variscope::analysis::value::{Configuration, Given, Provenance, Value};
use variscope::ide::convert::convert;
use variscope::resolve::resolution::{Request, Resolution};
use variscope::source::diagnostic::{Code, Diagnostic};
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::{Direction, LoadOptions, Model};

use super::generated::{Formula, INPUTS, configurations, formula, presences, replayed};

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
    let package = Package::stdin(text.to_owned());
    Request::new(&package, Some(profile)).arguments(values).resolve().unwrap()
}

fn loaded(text: &str, profile: Profile) -> Model {
    let options = LoadOptions { profile: Some(profile), options: None };
    let loaded = Model::load(&Package::stdin(text.to_owned()), &options).unwrap();
    assert!(!loaded.diagnostics.iter().any(Diagnostic::is_error), "{text}\n{:?}", loaded.diagnostics);
    loaded.model.unwrap()
}

/// All questions say what resolving every configuration shows.
fn agree(text: &str, profile: Profile) -> Result<(), TestCaseError> {
    let (model, nothing) = (loaded(text, profile), Configuration::new());
    let truth = Truth::of(&model, text, profile);
    let (variants, limits) = (Variants::of(&model, &nothing).unwrap(), Limits::default());

    let count = variants.count(&limits, false);
    prop_assert!(count.is_exact(), "{}", text);
    prop_assert_eq!(&count.variants, &truth.variants.len().into(), "{}", text);
    prop_assert_eq!(&count.configurations, &Some(truth.variants.values().sum::<u32>().into()), "{}", text);

    let elements = variants.elements(&limits).elements;
    let found: Vec<_> = elements.iter().map(|summary| summary.status).collect();
    let expected: Vec<_> = (0..elements.len()).map(|place| truth.status(place)).collect();
    prop_assert_eq!(found, expected, "{}", text);

    let findings = variants.check(&limits, Strictness::default()).findings;
    let errors = findings.iter().map(|finding| &finding.diagnostic).filter(|told| told.is_error());
    // Types of values are not what `resolve` looks at.
    let errors = errors.filter(|told| told.code != Code::NoValidVariant && told.code < Code::MissingProperty);
    let errors: BTreeSet<(Code, String)> = errors.map(|told| (told.code, told.message.clone())).collect();
    prop_assert_eq!(&errors, &truth.errors, "{}", text);

    let listed: BTreeSet<Vec<bool>> =
        variants.enumerate_products(&limits).variants.iter().map(|found| found.present.clone()).collect();
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
        while let Some(found) = listing.go(&rank).unwrap() {
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
            Answer::Present => Some(ElementStatus::Core),
            Answer::Absent => Some(ElementStatus::Dead),
            Answer::NoVariant => None,
            Answer::Depends { witnesses, .. } => {
                for (witness, is_present) in witnesses.iter().flatten().zip([true, false]) {
                    prop_assert_eq!(shown(witness).map(|present| present[place]), Some(is_present), "{}", text);
                }
                Some(ElementStatus::Conditional)
            }
            Answer::SomeVariant { .. } | Answer::Unknown => unreachable!("an element was asked about: {answer:?}"),
        };
        prop_assert_eq!(found, expected, "{:?} {}", id, text);
    }
    Ok(())
}

/// Alternatives, each with a condition; a default one has none.
type Alternatives = Vec<Option<Formula>>;

/// One or two alternatives, of which one at most is the default.
fn alternatives() -> impl Strategy<Value = Alternatives> {
    let one_default = |found: &Alternatives| found.iter().filter(|condition| condition.is_none()).count() < 2;
    prop::collection::vec(prop::option::weighted(0.8, formula(0)), 1..3).prop_filter("one default", one_default)
}

fn list(name: &str, alternatives: &Alternatives) -> String {
    let body = |condition: &Option<Formula>| match condition {
        Some(condition) => format!("conditions: {}", condition.text()),
        None => "default_alternative: true".to_owned(),
    };
    let alternative = |(place, condition)| format!("{{{name}{place}: {{{}}}}}", body(condition));
    format!("[{}]", alternatives.iter().enumerate().map(alternative).collect::<Vec<_>>().join(", "))
}

static OPTIONS: &[&str] = &[
    "ambiguous_type_check: false",
    "expected_technology_check: false",
    "expected_artifact_check: false",
    "expected_incoming_relation_check: false",
    "checks: false",
    "edmm: true",
    "type_pruning: true",
];

/// Profile D: alternatives of type for an element of each kind, and of technology for a node.
fn typed() -> impl Strategy<Value = String> {
    (
        prop::sample::subsequence(OPTIONS, 0..=OPTIONS.len()),
        prop::collection::vec(alternatives(), 5),
        prop::option::of(alternatives()),
        prop::collection::vec(formula(0), 3),
    )
        .prop_map(|(options, types, technology, conditions)| {
            let options: Vec<&str> = options.into_iter().chain(["type_default_condition: true"]).collect();
            let types: Vec<String> = types.iter().map(|types| list("T", types)).collect();
            let technology =
                technology.map(|found| format!("\n      technology: {}", list("ansible", &found))).unwrap_or_default();
            let conditions: Vec<String> = conditions.iter().map(Formula::text).collect();
            format!(
                "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{a: {{type: boolean}}, b: {{type: boolean}}, c: {{type: boolean}}}}
    options: {{{options}}}
  node_templates:
    n0:
      type: {node}
      conditions: {if_node}
      artifacts: [{{x: {{file: f, type: {artifact}, conditions: {if_artifact}}}}}]
      requirements: [{{uses: {{node: n1, relationship: r, conditions: {if_relation}}}}}]{technology}
    n1: {{type: t}}
  relationship_templates: {{r: {{type: {relation}}}}}
  groups: {{g: {{type: {group}, members: [n0]}}}}
  policies: [{{p: {{type: {policy}, targets: [n1]}}}}]
",
                options = options.join(", "),
                node = types[0],
                artifact = types[1],
                relation = types[2],
                group = types[3],
                policy = types[4],
                if_node = conditions[0],
                if_artifact = conditions[1],
                if_relation = conditions[2],
            )
        })
}

/// Profile B: values of a property, some of them the default, in a node and in a relationship template.
fn valued() -> impl Strategy<Value = String> {
    let value = (formula(0), any::<bool>(), any::<bool>()).prop_map(|(condition, is_default, is_read)| {
        let default = if is_default { ", default: true" } else { "" };
        let value = if is_read { "{get_input: i}" } else { "PLACE" };
        format!("k: {{value: {value}, conditions: {}{default}}}", condition.text())
    });
    let options = select(vec![
        "{}",
        "{pruneProperties: true, pruneRelations: true}",
        "{forcePruneProperties: true}",
        "{disableConsistencyChecks: true}",
        "{disableAmbiguousPropertyConsistencyCheck: true}",
    ]);
    let values = prop::collection::vec(prop::collection::vec(value, 1..4), 2);
    (options, values, formula(0), formula(0)).prop_map(|(options, values, if_node, if_relation)| {
        let values = values.iter().map(|values| {
            let numbered = values.iter().enumerate().map(|(place, text)| text.replace("PLACE", &place.to_string()));
            numbered.collect::<Vec<_>>().join(", ")
        });
        let values: Vec<String> = values.collect();
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{a: {{type: boolean}}, b: {{type: boolean}}, c: {{type: boolean}}}}
    options: {options}
  inputs: {{i: {{type: string, conditions: false}}}}
  node_templates:
    n0:
      type: t
      conditions: {}
      properties: [{}]
      requirements: [{{uses: {{node: n1, relationship: r, conditions: {}}}}}]
    n1: {{type: t}}
  relationship_templates: {{r: {{type: t, properties: [{}]}}}}
",
            if_node.text(),
            values[0],
            if_relation.text(),
            values[1],
        );
        early(&text)
    })
}

/// Values that depend on presences, some of which cannot be computed in some cases; conditions that compare truths.
fn computed() -> impl Strategy<Value = String> {
    let nodes = (formula(0), formula(1), formula(2));
    let value = (formula(3), formula(3), 0..6_usize).prop_map(|(first, second, form)| {
        let (first, second) = (first.text(), second.text());
        match form {
            0 => format!("{{token: [{{concat: [q, {first}]}}, 'true', 1]}}"),
            1 => format!("{{length: [{{token: [{{join: [[{first}, {second}], '-']}}, 'true-', 1]}}, 4]}}"),
            2 => format!("{{add: [1, {first}]}}"),
            3 => format!("{{equal: [{first}, {second}, true]}}"),
            4 => format!("{{and: [{{equal: [{{logic_expression: number}}, 3]}}, {first}]}}"),
            _ => first,
        }
    });
    let compared = (formula(3), select(vec!["true", "{logic_expression: truth}", "{logic_expression: number}"]));
    (nodes, compared, prop::collection::vec(value, 2), formula(3)).prop_map(|(nodes, compared, values, if_value)| {
        format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{a: {{type: boolean}}, b: {{type: boolean}}, c: {{type: boolean}}}}
    OPTIONS
    expressions: {{truth: {}, number: {{add: [1, 2]}}}}
  node_templates:
    n0: {{type: t, conditions: {}}}
    n1: {{type: t, conditions: {}}}
    n2: {{type: t, conditions: {}}}
    n3: {{type: t, conditions: {{equal: [{}, {}]}}}}
    n5: {{type: t, conditions: [{{variability_input: a}}, {{variability_input: b}}, {{variability_input: c}}]}}
    n4:
      type: t
      properties: [{{k: {{expression: {}}}}}, {{l: {{expression: {}, conditions: {}}}}}]
",
            nodes.0.text(),
            nodes.0.text(),
            nodes.1.text(),
            nodes.2.text(),
            compared.0.text(),
            compared.1,
            values[0],
            values[1],
            if_value.text(),
        )
    })
}

/// In the words of profiles A to C.
fn early(text: &str) -> String {
    text.replace("{variability_input:", "{get_variability_input:")
        .replace("{node_presence:", "{get_node_presence:")
        .replace("{logic_expression:", "{get_variability_condition:")
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
        let conversion = convert(Package::stdin(text.clone()), &options).unwrap();
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

/// The parity of seven presences has more cases than are told apart at once.
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
    let count = variants.count(&Limits::default(), false);
    assert!(count.is_exact());
    assert_eq!((count.variants, count.configurations), (64_u8.into(), Some(64_u8.into())));
    let findings = variants.check(&Limits::default(), Strictness::default()).findings;
    assert!(findings.iter().any(|finding| finding.diagnostic.code == Code::MissingValue && finding.witness.is_some()));
}
