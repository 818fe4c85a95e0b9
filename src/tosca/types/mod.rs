//! TOSCA types: which exist, and what they derive from.
//!
//! Comes in: the service template and the files that it may take types from. Goes out: a [`TypeTable`], which
//! also knows the normative types of the TOSCA Simple Profile 1.3 and the standard types of dialects. Whether a type that is used is
//! defined is asked by those who need it. Invariant: a type keeps its first definition, and no walk along parents is endless.

mod alternatives;
mod collection;
pub mod completion;
mod constraint;
mod datum;
mod definition;
pub mod engine;
mod inheritance;
mod interface;
mod node_type;
mod normative;
mod pattern;
mod profile;
mod reading;
mod requirement;
mod schema;
mod schemas;
mod simple;
pub mod template;

pub use alternatives::{Alternative, AlternativeFaults, check_alternatives};
pub use collection::{Collection, ENTITY_ROOT, TypeName};
use constraint::is_empty_range;
pub use datum::{Datum, Entry, View};
pub use definition::{DefinitionSite, Origin, Parent, TypeDefinition};
pub use interface::{Interface, Interfaces, OperationDefinition, implementation, operations_in, short_name};
pub use node_type::{Capability, wanted_relationship};
pub use pattern::{Pattern, Refusal};
pub use profile::{TypesProfile, Vocabulary};
pub use requirement::{MalformedOccurrences, Occurrences, Requirement, Requirements, UNBOUNDED};
pub use schema::Schema;
pub use schemas::{DataType, Fields, Refinement, Schemas, Section};
pub use simple::{SimpleType, printed_float};

use std::sync::{Arc, LazyLock};

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

/// Definitions of one collection by name, in the order in which they were read.
type Definitions = IndexMap<Arc<str>, TypeDefinition, rustc_hash::FxBuildHasher>;

/// Every type that a template may use.
#[derive(Clone, Debug)]
pub struct TypeTable {
    collections: [Definitions; Collection::COUNT],
    /// Types by further names: with the prefix that an import puts in front, and the shorter names of normative types.
    prefixed: [FxHashMap<Arc<str>, Arc<str>>; Collection::COUNT],
    /// What further imported files define under names that are defined already.
    further: [FxHashMap<Arc<str>, FurtherDefinitions>; Collection::COUNT],
}

/// Definitions of a name besides the one that counts.
#[derive(Clone, Debug, Default)]
struct FurtherDefinitions {
    sites: Vec<DefinitionSite>,
    /// Whether one of them is another one than the first.
    are_different: bool,
    /// Whether one of them has another parent, or is abstract where the first is not.
    may_change_variants: bool,
}

/// A type that imported files define differently from the definition that counts.
#[derive(Clone, Debug)]
pub struct ContestedType<'t> {
    /// The sort of type.
    pub collection: Collection,
    /// The definition that counts.
    pub first: &'t TypeDefinition,
    /// The others.
    pub further: &'t [DefinitionSite],
    /// Whether they differ in their parent, or in being abstract.
    pub may_change_variants: bool,
}

/// The table that every other starts from.
static NORMATIVE: LazyLock<TypeTable> = LazyLock::new(|| TypeTable {
    collections: Collection::ALL.map(normative::definitions),
    prefixed: Collection::ALL.map(normative::further_names),
    further: Default::default(),
});

/// Types of dialects: a template that defines one of these names means its own.
static OF_DIALECTS: LazyLock<[Definitions; Collection::COUNT]> = LazyLock::new(|| {
    let of_dialect = |definition: &TypeDefinition, collection| NORMATIVE.of(collection).get(&definition.name).is_none();
    Collection::ALL.map(|collection| {
        let all = reading::profile_definitions(collection).filter(|definition| of_dialect(definition, collection));
        all.map(|definition| (Arc::clone(&definition.name), definition)).collect()
    })
});

impl Default for TypeTable {
    fn default() -> Self {
        NORMATIVE.clone()
    }
}

impl TypeTable {
    /// The normative types.
    pub fn new() -> Self {
        Self::default()
    }

    /// The definition of the type `name`.
    pub fn definition(&self, collection: Collection, name: &str) -> Option<&TypeDefinition> {
        let own = self.of(collection).get(name);
        let prefixed = || self.of(collection).get(self.prefixed[collection as usize].get(name)?);
        own.or_else(prefixed).or_else(|| OF_DIALECTS[collection as usize].get(name))
    }

    /// Whether several imported files define a type, and not in the same way: its members are unknown.
    pub fn is_ambiguous(&self, collection: Collection, name: &str) -> bool {
        let further = self.further[collection as usize].get(name).filter(|further| further.are_different);
        let first = further.and_then(|_| self.of(collection).get(name)?.place);
        first.is_some_and(|place| place.origin == Origin::Import)
    }

    /// The types that imported files define differently, in the order of their first definitions.
    pub fn contested(&self) -> impl Iterator<Item = ContestedType<'_>> {
        Collection::ALL.into_iter().flat_map(move |collection| {
            self.definitions(collection).filter_map(move |first| {
                let further =
                    self.further[collection as usize].get(&first.name).filter(|further| further.are_different)?;
                Some(ContestedType {
                    collection,
                    first,
                    further: &further.sites,
                    may_change_variants: further.may_change_variants,
                })
            })
        })
    }

    /// Every place where a type is defined; none for normative ones.
    pub fn sites(&self, collection: Collection, name: &str) -> Vec<DefinitionSite> {
        let Some(definition) = self.definition(collection, name) else { return Vec::new() };
        let further = self.further[collection as usize].get(&definition.name);
        definition
            .place
            .into_iter()
            .chain(further.into_iter().flat_map(|further| further.sites.iter().copied()))
            .collect()
    }

    /// Whether a type is one of the TOSCA Simple Profile.
    pub fn is_normative(&self, collection: Collection, name: &str) -> bool {
        self.of(collection).get(name).is_some_and(|definition| definition.place.is_none())
    }

    /// All definitions of a collection but those of dialects: the normative ones, then the others in the order of reading.
    pub fn definitions(&self, collection: Collection) -> impl Iterator<Item = &TypeDefinition> {
        self.of(collection).values()
    }

    /// The names of all types of a collection, for "did you mean".
    pub fn names(&self, collection: Collection) -> impl Iterator<Item = &str> {
        self.of(collection).keys().chain(OF_DIALECTS[collection as usize].keys()).map(|name| &**name)
    }

    fn of(&self, collection: Collection) -> &Definitions {
        &self.collections[collection as usize]
    }
}

#[cfg(test)]
mod tests;
