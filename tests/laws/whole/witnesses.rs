//! Every configuration that a question hands out is whole, can be given to `resolve` as it is, and shows what it was handed
//! out for.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use variscope::analysis::question::{
    CheckOptions, Finding, Limits, Measure, Method, NoBest, NoSamples, PresenceVerdict, Sample, Variants,
};
use variscope::analysis::value::{Configuration, Value};
use variscope::resolve::resolution::{InputsFile, Request, Resolution};
use variscope::source::Sources;
use variscope::source::diagnostic::{Code, Diagnostic, Severity};
use variscope::source::package::Package;
use variscope::source::syntax::yaml::Tree;
use variscope::tosca::model::{Direction, ElementId};

use super::Case;
use super::truth::{Found, is_defect, resolved, values, with};

type Witness = [(Arc<str>, Value)];

/// What a configuration has to show.
#[derive(Clone, Copy, Debug)]
enum Shows<'s> {
    /// It is valid.
    Validity,
    /// It gives the variant with these presences.
    Variant(&'s [bool]),
    /// It gives a variant that has, or lacks, an element.
    Presence(ElementId, bool),
    /// It leads to this diagnostic.
    Error(Code, &'s str),
    /// It is not valid.
    Failure,
}

/// Lists hand out a configuration for each variant.
pub fn of_lists(case: &Case) -> TestCaseResult {
    let (nothing, limits) = (Configuration::new(), Limits::default());
    let variants = case.variants(&nothing);
    for variant in variants.enumerate_classes(&limits).variants {
        shows(case, &nothing, &variant.reach.witness, Shows::Variant(&variant.present))?;
    }
    let Some(mut listing) = variants.listing(&limits) else { return Ok(()) };
    let mut next = num_bigint::BigUint::ZERO;
    while let Some(listed) = listing.seek(&next).expect("there is memory enough") {
        let variant = listing.variant();
        shows(case, &nothing, &variant.reach.witness, Shows::Variant(&variant.present))?;
        next = listed.end;
    }
    Ok(())
}

/// Samples and best variants come with configurations that give them.
pub fn of_choices(case: &Case) -> TestCaseResult {
    let (nothing, limits) = (Configuration::new(), Limits::default());
    let variants = case.variants(&nothing);
    for method in [Method::Uniform(3), Method::Covering(2)] {
        match variants.samples(method, 7, &limits) {
            Ok(samples) => samples.samples.iter().try_for_each(|sample| is_shown(case, sample))?,
            Err(NoSamples::Void | NoSamples::Unknown) => {}
            Err(why) => prop_assert!(false, "no samples: {}", why),
        }
    }
    let coverage = variants.coverage(&[], &limits);
    coverage.iter().flat_map(|coverage| &coverage.samples).try_for_each(|sample| is_shown(case, sample))?;
    for measure in [Measure::Elements, Measure::Nodes, Measure::Weight] {
        for direction in [Direction::Min, Direction::Max] {
            match variants.best(direction, &measure, &limits) {
                Ok(best) => is_shown(case, &best.sample)?,
                Err(NoBest::Void | NoBest::Unknown) => {}
                Err(why) => prop_assert!(false, "no best variant: {}", why),
            }
        }
    }
    Ok(())
}

/// Explanations of what depends on the configuration come with one for each side.
pub fn of_explanations(case: &Case) -> TestCaseResult {
    let (nothing, limits) = (Configuration::new(), Limits::default());
    let variants = case.variants(&nothing);
    if let PresenceVerdict::SomeVariant { witness } = variants.explain(None, &limits).answer {
        shows(case, &nothing, &witness, Shows::Validity)?;
    }
    for &element in &case.truth.elements {
        if let PresenceVerdict::Depends { witnesses: Some([with, without]), .. } =
            variants.explain(Some(element), &limits).answer
        {
            shows(case, &nothing, &with, Shows::Presence(element, true))?;
            shows(case, &nothing, &without, Shows::Presence(element, false))?;
        }
    }
    Ok(())
}

/// Findings of `check` come with configurations that lead to them.
pub fn of_findings(case: &Case) -> TestCaseResult {
    let nothing = Configuration::new();
    let variants = case.variants(&nothing);
    for finding in variants.check(&Limits::default(), CheckOptions::default()).findings {
        let Some(witness) = &finding.witness else { continue };
        let Diagnostic { code, message, .. } = &finding.diagnostic;
        match code {
            // Types of values are looked at only when values are completed.
            code if (Code::MissingProperty..=Code::RepeatedProperty).contains(code) => {}
            Code::HostingCycle => shows(case, &nothing, witness, Shows::Validity)?,
            // So it is of nodes that values read where they are absent, which is seen in the variant.
            Code::UndefinedElement if finding.severity() == Severity::Warning => {
                let shown = absent_node(case, message).map_or(Shows::Validity, |node| Shows::Presence(node, false));
                shows(case, &nothing, witness, shown)?;
            }
            Code::FailingPreset | Code::PartlyFailingPreset => fails(case, &variants, &finding, witness)?,
            _ => shows(case, &nothing, witness, Shows::Error(*code, message))?,
        }
    }
    Ok(())
}

/// The node that a value reads where it is absent, by what is said about it.
fn absent_node(case: &Case, message: &str) -> Option<ElementId> {
    let name = message.strip_prefix("node \"")?.strip_suffix("\" is absent where this value reads it")?;
    case.model.find(&format!("node:{name}")).ok()
}

/// The witness of a finding about a preset fails together with the preset.
fn fails(case: &Case, variants: &Variants<'_>, finding: &Finding, witness: &Witness) -> TestCaseResult {
    let presets = variants.preset_configurations();
    let preset = presets.iter().find(|preset| Some(preset.span) == finding.diagnostic.span());
    let preset = &preset.expect("the finding is about a preset").configuration;
    let is_kept = |(input, value): &(Arc<str>, Value)| preset.value(input).is_none_or(|given| given == value);
    prop_assert!(witness.iter().all(is_kept), "{:?} is not what the preset gives: {:?}", witness, preset);
    shows(case, preset, witness, Shows::Failure)
}

fn is_shown(case: &Case, sample: &Sample) -> TestCaseResult {
    let present: Vec<bool> = case.truth.elements.iter().map(|id| sample.present.contains(id)).collect();
    shows(case, &sample.configuration, &[], Shows::Variant(&present))
}

/// Under the given values and a witness there is what it was handed out for.
fn shows(case: &Case, given: &Configuration, witness: &Witness, shown: Shows<'_>) -> TestCaseResult {
    let configuration = with(given, witness);
    let values = values(configuration.iter().map(|(name, given)| (name, &given.value)));
    prop_assert!(case.template.allows(&values), "{:?} is not a whole configuration", values);
    let nothing = Configuration::new();
    let outcome = resolved(&case.variants(&nothing), &configuration);
    // As text, since JSON's values have no integers beyond 64 bits.
    let texts = configuration.iter().map(|(name, given)| format!("\"{name}\": {}", given.value.to_json()));
    let written = written(case, &format!("{{{}}}", texts.collect::<Vec<_>>().join(", ")));
    let (by_file, by_value) = (written.document(), outcome.as_ref().ok().map(|found| found.document.as_str()));
    let is_same = by_file == by_value || by_file.map(meaning) == by_value.map(meaning);
    prop_assert!(is_same, "{:?}: {:?} {:?}", values, by_file, by_value);
    let is_shown = is_so(case, &outcome, shown);
    prop_assert!(is_shown, "{:?} does not show {:?}: {:?}", values, shown, outcome.err());
    Ok(())
}

/// What a document says: a number that an author wrote as `1.0` is `1` where it comes out of JSON.
fn meaning(document: &str) -> Value {
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let file = sources.add("document", document);
    let root = tree.parse(&sources, file).0.expect("documents are YAML");
    Value::from_yaml(tree.at(root))
}

fn is_so(case: &Case, outcome: &Result<Found, Vec<Diagnostic>>, shown: Shows<'_>) -> bool {
    match (shown, outcome) {
        (Shows::Validity, Ok(_)) | (Shows::Failure, Err(_)) => true,
        (Shows::Variant(present), Ok(found)) => found.present == present,
        (Shows::Presence(element, is_present), Ok(found)) => found.present[case.truth.place(element)] == is_present,
        (Shows::Error(Code::Contradiction, _), Err(faults)) => faults.iter().any(|fault| fault.code == Code::NoVariant),
        (Shows::Error(code, message), Err(faults)) => {
            faults.iter().any(|fault| is_defect(fault) && fault.code == code && fault.message == message)
        }
        (Shows::Validity | Shows::Variant(_) | Shows::Presence(..), Err(_))
        | (Shows::Error(..) | Shows::Failure, Ok(_)) => false,
    }
}

/// What resolving the text of the template with a file of inputs gives.
fn written(case: &Case, inputs: &str) -> Resolution {
    let package = Package::of_text(case.template.text());
    let load = case.template.load_options();
    let request = Request::new(&package, load.profile).inputs(InputsFile::new("inputs.json", inputs));
    let request = match load.options {
        Some(options) => request.options(options),
        None => request,
    };
    request.resolve().expect("no file is read")
}
