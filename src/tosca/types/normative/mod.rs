//! The normative types of the TOSCA Simple Profile in YAML 1.3: one row per type, one file per collection.

mod artifact;
mod capability;
mod data;
mod group;
mod interface;
mod node;
mod policy;
mod relationship;

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
