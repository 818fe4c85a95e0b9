//! Keys that TOSCA 1.3 defines outside the sections of the language: in definitions of types, and in what passes through.

use super::KeyPosition;
use crate::source::syntax::vocabulary::walk::named;
use crate::source::syntax::yaml::Yaml;

/// What every type has.
static TYPE: &[&str] = &["derived_from", "version", "metadata", "description"];

/// The keys of a place beyond [`TYPE`].
fn own(place: KeyPosition) -> &'static [&'static str] {
    match place {
        KeyPosition::Section(_) => &[],
        KeyPosition::Import => &["file", "repository", "namespace_uri", "namespace_prefix", "conditions"],
        KeyPosition::Repository => &["description", "url", "credential"],
        KeyPosition::Substitution => &[
            "node_type",
            "substitution_filter",
            "properties",
            "attributes",
            "capabilities",
            "requirements",
            "interfaces",
        ],
        KeyPosition::Capability => &["properties", "attributes", "occurrences"],
        KeyPosition::NodeFilter => &["properties", "capabilities"],
        KeyPosition::NodeType => {
            &["attributes", "properties", "requirements", "capabilities", "interfaces", "artifacts"]
        }
        KeyPosition::RelationshipType => &["attributes", "properties", "interfaces", "valid_target_types"],
        KeyPosition::CapabilityType => &["attributes", "properties", "valid_source_types"],
        KeyPosition::DataType => &["constraints", "properties", "key_schema", "entry_schema"],
        KeyPosition::ArtifactType => &["mime_type", "file_ext", "properties"],
        KeyPosition::GroupType => {
            &["attributes", "properties", "members", "requirements", "capabilities", "interfaces"]
        }
        KeyPosition::PolicyType => &["attributes", "properties", "targets", "triggers"],
        KeyPosition::PropertyDefinition => &[
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
        KeyPosition::RequirementDefinition => &["capability", "node", "relationship", "occurrences", "description"],
        KeyPosition::CapabilityDefinition => {
            &["type", "description", "attributes", "properties", "valid_source_types", "occurrences"]
        }
        KeyPosition::Workflow => {
            &["description", "metadata", "inputs", "preconditions", "steps", "implementation", "outputs", "conditions"]
        }
        KeyPosition::WorkflowStep => &[
            "target",
            "target_relationship",
            "operation_host",
            "filter",
            "activities",
            "on_success",
            "on_failure",
            "description",
            "conditions",
        ],
        KeyPosition::Activity => &["delegate", "set_state", "call_operation", "inline"],
    }
}

/// All keys that TOSCA 1.3 defines at a place that is no section of the language.
pub(super) fn keys(place: KeyPosition) -> impl Iterator<Item = &'static str> {
    let is_type = TYPES.iter().any(|&(_, of)| of == place);
    own(place).iter().chain(if is_type { TYPE } else { &[] }).copied()
}

/// The collections of types.
static TYPES: &[(&str, KeyPosition)] = &[
    ("node_types", KeyPosition::NodeType),
    ("relationship_types", KeyPosition::RelationshipType),
    ("capability_types", KeyPosition::CapabilityType),
    ("data_types", KeyPosition::DataType),
    ("artifact_types", KeyPosition::ArtifactType),
    ("group_types", KeyPosition::GroupType),
    ("policy_types", KeyPosition::PolicyType),
];

/// What the types of a collection define by name.
static DEFINED: &[(&str, KeyPosition)] = &[
    ("properties", KeyPosition::PropertyDefinition),
    ("attributes", KeyPosition::PropertyDefinition),
    ("requirements", KeyPosition::RequirementDefinition),
    ("capabilities", KeyPosition::CapabilityDefinition),
];

/// Shows `visit` the interfaces that types define.
pub(super) fn visit_interfaces<'t>(root: Yaml<'t>, visit: &mut dyn FnMut(Yaml<'t>)) {
    for &(collection, _) in TYPES {
        let types = root.get(collection).into_iter().flat_map(named);
        types.filter_map(|(_, definition)| definition.get("interfaces")).for_each(&mut *visit);
    }
    root.get("interface_types").into_iter().for_each(visit);
}

/// Shows `visit` all definitions of a file, with where they are.
pub(super) fn visit_definitions<'t>(root: Yaml<'t>, visit: &mut dyn FnMut(KeyPosition, Yaml<'t>)) {
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
        .for_each(|(_, repository)| visit(KeyPosition::Repository, repository));
    // What has no file is a name with the file behind it, as earlier versions have it.
    let imports = root.get("imports").into_iter().flat_map(Yaml::items);
    imports.filter(|import| import.get("file").is_some()).for_each(|import| visit(KeyPosition::Import, import));
}
