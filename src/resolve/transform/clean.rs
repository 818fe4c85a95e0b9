//! Taking the words of Variability4TOSCA off an element.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Key, Output, OutputEntries, Transformation};
use crate::source::syntax::yaml::Yaml;

/// Where entries are, by name.
pub(super) type Places = FxHashMap<Arc<str>, usize>;

impl<'m> Transformation<'m> {
    /// The entries of `body` that stay, each as it is.
    pub(super) fn kept_entries(&self, body: Yaml<'m>) -> impl Iterator<Item = (Yaml<'m>, Yaml<'m>)> + use<'m> {
        let removed = self.dialect().unwritten_keys;
        body.entries().filter(move |(key, _)| !removed.contains(&key.text()))
    }

    /// `body` without the words of Variability4TOSCA; scalars and lists stay as they are.
    pub(super) fn cleaned(&self, body: Yaml<'m>) -> Output {
        if !body.is_mapping() {
            return Output::Source(body.id());
        }
        Output::Mapping(self.kept_entries(body).map(|(key, value)| source_entry(key, value)).collect())
    }
}

/// An entry as the author wrote it.
pub(super) fn source_entry(key: Yaml<'_>, value: Yaml<'_>) -> (Key, Output) {
    (Key::Source(key.id()), Output::Source(value.id()))
}

/// Adds an entry; one of the same name that stands there already is replaced.
pub(super) fn put(entries: &mut OutputEntries, places: &mut Places, name: &Arc<str>, output: Output) {
    let place = *places.entry(Arc::clone(name)).or_insert(entries.len());
    match entries.get_mut(place) {
        Some(entry) => entry.1 = output,
        None => entries.push((Key::text(name), output)),
    }
}
