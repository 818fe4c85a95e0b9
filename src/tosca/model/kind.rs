//! The kinds of elements.

use std::fmt;

use crate::tosca::types::Collection;

/// What an element is. The order is the language's element order: ties between variants are broken along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// One of the types of a node, relation, group, policy or artifact.
    Type,
    /// Node template.
    Node,
    /// Requirement assignment, together with its relationship template.
    Relation,
    /// One of the values of a property.
    Property,
    /// Policy.
    Policy,
    /// Group.
    Group,
    /// Topology input.
    Input,
    /// Deployment artifact of a node.
    Artifact,
    /// Import of the service template.
    Import,
    /// Deployment technology of a node.
    Technology,
    /// Topology output.
    Output,
    /// Relationship template that is available without a requirement that names it.
    Connection,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 12;

    /// All kinds in element order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Type,
        Self::Node,
        Self::Relation,
        Self::Property,
        Self::Policy,
        Self::Group,
        Self::Input,
        Self::Artifact,
        Self::Import,
        Self::Technology,
        Self::Output,
        Self::Connection,
    ];

    /// The word for it in ids, options and messages.
    pub fn word(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::Node => "node",
            Self::Relation => "relation",
            Self::Property => "property",
            Self::Policy => "policy",
            Self::Group => "group",
            Self::Input => "input",
            Self::Artifact => "artifact",
            Self::Import => "import",
            Self::Technology => "technology",
            Self::Output => "output",
            Self::Connection => "connection",
        }
    }

    /// Whether the place in its list is part of an element's identity.
    pub fn is_indexed(self) -> bool {
        !matches!(self, Self::Node | Self::Group | Self::Connection)
    }

    /// Whether `default_alternative` replaces the conditions of such elements.
    pub fn replaces_conditions_by_alternative(self) -> bool {
        matches!(self, Self::Type | Self::Relation | Self::Property | Self::Artifact | Self::Technology)
    }

    /// Where the types of elements of this kind are defined; none where they have no types.
    pub fn collection(self) -> Option<Collection> {
        match self {
            Self::Node => Some(Collection::Node),
            Self::Relation | Self::Connection => Some(Collection::Relationship),
            Self::Group => Some(Collection::Group),
            Self::Policy => Some(Collection::Policy),
            Self::Artifact => Some(Collection::Artifact),
            Self::Type | Self::Property | Self::Input | Self::Import | Self::Technology | Self::Output => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One value for each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerKind<T>([T; Kind::COUNT]);

impl<T> PerKind<T> {
    /// The value `of(kind)` for each kind.
    pub fn from_fn(of: impl FnMut(Kind) -> T) -> Self {
        Self(Kind::ALL.map(of))
    }
}

impl<T> std::ops::Index<Kind> for PerKind<T> {
    type Output = T;

    fn index(&self, kind: Kind) -> &T {
        &self.0[kind as usize]
    }
}

impl<T> std::ops::IndexMut<Kind> for PerKind<T> {
    fn index_mut(&mut self, kind: Kind) -> &mut T {
        &mut self.0[kind as usize]
    }
}
