//! A text as far as it can be read at once.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::asserted::DraftAssertions;
use super::links::{FileLink, links};
use super::occurrences::occurrences;
use super::symbol::{Occurrence, Role, Symbol};
use crate::Error;
use crate::analysis::question::{AssertionText, InputOverview, input_overviews};
use crate::source::diagnostic::Diagnostic;
use crate::source::package::Package;
use crate::source::syntax::vocabulary::Detected;
use crate::source::syntax::yaml::ParseCache;
use crate::source::{Sources, Span};
use crate::tosca::model::{LoadOptions, Loaded, Model};

/// The text of a template, its model if it has one, and the names in it.
#[derive(Debug)]
pub struct Draft {
    text: Arc<str>,
    loaded: Loaded,
    assertions: DraftAssertions,
    /// Once asked for: what is wrong with a long text is reported before.
    occurrences: OnceLock<Vec<Occurrence>>,
    inputs: OnceLock<Vec<InputOverview>>,
}

impl Draft {
    /// Reads the template of `package`, whose text is `text`. Files beside it are parsed only when they changed since they were put
    /// into `cache`, and of the template what is not as in the `earlier` draft.
    ///
    /// # Errors
    /// When a file of the package cannot be read.
    pub fn read(package: &Package, text: Arc<str>, cache: &ParseCache, earlier: Option<&Self>) -> Result<Self, Error> {
        let earlier = earlier.and_then(Self::model);
        Ok(Self::of(Model::load_again(package, &LoadOptions::default(), Some(cache), earlier)?, text))
    }

    fn of(loaded: Loaded, text: Arc<str>) -> Self {
        let assertions = DraftAssertions::default();
        Self { text, loaded, assertions, occurrences: OnceLock::new(), inputs: OnceLock::new() }
    }

    /// Adds what is asserted about all variants of the text.
    #[must_use]
    pub fn asserting(mut self, texts: &[AssertionText]) -> Self {
        self.assertions = DraftAssertions::of(texts, self.loaded.model.as_mut());
        self
    }

    pub(super) fn assertions(&self) -> &DraftAssertions {
        &self.assertions
    }

    /// Finds all names at once, so that a question about one need not wait.
    pub fn find_names(&self) {
        self.occurrences();
        self.inputs();
    }

    fn inputs(&self) -> &[InputOverview] {
        self.inputs.get_or_init(|| self.model().map_or_else(Vec::new, input_overviews))
    }

    /// The text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The model, if there is enough to make one of.
    pub fn model(&self) -> Option<&Model> {
        self.loaded.model.as_ref()
    }

    /// The profile that the text is read with, and why.
    pub fn detected(&self) -> Option<&Detected> {
        self.loaded.detected.as_ref()
    }

    /// What is wrong with the text and what it imports.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.loaded.diagnostics
    }

    /// The files that were read, and those of assertions.
    pub fn sources(&self) -> &Arc<Sources> {
        self.model().map_or(&self.loaded.sources, Model::sources)
    }

    /// Whether a place is in the text itself and not in a file that it imports.
    pub fn is_own(&self, span: Span) -> bool {
        self.is_text(self.sources().file(span.file).text())
    }

    /// Whether a file has the text itself.
    pub fn is_text(&self, file: &Arc<str>) -> bool {
        Arc::ptr_eq(file, &self.text) || **file == *self.text
    }

    /// Where the text imports a file with this path: else, when something that it imports does, its imports as a whole.
    pub fn import_of(&self, path: &str) -> Option<Span> {
        let model = self.model()?;
        let imports = self.loaded.sources.files().skip(1).any(|file| file.name() == path);
        let is_meant = |link: &FileLink| Path::new(path).ends_with(link.file.trim_start_matches("./"));
        let named = links(self).into_iter().find(is_meant).map(|link| link.span);
        named.or_else(|| Some(model.root().entry("imports")?.0.span()).filter(|span| imports && self.is_own(*span)))
    }

    /// All places that name something, ascending.
    pub fn occurrences(&self) -> &[Occurrence] {
        self.occurrences.get_or_init(|| {
            let mut all = self.model().map_or_else(Vec::new, occurrences);
            all.sort_by(|left, right| {
                (left.span, left.role, &left.symbol).cmp(&(right.span, right.role, &right.symbol))
            });
            all.dedup();
            all.shrink_to_fit();
            all
        })
    }

    /// The variability input with this name, and what the text does with it.
    pub fn input(&self, name: &str) -> Option<&InputOverview> {
        self.inputs().iter().find(|input| input.name == name)
    }

    /// The innermost place at `offset` that names something.
    pub fn occurrence_at(&self, offset: usize) -> Option<&Occurrence> {
        let touches = |occurrence: &&Occurrence| {
            let (start, end) = (occurrence.span.start as usize, occurrence.span.end as usize);
            start <= offset && offset <= end && self.is_own(occurrence.span)
        };
        self.occurrences().iter().filter(touches).min_by_key(|occurrence| occurrence.span.end - occurrence.span.start)
    }

    /// Where `symbol` is named.
    pub fn places<'d>(&'d self, symbol: &'d Symbol) -> impl Iterator<Item = &'d Occurrence> {
        self.occurrences().iter().filter(move |occurrence| occurrence.symbol == *symbol)
    }

    /// Where what is named at `offset` is defined.
    pub fn definitions(&self, offset: usize) -> Vec<Span> {
        let Some(at) = self.occurrence_at(offset) else { return Vec::new() };
        let definitions = self.places(&at.symbol).filter(|place| place.role == Role::Definition);
        definitions.map(|place| place.span).collect()
    }
}
