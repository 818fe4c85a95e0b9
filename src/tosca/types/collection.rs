//! The sections in which a service template defines types.

use std::fmt;

/// What every root type derives from; it has no definition itself.
pub const ENTITY_ROOT: &str = "tosca.entity.Root";

/// A section of type definitions: what its types are types of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Collection {
    /// `node_types`.
    Node,
    /// `relationship_types`.
    Relationship,
    /// `artifact_types`.
    Artifact,
    /// `capability_types`.
    Capability,
    /// `data_types`.
    Data,
    /// `group_types`.
    Group,
    /// `policy_types`.
    Policy,
    /// `interface_types`.
    Interface,
}

/// The name of a type, and what it is a type of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeName<'n> {
    /// Where it is defined.
    pub collection: Collection,
    /// The name.
    pub name: &'n str,
}

impl Collection {
    /// How many collections there are.
    pub const COUNT: usize = 8;

    /// All collections.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Node,
        Self::Relationship,
        Self::Artifact,
        Self::Capability,
        Self::Data,
        Self::Group,
        Self::Policy,
        Self::Interface,
    ];

    /// The type of this name.
    pub fn named(self, name: &str) -> TypeName<'_> {
        TypeName { collection: self, name }
    }

    /// Its key in a service template.
    pub fn key(self) -> &'static str {
        match self {
            Self::Node => "node_types",
            Self::Relationship => "relationship_types",
            Self::Artifact => "artifact_types",
            Self::Capability => "capability_types",
            Self::Data => "data_types",
            Self::Group => "group_types",
            Self::Policy => "policy_types",
            Self::Interface => "interface_types",
        }
    }

    /// The collection with this key.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|collection| collection.key() == key)
    }

    /// What one of its types is called in messages.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Node => "node type",
            Self::Relationship => "relationship type",
            Self::Artifact => "artifact type",
            Self::Capability => "capability type",
            Self::Data => "data type",
            Self::Group => "group type",
            Self::Policy => "policy type",
            Self::Interface => "interface type",
        }
    }

    /// What a type derives from when its definition does not say.
    pub fn root(self) -> &'static str {
        match self {
            Self::Node => "tosca.nodes.Root",
            Self::Relationship => "tosca.relationships.Root",
            Self::Artifact => "tosca.artifacts.Root",
            Self::Capability => "tosca.capabilities.Root",
            Self::Data => "tosca.datatypes.Root",
            Self::Group => "tosca.groups.Root",
            Self::Policy => "tosca.policies.Root",
            Self::Interface => "tosca.interfaces.Root",
        }
    }
}

impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}
