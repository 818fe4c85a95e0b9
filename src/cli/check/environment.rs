//! What is wrong with the environment of an ensemble, among the findings about its template.

use variscope::analysis::question::{Finding, Findings, Limits, Variants};
use variscope::source::diagnostic::{Diagnostic, is_ignored};
use variscope::unfurl::EnvironmentFaults;

/// Adds what is wrong with the environment that an ensemble is deployed in, unless it was found before.
pub fn add(findings: &mut Findings, variants: &Variants<'_>, limits: &Limits) {
    let model = variants.model();
    if model.mending().is_some() {
        return;
    }
    let Some(EnvironmentFaults { faults, is_complete }) = EnvironmentFaults::of(variants, limits) else { return };
    findings.exactness.is_complete &= is_complete;
    for (diagnostic, witness) in faults {
        let is_same =
            |known: &Finding| (known.diagnostic.code, known.diagnostic.span()) == (diagnostic.code, diagnostic.span());
        if findings.findings.iter().any(is_same) {
            continue;
        }
        if is_ignored(&diagnostic, model.sources()) {
            findings.ignored += 1;
            continue;
        }
        findings.findings.push(Finding {
            diagnostic,
            element: None,
            violation: None,
            impossible: None,
            witness,
            because: Vec::new(),
            is_doubted: false,
        });
    }
    let place = |diagnostic: &Diagnostic| (diagnostic.span(), diagnostic.code);
    findings.findings.sort_by_key(|finding| place(&finding.diagnostic));
}
