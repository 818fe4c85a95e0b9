//! The file that is asked about: a template, or an ensemble with one in it.

use super::load::TemplateReader;
use crate::Error;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::ensemble::{EnsembleReader, is_of_unfurl};
use crate::source::package::resolve_upwards;
use crate::source::syntax::vocabulary::{OtherFile, of_other_program, without_known_keys};
use crate::source::syntax::yaml::YamlId;
use crate::source::{FileId, Sources, Span};
use crate::tosca::model::UnreadReason;

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
    /// Whether no further file is read; says so, at what asks for one.
    pub(super) fn is_full(&mut self, place: Span) -> bool {
        if !self.sources.is_full() {
            return false;
        }
        let message = format!("more than {} files make up the template, and no more are read", Sources::MAX_FILES);
        self.diagnostics.push(Diagnostic::new(Code::UnreadableFile, place, message));
        true
    }

    /// Reads the template; none where there is none.
    pub(super) fn template(&mut self, name: &str) -> Result<Option<Entry>, Error> {
        let parsed = self.parse(name)?;
        if self.is_other_file(parsed.map(|(_, root)| root)) {
            return Ok(None);
        }
        let Some((file, root)) = parsed else { return Ok(None) };
        if !self.is_mapping(root) {
            return Ok(None);
        }
        let (mut root, mut around) = (root, None);
        if is_of_unfurl(self.tree.at(root)) {
            let read = vec![(file, name.to_owned(), Some(root))];
            let (package, sources) = (self.package, &mut self.sources);
            let mut reader =
                EnsembleReader { package, sources, tree: &mut self.tree, diagnostics: &mut self.diagnostics, read };
            let ensemble = reader.ensemble(name, root, package.environment())?;
            self.parts = reader.read.into_iter().map(|(file, name, _)| (file, name)).collect();
            let Some(ensemble) = ensemble else { return Ok(None) };
            (root, around) = (ensemble.template, Some(ensemble.root));
        }
        if let Some(recovery) = self.recovery {
            recovery.apply(&mut self.tree, root, true);
        }
        Ok(Some(Entry { file, root, around }))
    }

    /// Whether the file is for another program, or for none; that is all that is said of it then.
    fn is_other_file(&mut self, root: Option<YamlId>) -> bool {
        let Some(file) = self.sources.ids().next() else { return false };
        let root = root.map(|root| self.tree.at(root));
        let is_mapping = root.is_some_and(|root| root.is_mapping());
        let other = of_other_program(self.sources.file(file).text())
            .or_else(|| root.filter(|root| is_mapping && !is_of_unfurl(*root)).and_then(without_known_keys));
        let Some(OtherFile { place, message, help }) = other else { return false };
        let diagnostic = Diagnostic::new(Code::WrongShape, Span::new(file, place.start, place.end), message);
        let diagnostic =
            if is_mapping { diagnostic.reference("Unsupported TOSCA definitions version") } else { diagnostic };
        self.diagnostics.clear();
        self.diagnostics.push(diagnostic.helped(help));
        true
    }

    /// [`Self::parse`] of a file that the template names at `place`, from the root of the package.
    pub(super) fn parse_named(&mut self, name: &str, place: Span) -> Result<Option<(FileId, YamlId)>, Error> {
        // What is no path in a package, it refuses itself.
        let path = resolve_upwards("", name).unwrap_or_else(|| name.to_owned());
        match self.why_unread(&path, place)? {
            None => return self.parse(&path),
            Some(UnreadReason::Missing) => {
                let message = format!("file \"{name}\" does not exist");
                self.diagnostics.push(Diagnostic::new(Code::UnreadableFile, place, message));
            }
            Some(_) => {}
        }
        Ok(None)
    }

    /// Why a file of the package is not read that the template names at `place`: where the package refuses it, that is said there.
    pub(super) fn why_unread(&mut self, name: &str, place: Span) -> Result<Option<UnreadReason>, Error> {
        match self.package.read(name) {
            Err(Error::Package(refused)) => {
                self.diagnostics.push(refused.and(place, ""));
                Ok(Some(UnreadReason::Refused))
            }
            read => Ok(read?.is_none().then_some(UnreadReason::Missing)),
        }
    }
}
