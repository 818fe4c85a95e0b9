//! Documents of variants, and those that are written to another folder than that of their template.

use std::path::Path;

use crate::analysis::question::Variants;
use crate::resolve::transform::{Output, moved, transform, yaml};
use crate::source::FileId;
use crate::source::diagnostic::Diagnostic;
use crate::source::package::{Package, relative, resolve, resolve_upwards};
use crate::tosca::model::Model;

/// A folder beside that of the template, where documents name the files of the package in another way.
#[derive(Debug)]
pub struct OutputFolder<'p> {
    package: &'p Package,
    /// The name of the template in the package.
    entry: String,
    /// The path from there to the folder of the template, with `/` between its parts: `../shop`.
    from_output: String,
}

impl<'p> OutputFolder<'p> {
    /// From where the path `from_output` leads to the folder of the template of `package`, with `/` between its parts: `../shop`.
    pub fn new(package: &'p Package, from_output: String) -> Self {
        Self { package, entry: package.entry().unwrap_or_default(), from_output }
    }

    /// The document as it is there.
    pub(super) fn document(&self, model: &Model, document: Output) -> Output {
        if model.ensemble().is_some() {
            return self.of_ensemble(model, document);
        }
        let is_there = |path: String| self.package.has(&path) || self.package.has_above(&path);
        let is_file = |name: &str| resolve_upwards(&self.entry, name).is_some_and(is_there);
        let rename = |name: &str, _: Option<FileId>| {
            is_file(name).then(|| format!("{}/{}", self.from_output, name.trim_start_matches("./")))
        };
        moved(model.tree(), document, &rename)
    }

    /// Files of an ensemble are named from where each part of it stands.
    fn of_ensemble(&self, model: &Model, document: Output) -> Output {
        let parts = model.ensemble_parts();
        let found = |base: &str, name: &str| resolve(base, name).ok().filter(|path| self.package.has(path));
        let rename = |name: &str, file: Option<FileId>| {
            let path = match file.and_then(|file| parts.iter().find(|(part, _)| *part == file)) {
                Some((_, base)) => found(base, name)?,
                None => parts.iter().find_map(|(_, base)| found(base, name))?,
            };
            let near = relative(folder_of(&self.entry), Path::new(&path));
            let name_there = if self.from_output.is_empty() { near } else { format!("{}/{near}", self.from_output) };
            (name_there != name).then_some(name_there)
        };
        moved(model.tree(), document, &rename)
    }
}

/// The folder in which a file of a package is.
fn folder_of(name: &str) -> &Path {
    Path::new(name).parent().unwrap_or(Path::new(""))
}

/// The plain TOSCA document of the variant that the configuration gives.
///
/// # Errors
/// All that stands against it.
pub fn document(variants: &Variants<'_>) -> Result<String, Vec<Diagnostic>> {
    document_in_folder(variants, None)
}

/// [`document`], as it is in another folder.
///
/// # Errors
/// All that stands against it.
pub fn document_in_folder(
    variants: &Variants<'_>,
    place: Option<&OutputFolder<'_>>,
) -> Result<String, Vec<Diagnostic>> {
    let model = variants.model();
    let output = transform(model, &variants.resolve()?);
    let output = place.iter().fold(output, |output, place| place.document(model, output));
    Ok(yaml::write(model.tree(), &output))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_seen_from_other_folders() {
        for (base, path, expected) in [
            ("a.yaml", "b.yaml", "b.yaml"),
            ("a.yaml", "x/b.yaml", "x/b.yaml"),
            ("x/a.yaml", "b.yaml", "../b.yaml"),
            ("x/y/a.yaml", "x/z/b.yaml", "../z/b.yaml"),
            ("x/a.yaml", "x/b.yaml", "b.yaml"),
        ] {
            assert_eq!(relative(folder_of(base), Path::new(path)), expected, "{path} from {base}");
        }
    }
}
