//! Asking for connections by name or type: `$connections::NAME::PROPERTY`.

use std::sync::Arc;

use super::Connection;
use crate::unfurl::reference::Reference;

/// What a query asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The name of a connection, a relationship type, or `*`.
    pub key: Arc<str>,
    /// The property, and further keys inside its value; empty for the whole connection. `.name` and `.type` stand for what
    /// they say.
    pub path: Vec<Arc<str>>,
}

impl Query {
    /// Reads `$connections::KEY::PROPERTY`.
    pub fn parse(text: &str) -> Option<Self> {
        let reference = Reference::parse(text).filter(|reference| *reference.variable == *"connections")?;
        Self::of_path(&reference.path)
    }

    /// The query that a path into the connections is; none for all of them.
    pub(in crate::unfurl) fn of_path(path: &[Arc<str>]) -> Option<Self> {
        let (key, path) = path.split_first()?;
        Some(Self { key: Arc::clone(key), path: path.to_vec() })
    }

    /// Whether the first match is the only answer.
    pub fn is_single(&self) -> bool {
        &*self.key != "*"
    }
}

/// The connections among `available`, in lookup order, that a query means: the one of that name, or else the first of
/// that type, or all.
pub fn values<'a, 'c>(available: &[&'a Connection<'c>], query: &Query) -> Vec<&'a Connection<'c>> {
    if !query.is_single() {
        return available.to_vec();
    }
    let named = available.iter().find(|connection| connection.name == query.key);
    let typed = || available.iter().find(|connection| connection.has_type(&query.key));
    named.or_else(typed).copied().into_iter().collect()
}

impl Connection<'_> {
    /// Whether `key` is the full name of its type or of one that this derives from, or the last part of the name of
    /// its own type.
    pub fn has_type(&self, key: &str) -> bool {
        let is_short = !self.types.is_empty() && self.short_type_name() == key;
        is_short || self.types.iter().any(|name| **name == *key)
    }

    /// The last part of the name of its type; empty where it has none.
    pub(in crate::unfurl) fn short_type_name(&self) -> &str {
        let own = self.type_name();
        own.rsplit('.').next().unwrap_or(own)
    }
}
