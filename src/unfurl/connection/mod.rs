//! Connections: relationship templates that tasks can use without a requirement.
//!
//! Comes in: the relationship templates of a template, those inside its requirements, and those of an environment. Goes
//! out: [`Connections`], which know to which nodes each is available. Whether an element is present is asked by others.

mod capability;
mod collect;
mod imported;
mod localhost;
mod matching;
mod properties;
mod query;
mod typing;

use std::sync::Arc;

pub(super) use collect::{explicit, explicit_typed};
pub(super) use localhost::from_localhost;
pub use matching::ConnectionTarget;
pub(super) use properties::texts;
pub use query::{Query, values};
pub(super) use typing::TypeChoice;

use super::lineage::line;
use crate::source::Span;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Model};
use crate::tosca::types::Collection;

/// A connection.
#[derive(Clone, Debug)]
pub struct Connection<'c> {
    /// Its name: that of the relationship template, or of the requirement that holds it.
    pub name: Arc<str>,
    /// What it is available to.
    pub default_for: DefaultFor,
    /// Its type and what that derives from, nearest first; empty without a type.
    pub types: Vec<Arc<str>>,
    /// The definitions of these types, as far as there are any.
    pub(super) definitions: Vec<Yaml<'c>>,
    /// Its definition.
    pub body: Yaml<'c>,
    /// Where it is named.
    pub span: Span,
    /// Where it is defined.
    pub source: Source,
    /// Where it has these types, if it may have others.
    pub(super) chosen: TypeChoice,
}

/// What a connection is available to, besides what is hosted there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DefaultFor {
    /// Every node.
    Any,
    /// The node whose requirement holds it.
    Own,
    /// A node, a node type, a capability or a capability type of this name.
    Named(Arc<str>, Span),
    /// Only what an operation host uses it for.
    Explicit,
}

/// Where a connection is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// In the environment.
    Environment,
    /// In another ensemble, by place among those that the environment imports from.
    External(usize),
    /// In `relationship_templates`, by place in [`Model::relationship_templates`].
    Template(usize),
    /// In a requirement.
    Requirement(ElementId),
}

/// All connections of a template and its environment; one that may have several types is there with each of them.
#[derive(Clone, Debug)]
pub struct Connections<'c> {
    /// Those of the environment, those it imports, then those of the template, then those in requirements, each in order.
    all: Vec<Connection<'c>>,
}

impl<'c> Connections<'c> {
    /// The connections in the order in which they are met.
    pub fn iter(&self) -> impl Iterator<Item = &Connection<'c>> {
        self.all.iter()
    }

    /// Whether it is the first of those that differ in their types only.
    fn is_first(&self, connection: &Connection<'_>) -> bool {
        let first = self.all.iter().find(|other| other.is_same(connection));
        first.is_some_and(|first| std::ptr::eq(first, connection))
    }

    /// The connection of a number, counted in that order.
    pub(super) fn get(&self, number: usize) -> &Connection<'c> {
        &self.all[number]
    }
}

impl<'c> Connection<'c> {
    /// A connection with the type that it names itself, if any.
    fn new(model: &'c Model, name: &str, span: Span, body: Yaml<'c>, source: Source) -> Self {
        let (types, definitions, chosen) = (Vec::new(), Vec::new(), TypeChoice::default());
        let default_for = DefaultFor::Explicit;
        let own = Self { name: name.into(), default_for, types, definitions, body, span, source, chosen };
        own.with_own_type(model, None)
    }

    /// The connection where relationship types that the template does not define are those of a section.
    fn with_own_type(self, model: &'c Model, others: Option<Yaml<'c>>) -> Self {
        let own_type = self.body.get("type").filter(|own_type| own_type.is_scalar() && !own_type.is_null());
        self.with_type(model, own_type.map(Yaml::text), others)
    }

    fn with_type(self, model: &'c Model, name: Option<&str>, others: Option<Yaml<'c>>) -> Self {
        let line = name.map_or_else(Vec::new, |name| line(model, Collection::Relationship, name, others));
        let (types, definitions): (Vec<_>, Vec<_>) = line.into_iter().unzip();
        Self { types, definitions: definitions.into_iter().flatten().collect(), ..self }
    }

    /// The connection with each of several types.
    fn with_choices(&self, model: &'c Model, choices: Vec<TypeChoice>) -> Vec<Self> {
        let with = |chosen: TypeChoice| {
            let typed = self.clone().with_type(model, chosen.name.as_deref(), None);
            Self { chosen, ..typed }
        };
        choices.into_iter().map(with).collect()
    }

    /// Whether two differ in their types only.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.source == other.source && self.name == other.name
    }

    /// Whether two are the same, with the same types.
    pub(super) fn is_one(&self, other: &Self) -> bool {
        self.is_same(other) && self.chosen == other.chosen
    }

    /// Whether what holds it is present, and it has these types.
    pub(super) fn is_held(&self, is_present: impl Fn(ElementId) -> bool) -> bool {
        self.requirement().is_none_or(&is_present) && self.chosen.when.holds(is_present)
    }

    /// The requirement that holds it, if one does.
    pub fn requirement(&self) -> Option<ElementId> {
        match self.source {
            Source::Requirement(relation) => Some(relation),
            Source::Environment | Source::External(_) | Source::Template(_) => None,
        }
    }

    /// Whether it is defined outside the template.
    pub fn is_outside(&self) -> bool {
        matches!(self.source, Source::Environment | Source::External(_))
    }

    /// The name of its type; empty where it has none.
    pub fn type_name(&self) -> &str {
        self.types.first().map_or("", |name| name)
    }
}
