//! Connections: relationship templates that tasks can use without a requirement.
//!
//! Comes in: the relationship templates of a template, those inside its requirements, and those of an environment. Goes
//! out: [`Connections`], which know to which nodes each is available. Whether an element is present is asked by others.

mod capability;
mod collect;
mod external;
mod localhost;
mod matching;
mod properties;
mod query;

use std::sync::Arc;

pub(super) use collect::explicit;
pub use external::{External, Import};
pub(super) use localhost::{LOCALHOST, from_localhost};
pub use matching::Subject;
pub(super) use properties::texts;
pub use query::{Query, values};

use super::lineage::line;
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
    /// The definitions of these types, as far as there are any.
    pub(super) definitions: Vec<Yaml<'c>>,
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
    /// In another ensemble, by place among those that the environment imports from.
    External(usize),
    /// In `relationship_templates`, by place in [`Model::relationship_templates`].
    Template(usize),
    /// In a requirement.
    Requirement(ElementId),
}

/// All connections of a template and its environment.
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

    /// The connection of a number, counted in that order.
    pub(super) fn get(&self, number: usize) -> &Connection<'c> {
        &self.all[number]
    }
}

impl<'c> Connection<'c> {
    fn new(model: &'c Model, name: &str, span: Span, body: Yaml<'c>, source: Source) -> Self {
        let (types, definitions) = (Vec::new(), Vec::new());
        let own = Self { name: name.into(), default_for: DefaultFor::Explicit, types, definitions, body, span, source };
        own.with_types(model, None)
    }

    /// The connection where relationship types that the template does not define are those of a section.
    fn with_types(self, model: &'c Model, others: Option<Yaml<'c>>) -> Self {
        let own_type = self.body.get("type").filter(|own_type| own_type.is_scalar() && !own_type.is_null());
        let line = own_type.map_or_else(Vec::new, |name| line(model, Collection::Relationship, name.text(), others));
        let (types, definitions): (Vec<_>, Vec<_>) = line.into_iter().unzip();
        Self { types, definitions: definitions.into_iter().flatten().collect(), ..self }
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
