//! Types with everything that they derive from, as far as it is defined.

use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use crate::model::Model;
use crate::syntax::yaml::Yaml;
use crate::types::{Collection, TypeTable};

/// The type `name` and what it derives from, nearest first; ends where a type is not defined, or repeats.
pub(super) fn lineage(types: &TypeTable, collection: Collection, name: &str) -> Vec<Arc<str>> {
    let mut line: IndexSet<Arc<str>, FxBuildHasher> = IndexSet::default();
    let mut next: Option<Arc<str>> = Some(name.into());
    while let Some(name) = next.filter(|name| line.insert(Arc::clone(name))) {
        let definition = types.definition(collection, &name);
        next = definition.and_then(|definition| definition.parent.as_ref()).map(|parent| Arc::clone(&parent.name));
    }
    line.into_iter().collect()
}

/// The type `name` and what it derives from, nearest first, each with its definition, where there is one. What the model
/// does not define may be defined in a section of a file that is none of its own.
pub(super) fn line<'m>(
    model: &'m Model,
    collection: Collection,
    name: &str,
    others: Option<Yaml<'m>>,
) -> Vec<(Arc<str>, Option<Yaml<'m>>)> {
    let mut line: IndexMap<Arc<str>, Option<Yaml<'m>>, FxBuildHasher> = IndexMap::default();
    let mut next: Option<Arc<str>> = Some(name.into());
    while let Some(name) = next.filter(|name| !line.contains_key(name)) {
        let definition = model.types().definition(collection, &name);
        let other = others.filter(|_| definition.is_none()).and_then(|others| others.get(&name));
        let own_parent = definition.and_then(|it| it.parent.as_ref()).map(|parent| Arc::clone(&parent.name));
        next = own_parent.or_else(|| Some(other?.get("derived_from")?.text().into()));
        line.insert(name, definition.and_then(|it| it.place).map(|place| model.yaml(place.body)).or(other));
    }
    line.into_iter().collect()
}

/// What the definitions of a line of types say under `section`, by name: where several do, the nearest.
pub(super) fn defined<'m>(
    model: &'m Model,
    collection: Collection,
    line: &[Arc<str>],
    section: &str,
) -> IndexMap<Arc<str>, Yaml<'m>, FxBuildHasher> {
    let mut found = IndexMap::default();
    for name in line.iter().rev() {
        let place = model.types().definition(collection, name).and_then(|definition| definition.place);
        let Some(section) = place.and_then(|place| model.yaml(place.body).get(section)) else { continue };
        found.extend(named_entries(section).map(|(key, body)| (Arc::from(key.text()), body)));
    }
    found
}

/// The entries of a mapping, or of a list of mappings.
pub(super) fn named_entries(section: Yaml<'_>) -> impl Iterator<Item = (Yaml<'_>, Yaml<'_>)> {
    section.entries().chain(section.items().flat_map(|item| item.entries()))
}
