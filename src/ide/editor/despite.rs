//! What is wrong with a text that has errors.

use std::sync::Arc;

use super::asserted::DraftAssertions;
use super::draft::Draft;
use crate::Error;
use crate::analysis::question::{CheckOptions, Limits, Variants};
use crate::analysis::recovery;
use crate::analysis::value::Configuration;
use crate::source::Sources;
use crate::source::diagnostic::Diagnostic;
use crate::source::package::Package;
use crate::tosca::model::{LoadOptions, Loaded};

/// What is wrong, and the files that it is in.
pub type FoundDespite = (Vec<Diagnostic>, Arc<Sources>);

/// All errors of the template of `package`, also those that others hide, and what else is wrong whatever is meant where
/// they are. Nothing when it cannot be read. `draft`: the same text with its errors, of which
/// only what differs is parsed. `options` says what is looked for.
///
/// # Errors
/// When a file of the package cannot be read.
pub fn despite_errors(
    package: &Package,
    draft: &Draft,
    limits: &Limits,
    options: CheckOptions,
) -> Result<Option<FoundDespite>, Error> {
    let loaded = recovery::load_within(package, &LoadOptions::default(), draft.model(), &limits.budget)?;
    let Loaded { model, diagnostics, .. } = loaded;
    let nothing = Configuration::new();
    Ok(model.map(|mut model| {
        let assertions = DraftAssertions::of(&draft.assertions().texts, Some(&mut model));
        let variants = Variants::recovered(&model, &nothing, &assertions.demands);
        let (variants, faults) = assertions.about(variants);
        let check = variants.all(limits).begin_check(options);
        let is_repeated = check.findings().duplicate_filter();
        let found = check.findings().findings.iter().map(|finding| finding.diagnostic.clone());
        let read = diagnostics.into_iter().chain(faults).filter(|read| !is_repeated(read));
        (read.chain(found).collect(), Arc::clone(model.sources()))
    }))
}
