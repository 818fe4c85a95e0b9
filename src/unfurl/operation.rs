//! The operations of nodes and relations.

use std::sync::Arc;

use super::property::{GivenProperty, Properties, Property, give};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::{Collection, Fields, Schemas, implementation, operations_in, short_name};

/// An operation, put together from types and template.
#[derive(Clone, Debug)]
pub struct Operation<'m> {
    /// `interface.operation`.
    pub name: Arc<str>,
    /// What runs.
    pub implementation: Option<Yaml<'m>>,
    /// The inputs of its interface, overlaid by its own.
    pub(super) inputs: Properties<'m>,
}

/// The operations of a node or relation with the type line `line` and the template `body`, in the order in which they are
/// first mentioned.
pub(super) fn operations<'m>(
    schemas: &Schemas<'m>,
    collection: Collection,
    line: &[Arc<str>],
    body: Option<Yaml<'m>>,
) -> Vec<Operation<'m>> {
    let mut interfaces = schemas.interfaces(collection, line);
    let section = body.and_then(|body| body.get("interfaces"));
    let given: Vec<(&'m str, Yaml<'m>)> =
        section.into_iter().flat_map(Yaml::entries).map(|(key, body)| (short_name(key.text()), body)).collect();
    for &(name, body) in &given {
        let interface = interfaces.entry(name).or_default();
        operations_in(body).for_each(|(key, _)| interface.operations.entry(key.text()).or_default().is_used = true);
    }
    let mut found = Vec::new();
    for (name, interface) in &interfaces {
        let own = given.iter().rev().find(|(given, _)| given == name).map(|&(_, body)| body);
        let used = interface.operations.iter().filter(|(_, definition)| definition.is_used);
        found.extend(used.map(|(key, definition)| {
            let body = own.and_then(|own| operations_in(own).find(|(own, _)| own.text() == *key)).map(|(_, body)| body);
            let shared = own.and_then(|own| own.get("inputs"));
            Operation {
                name: format!("{name}.{key}").into(),
                implementation: body.and_then(implementation).or(definition.implementation),
                inputs: inputs(interface.inputs_with(definition, shared, is_definition), body),
            }
        }));
    }
    found
}

/// Whether what is said about an input defines it: for Unfurl a map with a type does, in templates as in types, and no other.
fn is_definition(body: Yaml<'_>) -> bool {
    body.is_mapping() && body.get("type").is_some()
}

/// Inputs with what a template gives for them.
fn inputs<'m>(fields: Fields<'m>, body: Option<Yaml<'m>>) -> Properties<'m> {
    let property = |(name, schema)| (Arc::from(name), Property { schema: Some(schema), given: None });
    let mut inputs: Properties<'m> = fields.into_iter().map(property).collect();
    for (key, value) in body.and_then(|body| body.get("inputs")).into_iter().flat_map(Yaml::entries) {
        let value = if is_definition(value) { value.get("default") } else { Some(value) };
        value.into_iter().for_each(|value| give(&mut inputs, key.text().into(), GivenProperty::Written(value)));
    }
    inputs
}

impl<'m> Operation<'m> {
    /// Its name without that of its interface.
    pub(super) fn own_name(&self) -> &str {
        self.name.rsplit_once('.').map_or(&self.name, |(_, own)| own)
    }

    /// A setting of a long implementation.
    pub(super) fn setting(&self, key: &str) -> Option<Yaml<'m>> {
        self.implementation?.get(key).filter(|setting| !setting.is_null())
    }

    /// What runs, as it is written: a name or file, or an artifact; none when nothing does.
    pub(super) fn primary_artifact(&self) -> Option<Yaml<'m>> {
        self.implementation.filter(|it| it.is_scalar()).or_else(|| self.setting("primary"))
    }

    /// The name or file of what runs; none when nothing does.
    pub fn primary(&self) -> Option<&'m str> {
        let primary = self.primary_artifact()?;
        let primary = if primary.is_mapping() { primary.get("file")? } else { primary };
        primary.is_scalar().then(|| primary.text())
    }
}
