//! What relationship types declare about properties of connections.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::model::Model;
use crate::runtime::lineage::defined;
use crate::syntax::yaml::Yaml;
use crate::types::Collection;

/// The type of properties that name variables by themselves.
const VARIABLE: &str = "unfurl.datatypes.EnvVar";

/// What a type declares about a property.
#[derive(Clone, Debug)]
pub(in crate::runtime) struct Declared {
    /// Whether it has a value when none is given.
    pub(in crate::runtime) has_default: bool,
    /// The variables that its value sets.
    pub(in crate::runtime) variables: Vec<Arc<str>>,
    /// Whether each key of its value sets a variable of that name.
    pub(in crate::runtime) sets_keys: bool,
}

/// The properties of a line of types, by name.
pub(in crate::runtime) type Declarations = IndexMap<Arc<str>, Declared, FxBuildHasher>;

/// The properties that a line of types declares, by name.
pub(in crate::runtime) fn declared(model: &Model, collection: Collection, line: &[Arc<str>]) -> Declarations {
    let properties = defined(model, collection, line, "properties");
    properties.into_iter().map(|(name, body)| (Arc::clone(&name), declaration(&name, body))).collect()
}

fn declaration(name: &Arc<str>, body: Yaml<'_>) -> Declared {
    let metadata = body.get("metadata");
    let marks = ["env_vars", "env_var"].into_iter().filter_map(|key| metadata?.get(key));
    let mut variables: Vec<Arc<str>> = marks.flat_map(texts).collect();
    let is_variable =
        |body: Option<Yaml<'_>>| body.and_then(|body| body.get("type")).is_some_and(|it| it.text() == VARIABLE);
    if is_variable(Some(body)) {
        variables.push(Arc::clone(name));
    }
    let has_default = body.get("default").is_some_and(|default| !default.is_null());
    Declared { has_default, variables, sets_keys: is_variable(body.get("entry_schema")) }
}

/// A text, or the texts of a list.
fn texts(marks: Yaml<'_>) -> Vec<Arc<str>> {
    let marks: Vec<Yaml<'_>> = if marks.is_sequence() { marks.items().collect() } else { vec![marks] };
    let names = marks.into_iter().filter(|mark| mark.is_scalar() && !mark.is_null() && !mark.text().is_empty());
    names.map(|mark| mark.text().into()).collect()
}
