//! Functions in values: which there are, and who gives their values.

use super::{Fault, Path};
use crate::types::{Datum, Entry, Schema};

/// What gives values of functions such as `get_input`.
pub trait Functions<'t> {
    /// The value of a function at `path`; none when it is not known before deployment. `faults` takes what is wrong.
    fn call(
        &mut self,
        name: &'t str,
        operand: &Datum<'t>,
        path: &Path<'_>,
        faults: &mut Vec<Fault>,
    ) -> Option<Datum<'t>>;

    /// What is said about a topology input whose value is not known, when the function asks for the whole of it.
    fn declared_input(&self, _name: &str, _operand: &Datum<'t>) -> Option<DeclaredInput<'t>> {
        None
    }

    /// Whether a map with this one key calls a function.
    fn is_function(&self, name: &str) -> bool {
        FUNCTIONS.contains(&name)
    }
}

/// A topology input without a value.
#[derive(Clone, Debug)]
pub struct DeclaredInput<'t> {
    /// Its name.
    pub name: String,
    /// What values it takes.
    pub schema: Schema<'t>,
}

/// Functions whose values nobody knows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opaque;

impl<'t> Functions<'t> for Opaque {
    fn call(&mut self, _: &'t str, _: &Datum<'t>, _: &Path<'_>, _: &mut Vec<Fault>) -> Option<Datum<'t>> {
        None
    }
}

impl<'t> Functions<'t> for &mut (dyn Functions<'t> + '_) {
    fn call(
        &mut self,
        name: &'t str,
        operand: &Datum<'t>,
        path: &Path<'_>,
        faults: &mut Vec<Fault>,
    ) -> Option<Datum<'t>> {
        (**self).call(name, operand, path, faults)
    }

    fn declared_input(&self, name: &str, operand: &Datum<'t>) -> Option<DeclaredInput<'t>> {
        (**self).declared_input(name, operand)
    }

    fn is_function(&self, name: &str) -> bool {
        (**self).is_function(name)
    }
}

/// The functions of TOSCA and Unfurl that stand for a value.
const FUNCTIONS: &[&str] = &[
    "get_input",
    "get_property",
    "get_attribute",
    "get_artifact",
    "get_operation_output",
    "get_nodes_of_type",
    "concat",
    "token",
    "join",
    "eval",
    "get_env",
    "get_secret",
    "get_ensemble_metadata",
];

/// A function with its operand, when a value is one of TOSCA's.
pub(in crate::types) fn function<'t>(value: &Datum<'t>) -> Option<Entry<'t>> {
    function_among(value, |name| FUNCTIONS.contains(&name))
}

/// A function with its operand, when a value is one of those that `is_function` names.
pub(super) fn function_among<'t>(value: &Datum<'t>, is_function: impl Fn(&str) -> bool) -> Option<Entry<'t>> {
    if !value.is_map() || value.written().is_some_and(|yaml| yaml.len() != 1) {
        return None;
    }
    let mut entries = value.entries();
    let is_call = |entry: &Entry<'t>| is_function(entry.key) && takes(entry.key, entry.value.kind() == "list");
    (entries.len() == 1 && is_call(&entries[0])).then(|| entries.remove(0))
}

/// Whether a function of this name is called with such an operand: otherwise the map that holds it is a value, such as
/// credentials with nothing but a `token`.
pub fn takes(name: &str, is_list: bool) -> bool {
    is_list || !matches!(name, "concat" | "join" | "token" | "get_property" | "get_attribute")
}
