//! Which connections match which nodes.

use std::sync::Arc;

use super::{Connection, Connections, DefaultFor, Source, capability};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Model};
use crate::tosca::types::{Collection, TypesProfile};
use crate::unfurl::lineage::lineage;

/// A node of a type, as a connection sees it.
#[derive(Clone, Debug)]
pub struct ConnectionTarget {
    node: ElementId,
    name: Arc<str>,
    /// Everything by which a connection can mean nodes of its type.
    words: Arc<[Arc<str>]>,
}

impl ConnectionTarget {
    /// The node `node` where it has the type with these words.
    pub fn new(model: &Model, node: ElementId, words: Arc<[Arc<str>]>) -> Self {
        Self { node, name: Arc::clone(&model.element(node).name), words }
    }

    /// What a connection can name to mean all nodes of a type: its line, and the capabilities with theirs.
    pub fn words(model: &Model, type_name: &str) -> Arc<[Arc<str>]> {
        let line = lineage(model.types(), Collection::Node, type_name);
        let mut words = capability::words(model, &line);
        words.extend(line);
        words.into()
    }
}

impl Connection<'_> {
    /// Whether `default_for` means this node.
    pub fn matches(&self, model: &Model, subject: &ConnectionTarget) -> bool {
        match (&self.default_for, self.source) {
            (DefaultFor::Any, _) => true,
            (DefaultFor::Own, Source::Requirement(relation)) => model.relation(relation).source == subject.node,
            (DefaultFor::Own, Source::Environment | Source::External(_) | Source::Template(_))
            | (DefaultFor::Explicit, _) => false,
            (DefaultFor::Named(name, _), _) => subject.name == *name || subject.words.contains(name),
        }
    }
}

impl<'c> Connection<'c> {
    /// The nodes that it is for, as the nearest of the author's types says.
    fn target_types(&self) -> Option<Yaml<'c>> {
        let mut definitions = self.definitions.iter().filter(|body| !TypesProfile::is_built_in(**body));
        definitions.find_map(|body| body.get("valid_target_types").filter(|targets| !targets.is_empty()))
    }
}

impl Connections<'_> {
    /// Connections that match no node whatever is present; `subjects` are the nodes with all types that they may have.
    pub fn unmatched(&self, model: &Model, subjects: &[&ConnectionTarget]) -> Vec<Diagnostic> {
        let named = self.all.iter().filter_map(|connection| match &connection.default_for {
            DefaultFor::Named(name, span) => Some((connection, name, *span)),
            DefaultFor::Any | DefaultFor::Own | DefaultFor::Explicit => None,
        });
        let is_unmatched = |connection: &Connection<'_>| !subjects.iter().any(|it| connection.matches(model, it));
        let unmatched = named.filter(|(connection, ..)| is_unmatched(connection));
        let first_of = |(connection, ..): &(&Connection<'_>, &Arc<str>, Span)| self.is_first(connection);
        unmatched.filter(first_of).map(|(connection, name, span)| {
            let message = format!("connection \"{}\" is the default for \"{name}\", which is no node of the template, and no type or capability of one", connection.name);
            let words = subjects.iter().flat_map(|it| it.words.iter().chain([&it.name])).map(|word| &**word);
            Diagnostic::new(Code::UnmatchedConnection, span, message)
                .help("write ANY to make it available to all nodes")
                .meaning(did_you_mean(name, words))
        }).collect()
    }

    /// Connections whose types are for other nodes than those that they are the default for. They are available there all
    /// the same: the runtime does not look at that.
    pub fn misfits(&self, model: &Model, subjects: &[&ConnectionTarget]) -> Vec<Diagnostic> {
        let is_default = |connection: &&Connection<'_>| match connection.default_for {
            DefaultFor::Any | DefaultFor::Named(..) => true,
            DefaultFor::Own | DefaultFor::Explicit => false,
        };
        let misfit = |connection: &Connection<'_>| {
            let targets = connection.target_types()?;
            let is_meant = |subject: &ConnectionTarget| {
                targets.items().any(|target| subject.words.iter().any(|word| **word == *target.text()))
            };
            let mut matched = subjects.iter().filter(|subject| connection.matches(model, subject)).peekable();
            if matched.peek().is_none() || matched.any(|subject| is_meant(subject)) {
                return None;
            }
            let (name, type_name) = (&connection.name, connection.type_name());
            let message =
                format!("connection \"{name}\" is of type \"{type_name}\", which is for none of the nodes that get it");
            Some(
                Diagnostic::new(Code::UnfitConnection, connection.span, message).and(targets.span(), "it is for these"),
            )
        };
        self.all.iter().filter(is_default).filter_map(misfit).collect()
    }
}
