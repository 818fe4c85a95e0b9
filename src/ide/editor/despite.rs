//! What is wrong with a text that has errors.

use std::sync::Arc;

use super::asserted::DraftAssertions;
use super::draft::Draft;
use crate::Error;
use crate::analysis::question::{CheckOptions, Limits, Variants};
use crate::analysis::recovery;
use crate::analysis::value::Configuration;
use crate::source::diagnostic::Diagnostic;
use crate::source::fix::ExaminedFiles;
use crate::source::package::Package;
use crate::tosca::model::{LoadOptions, Loaded};

/// What is wrong with the template of `package`, as far as it can be read: all errors, also those that others hide, and what else is
/// wrong whatever is meant where they are, with what is asserted about `draft`, the same text with its errors, of which only what
/// differs is parsed. Nothing when it cannot be read. `options` says what is looked for; the lines that force a finding are not.
///
/// # Errors
/// When a file of the package cannot be read.
pub fn despite_errors(
    package: &Package,
    draft: &Draft,
    limits: &Limits,
    options: CheckOptions,
) -> Result<Option<ExaminedFiles>, Error> {
    let loaded = recovery::load_within(package, &LoadOptions::default(), draft.model(), &limits.budget)?;
    let Loaded { model, diagnostics, .. } = loaded;
    let nothing = Configuration::new();
    Ok(model.map(|mut model| {
        let assertions = DraftAssertions::of(&draft.assertions().texts, Some(&mut model));
        let variants = Variants::recovered(&model, &nothing, &assertions.demands);
        let (variants, faults) = assertions.about(variants);
        let check = variants.all(limits).begin_check(options);
        let is_repeated = check.findings().duplicate_filter();
        let read = diagnostics.into_iter().chain(faults).filter(|read| !is_repeated(read));
        let mut diagnostics: Vec<Diagnostic> = read.collect();
        let from_reading = diagnostics.len();
        diagnostics.extend(check.findings().findings.iter().map(|finding| finding.diagnostic.clone()));
        let (is_read, is_cut_short) = (model.recovery().is_none(), limits.budget.check().is_err());
        ExaminedFiles { diagnostics, from_reading, sources: Arc::clone(model.sources()), is_read, is_cut_short }
    }))
}
