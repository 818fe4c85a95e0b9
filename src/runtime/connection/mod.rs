//! Connections: relationship templates that tasks can use without a requirement.
//!
//! Comes in: the relationship templates of a template, those inside its requirements, and those of an environment. Goes
//! out: [`Connections`], which know to which nodes each is available. Whether an element is present is asked by others.

mod capability;
mod collect;
mod matching;
mod properties;
mod query;

use std::sync::Arc;

pub(super) use collect::explicit;
pub use matching::Subject;
pub(super) use properties::declared;
pub use query::{Query, values};

use super::lineage::lineage;
use crate::model::{ElementId, Model};
use crate::source::Span;
use crate::syntax::yaml::Yaml;
use crate::types::Collection;

/// A connection.
#[derive(Clone, Debug)]
pub struct Connection<'c> {
    /// Its name: that of the relationship template, or of the requirement that holds it.
    pub name: Arc<str>,
    /// What it is available to.
    pub default_for: DefaultFor,
    /// Its type and what that derives from, nearest first; empty without a type.
    pub types: Vec<Arc<str>>,
    /// Its definition.
    pub body: Yaml<'c>,
    /// Where it is named.
    pub span: Span,
    /// Where it is defined.
    pub source: Source,
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
    /// In `relationship_templates`, by place in [`Model::relationship_templates`].
    Template(usize),
    /// In a requirement.
    Requirement(ElementId),
}

/// All connections of a template and its environment.
#[derive(Clone, Debug)]
pub struct Connections<'c> {
    /// Those of the environment, then those of the template, then those in requirements, each in order.
    all: Vec<Connection<'c>>,
}

impl<'c> Connections<'c> {
    /// The connections in the order in which they are met.
    pub fn iter(&self) -> impl Iterator<Item = &Connection<'c>> {
        self.all.iter()
    }

    /// The connection of a number, counted in that order.
    pub(super) fn get(&self, number: usize) -> &Connection<'c> {
        &self.all[number]
    }
}

impl<'c> Connection<'c> {
    fn new(model: &Model, name: &str, span: Span, body: Yaml<'c>, source: Source) -> Self {
        let own_type = body.get("type").filter(|own_type| own_type.is_scalar() && !own_type.is_null());
        let types = own_type
            .map_or_else(Vec::new, |own_type| lineage(model.types(), Collection::Relationship, own_type.text()));
        Self { name: name.into(), default_for: DefaultFor::Explicit, types, body, span, source }
    }

    /// The requirement that holds it, if one does.
    pub fn requirement(&self) -> Option<ElementId> {
        match self.source {
            Source::Requirement(relation) => Some(relation),
            Source::Environment | Source::Template(_) => None,
        }
    }

    /// Whether it is defined outside the template.
    pub fn is_outside(&self) -> bool {
        self.source == Source::Environment
    }

    /// The name of its type; empty where it has none.
    pub fn type_name(&self) -> &str {
        self.types.first().map_or("", |name| name)
    }
}
