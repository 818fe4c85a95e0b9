//! The keys of the sections of a template, with what may stand behind them and what it means.
//!
//! Keys that TOSCA itself defines are here as far as variscope reads them or an author may want to be reminded of
//! them; the language passes other keys of TOSCA sections through.

/// A mapping of a template whose keys have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// The document.
    Template,
    /// `topology_template`.
    Topology,
    /// `variability`.
    Variability,
    /// The declaration of a variability input.
    VariabilityInput,
    /// A preset.
    Preset,
    /// A node template.
    Node,
    /// A requirement assignment in its long form.
    Relation,
    /// A relationship template.
    RelationshipTemplate,
    /// An alternative type.
    Type,
    /// A property value with conditions.
    Property,
    /// An artifact.
    Artifact,
    /// A deployment technology of a node.
    Technology,
    /// A group.
    Group,
    /// A policy.
    Policy,
    /// A topology input.
    Input,
    /// A topology output.
    Output,
}

/// What stands behind a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyContent {
    /// True or false.
    Flag,
    /// A word or a sentence.
    Text,
    /// The name of something.
    Name,
    /// A list of names, or of lists of names.
    Names,
    /// A condition, or a list of conditions.
    Conditions,
    /// A value expression.
    Expression,
    /// A number from 0 to 1.
    Weight,
    /// The name of a type, or a list of alternatives.
    Types,
    /// One more mapping.
    Section(Section),
    /// Names with a mapping of this section each, as a mapping or as a list.
    Named(Section),
    /// Values of properties by name; in a list also with conditions.
    Values,
    /// Names with expressions.
    Expressions,
    /// The options.
    Options,
    /// Whatever TOSCA allows.
    Any,
}

/// A key of a section.
#[derive(Debug)]
pub struct KeyEntry {
    /// As written.
    pub name: &'static str,
    /// What stands behind it.
    pub content: KeyContent,
    /// What it means, in a few words.
    pub summary: &'static str,
}

macro_rules! keys {
    ($($(#[$doc:meta])* $table:ident { $($name:literal $content:expr, $summary:literal;)* })*) => {
        $($(#[$doc])* static $table: &[KeyEntry] = &[
            $(KeyEntry { name: $name, content: $content, summary: $summary },)*
        ];)*
    };
}

use KeyContent::{
    Any, Conditions, Expression, Expressions, Flag, Name, Named, Names, Options, Section as Mapping, Text, Types,
    Values, Weight,
};

keys! {
    TEMPLATE {
        "tosca_definitions_version" Text, "the revision of the language";
        "namespace" Text, "what the names of types begin with";
        "template_name" Text, "how people call it";
        "template_author" Text, "who wrote it";
        "template_version" Text, "its version";
        "description" Text, "what the template is for";
        "metadata" Any, "further information";
        "dsl_definitions" Any, "values to be reused by anchors";
        "imports" Any, "files with type definitions";
        "repositories" Any, "where artifacts come from";
        "artifact_types" Any, "types of artifacts";
        "data_types" Any, "types of values";
        "capability_types" Any, "types of capabilities";
        "interface_types" Any, "types of interfaces";
        "relationship_types" Any, "types of relations";
        "node_types" Any, "types of nodes";
        "group_types" Any, "types of groups";
        "policy_types" Any, "types of policies";
        "topology_template" Mapping(Section::Topology), "the elements and their variability";
    }
    TOPOLOGY {
        "description" Text, "what the topology is for";
        "variability" Mapping(Section::Variability), "inputs, presets, expressions, options";
        "inputs" Named(Section::Input), "topology inputs, given when the template is deployed";
        "node_templates" Named(Section::Node), "the nodes";
        "relationship_templates" Named(Section::RelationshipTemplate), "descriptions of relations";
        "groups" Named(Section::Group), "sets of elements";
        "policies" Named(Section::Policy), "rules about elements";
        "outputs" Named(Section::Output), "what a deployment returns";
        "substitution_mappings" Any, "the node type that the topology can stand for";
        "workflows" Any, "imperative workflows";
    }
    VARIABILITY {
        "inputs" Named(Section::VariabilityInput), "variability inputs, which decide the variant";
        "presets" Named(Section::Preset), "named values for variability inputs";
        "expressions" Expressions, "named conditions and values";
        "conditions" Expressions, "nothing: conditions with names stand under `expressions`";
        "options" Options, "default conditions, pruning, checks, constraints, optimisation";
        "constraints" Conditions, "conditions that every variant has to meet";
        "type_specific_conditions" Any, "conditions of all elements of a type, or the file with them";
        "qualities" Any, "rules about technologies, or the file with them";
        "plugins" Any, "technology plug-ins";
        "metadata" Any, "further information";
        "description" Text, "what varies, and why";
    }
    VARIABILITY_INPUT {
        "type" Text, "the type of its values";
        "description" Text, "what it decides";
        "default" Any, "the value when none is given";
        "default_expression" Expression, "computes the value when none is given";
        "constraints" Any, "what values have to meet, such as `valid_values`";
        "valid_values" Any, "all values that there are";
        "mandatory" Names, "inputs that are selected exactly when this one is";
        "optional" Names, "inputs that need this one";
        "choices" Names, "inputs of which this one needs some";
        "alternatives" Names, "inputs of which this one needs exactly one";
        "requires" Names, "inputs that this one needs";
        "excludes" Names, "inputs that cannot be selected beside this one";
    }
    PRESET {
        "name" Text, "how people call it";
        "description" Text, "what it is for";
        "inputs" Any, "values for variability inputs";
        "metadata" Any, "further information";
    }
    NODE {
        "type" Types, "the node type, or a list of alternatives";
        "description" Text, "what the node is for";
        "metadata" Any, "further information";
        "directives" Any, "how the node is provided";
        "properties" Values, "values of properties";
        "attributes" Any, "values of attributes";
        "requirements" Named(Section::Relation), "relations to other nodes";
        "capabilities" Any, "what the node offers";
        "interfaces" Any, "operations";
        "artifacts" Named(Section::Artifact), "files to deploy";
        "node_filter" Any, "which node will do, where one is selected";
        "copy" Name, "the node template that this one is a copy of";
        "technology" Named(Section::Technology), "deployment technologies, of which one is chosen";
        "anchor" Flag, "exempt from default conditions and pruning";
        "persistent" Flag, "exempt from default conditions and pruning";
        "managed" Flag, "deployed by a technology";
        "weight" Weight, "what its presence costs";
    }
    RELATION {
        "node" Name, "the node that it leads to";
        "capability" Text, "the capability of that node";
        "relationship" Any, "the relationship template";
        "node_filter" Any, "which nodes will do";
        "occurrences" Any, "how often";
        "description" Text, "what the relation is for";
    }
    RELATIONSHIP_TEMPLATE {
        "type" Types, "the relationship type, or a list of alternatives";
        "description" Text, "what the relation is for";
        "metadata" Any, "further information";
        "properties" Values, "values of properties";
        "attributes" Any, "values of attributes";
        "interfaces" Any, "operations";
        "copy" Name, "the relationship template that this one is a copy of";
        "default_for" Any, "what the connection is available to without being used";
    }
    TYPE {}
    PROPERTY {
        "value" Any, "the value";
        "expression" Expression, "computes the value";
    }
    ARTIFACT {
        "type" Types, "the artifact type, or a list of alternatives";
        "file" Text, "where the file is";
        "repository" Text, "where the file comes from";
        "description" Text, "what the artifact is for";
        "deploy_path" Text, "where the file goes to";
        "artifact_version" Text, "its version";
        "checksum" Text, "what the content has to hash to";
        "checksum_algorithm" Text, "how that is computed";
        "properties" Values, "values of properties";
    }
    TECHNOLOGY {
        "weight" Weight, "its quality";
        "assign" Text, "the type that replaces the node's";
        "prio" Any, "which deployment scenarios come first";
        "scenario" Any, "the deployment scenario, where it is generated";
    }
    GROUP {
        "type" Types, "the group type, or a list of alternatives";
        "description" Text, "what the group is for";
        "metadata" Any, "further information";
        "attributes" Any, "values of attributes";
        "members" Names, "nodes, and relations as `[node, relation]`";
        "properties" Values, "values of properties";
        "interfaces" Any, "operations";
    }
    POLICY {
        "type" Types, "the policy type, or a list of alternatives";
        "description" Text, "what the policy is for";
        "metadata" Any, "further information";
        "targets" Names, "nodes and groups";
        "properties" Values, "values of properties";
        "triggers" Any, "what the policy reacts to";
    }
    INPUT {
        "type" Text, "the type of its values";
        "description" Text, "what it is for";
        "default" Any, "the value when none is given";
        "required" Flag, "whether a value has to be given";
        "constraints" Any, "what values have to meet";
        "entry_schema" Any, "the type of entries";
        "key_schema" Any, "the type of keys";
        "value" Any, "the value";
        "status" Text, "whether it is still to be used";
    }
    OUTPUT {
        "value" Any, "what is returned";
        "type" Text, "the type of the value";
        "description" Text, "what it is for";
        "default" Any, "the value when there is no other";
        "required" Flag, "whether there has to be a value";
        "constraints" Any, "what the value has to meet";
        "entry_schema" Any, "the type of entries";
        "key_schema" Any, "the type of keys";
        "status" Text, "whether it is still to be used";
    }
    /// What every element may have.
    ELEMENT {
        "conditions" Conditions, "when it is present";
        "default_condition" Flag, "whether a default condition is added where no condition is written";
        "default_consistency_condition" Flag, "whether that is about consistency";
        "default_semantic_condition" Flag, "whether that is about meaning";
        "default_condition_mode" Text, "what the default condition consists of";
        "pruning" Flag, "whether a default condition is added to written ones";
        "consistency_pruning" Flag, "whether that is about consistency";
        "semantic_pruning" Flag, "whether that is about meaning";
        "implied" Any, "present whenever its conditions hold and its container is";
        "implies" Any, "what it makes present";
    }
    /// What elements may have of which several have one name.
    ALTERNATIVE {
        "default_alternative" Flag, "present when no other of its name is";
    }
}

impl Section {
    /// All sections.
    pub const ALL: [Self; 16] = [
        Self::Template,
        Self::Topology,
        Self::Variability,
        Self::VariabilityInput,
        Self::Preset,
        Self::Node,
        Self::Relation,
        Self::RelationshipTemplate,
        Self::Type,
        Self::Property,
        Self::Artifact,
        Self::Technology,
        Self::Group,
        Self::Policy,
        Self::Input,
        Self::Output,
    ];

    /// Its keys, those of the section itself first.
    pub fn keys(self) -> impl Iterator<Item = &'static KeyEntry> {
        let none: &[KeyEntry] = &[];
        let (own, alternatives, of_elements) = match self {
            Self::Template => (TEMPLATE, none, none),
            Self::Topology => (TOPOLOGY, none, none),
            Self::Variability => (VARIABILITY, none, none),
            Self::VariabilityInput => (VARIABILITY_INPUT, none, none),
            Self::Preset => (PRESET, none, none),
            Self::Node => (NODE, none, ELEMENT),
            Self::Relation => (RELATION, ALTERNATIVE, ELEMENT),
            Self::RelationshipTemplate => (RELATIONSHIP_TEMPLATE, none, none),
            Self::Type => (TYPE, ALTERNATIVE, ELEMENT),
            Self::Property => (PROPERTY, ALTERNATIVE, ELEMENT),
            Self::Artifact => (ARTIFACT, ALTERNATIVE, ELEMENT),
            Self::Technology => (TECHNOLOGY, ALTERNATIVE, ELEMENT),
            Self::Group => (GROUP, none, ELEMENT),
            Self::Policy => (POLICY, none, ELEMENT),
            Self::Input => (INPUT, ALTERNATIVE, ELEMENT),
            Self::Output => (OUTPUT, ALTERNATIVE, ELEMENT),
        };
        own.iter().chain(alternatives).chain(of_elements)
    }

    /// Its key of this name.
    pub fn key(self, name: &str) -> Option<&'static KeyEntry> {
        self.keys().find(|key| key.name == name)
    }

    /// Where its keys stand: "in a node template".
    pub fn words(self) -> &'static str {
        match self {
            Self::Template => "at the top of a template",
            Self::Topology => "in `topology_template`",
            Self::Variability => "in `variability`",
            Self::VariabilityInput => "in a variability input",
            Self::Preset => "in a preset",
            Self::Node => "in a node template",
            Self::Relation => "in a requirement",
            Self::RelationshipTemplate => "in a relationship template",
            Self::Type => "in an alternative type",
            Self::Property => "in a property with conditions",
            Self::Artifact => "in an artifact",
            Self::Technology => "in a technology",
            Self::Group => "in a group",
            Self::Policy => "in a policy",
            Self::Input => "in an input",
            Self::Output => "in an output",
        }
    }

    /// Whether the language defines all of its keys, so that another one is a mistake.
    pub fn is_closed(self) -> bool {
        matches!(self, Self::Variability | Self::Preset)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::ELEMENT_KEYWORDS;
    use super::*;

    #[test]
    fn a_section_names_each_key_once() {
        for section in Section::ALL {
            let names: Vec<&str> = section.keys().map(|key| key.name).collect();
            assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{section:?}");
        }
    }

    #[test]
    fn keywords_are_keys_of_nodes_or_of_alternatives() {
        let is_alternative = |word: &str| ALTERNATIVE.iter().any(|key| key.name == word);
        for word in ELEMENT_KEYWORDS {
            assert_ne!(Section::Node.key(word).is_some(), is_alternative(word), "{word}");
        }
        assert!(ELEMENT.iter().all(|key| ELEMENT_KEYWORDS.contains(&key.name)));
    }
}
