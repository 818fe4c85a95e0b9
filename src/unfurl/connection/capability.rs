//! The capabilities of node types.

use std::sync::Arc;

use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;
use crate::tosca::types::{Collection, TypesProfile};
use crate::unfurl::lineage::{defined, lineage};

/// The names of the capabilities of a line of node types, their types, and what those derive from.
pub(super) fn words(model: &Model, line: &[Arc<str>]) -> Vec<Arc<str>> {
    let mut words: Vec<Arc<str>> = Vec::new();
    let mut add = |name: &str, body: Yaml<'_>| {
        words.push(name.into());
        let type_name = if body.is_scalar() { Some(body) } else { body.get("type") };
        let type_name = type_name.map_or("", |type_name| type_name.text());
        words.extend(lineage(model.types(), Collection::Capability, type_name));
    };
    let types = TypesProfile::built_in().and_then(|root| root.get(Collection::Node.key()));
    for name in line {
        let body = types.and_then(|types| types.get(name)?.get("capabilities"));
        body.into_iter().flat_map(Yaml::entries).for_each(|(name, body)| add(name.text(), body));
    }
    for (name, body) in defined(model, Collection::Node, line, "capabilities") {
        add(&name, body);
    }
    words
}
