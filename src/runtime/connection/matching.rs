//! Which connections match which nodes.

use std::sync::Arc;

use super::{Connection, Connections, DefaultFor, Source, capability};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::model::{ElementId, Model};
use crate::runtime::lineage::lineage;
use crate::types::Collection;

/// A node of a type, as a connection sees it.
#[derive(Clone, Debug)]
pub struct Subject {
    node: ElementId,
    name: Arc<str>,
    /// Everything by which a connection can mean nodes of its type.
    words: Arc<[Arc<str>]>,
}

impl Subject {
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
    pub fn matches(&self, model: &Model, subject: &Subject) -> bool {
        match (&self.default_for, self.source) {
            (DefaultFor::Any, _) => true,
            (DefaultFor::Own, Source::Requirement(relation)) => model.relation(relation).source == subject.node,
            (DefaultFor::Own, Source::Environment | Source::Template(_)) | (DefaultFor::Explicit, _) => false,
            (DefaultFor::Named(name, _), _) => subject.name == *name || subject.words.contains(name),
        }
    }
}

impl Connections<'_> {
    /// Connections that match no node whatever is present; `subjects` are the nodes with all types that they may have.
    pub fn unmatched(&self, model: &Model, subjects: &[&Subject]) -> Vec<Diagnostic> {
        let named = self.all.iter().filter_map(|connection| match &connection.default_for {
            DefaultFor::Named(name, span) => Some((connection, name, *span)),
            DefaultFor::Any | DefaultFor::Own | DefaultFor::Explicit => None,
        });
        let is_unmatched = |connection: &Connection<'_>| !subjects.iter().any(|it| connection.matches(model, it));
        let unmatched = named.filter(|(connection, ..)| is_unmatched(connection));
        unmatched.map(|(connection, name, span)| {
            let message = format!("connection \"{}\" is the default for \"{name}\", which is no node of the template, and no type or capability of one", connection.name);
            let words = subjects.iter().flat_map(|it| it.words.iter().chain([&it.name])).map(|word| &**word);
            let diagnostic = Diagnostic::new(Code::UnmatchedConnection, span, message);
            match did_you_mean(name, words) {
                Some(close) => diagnostic.help(format!("did you mean \"{close}\"?")),
                None => diagnostic.help("write ANY to make it available to all nodes"),
            }
        }).collect()
    }
}
