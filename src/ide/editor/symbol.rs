//! Things that have a name, and the places where they are named.

use std::sync::Arc;

use crate::source::Span;
use crate::tosca::model::{ElementId, Kind, Model};
use crate::tosca::types::Collection;

/// What a name is the name of; things of different spaces may share names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Space {
    /// A variability input.
    VariabilityInput,
    /// A preset.
    Preset,
    /// A named expression or condition.
    Expression,
    /// A node template.
    Node,
    /// A requirement of a node; all of one name together.
    Relation,
    /// A relationship template.
    RelationshipTemplate,
    /// An artifact of a node; all of one name together.
    Artifact,
    /// A group.
    Group,
    /// A policy.
    Policy,
    /// A topology input.
    TopologyInput,
    /// A topology output.
    Output,
    /// A type.
    Type(Collection),
}

impl Space {
    /// What one of its things is called.
    pub fn noun(self) -> &'static str {
        match self {
            Self::VariabilityInput => "variability input",
            Self::Preset => "preset",
            Self::Expression => "expression",
            Self::Node => "node",
            Self::Relation => "relation",
            Self::RelationshipTemplate => "relationship template",
            Self::Artifact => "artifact",
            Self::Group => "group",
            Self::Policy => "policy",
            Self::TopologyInput => "topology input",
            Self::Output => "output",
            Self::Type(collection) => collection.noun(),
        }
    }
}

/// Something that has a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol {
    /// What it is.
    pub space: Space,
    /// The node of a relation or an artifact.
    pub owner: Option<Arc<str>>,
    /// Its name.
    pub name: Arc<str>,
}

/// Whether a place says what something is, or only mentions it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It is defined there.
    Definition,
    /// It is mentioned there.
    Reference,
}

/// A place that names something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// What is named.
    pub symbol: Symbol,
    /// The name, with quotes if it has any.
    pub span: Span,
    /// Whether it is defined or mentioned there.
    pub role: Role,
}

impl Symbol {
    /// The thing with this name that belongs to nothing.
    pub fn new(space: Space, name: &str) -> Self {
        Self { space, owner: None, name: name.into() }
    }

    /// Whether it is the name of an element.
    pub fn means(&self, model: &Model, id: ElementId) -> bool {
        // Most elements have another name, which takes no time to see.
        model.element(id).name == self.name && Self::of(model, id).as_ref() == Some(self)
    }

    /// What the name of an element means; none for elements that are not referred to by name.
    pub fn of(model: &Model, id: ElementId) -> Option<Self> {
        let element = model.element(id);
        let owner = element.container.map(|container| (container.kind(), &model.element(container).name));
        let space = match id.kind() {
            Kind::Node => Space::Node,
            Kind::Relation => Space::Relation,
            Kind::Artifact => Space::Artifact,
            Kind::Group => Space::Group,
            Kind::Policy => Space::Policy,
            Kind::Input => Space::TopologyInput,
            Kind::Output => Space::Output,
            Kind::Connection => Space::RelationshipTemplate,
            Kind::Type => Space::Type(match owner?.0 {
                Kind::Relation | Kind::Connection => Collection::Relationship,
                Kind::Artifact => Collection::Artifact,
                Kind::Group => Collection::Group,
                Kind::Policy => Collection::Policy,
                _ => Collection::Node,
            }),
            Kind::Property | Kind::Import | Kind::Technology => return None,
        };
        let has_owner = matches!(space, Space::Relation | Space::Artifact);
        let owner = owner.filter(|_| has_owner).map(|(_, name)| Arc::clone(name));
        Some(Self { space, owner, name: Arc::clone(&element.name) })
    }
}
