//! The normative types of the TOSCA Simple Profile in YAML 1.3: one row per type, one file per collection.

mod artifact;
mod capability;
mod data;
mod group;
mod interface;
mod node;
mod policy;
mod relationship;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Collection, Definitions, Parent, TypeDefinition};

/// A row: a type as the profile defines it.
#[derive(Debug)]
struct NormativeType {
    name: &'static str,
    parent: Option<&'static str>,
}

/// A type that derives from nothing.
const fn root(name: &'static str) -> NormativeType {
    NormativeType { name, parent: None }
}

/// A type that derives from `parent`.
const fn derived(name: &'static str, parent: &'static str) -> NormativeType {
    NormativeType { name, parent: Some(parent) }
}

fn rows(collection: Collection) -> &'static [NormativeType] {
    match collection {
        Collection::Node => node::TYPES,
        Collection::Relationship => relationship::TYPES,
        Collection::Artifact => artifact::TYPES,
        Collection::Capability => capability::TYPES,
        Collection::Data => data::TYPES,
        Collection::Group => group::TYPES,
        Collection::Policy => policy::TYPES,
        Collection::Interface => interface::TYPES,
    }
}

/// The rows of a collection as definitions.
pub(super) fn definitions(collection: Collection) -> Definitions {
    let definition = |row: &NormativeType| TypeDefinition {
        name: row.name.into(),
        parent: row.parent.map(|parent| Parent { name: parent.into(), span: None }),
        is_abstract: false,
        place: None,
    };
    rows(collection).iter().map(definition).map(|definition| (definition.name.clone(), definition)).collect()
}

/// The shorter names of the types of a collection: `tosca:Compute` and, of data types, `json`. What others would be called without
/// a prefix is what authors call types of their own.
pub(super) fn further_names(collection: Collection) -> FxHashMap<Arc<str>, Arc<str>> {
    let short = |row: &NormativeType| {
        let (_, rest) = row.name.strip_prefix("tosca.")?.split_once('.')?;
        Some((rest.strip_prefix("network.").unwrap_or(rest), Arc::from(row.name)))
    };
    let all: Vec<(&str, Arc<str>)> = rows(collection).iter().filter_map(short).collect();
    let mut names = FxHashMap::default();
    for (name, full) in &all {
        names.insert(format!("tosca:{name}").into(), Arc::clone(full));
        if collection == Collection::Data && *name != "Root" {
            names.insert(Arc::from(*name), Arc::clone(full));
        }
    }
    // `Storage.ObjectStorage` is called by its last part, where nothing else is called so.
    for (name, full) in all {
        let last = name.rsplit('.').next().unwrap_or(name);
        names.entry(format!("tosca:{last}").into()).or_insert(full);
    }
    names
}
