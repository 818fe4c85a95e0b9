//! The capabilities of node types.

use std::sync::{Arc, LazyLock};

use super::super::lineage::{defined, lineage};
use crate::model::Model;
use crate::source::Sources;
use crate::syntax::yaml::{Tree, Yaml, YamlId};
use crate::types::{Collection, TypesProfile};

/// The members of types that are built in.
static BUILT_IN: LazyLock<(Tree, Option<YamlId>)> = LazyLock::new(|| {
    let mut tree = Tree::new();
    let root = TypesProfile::Tosca13.read(&mut Sources::new(), &mut tree);
    (tree, root)
});

/// The names of the capabilities of a line of node types, their types, and what those derive from.
pub(super) fn words(model: &Model, line: &[Arc<str>]) -> Vec<Arc<str>> {
    let mut words: Vec<Arc<str>> = Vec::new();
    let mut add = |name: &str, body: Yaml<'_>| {
        words.push(name.into());
        let type_name = if body.is_scalar() { Some(body) } else { body.get("type") };
        let type_name = type_name.map_or("", |type_name| type_name.text());
        words.extend(lineage(model.types(), Collection::Capability, type_name));
    };
    let (tree, root) = &*BUILT_IN;
    let types = root.and_then(|root| tree.at(root).get(Collection::Node.key()));
    for name in line {
        let body = types.and_then(|types| types.get(name)?.get("capabilities"));
        body.into_iter().flat_map(Yaml::entries).for_each(|(name, body)| add(name.text(), body));
    }
    for (name, body) in defined(model, Collection::Node, line, "capabilities") {
        add(&name, body);
    }
    words
}
