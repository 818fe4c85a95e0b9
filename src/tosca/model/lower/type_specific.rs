//! Conditions for all elements of a type.

use crate::source::syntax::yaml::{Tree, YamlId};
use crate::tosca::model::lower::keywords::conditions;
use crate::tosca::model::{Kind, TypeSpecificConditions};

/// The collections of `type_specific_conditions` with the kind of their elements.
pub(super) static COLLECTIONS: &[(&str, Kind)] = &[
    ("node_types", Kind::Node),
    ("relationship_types", Kind::Relation),
    ("group_types", Kind::Group),
    ("policy_types", Kind::Policy),
    ("artifact_types", Kind::Artifact),
];

/// What the section says, or the file that stands for it.
pub(super) fn type_specific_conditions(tree: &Tree, section: Option<YamlId>) -> Vec<TypeSpecificConditions> {
    let Some(section) = section.map(|section| tree.at(section)) else { return Vec::new() };
    // A file of its own may repeat the name of the section.
    let section = section.get("type_specific_conditions").unwrap_or(section);
    let mut all = Vec::new();
    for &(collection, kind) in COLLECTIONS {
        let Some(types) = section.get(collection) else { continue };
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
