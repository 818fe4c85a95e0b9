//! Documents of variants, and those that are written to another folder than that of their template.

use crate::analysis::question::Variants;
use crate::resolve::transform::{Output, moved, transform, yaml};
use crate::source::diagnostic::Diagnostic;
use crate::source::package::{Package, resolve};
use crate::tosca::model::Model;

/// A folder beside that of the template, where documents name the files of the package in another way.
#[derive(Debug)]
pub struct Elsewhere<'p> {
    package: &'p Package,
    /// The name of the template in the package.
    entry: String,
    /// The way from there to the folder of the template, with `/` between its parts: `../shop`.
    way: String,
}

impl<'p> Elsewhere<'p> {
    /// Where a `way` leads to the folder of the template of `package`, with `/` between its parts: `../shop`.
    pub fn new(package: &'p Package, way: String) -> Self {
        Self { package, entry: package.entry().unwrap_or_default(), way }
    }

    /// The document as it is there.
    pub(super) fn document(&self, model: &Model, document: Output) -> Output {
        let is_file = |name: &str| resolve(&self.entry, name).is_ok_and(|path| self.package.has(&path));
        let rename = |name: &str| is_file(name).then(|| format!("{}/{}", self.way, name.trim_start_matches("./")));
        moved(model.tree(), document, &rename)
    }
}

/// The plain TOSCA document of the variant that the configuration gives.
///
/// # Errors
/// All that stands against it.
pub fn document(variants: &Variants<'_>) -> Result<String, Vec<Diagnostic>> {
    document_elsewhere(variants, None)
}

/// [`document`], as it is in another folder.
///
/// # Errors
/// All that stands against it.
pub fn document_elsewhere(variants: &Variants<'_>, place: Option<&Elsewhere<'_>>) -> Result<String, Vec<Diagnostic>> {
    let model = variants.model();
    let output = transform(model, &variants.resolve()?);
    let output = place.iter().fold(output, |output, place| place.document(model, output));
    Ok(yaml::write(model.tree(), &output))
}
