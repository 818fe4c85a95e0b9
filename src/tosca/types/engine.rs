//! Engines that documents are meant for: what each refuses that the profile allows.
//!
//! The tables are what the engines did when they were asked (`tests/engines/demands.py`).

use std::fmt;

use super::TypesProfile;

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// xOpera 0.7.0.
    Xopera,
    /// tosca-parser 2.15 of `OpenStack`.
    ToscaParser,
    /// Unfurl 1.2.0.
    Unfurl,
}

use Engine::{ToscaParser, Unfurl, Xopera};

/// Something that engines refuse.
#[derive(Clone, Copy, Debug)]
pub struct EngineRefusal {
    /// What it is, in the words of documents.
    pub what: &'static str,
    /// Who refuses it.
    by: &'static [Engine],
    /// Whether documents for these engines say it in another way, or without it.
    pub is_rewritten: bool,
}

impl EngineRefusal {
    const fn new(what: &'static str, by: &'static [Engine]) -> Self {
        Self { what, by, is_rewritten: false }
    }

    const fn rewritten(self) -> Self {
        Self { is_rewritten: true, ..self }
    }

    /// Whether an engine refuses it.
    pub fn is_by(&self, engine: Engine) -> bool {
        self.by.contains(&engine)
    }
}

/// A file in a repository.
pub const REPOSITORY: EngineRefusal = EngineRefusal::new("imports from repositories", &[ToscaParser, Unfurl]);
/// A file at an address.
pub const REMOTE: EngineRefusal = EngineRefusal::new("imports from the network", &[Xopera, ToscaParser, Unfurl]);
/// A program.
pub const PROGRAM: EngineRefusal = EngineRefusal::new("imports of programs in Python", &[Xopera, ToscaParser, Unfurl]);
/// A file that is not there; `check` tells it in any case.
pub const MISSING_IMPORT: EngineRefusal =
    EngineRefusal::new("imports whose files do not exist", &[Xopera, ToscaParser, Unfurl]);
/// Types with prefixed names.
pub const PREFIX: EngineRefusal = EngineRefusal::new("imports with `namespace_prefix`", &[Xopera, ToscaParser, Unfurl]);
/// Imports with names of their own.
pub const NAMED_IMPORT: EngineRefusal = EngineRefusal::new("imports that have names", &[Xopera]).rewritten();
/// A type that nobody defines.
pub const UNKNOWN_TYPE: EngineRefusal = EngineRefusal::new("types that nobody defines", &[Xopera, ToscaParser, Unfurl]);
/// A template of types alone.
pub const NO_TOPOLOGY: EngineRefusal = EngineRefusal::new("templates without a topology", &[Xopera]).rewritten();
/// A required requirement that no relation meets, or one that is met too often.
pub const OCCURRENCES: EngineRefusal =
    EngineRefusal::new("nodes without the relations that their types require", &[Xopera, ToscaParser]);
/// A property of a node that no type declares.
pub const PROPERTY: EngineRefusal =
    EngineRefusal::new("properties of nodes that no type declares", &[Xopera, ToscaParser]);
/// A property of a relationship template that no type declares.
pub const RELATIONSHIP_PROPERTY: EngineRefusal =
    EngineRefusal::new("properties of relationship templates that no type declares", &[Xopera, Unfurl]);
/// A property of an artifact or a group that no type declares.
pub const ARTIFACT_PROPERTY: EngineRefusal =
    EngineRefusal::new("properties of artifacts and groups that no type declares", &[Unfurl]);
/// A property of a policy that no type declares.
pub const POLICY_PROPERTY: EngineRefusal =
    EngineRefusal::new("properties of policies that no type declares", &[Xopera, ToscaParser, Unfurl]);
/// A requirement that names a type of nodes, one of which is selected on deployment.
pub const OPEN_REQUIREMENT: EngineRefusal =
    EngineRefusal::new("requirements that name a type of nodes", &[Xopera, ToscaParser]);
/// An assigned requirement whose definition says nothing of nodes.
pub const LOOSE_REQUIREMENT: EngineRefusal =
    EngineRefusal::new("requirements that types declare without `node`", &[ToscaParser]);
/// An assigned requirement whose definition is the name of a capability type.
pub const SHORT_REQUIREMENT: EngineRefusal =
    EngineRefusal::new("requirements that types declare in one word", &[Xopera, ToscaParser]);
/// A requirement that names a type of relationships.
pub const RELATIONSHIP_TYPE: EngineRefusal =
    EngineRefusal::new("types of relationships in requirements", &[Xopera]).rewritten();
/// A relationship that takes endpoints, to a capability that is none.
pub const CONNECTS_TO: EngineRefusal =
    EngineRefusal::new("tosca.relationships.ConnectsTo to capabilities that are no endpoints", &[Unfurl]);
/// A capability whose definition is the name of its type.
pub const SHORT_CAPABILITY: EngineRefusal =
    EngineRefusal::new("capabilities that types declare in one word", &[ToscaParser, Unfurl]);
/// A capability of a type of the author that is one of machines.
pub const COMPUTE_CAPABILITY: EngineRefusal =
    EngineRefusal::new("capabilities of own types derived from tosca.capabilities.Compute", &[ToscaParser]);
/// A property that has a data type of the author which is a number or a text.
pub const SIMPLE_DATA: EngineRefusal =
    EngineRefusal::new("properties whose data type is derived from a simple type", &[ToscaParser, Unfurl]);
/// An attribute that no type declares.
pub const ATTRIBUTE: EngineRefusal = EngineRefusal::new("attributes that no type declares", &[Xopera]);
/// An interface or an operation that no type declares.
pub const OPERATION: EngineRefusal =
    EngineRefusal::new("interfaces and operations that no type declares", &[Xopera, ToscaParser, Unfurl]);
/// An input of an operation that neither the operation nor its interface has in a type.
pub const OPERATION_INPUT: EngineRefusal = EngineRefusal::new("inputs of operations that no type declares", &[Xopera]);
/// Inputs for all operations of an interface of a node.
pub const INTERFACE_INPUTS: EngineRefusal = EngineRefusal::new("`inputs` of interfaces of nodes", &[ToscaParser]);
/// Notifications of an interface of a node.
pub const NOTIFICATIONS: EngineRefusal = EngineRefusal::new("`notifications` of interfaces of nodes", &[ToscaParser]);
/// Operations beside the notation `operations`.
pub const SHORT_OPERATION: EngineRefusal =
    EngineRefusal::new("operations of a node outside of `operations`", &[Xopera]).rewritten();
/// A file that does not exist.
pub const MISSING_FILE: EngineRefusal =
    EngineRefusal::new("artifacts and implementations whose files do not exist", &[Xopera]);
/// The version of an artifact.
pub const ARTIFACT_VERSION: EngineRefusal = EngineRefusal::new("`version` of artifacts", &[Xopera]);
/// The version of the type of an artifact.
pub const ARTIFACT_TYPE_VERSION: EngineRefusal = EngineRefusal::new("`artifact_version` of artifacts", &[Unfurl]);
/// A key that says nothing.
pub const EMPTY: EngineRefusal = EngineRefusal::new("keys without a value", &[Xopera]).rewritten();
/// An interface that says nothing, or says nothing of its operations.
pub const EMPTY_INTERFACE: EngineRefusal =
    EngineRefusal::new("interfaces of nodes without a value", &[ToscaParser, Unfurl]).rewritten();
/// Metadata that say nothing.
pub const EMPTY_METADATA: EngineRefusal =
    EngineRefusal::new("`metadata` of groups and policies without a value", &[ToscaParser, Unfurl]).rewritten();
/// Values of `metadata` that are no text.
pub const METADATA: EngineRefusal = EngineRefusal::new("metadata that are no texts", &[Xopera]).rewritten();
/// A relationship template inside a requirement.
pub const INLINE: EngineRefusal =
    EngineRefusal::new("relationship templates inside of requirements", &[Xopera]).rewritten();
/// Connections.
pub const DEFAULT_FOR: EngineRefusal = EngineRefusal::new("`default_for`", &[Xopera]);
/// An output that says nothing.
pub const OUTPUT: EngineRefusal = EngineRefusal::new("outputs without a value", &[ToscaParser, Unfurl]).rewritten();
/// An input that says no type.
pub const INPUT: EngineRefusal = EngineRefusal::new("topology inputs without a type", &[ToscaParser]);
/// The type of an output.
pub const OUTPUT_TYPE: EngineRefusal = EngineRefusal::new("`type` of outputs", &[ToscaParser]);
/// The value of an input in its declaration.
pub const INPUT_VALUE: EngineRefusal = EngineRefusal::new("`value` of topology inputs", &[ToscaParser]);
/// Where the names of an import are from.
pub const NAMESPACE_URI: EngineRefusal = EngineRefusal::new("imports with `namespace_uri`", &[ToscaParser]);
/// A property of the substituted node that is one of another node.
pub const SUBSTITUTED_PROPERTY: EngineRefusal =
    EngineRefusal::new("properties of nodes in `substitution_mappings`", &[Unfurl]);
/// A trigger that says no event, as the keys of earlier revisions do.
pub const TRIGGER_EVENT: EngineRefusal = EngineRefusal::new("triggers of policies without `event`", &[Xopera]);
/// A trigger that says no action.
pub const TRIGGER_ACTION: EngineRefusal = EngineRefusal::new("triggers of policies without `action`", &[Xopera]);
/// A condition in one text.
pub const CONDITION_TEXT: EngineRefusal =
    EngineRefusal::new("conditions of triggers that are texts", &[Xopera, ToscaParser, Unfurl]);
/// A condition as the profile has it.
pub const CONDITION_LIST: EngineRefusal =
    EngineRefusal::new("conditions of triggers that are lists", &[ToscaParser, Unfurl]);
/// A condition whose constraint is no condition of the profile.
pub const CONDITION_CONSTRAINT: EngineRefusal =
    EngineRefusal::new("conditions of triggers whose `constraint` is no list", &[Xopera]);
/// A condition with a key that the engine does not have.
pub const CONDITION_KEY: EngineRefusal =
    EngineRefusal::new("keys in conditions of triggers that it does not know", &[Xopera, ToscaParser, Unfurl]);
/// A trigger that says no condition.
pub const TRIGGER: EngineRefusal =
    EngineRefusal::new("triggers of policies without `condition`", &[ToscaParser, Unfurl]);

/// What the template may stand for in others.
pub const SUBSTITUTION: EngineRefusal = EngineRefusal::new("`substitution_mappings`", &[Xopera]).rewritten();
/// A property that is read, and that no type declares.
pub const PROPERTY_READ: EngineRefusal =
    EngineRefusal::new("`get_property` of what no type declares", &[ToscaParser, Unfurl]);

/// Sections of a topology that engines do not know.
pub static SECTIONS: &[(&str, EngineRefusal)] =
    &[("workflows", EngineRefusal::new("workflows", &[Xopera, ToscaParser])), ("substitution_mappings", SUBSTITUTION)];

/// Keys of a service template that engines do not know.
pub static KEYS: &[(&str, EngineRefusal)] = &[
    ("namespace", EngineRefusal::new("`namespace`", &[ToscaParser])),
    ("template_name", EngineRefusal::new("`template_name`", &[Xopera]).rewritten()),
    ("template_author", EngineRefusal::new("`template_author`", &[Xopera]).rewritten()),
    ("template_version", EngineRefusal::new("`template_version`", &[Xopera]).rewritten()),
];

/// Types of the profile that engines do not know.
pub static TYPES: &[(&str, EngineRefusal)] = &[
    ("tosca.nodes.Storage.ObjectStorage", EngineRefusal::new("tosca.nodes.Storage.ObjectStorage", &[ToscaParser])),
    ("tosca.nodes.Storage.BlockStorage", EngineRefusal::new("tosca.nodes.Storage.BlockStorage", &[ToscaParser])),
    ("tosca.nodes.Abstract.Compute", EngineRefusal::new("tosca.nodes.Abstract.Compute", &[ToscaParser])),
    ("tosca.nodes.Abstract.Storage", EngineRefusal::new("tosca.nodes.Abstract.Storage", &[ToscaParser])),
];

/// Properties that engines require of types.
pub static REQUIRED: &[(&str, &str, EngineRefusal)] = &[
    ("tosca.nodes.Abstract.Storage", "name", EngineRefusal::new("storage without `name`", &[Xopera, Unfurl])),
    ("tosca.nodes.Storage.ObjectStorage", "maxsize", EngineRefusal::new("object storage without `maxsize`", &[Unfurl])),
    (
        "tosca.nodes.WebApplication",
        "context_root",
        EngineRefusal::new("web applications without `context_root`", &[Xopera]),
    ),
];

impl Engine {
    /// All engines.
    pub const ALL: [Self; 3] = [Xopera, ToscaParser, Unfurl];

    /// Which types are built in: its own, where it has others than the profile and the author asks for no others.
    pub fn types(self, wanted: TypesProfile) -> TypesProfile {
        match (self, wanted) {
            (Xopera, TypesProfile::Tosca13) => TypesProfile::Xopera,
            (_, wanted) => wanted,
        }
    }

    /// The keys that conditions of triggers may have.
    pub fn condition_keys(self) -> &'static [&'static str] {
        match self {
            Xopera => &["constraint", "period", "evaluations", "method"],
            ToscaParser | Unfurl => &[
                "constraint",
                "granularity",
                "evaluations",
                "aggregation_method",
                "threshold",
                "comparison_operator",
                "resource_type",
                "state",
            ],
        }
    }

    /// What options call it.
    pub fn option(self) -> &'static str {
        match self {
            Xopera => "xopera",
            ToscaParser => "tosca-parser",
            Unfurl => "unfurl",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Xopera => "xOpera",
            ToscaParser => "tosca-parser",
            Unfurl => "Unfurl",
        })
    }
}
