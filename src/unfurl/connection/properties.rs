//! What relationship types declare about properties of connections.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::Connection;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::{Collection, TypeTable};
use crate::unfurl::environment::{Environment, SetWhen};
use crate::unfurl::lineage::{lineage, named_entries};

/// The type of properties that name variables by themselves.
const VARIABLE: &str = "unfurl.datatypes.EnvVar";

/// What a type declares about a property.
#[derive(Clone, Debug)]
pub(in crate::unfurl) struct Declared<'c> {
    /// Its value when none is given.
    default: Option<Yaml<'c>>,
    /// The variables that its value sets.
    pub(in crate::unfurl) variables: Vec<Arc<str>>,
    /// Whether each key of its value sets a variable of that name.
    pub(in crate::unfurl) sets_keys: bool,
}

/// Properties by name.
pub(in crate::unfurl) type Declarations<'c> = IndexMap<Arc<str>, Declared<'c>, FxBuildHasher>;

impl<'c> Connection<'c> {
    /// The properties that its types declare.
    pub(in crate::unfurl) fn declared(&self, types: &TypeTable) -> Declarations<'c> {
        let sections = self.definitions.iter().rev().filter_map(|body| body.get("properties"));
        let declaration = |(name, body): (Yaml<'c>, Yaml<'c>)| {
            let name: Arc<str> = name.text().into();
            (Arc::clone(&name), declaration(types, &name, body))
        };
        sections.flat_map(named_entries).map(declaration).collect()
    }
}

impl Declared<'_> {
    /// Whether its default sets a variable, in the environment of the ensemble: one that reads what the process has under
    /// the name of the variable leaves that as it is.
    pub(in crate::unfurl) fn sets_by_default(&self, variable: &str, ensemble: &Environment) -> bool {
        self.default.is_some_and(|default| sets(default, ensemble, &|read| read != variable))
    }

    /// Whether its default sets a variable whatever unknown variables the process has.
    pub(in crate::unfurl) fn surely_sets_by_default(&self, ensemble: &Environment) -> bool {
        self.default.is_some_and(|default| sets(default, ensemble, &|_| false))
    }
}

/// Whether a default sets a variable; `by_unknown` says it where it reads a variable that the process may have.
fn sets(default: Yaml<'_>, ensemble: &Environment, by_unknown: &dyn Fn(&str) -> bool) -> bool {
    let Some(read) = default.get("get_env").filter(|_| default.len() == 1) else { return !default.is_null() };
    let mut parts = read.items();
    let (name, otherwise) = if read.is_scalar() { (Some(read), None) } else { (parts.next(), parts.next()) };
    match (name.and_then(|name| ensemble.get(name.text())), otherwise) {
        (None, None) => false,
        (None, Some(otherwise)) => sets(otherwise, ensemble, by_unknown),
        (Some(binding), None) if binding.is_set != SetWhen::Always => name.is_some_and(|name| by_unknown(name.text())),
        (Some(_), _) => true,
    }
}

fn declaration<'c>(types: &TypeTable, name: &Arc<str>, body: Yaml<'c>) -> Declared<'c> {
    let metadata = body.get("metadata");
    let marks = ["env_vars", "env_var"].into_iter().filter_map(|key| metadata?.get(key));
    let mut variables: Vec<Arc<str>> = marks.flat_map(texts).collect();
    if is_variable(types, Some(body)) {
        variables.push(Arc::clone(name));
    }
    let default = body.get("default");
    Declared { default, variables, sets_keys: is_variable(types, body.get("entry_schema")) }
}

/// Whether a definition, or the name of a type, is about values that are variables.
fn is_variable(types: &TypeTable, body: Option<Yaml<'_>>) -> bool {
    let name = body.and_then(|body| if body.is_scalar() { Some(body) } else { body.get("type") });
    let line = name.map_or_else(Vec::new, |name| lineage(types, Collection::Data, name.text()));
    line.iter().any(|name| **name == *VARIABLE)
}

/// A text, or the texts of a list.
pub(in crate::unfurl) fn texts(marks: Yaml<'_>) -> Vec<Arc<str>> {
    let marks: Vec<Yaml<'_>> = if marks.is_sequence() { marks.items().collect() } else { vec![marks] };
    let names = marks.into_iter().filter(|mark| mark.is_scalar() && !mark.is_null() && !mark.text().is_empty());
    names.map(|mark| mark.text().into()).collect()
}
