//! What is wrong with a text that has errors.

use crate::Error;
use crate::analysis::mend;
use crate::analysis::question::{Limits, Strictness, Variants};
use crate::analysis::value::Configuration;
use crate::source::diagnostic::Diagnostic;
use crate::source::package::Package;
use crate::tosca::model::{LoadOptions, Loaded, Model};

/// All errors of the template of `package`, also those that others hide, and what else is wrong whatever is meant where
/// they are. Nothing when nobody can read it. `earlier`: what another text of it is, so that only what differs is parsed.
///
/// # Errors
/// When a file of the package cannot be read.
pub fn despite_errors(
    package: &Package,
    earlier: Option<&Model>,
    limits: &Limits,
) -> Result<Option<Vec<Diagnostic>>, Error> {
    let loaded = mend::load_within(package, &LoadOptions::default(), earlier, &limits.budget)?;
    let Loaded { model, diagnostics, .. } = loaded;
    let nothing = Configuration::new();
    Ok(model.map(|model| {
        let variants = Variants::mended(&model, &nothing, &[]);
        let check = variants.all(limits).begin_check(Strictness::default());
        let found = check.findings().findings.iter().map(|finding| finding.diagnostic.clone());
        diagnostics.into_iter().filter(|said| !said.is_found_again()).chain(found).collect()
    }))
}
