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

    /// Where nothing rewrites it.
    #[must_use]
    pub fn as_written(self) -> Self {
        Self { is_rewritten: false, ..self }
    }

    /// Whether an engine refuses it.
    pub fn is_by(&self, engine: Engine) -> bool {
        self.by.contains(&engine)
    }
}

/// A row says what is refused, in the words of documents, and by whom; `rewritten` where documents for these engines say
/// it in another way, or without it.
macro_rules! refusals {
    ($($name:ident: $what:literal, by $($engine:ident)+ $(, $way:ident)?;)*) => {$(
        #[doc = $what]
        pub const $name: EngineRefusal = EngineRefusal::new($what, &[$($engine),+])$(.$way())?;
    )*};
}

refusals! {
    REPOSITORY: "imports from repositories", by ToscaParser;
    UNKNOWN_REPOSITORY: "imports from repositories that are not declared", by Unfurl;
    REMOTE: "imports from the network", by Xopera ToscaParser Unfurl;
    PROGRAM: "imports of programs in Python", by Xopera ToscaParser;
    MISSING_IMPORT: "imports whose files do not exist", by Xopera ToscaParser Unfurl;
    PREFIX: "imports with `namespace_prefix`", by Xopera ToscaParser;
    PREFIX_COLON: "types behind a `namespace_prefix` and a colon", by Unfurl;
    NAMED_IMPORT: "imports that have names", by Xopera, rewritten;
    UNKNOWN_TYPE: "types that are not defined", by Xopera ToscaParser Unfurl;
    NO_TOPOLOGY: "templates without a topology", by Xopera, rewritten;
    OCCURRENCES: "nodes without the relations that their types require", by Xopera ToscaParser;
    PROPERTY: "properties of nodes that no type declares", by Xopera ToscaParser;
    RELATIONSHIP_PROPERTY: "properties of relationship templates that no type declares", by Xopera Unfurl;
    ARTIFACT_PROPERTY: "properties of artifacts and groups that no type declares", by Unfurl;
    POLICY_PROPERTY: "properties of policies that no type declares", by Xopera ToscaParser Unfurl;
    OPEN_REQUIREMENT: "requirements that name a type of nodes", by Xopera ToscaParser;
    UNMATCHED: "requirements that name a type of which no node is there", by Unfurl;
    NO_CAPABILITY: "requirements of a capability that the node does not have", by Unfurl;
    LOOSE_REQUIREMENT: "requirements that types declare without `node`", by ToscaParser;
    SHORT_REQUIREMENT: "requirements that types declare in one word", by Xopera ToscaParser;
    RELATIONSHIP_TYPE: "types of relationships in requirements", by Xopera, rewritten;
    CONNECTS_TO: "tosca.relationships.ConnectsTo to capabilities that are no endpoints", by Unfurl;
    SHORT_CAPABILITY: "capabilities that types declare in one word", by ToscaParser Unfurl;
    COMPUTE_CAPABILITY: "capabilities of own types derived from tosca.capabilities.Compute", by ToscaParser;
    SIMPLE_DATA: "properties whose data type is derived from a simple type", by ToscaParser Unfurl;
    SHORT_ENTRY: "`entry_schema` in one word", by Unfurl, rewritten;
    ATTRIBUTE: "attributes that no type declares", by Xopera;
    OPERATION: "interfaces and operations that no type declares", by Xopera ToscaParser Unfurl;
    OPERATION_INPUT: "inputs of operations that no type declares", by Xopera;
    INTERFACE_INPUTS: "`inputs` of interfaces of nodes", by ToscaParser;
    OPERATION_KEY: "keys of operations and implementations that it does not know", by Unfurl;
    INLINE_ARTIFACT: "artifacts inside of operations with a type, properties or inputs", by Unfurl;
    NOTIFICATIONS: "`notifications` of interfaces of nodes", by ToscaParser;
    SHORT_OPERATION: "operations of a node outside of `operations`", by Xopera, rewritten;
    MISSING_FILE: "artifacts and implementations whose files do not exist", by Xopera;
    PATH_UP: "paths that lead up from the folder of the document", by Xopera;
    ARTIFACT_TYPE: "artifacts of types that are not defined", by Unfurl;
    ARTIFACT_FILE: "artifacts without `file`", by Unfurl;
    ARTIFACT_VERSION: "`version` of artifacts", by Xopera;
    ARTIFACT_TYPE_VERSION: "`artifact_version` of artifacts", by Unfurl;
    EMPTY: "keys without a value", by Xopera, rewritten;
    EMPTY_REPOSITORIES: "`repositories` without a value", by Unfurl, rewritten;
    EMPTY_INTERFACE: "interfaces of nodes without a value", by ToscaParser Unfurl, rewritten;
    EMPTY_METADATA: "`metadata` of groups and policies without a value", by ToscaParser Unfurl, rewritten;
    UNKNOWN_KEY: "keys that it does not know", by Unfurl;
    DATE: "dates without quotes", by Unfurl, rewritten;
    METADATA: "metadata that are no texts", by Xopera, rewritten;
    INLINE: "relationship templates inside of requirements", by Xopera, rewritten;
    DEFAULT_FOR: "`default_for`", by Xopera;
    OUTPUT: "outputs without a value", by ToscaParser Unfurl, rewritten;
    INPUT: "topology inputs without a type", by ToscaParser;
    INPUT_DATA: "topology inputs of data types", by Unfurl;
    OUTPUT_TYPE: "`type` of outputs", by ToscaParser;
    INPUT_VALUE: "`value` of topology inputs", by ToscaParser;
    NAMESPACE_URI: "imports with `namespace_uri`", by ToscaParser;
    SUBSTITUTED_NODE: "`substitution_mappings` of a node that is absent", by Unfurl;
    SUBSTITUTED_PROPERTY: "properties of nodes in `substitution_mappings`", by Unfurl;
    TRIGGER_EVENT: "triggers of policies without `event`", by Xopera;
    TRIGGER_ACTION: "triggers of policies without `action`", by Xopera;
    CONDITION_TEXT: "conditions of triggers that are texts", by Xopera ToscaParser Unfurl;
    CONDITION_LIST: "conditions of triggers that are lists", by ToscaParser Unfurl;
    CONDITION_CONSTRAINT: "conditions of triggers whose `constraint` is no list", by Xopera;
    CONDITION_KEY: "keys in conditions of triggers that it does not know", by Xopera ToscaParser Unfurl;
    TRIGGER: "triggers of policies without `condition`", by ToscaParser Unfurl;
    TRIGGER_NODE: "triggers that wait at a node which is not there", by Xopera;
    TRIGGER_TARGET: "triggers that wait at what is no target of their policy", by Xopera;
    SUBSTITUTION: "`substitution_mappings`", by Xopera, rewritten;
    PROPERTY_READ: "`get_property` of what no type declares", by ToscaParser Unfurl;
    MEMBER_READ: "reads of what is neither declared nor of a capability", by Unfurl;
    ABSENT_NODE: "reads of nodes that are absent", by Unfurl;
    TOKEN: "`token` of anything but a text, one character and a number", by Unfurl;
    CONCAT: "`concat` of nothing", by Unfurl;
}

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

/// Types that engines build in besides those of the profile.
static OWN_TYPES: &[(&str, &[Engine])] = &[
    ("tosca.nodes.BlockStorage", &[ToscaParser, Unfurl]),
    ("tosca.nodes.ObjectStorage", &[ToscaParser, Unfurl]),
    ("tosca.nodes.network.FloatingIP", &[ToscaParser, Unfurl]),
    ("tosca.nodes.Container.Application.Docker", &[ToscaParser, Unfurl]),
    ("tosca.nodes.Container.Runtime.Docker", &[Unfurl]),
    ("tosca.capabilities.Container.Docker", &[ToscaParser, Unfurl]),
    ("tosca.artifacts.Deployment.Image.Container.Docker", &[ToscaParser, Unfurl]),
    ("tosca.artifacts.Deployment.Image.VM.ISO", &[ToscaParser, Unfurl]),
    ("tosca.artifacts.Deployment.Image.VM.QCOW2", &[ToscaParser, Unfurl]),
    ("tosca.artifacts.template.Jinja2", &[ToscaParser]),
    ("tosca.artifacts.template.Twig", &[ToscaParser]),
    ("tosca.policies.Monitoring", &[ToscaParser, Unfurl]),
    ("tosca.policies.Reservation", &[ToscaParser, Unfurl]),
];

/// How the names of types begin that Unfurl brings along.
const OF_UNFURL: &str = "unfurl.";

/// Interfaces that nodes have without a word of their types, for Unfurl, with their operations; `*` stands for all.
pub static OWN_INTERFACES: &[(&str, &[&str])] = &[
    ("Install", &["check", "discover", "revert", "connect", "restart"]),
    ("Mock", &["*"]),
    ("defaults", &["implementation", "outputs"]),
];

/// Keys that Unfurl knows besides those of the profile.
pub static OWN_KEYS: &[&str] =
    &["copy", "dependencies", "deployment_blueprints", "imported", "instance_keys", "name", "node_filter", "title"];

/// Keys of nodes and requirements that Unfurl does not know, although later versions of TOSCA do.
pub static LATER_KEYS: &[&str] = &["count"];

/// The keys of an operation for Unfurl.
pub static OPERATION_KEYS: &[&str] =
    &["description", "implementation", "inputs", "outputs", "entry_state", "exit_state", "invoke"];

/// The keys of an implementation for Unfurl.
pub static IMPLEMENTATION_KEYS: &[&str] =
    &["primary", "dependencies", "timeout", "className", "operation_host", "environment", "preConditions", "invoke"];

/// The keys of an artifact inside of an operation for Unfurl.
pub static INLINE_ARTIFACT_KEYS: &[&str] = &["description", "file", "repository"];

/// Repositories that Unfurl has by itself.
pub static OWN_REPOSITORIES: &[&str] = &["unfurl", "self", "spec"];

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
    /// Which types are built in: its own, where it has others than the profile and the author asks for no others.
    pub fn types(self, wanted: TypesProfile) -> TypesProfile {
        match (self, wanted) {
            (Xopera, TypesProfile::Tosca13) => TypesProfile::Xopera,
            (_, wanted) => wanted,
        }
    }

    /// Whether it builds in a type that the profile does not have.
    pub fn builds_in(self, name: &str) -> bool {
        let is_listed = OWN_TYPES.iter().any(|(own, by)| *own == name && by.contains(&self));
        is_listed || self == Unfurl && name.starts_with(OF_UNFURL)
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
