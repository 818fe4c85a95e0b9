//! Keys that TOSCA 1.3 defines outside the sections of the language: in definitions of types, and in what passes through.

use super::Place;
use crate::source::syntax::vocabulary::walk::named;
use crate::source::syntax::yaml::Yaml;

/// What every type has.
static TYPE: &[&str] = &["derived_from", "version", "metadata", "description"];

/// The keys of a place beyond [`TYPE`].
fn own(place: Place) -> &'static [&'static str] {
    match place {
        Place::Section(_) => &[],
        Place::Import => &["file", "repository", "namespace_uri", "namespace_prefix", "conditions"],
        Place::Repository => &["description", "url", "credential"],
        Place::Substitution => &[
            "node_type",
            "substitution_filter",
            "properties",
            "attributes",
            "capabilities",
            "requirements",
            "interfaces",
        ],
        Place::Capability => &["properties", "attributes", "occurrences"],
        Place::NodeFilter => &["properties", "capabilities"],
        Place::NodeType => &["attributes", "properties", "requirements", "capabilities", "interfaces", "artifacts"],
        Place::RelationshipType => &["attributes", "properties", "interfaces", "valid_target_types"],
        Place::CapabilityType => &["attributes", "properties", "valid_source_types"],
        Place::DataType => &["constraints", "properties", "key_schema", "entry_schema"],
        Place::ArtifactType => &["mime_type", "file_ext", "properties"],
        Place::GroupType => &["attributes", "properties", "members", "requirements", "capabilities", "interfaces"],
        Place::PolicyType => &["attributes", "properties", "targets", "triggers"],
        Place::PropertyDefinition => &[
            "type",
            "description",
            "required",
            "default",
            "status",
            "constraints",
            "key_schema",
            "entry_schema",
            "external-schema",
        ],
        Place::RequirementDefinition => &["capability", "node", "relationship", "occurrences", "description"],
        Place::CapabilityDefinition => {
            &["type", "description", "attributes", "properties", "valid_source_types", "occurrences"]
        }
    }
}

/// All keys that TOSCA 1.3 defines at a place that is no section of the language.
pub(super) fn keys(place: Place) -> impl Iterator<Item = &'static str> {
    let is_type = TYPES.iter().any(|&(_, of)| of == place);
    own(place).iter().chain(if is_type { TYPE } else { &[] }).copied()
}

/// The collections of types.
static TYPES: &[(&str, Place)] = &[
    ("node_types", Place::NodeType),
    ("relationship_types", Place::RelationshipType),
    ("capability_types", Place::CapabilityType),
    ("data_types", Place::DataType),
    ("artifact_types", Place::ArtifactType),
    ("group_types", Place::GroupType),
    ("policy_types", Place::PolicyType),
];

/// What the types of a collection define by name.
static DEFINED: &[(&str, Place)] = &[
    ("properties", Place::PropertyDefinition),
    ("attributes", Place::PropertyDefinition),
    ("requirements", Place::RequirementDefinition),
    ("capabilities", Place::CapabilityDefinition),
];

/// Shows `visit` all definitions of a file, with where they are.
pub(super) fn visit_definitions<'t>(root: Yaml<'t>, visit: &mut dyn FnMut(Place, Yaml<'t>)) {
    for &(collection, place) in TYPES {
        for (_, definition) in root.get(collection).into_iter().flat_map(named) {
            visit(place, definition);
            for &(part, of_part) in DEFINED {
                definition.get(part).into_iter().flat_map(named).for_each(|(_, defined)| visit(of_part, defined));
            }
        }
    }
    root.get("repositories")
        .into_iter()
        .flat_map(named)
        .for_each(|(_, repository)| visit(Place::Repository, repository));
    // What has no file is a name with the file behind it, as earlier versions have it.
    let imports = root.get("imports").into_iter().flat_map(Yaml::items);
    imports.filter(|import| import.get("file").is_some()).for_each(|import| visit(Place::Import, import));
}
