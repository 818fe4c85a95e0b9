//! The ensembles that an environment imports connections from.

use std::path::{Path, PathBuf};

use variscope::source::diagnostic::Diagnostic;
use variscope::source::package::read_found;
use variscope::source::syntax::yaml::{Tree, Yaml, YamlId};
use variscope::source::{Sources, Span};
use variscope::unfurl::{External, Import};

/// The files of the ensembles that an environment imports from.
pub struct Manifests {
    files: Vec<Option<PathBuf>>,
}

impl Manifests {
    /// The files that an environment names, each seen from the file that names it.
    pub fn of(environment: Option<Yaml<'_>>, sources: &Sources) -> Self {
        // What is wrong with the section is reported when the imports themselves are read.
        let imports = environment.map_or_else(Vec::new, |sections| Import::read_all(sections, &mut Vec::new()));
        let path = |(name, place): (&str, Span)| {
            let around = Path::new(sources.file(place.file).name());
            around.parent().unwrap_or(Path::new("")).join(name)
        };
        Self { files: imports.iter().map(|import| import.file().map(path)).collect() }
    }

    /// Reads them; none for those that are not at hand.
    pub fn read(self, tree: &mut Tree, sources: &mut Sources, faults: &mut Vec<Diagnostic>) -> Vec<Option<YamlId>> {
        let mut read = |path: PathBuf| {
            let text = read_found(&path).ok()?;
            let file = sources.add(path.display().to_string(), text);
            let (root, diagnostics) = tree.parse(sources, file);
            faults.extend(diagnostics);
            root
        };
        self.files.into_iter().map(|file| read(file?)).collect()
    }
}

/// The ensembles themselves; `roots` are their files.
pub fn ensembles<'t>(
    environment: Option<Yaml<'t>>,
    roots: Vec<Option<YamlId>>,
    tree: &'t Tree,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<External<'t>> {
    let imports = environment.map_or_else(Vec::new, |sections| Import::read_all(sections, diagnostics));
    let external = imports.into_iter().zip(roots);
    external.map(|(import, root)| External { import, root: root.map(|root| tree.at(root)) }).collect()
}
