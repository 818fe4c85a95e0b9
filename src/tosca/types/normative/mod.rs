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
    let mut names = FxHashMap::default();
    for NormativeType { name, .. } in rows(collection) {
        let Some(rest) = name.strip_prefix("tosca.").and_then(|rest| rest.split_once('.')).map(|(_, rest)| rest) else {
            continue;
        };
        let rest = rest.strip_prefix("network.").unwrap_or(rest);
        let last = rest.rsplit('.').next().unwrap_or(rest);
        for short in [rest, last] {
            names.entry(format!("tosca:{short}").into()).or_insert_with(|| Arc::from(*name));
        }
        if collection == Collection::Data && rest != "Root" {
            names.insert(rest.into(), Arc::from(*name));
        }
    }
    names
}
