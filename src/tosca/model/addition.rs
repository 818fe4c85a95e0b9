//! What is said about a template beside its files: texts that are quoted, and expressions made of them.

use std::sync::Arc;

use super::Model;
use crate::source::syntax::yaml::{Shape, YamlId};
use crate::source::{FileId, Sources, Span};

impl Model {
    /// Takes a text, so that spans in it can be shown and expressions can stand in it. `name` is what diagnostics print.
    pub fn quote(&mut self, name: &str, text: impl Into<Arc<str>>) -> FileId {
        let file = Arc::make_mut(&mut self.sources).add(name, text);
        self.tree.quote(&self.sources, file);
        file
    }

    /// Takes the files of the template together with others, such as inputs files, which stand behind them: so that what is said
    /// about all of them can be shown at once.
    #[must_use]
    pub fn among(self, sources: Arc<Sources>) -> Self {
        Self { sources, ..self }
    }

    /// A scalar in quotes at `place`.
    pub fn add_quoted(&mut self, place: Span, text: &str) -> YamlId {
        self.tree.scalar(place, Shape::Quoted, text)
    }

    /// A scalar without quotes at `place`: the core schema decides what it is.
    pub fn add_plain(&mut self, place: Span, text: &str) -> YamlId {
        self.tree.scalar(place, Shape::Plain, text)
    }

    /// A list at `place`.
    pub fn add_list(&mut self, place: Span, items: &[YamlId]) -> YamlId {
        self.tree.list(place, items)
    }

    /// A mapping with one entry at `place`.
    pub fn add_entry(&mut self, place: Span, key: &str, value: YamlId) -> YamlId {
        self.tree.single(place, key, value)
    }
}
