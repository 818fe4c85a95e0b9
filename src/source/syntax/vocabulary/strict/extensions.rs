//! Keys that engines and other versions of TOSCA know beside those of TOSCA 1.3 and of the language.

use super::KeyPosition;
use crate::source::syntax::vocabulary::Section;

/// Who defines a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyOrigin {
    /// The TOSCA parser of Unfurl 1.2.0: the `SECTIONS` of each kind of template.
    Unfurl,
    /// The DSL parser of Cloudify (cloudify-common 7.0.5): the schema of each element.
    Cloudify,
    /// Rules about technologies, whose keys the reference lets a technology repeat.
    Rules,
    /// TOSCA 2.0, chapters 6 to 14.
    Tosca2,
}

/// Further keys by place. The parser of xOpera 0.7 and the templates of RADON in Winery have none of their own: what they
/// add stands in `metadata`.
pub(super) static EXTENSIONS: &[(KeyPosition, KeyOrigin, &[&str])] = &[
    (
        KeyPosition::Section(Section::Template),
        KeyOrigin::Unfurl,
        &["decorators", "deployment_blueprints", "relationship_templates", "types"],
    ),
    (
        KeyPosition::Section(Section::Template),
        KeyOrigin::Cloudify,
        &[
            "blueprint_labels",
            "capabilities",
            "deployment_settings",
            "imported_blueprints",
            "labels",
            "namespaces_mapping",
            "plugins",
            "policy_triggers",
            "relationships",
            "resource_tags",
            "upload_resources",
        ],
    ),
    (KeyPosition::Section(Section::Template), KeyOrigin::Tosca2, &["functions", "profile", "service_template"]),
    (KeyPosition::Section(Section::Topology), KeyOrigin::Unfurl, &["root"]),
    (
        KeyPosition::Workflow,
        KeyOrigin::Cloudify,
        &["availability_rules", "is_available", "is_cascading", "mapping", "parameters"],
    ),
    (KeyPosition::WorkflowStep, KeyOrigin::Tosca2, &["timeout"]),
    (
        KeyPosition::Section(Section::Node),
        KeyOrigin::Unfurl,
        &["dependencies", "imported", "instance_keys", "name", "title"],
    ),
    (KeyPosition::Section(Section::Node), KeyOrigin::Cloudify, &["instances", "relationships"]),
    (KeyPosition::Section(Section::Node), KeyOrigin::Tosca2, &["count"]),
    (KeyPosition::Section(Section::Relation), KeyOrigin::Unfurl, &["title"]),
    (KeyPosition::Section(Section::Relation), KeyOrigin::Tosca2, &["allocation", "count", "directives", "optional"]),
    (
        KeyPosition::Section(Section::RelationshipTemplate),
        KeyOrigin::Unfurl,
        &["dependencies", "derived_from", "directives", "name", "requirements", "title"],
    ),
    (
        KeyPosition::Section(Section::Artifact),
        KeyOrigin::Unfurl,
        &["contents", "intent", "order", "permissions", "target", "version"],
    ),
    (
        KeyPosition::Section(Section::Technology),
        KeyOrigin::Rules,
        &["artifact", "component", "hosting", "operations", "reason"],
    ),
    (KeyPosition::Section(Section::Group), KeyOrigin::Cloudify, &["policies"]),
    (KeyPosition::Section(Section::Policy), KeyOrigin::Unfurl, &["reservation"]),
    (KeyPosition::Section(Section::Input), KeyOrigin::Unfurl, &["title"]),
    (KeyPosition::Section(Section::Input), KeyOrigin::Cloudify, &["display", "display_label", "hidden", "item_type"]),
    (KeyPosition::Section(Section::Input), KeyOrigin::Tosca2, &["mapping", "validation"]),
    (KeyPosition::Section(Section::Output), KeyOrigin::Unfurl, &["title"]),
    (KeyPosition::Section(Section::Output), KeyOrigin::Tosca2, &["mapping", "validation"]),
    (KeyPosition::Import, KeyOrigin::Unfurl, &["when"]),
    (KeyPosition::Import, KeyOrigin::Tosca2, &["namespace", "profile", "url"]),
    (KeyPosition::Repository, KeyOrigin::Unfurl, &["file", "revision"]),
    (KeyPosition::Substitution, KeyOrigin::Unfurl, &["node"]),
    (KeyPosition::Capability, KeyOrigin::Unfurl, &["type"]),
    (KeyPosition::Capability, KeyOrigin::Tosca2, &["directives"]),
    (KeyPosition::NodeType, KeyOrigin::Unfurl, &["instance_keys"]),
    (KeyPosition::NodeType, KeyOrigin::Cloudify, &["runtime_properties"]),
    (
        KeyPosition::RelationshipType,
        KeyOrigin::Cloudify,
        &["connection_type", "source_interfaces", "target_interfaces"],
    ),
    (
        KeyPosition::RelationshipType,
        KeyOrigin::Tosca2,
        &["valid_capability_types", "valid_source_node_types", "valid_target_node_types"],
    ),
    (KeyPosition::CapabilityType, KeyOrigin::Tosca2, &["valid_relationship_types", "valid_source_node_types"]),
    (KeyPosition::DataType, KeyOrigin::Tosca2, &["data_type", "scalar_units", "units", "validation"]),
    (KeyPosition::ArtifactType, KeyOrigin::Unfurl, &["interfaces"]),
    (KeyPosition::PolicyType, KeyOrigin::Cloudify, &["source"]),
    (KeyPosition::PropertyDefinition, KeyOrigin::Unfurl, &["title"]),
    (KeyPosition::PropertyDefinition, KeyOrigin::Cloudify, &["display", "display_label", "hidden", "item_type"]),
    (KeyPosition::PropertyDefinition, KeyOrigin::Tosca2, &["validation", "value"]),
    (KeyPosition::RequirementDefinition, KeyOrigin::Unfurl, &["node_filter", "title"]),
    (KeyPosition::RequirementDefinition, KeyOrigin::Tosca2, &["count_range", "node_filter"]),
    (KeyPosition::CapabilityDefinition, KeyOrigin::Tosca2, &["valid_relationship_types", "valid_source_node_types"]),
];

/// The keys of a section that engines and other versions of TOSCA know beside the language.
pub fn further_keys(section: Section) -> Vec<&'static str> {
    let here = EXTENSIONS.iter().filter(|(place, ..)| *place == KeyPosition::Section(section));
    here.flat_map(|(.., keys)| keys.iter().copied()).collect()
}

/// Who defines `key` at `place` beside TOSCA 1.3 and the language.
pub(super) fn origin(place: KeyPosition, key: &str) -> Option<KeyOrigin> {
    let knows = |keys: &[&str]| keys.contains(&key);
    EXTENSIONS.iter().find(|(at, _, keys)| *at == place && knows(keys)).map(|&(_, origin, _)| origin)
}
