//! What relationship types declare about properties of connections.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::Connection;
use crate::runtime::lineage::{lineage, named_entries};
use crate::syntax::yaml::Yaml;
use crate::types::{Collection, TypeTable};

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

/// Properties by name.
pub(in crate::runtime) type Declarations = IndexMap<Arc<str>, Declared, FxBuildHasher>;

impl Connection<'_> {
    /// The properties that its types declare.
    pub(in crate::runtime) fn declared(&self, types: &TypeTable) -> Declarations {
        let sections = self.definitions.iter().rev().filter_map(|body| body.get("properties"));
        let declaration = |(name, body): (Yaml<'_>, Yaml<'_>)| {
            let name: Arc<str> = name.text().into();
            (Arc::clone(&name), declaration(types, &name, body))
        };
        sections.flat_map(named_entries).map(declaration).collect()
    }
}

fn declaration(types: &TypeTable, name: &Arc<str>, body: Yaml<'_>) -> Declared {
    let metadata = body.get("metadata");
    let marks = ["env_vars", "env_var"].into_iter().filter_map(|key| metadata?.get(key));
    let mut variables: Vec<Arc<str>> = marks.flat_map(texts).collect();
    if is_variable(types, Some(body)) {
        variables.push(Arc::clone(name));
    }
    let has_default = body.get("default").is_some_and(|default| !default.is_null());
    Declared { has_default, variables, sets_keys: is_variable(types, body.get("entry_schema")) }
}

/// Whether a definition, or the name of a type, is about values that are variables.
fn is_variable(types: &TypeTable, body: Option<Yaml<'_>>) -> bool {
    let name = body.and_then(|body| if body.is_scalar() { Some(body) } else { body.get("type") });
    let line = name.map_or_else(Vec::new, |name| lineage(types, Collection::Data, name.text()));
    line.iter().any(|name| **name == *VARIABLE)
}

/// A text, or the texts of a list.
pub(in crate::runtime) fn texts(marks: Yaml<'_>) -> Vec<Arc<str>> {
    let marks: Vec<Yaml<'_>> = if marks.is_sequence() { marks.items().collect() } else { vec![marks] };
    let names = marks.into_iter().filter(|mark| mark.is_scalar() && !mark.is_null() && !mark.text().is_empty());
    names.map(|mark| mark.text().into()).collect()
}
