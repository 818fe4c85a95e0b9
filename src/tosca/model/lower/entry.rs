//! The file that is asked about: a template, or an ensemble with one in it.

use super::load::TemplateReader;
use crate::Error;
use crate::source::FileId;
use crate::source::ensemble::{EnsembleReader, is_of_unfurl};
use crate::source::syntax::yaml::YamlId;

/// A template.
pub(super) struct Entry {
    /// The file that it begins in.
    pub(super) file: FileId,
    /// The template.
    pub(super) root: YamlId,
    /// The ensemble around it.
    pub(super) around: Option<YamlId>,
}

impl TemplateReader<'_> {
    /// Reads the template; none where there is none.
    pub(super) fn template(&mut self, name: &str) -> Result<Option<Entry>, Error> {
        let Some((file, root)) = self.parse(name)? else { return Ok(None) };
        if !self.is_mapping(root) {
            return Ok(None);
        }
        let (mut root, mut around) = (root, None);
        if is_of_unfurl(self.tree.at(root)) {
            let read = vec![(file, name.to_owned(), Some(root))];
            let (package, sources) = (self.package, &mut self.sources);
            let mut reader =
                EnsembleReader { package, sources, tree: &mut self.tree, faults: &mut self.diagnostics, read };
            let ensemble = reader.ensemble(name, root, package.environment())?;
            self.parts = reader.read.into_iter().map(|(file, name, _)| (file, name)).collect();
            let Some(ensemble) = ensemble else { return Ok(None) };
            (root, around) = (ensemble.template, Some(ensemble.root));
        }
        if let Some(mending) = self.mending {
            mending.apply(&mut self.tree, root, true);
        }
        Ok(Some(Entry { file, root, around }))
    }
}
