//! What has properties, as functions in values name it.

use std::sync::Arc;

use super::connection::{Connection, Source, explicit};
use super::job::Job;
use crate::tosca::model::ElementId;

/// What has properties.
#[derive(Clone, Copy)]
pub(super) enum Owner<'o, 'j> {
    /// A present node.
    Node(ElementId),
    /// A present relation.
    Relation(ElementId),
    /// A connection.
    Connection(&'o Connection<'j>),
}

impl<'j> Job<'j> {
    /// The name of an instance.
    pub(super) fn name_of(&self, owner: Owner<'_, 'j>) -> Arc<str> {
        match owner {
            Owner::Node(node) => Arc::clone(&self.model.element(node).name),
            Owner::Relation(relation) => {
                let template = explicit(self.model, relation).map(|template| template.name);
                template.unwrap_or_else(|| Arc::clone(&self.model.element(relation).name))
            }
            Owner::Connection(connection) => Arc::clone(&connection.name),
        }
    }

    /// What a task that is on an instance calls it: the node, or the relation behind its source.
    pub(super) fn target_name(&self, owner: Owner<'_, 'j>) -> Option<String> {
        let name = |id| &self.model.element(id).name;
        match owner {
            Owner::Node(node) => Some(name(node).to_string()),
            Owner::Relation(relation) => {
                Some(format!("{}.{}", name(self.model.relation(relation).source), name(relation)))
            }
            Owner::Connection(_) => None,
        }
    }

    /// The name of its type; empty where it has none.
    pub(super) fn type_name_of(&self, owner: Owner<'_, 'j>) -> Arc<str> {
        match owner {
            Owner::Node(node) => self.type_of(node),
            Owner::Relation(relation) => self.relation_line(relation).into_iter().next().unwrap_or_default(),
            Owner::Connection(connection) => connection.type_name().into(),
        }
    }

    /// The source and the target of a relationship.
    pub(super) fn ends_of(&self, owner: Owner<'_, 'j>) -> Option<(ElementId, Option<ElementId>)> {
        let relation = match owner {
            Owner::Node(_) => return None,
            Owner::Relation(relation) => relation,
            Owner::Connection(connection) => self.relation_of(connection)?,
        };
        let relation = self.model.relation(relation);
        Some((relation.source, relation.target))
    }

    /// The node whose host is meant by `HOST`.
    pub(super) fn stands_at(&self, owner: Owner<'_, 'j>) -> Option<ElementId> {
        match owner {
            Owner::Node(node) => Some(node),
            Owner::Relation(_) | Owner::Connection(_) => self.ends_of(owner)?.1,
        }
    }

    /// The present relation that uses a connection.
    fn relation_of(&self, connection: &Connection<'j>) -> Option<ElementId> {
        match connection.source {
            Source::Environment | Source::External(_) => None,
            Source::Requirement(relation) => Some(relation),
            Source::Template(place) => {
                let relations = self.model.relationship_templates()[place].relations.iter().copied();
                relations.into_iter().find(|&relation| self.has(relation))
            }
        }
    }
}
