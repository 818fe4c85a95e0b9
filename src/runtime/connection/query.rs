//! Asking for connections by name or type: `$connections::NAME::PROPERTY`.

use std::sync::Arc;

use super::Connection;

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
        let mut parts = text.trim().strip_prefix("$connections::")?.split("::").map(Arc::from);
        let key: Arc<str> = parts.next().filter(|key: &Arc<str>| !key.is_empty())?;
        let path: Vec<Arc<str>> = parts.collect();
        (!path.iter().any(|part| part.is_empty())).then_some(Self { key, path })
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
        let short = self.types.first().map(|own| own.rsplit('.').next().unwrap_or(own));
        short == Some(key) || self.types.iter().any(|name| **name == *key)
    }
}
