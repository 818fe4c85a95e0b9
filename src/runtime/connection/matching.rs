//! Which connections match which nodes.

use std::sync::Arc;

use super::{Connection, Connections, DefaultFor, Source, capability};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::model::{ElementId, Kind, Model};
use crate::runtime::lineage::lineage;
use crate::types::Collection;

/// A node of a type, as a connection sees it.
#[derive(Clone, Debug)]
pub struct Subject {
    node: ElementId,
    /// Everything by which a connection can name it.
    words: Vec<Arc<str>>,
}

impl Subject {
    /// The node `node` where it has the type `type_name`.
    pub fn new(model: &Model, node: ElementId, type_name: &str) -> Self {
        let line = lineage(model.types(), Collection::Node, type_name);
        let mut words = capability::words(model, &line);
        words.push(Arc::clone(&model.element(node).name));
        words.extend(line);
        Self { node, words }
    }
}

impl Connection<'_> {
    /// Whether `default_for` means this node.
    pub fn matches(&self, model: &Model, subject: &Subject) -> bool {
        match (&self.default_for, self.source) {
            (DefaultFor::Any, _) => true,
            (DefaultFor::Own, Source::Requirement(relation)) => model.relation(relation).source == subject.node,
            (DefaultFor::Own, Source::Environment | Source::Template(_)) | (DefaultFor::Explicit, _) => false,
            (DefaultFor::Named(name, _), _) => subject.words.contains(name),
        }
    }
}

impl Connections<'_> {
    /// Connections that match no node whatever is present.
    pub fn unmatched(&self, model: &Model) -> Vec<Diagnostic> {
        let named = self.all.iter().filter_map(|connection| match &connection.default_for {
            DefaultFor::Named(name, span) => Some((connection, name, *span)),
            DefaultFor::Any | DefaultFor::Own | DefaultFor::Explicit => None,
        });
        let named: Vec<_> = named.collect();
        if named.is_empty() {
            return Vec::new();
        }
        let nodes = model.of_kind(Kind::Node);
        let types = nodes.flat_map(|node| model.type_candidates(node).into_iter().map(move |(_, name)| (node, name)));
        let subjects: Vec<Subject> = types.map(|(node, name)| Subject::new(model, node, &name)).collect();
        let is_unmatched = |connection: &Connection<'_>| !subjects.iter().any(|it| connection.matches(model, it));
        let unmatched = named.into_iter().filter(|(connection, ..)| is_unmatched(connection));
        unmatched.map(|(connection, name, span)| {
            let message = format!("connection \"{}\" is the default for \"{name}\", which is no node of the template, and no type or capability of one", connection.name);
            let words = subjects.iter().flat_map(|subject| subject.words.iter().map(|word| &**word));
            let diagnostic = Diagnostic::new(Code::UnmatchedConnection, span, message);
            match did_you_mean(name, words) {
                Some(close) => diagnostic.help(format!("did you mean \"{close}\"?")),
                None => diagnostic.help("write ANY to make it available to all nodes"),
            }
        }).collect()
    }
}
