//! The operations of nodes and relations.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::model::Model;
use crate::syntax::yaml::Yaml;
use crate::types::Collection;

/// Keys of an interface that name no operation.
static INTERFACE_KEYS: &[&str] = &["type", "inputs", "operations", "notifications", "description", "requirements"];

/// Interfaces that may be called by their last word.
static SHORT_NAMES: &[(&str, &str)] = &[
    ("tosca.interfaces.node.lifecycle.Standard", "Standard"),
    ("tosca.interfaces.relationship.Configure", "Configure"),
    ("tosca.interfaces.Standard", "Standard"),
];

/// An operation, put together from types and template.
#[derive(Clone, Debug)]
pub struct Operation<'m> {
    /// `interface.operation`.
    pub name: Arc<str>,
    /// What runs.
    pub implementation: Option<Yaml<'m>>,
    /// The inputs of its interface, overlaid by its own.
    pub inputs: IndexMap<Arc<str>, Yaml<'m>, FxBuildHasher>,
}

/// The operations of a node by name, in the order in which they are first mentioned.
type Operations<'m> = IndexMap<Arc<str>, Operation<'m>, FxBuildHasher>;

/// The operations of a node or relation with the type line `line` and the template `body`.
pub(super) fn operations<'m>(
    model: &'m Model,
    collection: Collection,
    line: &[Arc<str>],
    body: Option<Yaml<'m>>,
) -> Vec<Operation<'m>> {
    let mut operations = Operations::default();
    for name in line.iter().rev() {
        let place = model.types().definition(collection, name).and_then(|definition| definition.place);
        if let Some(interfaces) = place.and_then(|place| model.yaml(place.body).get("interfaces")) {
            add(&mut operations, interfaces, defined_value);
        }
    }
    if let Some(interfaces) = body.and_then(|body| body.get("interfaces")) {
        add(&mut operations, interfaces, Some);
    }
    operations.into_values().collect()
}

fn add<'m>(operations: &mut Operations<'m>, interfaces: Yaml<'m>, value: fn(Yaml<'m>) -> Option<Yaml<'m>>) {
    for (key, interface) in interfaces.entries() {
        let name = SHORT_NAMES.iter().find(|(long, _)| *long == key.text()).map_or(key.text(), |(_, short)| short);
        let shared = inputs(interface, value);
        let inside = interface.get("operations").into_iter().flat_map(|operations| operations.entries());
        let beside = interface.entries().filter(|(key, _)| !INTERFACE_KEYS.contains(&key.text()));
        for (key, body) in inside.chain(beside) {
            let name: Arc<str> = format!("{name}.{}", key.text()).into();
            let fresh = || Operation { name: Arc::clone(&name), implementation: None, inputs: IndexMap::default() };
            let operation = operations.entry(Arc::clone(&name)).or_insert_with(fresh);
            operation.inputs.extend(shared.iter().cloned());
            operation.inputs.extend(inputs(body, value));
            let implementation = if body.is_scalar() { Some(body) } else { body.get("implementation") };
            if let Some(implementation) = implementation.filter(|implementation| !implementation.is_null()) {
                operation.implementation = Some(implementation);
            }
        }
    }
}

fn inputs<'m>(body: Yaml<'m>, value: fn(Yaml<'m>) -> Option<Yaml<'m>>) -> Vec<(Arc<str>, Yaml<'m>)> {
    let inputs = body.get("inputs").into_iter().flat_map(|inputs| inputs.entries());
    inputs.filter_map(|(key, input)| Some((Arc::from(key.text()), value(input)?))).collect()
}

/// Types define inputs, with a default at most, or assign them.
fn defined_value(input: Yaml<'_>) -> Option<Yaml<'_>> {
    let is_definition = input.is_mapping() && (input.get("type").is_some() || input.get("default").is_some());
    if is_definition { input.get("default") } else { Some(input) }
}

impl<'m> Operation<'m> {
    /// A setting of a long implementation.
    pub(super) fn setting(&self, key: &str) -> Option<Yaml<'m>> {
        self.implementation?.get(key).filter(|setting| !setting.is_null())
    }

    /// The name or file of what runs; none when nothing does.
    pub fn primary(&self) -> Option<&'m str> {
        let primary = self.implementation.filter(|it| it.is_scalar()).or_else(|| self.setting("primary"))?;
        let primary = if primary.is_mapping() { primary.get("file")? } else { primary };
        primary.is_scalar().then(|| primary.text())
    }
}
