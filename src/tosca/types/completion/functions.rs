//! Functions in values: which there are, and who gives their values.

use super::{Fault, Path};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::{Datum, Entry, Schema};

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

    /// What `steps` lead to in the value of a function.
    fn call_part(
        &mut self,
        name: &'t str,
        operand: &Datum<'t>,
        steps: &[Datum<'t>],
        path: &Path<'_>,
        faults: &mut Vec<Fault>,
    ) -> Option<Datum<'t>> {
        let value = self.call(name, operand, path, faults)?;
        steps.iter().try_fold(value, |value, step| value.part(step))
    }

    /// What is said about a topology input whose value is not known, when the function asks for the whole of it.
    fn declared_input(&self, _name: &str, _operand: &Datum<'t>) -> Option<DeclaredInput<'t>> {
        None
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

    fn call_part(
        &mut self,
        name: &'t str,
        operand: &Datum<'t>,
        steps: &[Datum<'t>],
        path: &Path<'_>,
        faults: &mut Vec<Fault>,
    ) -> Option<Datum<'t>> {
        (**self).call_part(name, operand, steps, path, faults)
    }

    fn declared_input(&self, name: &str, operand: &Datum<'t>) -> Option<DeclaredInput<'t>> {
        (**self).declared_input(name, operand)
    }
}

/// Functions of TOSCA and of the runtime that stand for a value. Those that nobody evaluates here need instances, files or
/// secrets.
static FUNCTIONS: &[&str] = &[
    "concat",
    "join",
    "token",
    "get_input",
    "get_env",
    "to_env",
    "get_property",
    "get_attribute",
    "get_operation_output",
    "get_nodes_of_type",
    "get_artifact",
    "get_dir",
    "get_ensemble_metadata",
    "get_secret",
    "find_connection",
    "abspath",
    "eval",
    "file",
    "generate",
    "kubernetes_current_namespace",
    "lookup",
    "python",
    "ref",
    "secret",
    "sensitive",
    "tempfile",
    "template",
];

/// A function with its operand, when a value is a call.
pub(in crate::tosca::types) fn function<'t>(value: &Datum<'t>) -> Option<Entry<'t>> {
    if !value.is_map() || value.written().is_some_and(|yaml| yaml.len() != 1) {
        return None;
    }
    let mut entries = value.entries();
    let is_call = entries.len() == 1 && takes(entries[0].key, entries[0].value.kind() == "list");
    is_call.then(|| entries.remove(0))
}

/// Whether a map with this one key calls a function.
pub fn is_call(yaml: Yaml<'_>) -> bool {
    yaml.len() == 1 && yaml.entries().any(|(key, operand)| takes(key.text(), operand.is_sequence()))
}

/// Whether there is a function of this name which takes such an operand: otherwise the map that holds it is a value, such
/// as credentials with nothing but a `token`.
fn takes(name: &str, is_list: bool) -> bool {
    let wants_list = matches!(name, "concat" | "join" | "token" | "get_property" | "get_attribute");
    FUNCTIONS.contains(&name) && (is_list || !wants_list)
}
