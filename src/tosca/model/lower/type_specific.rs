//! Conditions for all elements of a type.

use crate::source::syntax::yaml::{Tree, YamlId};
use crate::tosca::model::lower::keywords::conditions;
use crate::tosca::model::{Kind, TypeSpecificConditions};
use crate::tosca::types::Collection;

/// The kinds of elements that `type_specific_conditions` are about.
static KINDS: [Kind; 5] = [Kind::Node, Kind::Relation, Kind::Group, Kind::Policy, Kind::Artifact];

/// The collections of `type_specific_conditions` with the kind of their elements.
pub(super) fn collections() -> impl Iterator<Item = (Collection, Kind)> {
    KINDS.into_iter().filter_map(|kind| Some((kind.collection()?, kind)))
}

/// What the section says, or the file that stands for it.
pub(super) fn type_specific_conditions(tree: &Tree, section: Option<YamlId>) -> Vec<TypeSpecificConditions> {
    let Some(section) = section.map(|section| tree.at(section)) else { return Vec::new() };
    // A file of its own may repeat the name of the section.
    let section = section.get("type_specific_conditions").unwrap_or(section);
    let mut all = Vec::new();
    for (collection, kind) in collections() {
        let Some(types) = section.get(collection.key()) else { continue };
        all.extend(types.entries().map(|(name, body)| TypeSpecificConditions {
            kind,
            type_name: name.text().into(),
            conditions: conditions(body.get("conditions")),
            consistency: body.get("consistency").and_then(|flag| flag.as_bool()).unwrap_or(false),
            semantic: body.get("semantic").and_then(|flag| flag.as_bool()).unwrap_or(true),
            body: body.id(),
        }));
    }
    all
}
