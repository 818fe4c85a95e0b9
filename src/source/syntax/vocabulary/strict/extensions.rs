//! Keys that engines and other versions of TOSCA know beside those of TOSCA 1.3 and of the language.

use super::Place;
use crate::source::syntax::vocabulary::Section;

/// Who defines a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
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
pub(super) static EXTENSIONS: &[(Place, Origin, &[&str])] = &[
    (
        Place::Section(Section::Template),
        Origin::Unfurl,
        &["decorators", "deployment_blueprints", "relationship_templates", "types"],
    ),
    (
        Place::Section(Section::Template),
        Origin::Cloudify,
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
    (Place::Section(Section::Template), Origin::Tosca2, &["functions", "profile", "service_template"]),
    (Place::Section(Section::Topology), Origin::Unfurl, &["root"]),
    (Place::Section(Section::Node), Origin::Unfurl, &["dependencies", "imported", "instance_keys", "name", "title"]),
    (Place::Section(Section::Node), Origin::Cloudify, &["instances", "relationships"]),
    (Place::Section(Section::Node), Origin::Tosca2, &["count"]),
    (Place::Section(Section::Relation), Origin::Unfurl, &["title"]),
    (Place::Section(Section::Relation), Origin::Tosca2, &["allocation", "count", "directives", "optional"]),
    (
        Place::Section(Section::RelationshipTemplate),
        Origin::Unfurl,
        &["dependencies", "derived_from", "directives", "name", "requirements", "title"],
    ),
    (
        Place::Section(Section::Artifact),
        Origin::Unfurl,
        &["contents", "intent", "order", "permissions", "target", "version"],
    ),
    (Place::Section(Section::Technology), Origin::Rules, &["artifact", "component", "hosting", "operations", "reason"]),
    (Place::Section(Section::Group), Origin::Cloudify, &["policies"]),
    (Place::Section(Section::Policy), Origin::Unfurl, &["reservation"]),
    (Place::Section(Section::Input), Origin::Unfurl, &["title"]),
    (Place::Section(Section::Input), Origin::Cloudify, &["display", "display_label", "hidden", "item_type"]),
    (Place::Section(Section::Input), Origin::Tosca2, &["mapping", "validation"]),
    (Place::Section(Section::Output), Origin::Unfurl, &["title"]),
    (Place::Section(Section::Output), Origin::Tosca2, &["mapping", "validation"]),
    (Place::Import, Origin::Unfurl, &["when"]),
    (Place::Import, Origin::Tosca2, &["namespace", "profile", "url"]),
    (Place::Repository, Origin::Unfurl, &["file", "revision"]),
    (Place::Substitution, Origin::Unfurl, &["node"]),
    (Place::Capability, Origin::Unfurl, &["type"]),
    (Place::Capability, Origin::Tosca2, &["directives"]),
    (Place::NodeType, Origin::Unfurl, &["instance_keys"]),
    (Place::NodeType, Origin::Cloudify, &["runtime_properties"]),
    (Place::RelationshipType, Origin::Cloudify, &["connection_type", "source_interfaces", "target_interfaces"]),
    (
        Place::RelationshipType,
        Origin::Tosca2,
        &["valid_capability_types", "valid_source_node_types", "valid_target_node_types"],
    ),
    (Place::CapabilityType, Origin::Tosca2, &["valid_relationship_types", "valid_source_node_types"]),
    (Place::DataType, Origin::Tosca2, &["data_type", "scalar_units", "units", "validation"]),
    (Place::ArtifactType, Origin::Unfurl, &["interfaces"]),
    (Place::PolicyType, Origin::Cloudify, &["source"]),
    (Place::PropertyDefinition, Origin::Unfurl, &["title"]),
    (Place::PropertyDefinition, Origin::Cloudify, &["display", "display_label", "hidden", "item_type"]),
    (Place::PropertyDefinition, Origin::Tosca2, &["validation", "value"]),
    (Place::RequirementDefinition, Origin::Unfurl, &["node_filter", "title"]),
    (Place::RequirementDefinition, Origin::Tosca2, &["count_range", "node_filter"]),
    (Place::CapabilityDefinition, Origin::Tosca2, &["valid_relationship_types", "valid_source_node_types"]),
];

/// Who defines `key` at `place` beside TOSCA 1.3 and the language.
pub(super) fn origin(place: Place, key: &str) -> Option<Origin> {
    let knows = |keys: &[&str]| keys.contains(&key);
    EXTENSIONS.iter().find(|(at, _, keys)| *at == place && knows(keys)).map(|&(_, origin, _)| origin)
}
