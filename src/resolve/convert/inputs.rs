//! Inputs that are read without being declared, which earlier revisions allow.

use std::collections::BTreeSet;

use super::edits::AddedEntry;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{Kind, Model, PropertyValue};

/// A declaration for each of them: an input that may be anything.
pub(super) fn undeclared(model: &Model) -> Vec<AddedEntry> {
    let language = model.language();
    let mut names = BTreeSet::new();
    for expression in expressions(model) {
        names.extend(language.reading(expression).inputs.into_iter().filter(|name| language.input(name).is_none()));
    }
    names.into_iter().map(|name| AddedEntry::Value(key(&name), "{}".to_owned())).collect()
}

/// Everything that may read inputs.
fn expressions(model: &Model) -> Vec<Yaml<'_>> {
    let conditions = model.ids().flat_map(|id| model.element(id).conditions.iter().copied());
    let values = model.of_kind(Kind::Property).filter_map(|id| match model.property(id).value {
        PropertyValue::Expression(value) => Some(value),
        _ => None,
    });
    let language = model.language();
    let defaults = language.inputs().filter_map(|(_, declaration)| language.computed_default(declaration));
    conditions.chain(values).map(|id| model.yaml(id)).chain(defaults).collect()
}

/// A name as a key, which is a text whatever it looks like.
fn key(name: &str) -> String {
    let is_plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    if is_plain { name.to_owned() } else { serde_json::Value::from(name).to_string() }
}
