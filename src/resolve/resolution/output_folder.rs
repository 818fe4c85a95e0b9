//! Documents of variants, and those that are written to another folder than that of their template.

use std::path::Path;

use crate::analysis::question::Variants;
use crate::resolve::transform::{FileUse, NamedFile, Output, moved, named_files, relative_path_of, transform, yaml};
use crate::source::diagnostic::Diagnostic;
use crate::source::package::{Package, leads_up, relative, resolve, resolve_upwards};
use crate::source::{FileId, Span};
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
        moved(model.tree(), document, &|file_use, name, file| self.renamed(model, file_use, name, file))
    }

    /// The files of a document to which no path leads down from there: the names that they get, and where they are named.
    pub(super) fn files_above(&self, model: &Model, document: Output) -> Vec<(String, Option<Span>)> {
        let files = named_files(model.tree(), document).into_iter();
        let files = files.filter(|file| file.file_use != FileUse::Repository);
        let renamed = files.filter_map(|NamedFile { file_use, name, span }| {
            Some((self.renamed(model, file_use, &name, span.map(|span| span.file))?, span))
        });
        renamed.filter(|(name, _)| resolve_upwards("", name).is_some_and(|path| leads_up(&path))).collect()
    }

    /// What a file is called there, if that is something else.
    fn renamed(&self, model: &Model, file_use: FileUse, name: &str, file: Option<FileId>) -> Option<String> {
        if file_use == FileUse::Repository {
            return self.repository(model, name, file);
        }
        if model.ensemble().is_some() {
            return self.of_ensemble(model, name, file);
        }
        let is_there = |path: String| self.package.has(&path) || self.package.has_above(&path);
        let is_file = resolve_upwards(&self.entry, name).is_some_and(is_there);
        is_file.then(|| format!("{}/{}", self.from_output, name.trim_start_matches("./")))
    }

    /// Files of an ensemble are named from where each part of it stands.
    fn of_ensemble(&self, model: &Model, name: &str, file: Option<FileId>) -> Option<String> {
        let parts = model.ensemble_parts();
        let found = |base: &str, name: &str| resolve(base, name).ok().filter(|path| self.package.has(path));
        let path = match file.and_then(|file| parts.iter().find(|(part, _)| *part == file)) {
            Some((_, base)) => found(base, name)?,
            None => parts.iter().find_map(|(_, base)| found(base, name))?,
        };
        let name_there = self.seen_from_output(&path);
        (name_there != name).then_some(name_there)
    }

    /// The address of a repository that is a folder beside the template.
    fn repository(&self, model: &Model, url: &str, file: Option<FileId>) -> Option<String> {
        let path = relative_path_of(url)?;
        let (path, fragment) = path.find('#').map_or((path, ""), |place| path.split_at(place));
        let base = model.ensemble_parts().iter().find(|(part, _)| Some(*part) == file).map(|(_, base)| base.as_str());
        let path = resolve_upwards(base.unwrap_or(&self.entry), path)?;
        let url_there = format!("file:{}{fragment}", self.seen_from_output(&path));
        (url_there != url).then_some(url_there)
    }

    /// What the way to a file of the package is from there.
    fn seen_from_output(&self, path: &str) -> String {
        let near = relative(folder_of(&self.entry), Path::new(path));
        match (self.from_output.as_str(), near.as_str()) {
            ("", _) => near,
            (folder, ".") => folder.to_owned(),
            (folder, _) => format!("{folder}/{near}"),
        }
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
