//! Every configuration that a question hands out is whole, and shows what it was handed out for.

use std::collections::BTreeSet;

use proptest::prelude::*;
use variscope::analysis::question::{
    CheckOptions, Limits, Measure, Method, NoBest, NoSamples, PresenceConditions, PresenceVerdict, Sample, Variants,
    Witness, countable,
};
use variscope::analysis::value::Configuration;
use variscope::source::diagnostic::Code;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::{Direction, ElementId, Model};

use super::varied::{Rules, Template, flaws, resolved, variants};
use crate::support::folder::{folder, written};
use crate::support::model::{model, model_as};
use crate::support::program::{json, run};

/// Everything that was handed out about one template.
struct Audit<'m> {
    text: &'m str,
    model: &'m Model,
    nothing: &'m Configuration,
    elements: Vec<ElementId>,
}

impl Audit<'_> {
    fn variants(&self) -> Variants<'_> {
        Variants::of(self.model, self.nothing).unwrap()
    }

    /// The presences that a witness gives.
    fn shown(&self, question: &str, witness: &Witness) -> Vec<bool> {
        self.given(question, &witness.complete(self.nothing))
    }

    fn given(&self, question: &str, configuration: &Configuration) -> Vec<bool> {
        let text = self.text;
        assert_eq!(flaws(self.model, configuration), [""; 0], "{question}: {configuration:?} {text}");
        let found = resolved(self.model, configuration);
        found.unwrap_or_else(|faults| panic!("{question}: {configuration:?} {faults:?} {text}"))
    }

    fn has(&self, present: &[bool], id: ElementId) -> bool {
        present[self.elements.binary_search(&id).unwrap()]
    }

    fn sample(&self, question: &str, sample: &Sample) {
        let claimed: Vec<bool> = self.elements.iter().map(|id| sample.present.contains(id)).collect();
        assert_eq!(self.given(question, &sample.configuration), claimed, "{question}: {}", self.text);
    }

    /// The variants, as lists and surveys show them.
    fn lists(&self) -> BTreeSet<Vec<bool>> {
        let (all, limits) = (self.variants(), Limits::default());
        let mut surveyed = BTreeSet::new();
        for variant in all.enumerate_classes(&limits).variants {
            assert_eq!(self.shown("survey", &variant.reach.witness), variant.present, "{}", self.text);
            surveyed.insert(variant.present);
        }
        if let Some(mut listing) = all.listing(&limits) {
            let mut listed = BTreeSet::new();
            let mut next = listing.seek(&0_u8.into()).unwrap();
            while let Some(place) = next {
                let variant = listing.variant();
                assert_eq!(self.shown("list", &variant.reach.witness), variant.present, "{}", self.text);
                let parts = listing.witnesses();
                let parts = parts.iter().zip(listing.combination()).flat_map(|(group, &class)| group[class].to_vec());
                let streamed: Vec<_> = parts.chain(listing.unread().to_vec()).collect();
                assert_eq!(streamed, variant.reach.witness.to_vec(), "{}", self.text);
                listed.insert(variant.present);
                next = listing.seek(&place.end).unwrap();
            }
            assert_eq!(listed, surveyed, "{}", self.text);
        }
        surveyed
    }

    fn samples(&self) {
        let (all, limits) = (self.variants(), Limits::default());
        for method in [Method::Uniform(3), Method::Covering(2)] {
            match all.samples(method, 7, &limits) {
                Ok(found) => found.samples.iter().for_each(|sample| self.sample("sample", sample)),
                Err(why) => assert!(matches!(why, NoSamples::Void), "{why} {}", self.text),
            }
        }
        let coverage = all.coverage(&[], &limits).unwrap();
        coverage.samples.iter().for_each(|sample| self.sample("coverage", sample));
        for direction in [Direction::Min, Direction::Max] {
            match all.best(direction, &Measure::Elements, &limits) {
                Ok(best) => self.sample("optimize", &best.sample),
                Err(why) => assert!(matches!(why, NoBest::Void), "{why} {}", self.text),
            }
        }
    }

    fn explanations(&self) {
        let (all, limits) = (self.variants(), Limits::default());
        if let PresenceVerdict::SomeVariant { witness } = all.explain(None, &limits).answer {
            self.shown("explain", &witness);
        }
        for &id in &self.elements {
            if let PresenceVerdict::Depends { witnesses: Some([with, without]), .. } =
                all.explain(Some(id), &limits).answer
            {
                assert!(self.has(&self.shown("explain", &with), id), "{}", self.text);
                assert!(!self.has(&self.shown("explain", &without), id), "{}", self.text);
            }
        }
        let mut presence_conditions = PresenceConditions::default();
        let asked: Vec<_> = self.elements.iter().map(|&id| presence_conditions.present(id)).collect();
        let found = all.occurrences(&limits, &presence_conditions, &asked);
        for (&id, place) in self.elements.iter().zip(&found.places) {
            let shown = place.map(|place| self.shown("occurrences", &found.witnesses[place].0));
            assert!(shown.is_none_or(|present| self.has(&present, id)), "{}", self.text);
        }
    }

    fn findings(&self) {
        let found = self.variants().check(&Limits::default(), CheckOptions::default());
        for finding in found.findings {
            let Some(witness) = finding.witness else { continue };
            let shown = witness.complete(self.nothing);
            assert_eq!(flaws(self.model, &shown), [""; 0], "{} {}", finding.diagnostic.message, self.text);
            let faults = resolved(self.model, &shown).unwrap_err();
            let codes: Vec<Code> = faults.iter().map(|fault| fault.code).collect();
            // Where conditions contradict each other, nothing can be resolved.
            let reported = match finding.diagnostic.code {
                Code::Contradiction => Code::NoVariant,
                code => code,
            };
            assert!(codes.contains(&reported), "{codes:?} {} {}", finding.diagnostic.message, self.text);
        }
    }
}

fn hold(template: &Template) -> Result<(), TestCaseError> {
    let text = template.text(&[]);
    let (model, nothing) = (model(&text), Configuration::new());
    let audit = Audit { text: &text, model: &model, nothing: &nothing, elements: countable(&model) };
    let found = audit.lists();
    let expected = variants(&model, &template.configurations());
    prop_assert!(found.is_superset(&expected), "{:?} {}", expected.difference(&found), text);
    audit.samples();
    audit.explanations();
    audit.findings();
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn witnesses_are_whole_and_show_what_they_are_for(template in Template::any(Rules::Without)) {
        hold(&template)?;
    }

    #[test]
    fn witnesses_keep_the_rules_between_inputs(template in Template::any(Rules::With)) {
        hold(&template)?;
    }
}

/// Before profile D inputs need no declaration, and what cannot be evaluated matters only where something depends on it.
const UNDECLARED: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability: {options: {enable_property_default_condition: true}}
  node_templates:
    a:
      type: t
      conditions: {equal: [{get_variability_input: mode}, prod]}
      properties:
        - size: {expression: {get_variability_input: size}}
        - more: {expression: {add: [{get_variability_input: size}, 1]}}
        - part: {expression: {token: [{get_variability_input: zone}, '-', 1]}}
    b:
      type: t
      conditions: {or: [{get_node_presence: a}, {get_variability_input: on}]}
      properties: [{sum: {expression: {add: [{get_variability_input: size}, {get_variability_input: share}]}}}]
";

#[test]
fn inputs_that_are_not_declared_have_values_too() {
    let model = model_as(UNDECLARED, Profile::C);
    let nothing = Configuration::new();
    let audit = Audit { text: UNDECLARED, model: &model, nothing: &nothing, elements: countable(&model) };
    let names = ["mode", "size", "zone", "on", "share"];
    for variant in audit.variants().enumerate_classes(&Limits::default()).variants {
        let whole = variant.reach.witness.complete(&nothing);
        assert!(names.iter().all(|name| whole.value(name).is_some()), "{whole:?}");
    }
    assert_eq!(audit.lists().len(), 3);
    audit.samples();
    audit.explanations();
    audit.findings();
}

const UNREAD: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {type_default_condition: true}
    inputs:
      ha: {type: boolean}
      size: {type: integer, constraints: [{valid_values: [1, 2]}]}
      items: {type: list}
  node_templates:
    ui:
      type: t
      conditions: {variability_input: ha}
      properties: [{p1: {expression: {variability_input: size}}}]
";

#[test]
fn commands_hand_out_whole_configurations() {
    let folder = folder(&[]);
    let path = &*written(&folder, "template.yaml", UNREAD);
    let whole = serde_json::json!({"ha": true, "items": [], "size": 1});
    let answer = |arguments: &[&str]| {
        let output = run(&[arguments, &[path]].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?} {output:?}");
        if output.stdout.is_empty() { serde_json::Value::Null } else { json(&output) }
    };
    assert_eq!(answer(&["list", "--matrix"]), serde_json::json!([whole]));
    assert_eq!(answer(&["list", "--format", "json"])["variants"][0]["configuration"], whole);
    assert_eq!(answer(&["sample", "--format", "json"])["variants"][0]["configuration"], whole);
    assert_eq!(answer(&["optimize", "--min=nodes", "--format", "json"])["configuration"], whole);
    let written = folder.path().join("written");
    answer(&["list", "--write", written.to_str().unwrap()]);
    let index: serde_json::Value = serde_json::from_slice(&std::fs::read(written.join("index.json")).unwrap()).unwrap();
    assert_eq!(index["variants"][0]["configuration"], whole);
    let checked = json(&run(&["check", "--format", "json", path]));
    let codes: Vec<&str> = checked["templates"][0]["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["code"].as_str().unwrap())
        .collect();
    assert!(codes.contains(&"V305") && !codes.contains(&"V209"), "{codes:?}");
}
