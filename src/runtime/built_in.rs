//! The members of types that are built in.

use std::sync::LazyLock;

use crate::model::Model;
use crate::source::Sources;
use crate::syntax::yaml::{Tree, Yaml, YamlId};
use crate::types::{Schemas, TypesProfile};

static BUILT_IN: LazyLock<(Tree, Option<YamlId>)> = LazyLock::new(|| {
    let mut tree = Tree::new();
    let root = TypesProfile::Tosca13.read(&mut Sources::new(), &mut tree);
    (tree, root)
});

/// The document with these types.
pub(super) fn built_in() -> Option<Yaml<'static>> {
    let (tree, root) = &*BUILT_IN;
    root.map(|root| tree.at(root))
}

/// The types of a model and those that are built in.
pub(super) fn schemas(model: &Model) -> Schemas<'_> {
    Schemas::new(model.types(), model.tree(), built_in())
}
