//! Errors that some configuration leads to, and templates without any valid one.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use variscope::analysis::question::{CheckOptions, Finding, Limits};
use variscope::analysis::value::Configuration;
use variscope::source::diagnostic::{Code, Severity};

use super::Case;

/// `check` finds what some configuration leads to, and nothing else; and that no configuration is valid, when none is.
pub fn are_those_of_all_configurations(case: &Case) -> TestCaseResult {
    let nothing = Configuration::new();
    let found = case.variants(&nothing).check(&Limits::default(), CheckOptions::default());
    let known = case.truth.errors();
    let reported_errors: BTreeSet<(Code, String)> =
        found.findings.iter().filter(|finding| is_reachable(finding)).map(reported).collect();
    if case.truth.is_complete {
        let alarms: Vec<_> = reported_errors.difference(&known).collect();
        prop_assert!(alarms.is_empty(), "no configuration leads to {:?}, only to {:?}", alarms, known);
    }
    if found.exactness.is_exact() {
        let missing: Vec<_> = known.difference(&reported_errors).collect();
        prop_assert!(missing.is_empty(), "not found: {:?} among {:?}", missing, reported_errors);
    }
    let is_void = found.findings.iter().any(|finding| finding.diagnostic.code == Code::NoValidVariant);
    let has_valid = case.truth.valid().next().is_some();
    prop_assert!(!(is_void && has_valid), "there is a valid configuration");
    prop_assert!(is_void || has_valid || !case.truth.is_complete || !found.exactness.is_exact(), "nothing is valid");
    Ok(())
}

/// What comes with a configuration that leads to it, and is not about a preset, nor about types of values and what they read, nor
/// that nodes wait for each other: at these `resolve` looks only when it completes values.
fn is_reachable(finding: &Finding) -> bool {
    let code = finding.diagnostic.code;
    let is_of_values = (Code::MissingProperty..=Code::RepeatedProperty).contains(&code) || code == Code::HostingCycle;
    let reads_absent = code == Code::UndefinedElement && finding.severity() == Severity::Warning;
    let is_of_presets = matches!(code, Code::FailingPreset | Code::PartlyFailingPreset);
    // Where conditions contradict each other, `resolve` finds no variant, and so no error of one.
    finding.witness.is_some() && !is_of_values && !reads_absent && !is_of_presets && code != Code::Contradiction
}

fn reported(finding: &Finding) -> (Code, String) {
    (finding.diagnostic.code, finding.diagnostic.message.clone())
}
