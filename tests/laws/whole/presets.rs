//! Verdicts on presets.

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use variscope::analysis::question::{CheckOptions, Findings, Limits, PresetConfiguration};
use variscope::analysis::value::Configuration;
use variscope::source::diagnostic::{Code, Diagnostic};
use variscope::tosca::model::Kind;

use super::Case;
use super::truth::{Found, Outcome, resolved};

/// A preset is fine when each of its completions is valid.
pub fn are_judged_by_all_completions(case: &Case) -> TestCaseResult {
    let nothing = Configuration::new();
    let variants = case.variants(&nothing);
    let found = variants.check(&Limits::default(), CheckOptions::default());
    for preset in variants.preset_configurations() {
        let failing = completions(case, &preset).filter(|outcome| outcome.found.is_err()).count();
        let all = completions(case, &preset).count();
        let reported = (has(&found, Code::FailingPreset, &preset), has(&found, Code::PartlyFailingPreset, &preset));
        prop_assert!(!reported.0 || failing == all, "preset {} gives a valid variant", preset.name);
        prop_assert!(
            failing == 0 || reported != (false, false) || !found.exactness.is_exact(),
            "preset {} fails",
            preset.name
        );
        if case.truth.is_complete && found.exactness.is_exact() {
            prop_assert_eq!(reported, (failing == all, failing > 0 && failing < all), "preset {}", preset.name);
        }
    }
    Ok(())
}

/// Presets say the same when they give the same elements with the same values, and then the same document. What a preset
/// leaves out has its default.
pub fn are_equal_when_their_variants_are(case: &Case) -> TestCaseResult {
    let nothing = Configuration::new();
    let variants = case.variants(&nothing);
    let found = variants.check(&Limits::default(), CheckOptions::default());
    let mut earlier: Vec<Found> = Vec::new();
    for preset in variants.preset_configurations() {
        let Ok(own) = resolved(&variants, &preset.configuration) else { continue };
        let is_said = has(&found, Code::EqualPresets, &preset);
        prop_assert!(!is_said || earlier.iter().any(|other| other.document == own.document), "preset {}", preset.name);
        prop_assert!(is_said || !earlier.iter().any(|other| is_same(case, other, &own)), "preset {}", preset.name);
        earlier.push(own);
    }
    Ok(())
}

fn has(found: &Findings, code: Code, preset: &PresetConfiguration) -> bool {
    let is_about = |diagnostic: &Diagnostic| diagnostic.code == code && diagnostic.span() == Some(preset.span);
    found.findings.iter().any(|finding| is_about(&finding.diagnostic))
}

/// Whether two variants have the same elements with the same values.
fn is_same(case: &Case, left: &Found, right: &Found) -> bool {
    let properties = || case.truth.elements.iter().filter(|id| id.kind() == Kind::Property);
    left.present == right.present && properties().all(|&id| left.variant.value(id) == right.variant.value(id))
}

/// The configurations that agree with a preset.
fn completions<'c>(case: &'c Case, preset: &'c PresetConfiguration) -> impl Iterator<Item = &'c Outcome> {
    let given = &preset.configuration;
    case.truth.outcomes.iter().filter(move |outcome| {
        given.iter().all(|(input, given)| outcome.configuration.value(input) == Some(&given.value))
    })
}
