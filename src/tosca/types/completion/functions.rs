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

/// Functions whose values are unknown.
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

/// Functions of TOSCA and of the runtime that stand for a value. Those that are not evaluated here need instances, files or
/// secrets.
static FUNCTIONS: &[&str] = &[
    "_generate",
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
    "generate_string",
    "has_env",
    "kubernetes_current_namespace",
    "lookup",
    "python",
    "q",
    "ref",
    "secret",
    "sensitive",
    "tempfile",
    "template",
];

/// A function with its operand, when a value is a call.
pub(in crate::tosca::types) fn function<'t>(value: &Datum<'t>) -> Option<Entry<'t>> {
    if !value.is_map() {
        return None;
    }
    if let Some(yaml) = value.written() {
        return call(yaml).map(Entry::from);
    }
    let mut entries = value.entries();
    let is_call = entries.len() == 1 && takes(entries[0].key, entries[0].value.kind() == "list");
    is_call.then(|| entries.remove(0))
}

/// What may stand beside an expression in a call.
static BESIDE_EXPRESSIONS: &[&str] = &["vars", "trace", "foreach", "select", "strict"];

/// The function that a map calls, with its operand: the only key, or an expression with its settings.
pub fn call(yaml: Yaml<'_>) -> Option<(Yaml<'_>, Yaml<'_>)> {
    let (mut others, mut found) = (0, None);
    if yaml.len() > 1 + BESIDE_EXPRESSIONS.len() {
        return None;
    }
    for (key, operand) in yaml.entries() {
        if takes(key.text(), operand.is_sequence()) {
            found = found.or(Some((key, operand)));
        } else if BESIDE_EXPRESSIONS.contains(&key.text()) {
            others += 1;
        }
    }
    let is_expression = found.is_some_and(|(key, _)| matches!(key.text(), "eval" | "ref"));
    found.filter(|_| yaml.len() == 1 || is_expression && yaml.len() == others + 1)
}

/// Whether a map calls a function.
pub fn is_call(yaml: Yaml<'_>) -> bool {
    call(yaml).is_some()
}

/// Whether a text is one character, as engines want what texts are split at.
pub fn is_character(text: Yaml<'_>) -> bool {
    text.as_str().is_some_and(|text| text.chars().count() == 1)
}

/// What a function takes, where a call gives it something else: none where it is given that, or where it is unknown what it
/// takes.
pub fn wanted_operands(call: Yaml<'_>) -> Option<&'static str> {
    let (key, operands) = call.entries().next().filter(|_| call.len() == 1)?;
    let (count, is_list) = (operands.len(), operands.is_sequence());
    let (is_taken, wanted) = match key.text() {
        "concat" => (is_list, "a list of values"),
        "get_property" | "get_attribute" if is_list => (count > 1, "the owner, then the name of what is read"),
        "token" if is_list => {
            let is_empty = operands.items().nth(1).is_some_and(|separator| separator.as_str() == Some(""));
            (
                count > 2 && !is_empty,
                "a text, what it is split at, which is not empty, and which part is wanted, from 0 on",
            )
        }
        "join" if is_list => {
            let is_text = |first: Yaml<'_>| first.is_scalar() && !first.text().contains("{{");
            let has_texts = operands.items().next().is_some_and(|first| !is_text(first));
            (has_texts && count < 3, "a list of texts, then what stands between them")
        }
        _ => return None,
    };
    (!is_taken).then_some(wanted)
}

/// The part of a text at a place, between separators; none where the separator is empty.
pub fn token<'x>(text: &'x str, separator: &str, place: &str) -> Option<&'x str> {
    let place = place.parse().ok()?;
    text.split(separator).nth(place).filter(|_| !separator.is_empty())
}

/// Whether there is a function of this name which takes such an operand: otherwise the map that holds it is a value, such
/// as credentials with nothing but a `token`.
fn takes(name: &str, is_list: bool) -> bool {
    let wants_list = matches!(name, "concat" | "join" | "token" | "get_property" | "get_attribute");
    FUNCTIONS.contains(&name) && (is_list || !wants_list)
}

#[cfg(test)]
mod tests {
    use super::token;

    #[test]
    fn nothing_is_split_at_an_empty_separator() {
        assert_eq!(token("a-b", "-", "1"), Some("b"));
        assert_eq!(token("abc", "", "1"), None);
        assert_eq!(token("a-b", "-", "2"), None);
        assert_eq!(token("a-b", "-", "x"), None);
    }
}
