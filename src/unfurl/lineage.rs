//! Types with everything that they derive from, as far as it is defined.

use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;
use crate::tosca::types::{Collection, ENTITY_ROOT, TypeTable, TypesProfile};

/// The type `name` and what it derives from, nearest first; ends where a type is not defined, or repeats.
pub(super) fn lineage(types: &TypeTable, collection: Collection, name: &str) -> Vec<Arc<str>> {
    walk(name, |name| parent(types, collection, name))
}

/// [`lineage`], each type with its definition, where there is one. What the model does not define may be defined in a section of
/// a file that is none of its own.
pub(super) fn line<'m>(
    model: &'m Model,
    collection: Collection,
    name: &str,
    others: Option<Yaml<'m>>,
) -> Vec<(Arc<str>, Option<Yaml<'m>>)> {
    let types = model.types();
    let other = |name: &str| others.filter(|_| types.definition(collection, name).is_none())?.get(name);
    let derived = |name: &str| Some(Arc::from(other(name)?.get("derived_from")?.text()));
    let definition = |name: Arc<str>| {
        let own = types.definition(collection, &name).filter(|definition| definition.name == name);
        let body = match own.map(|definition| definition.place) {
            Some(Some(place)) => Some(model.yaml(place.body)),
            Some(None) => TypesProfile::built_in().and_then(|root| root.get(collection.key())?.get(&name)),
            None => other(&name),
        };
        (name, body)
    };
    let line = walk(name, |name| parent(types, collection, name).or_else(|| derived(name)));
    line.into_iter().map(definition).collect()
}

/// Whether a type is defined: by the template or what it imports, or built in.
pub(super) fn is_defined(model: &Model, collection: Collection, name: &str) -> bool {
    name == ENTITY_ROOT || model.types().definition(collection, name).is_some()
}

fn walk(name: &str, parent: impl Fn(&str) -> Option<Arc<str>>) -> Vec<Arc<str>> {
    let mut line: IndexSet<Arc<str>, FxBuildHasher> = IndexSet::default();
    let mut next: Option<Arc<str>> = Some(name.into());
    while let Some(name) = next.filter(|name| line.insert(Arc::clone(name))) {
        next = parent(&name);
    }
    line.into_iter().collect()
}

/// What a type derives from; of a name with the prefix of an import, the type without it.
fn parent(types: &TypeTable, collection: Collection, name: &str) -> Option<Arc<str>> {
    let definition = types.definition(collection, name)?;
    if *definition.name != *name {
        return Some(Arc::clone(&definition.name));
    }
    definition.parent.as_ref().map(|parent| Arc::clone(&parent.name))
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
