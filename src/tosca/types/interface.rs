//! Interfaces: which operations there are, what runs, and which inputs it takes.
//!
//! Comes in: a line of types, then what a template says. Goes out: [`Interfaces`]. Invariant: what is nearer to the
//! template goes over what is farther, and the inputs of an operation go over those of its interface.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{Collection, Datum, Fields, Schema, Schemas};
use crate::source::syntax::vocabulary::is_interface_key;
use crate::source::syntax::yaml::Yaml;

/// Interfaces that may be called by their last word.
const SHORT_NAMES: &[(&str, &str)] = &[
    ("tosca.interfaces.node.lifecycle.Standard", "Standard"),
    ("tosca.interfaces.relationship.Configure", "Configure"),
    ("tosca.interfaces.Standard", "Standard"),
];

/// Interfaces by name, in the order in which they are first mentioned.
pub type Interfaces<'t> = IndexMap<&'t str, Interface<'t>, FxBuildHasher>;

/// An interface, put together from all that say something about it.
#[derive(Clone, Debug, Default)]
pub struct Interface<'t> {
    /// Interface types that are part of it.
    types: Vec<&'t str>,
    inputs: InputLayers<'t>,
    /// Its operations by name.
    pub operations: IndexMap<&'t str, OperationDefinition<'t>, FxBuildHasher>,
}

/// An operation of an interface.
#[derive(Clone, Debug, Default)]
pub struct OperationDefinition<'t> {
    /// What runs.
    pub implementation: Option<Yaml<'t>>,
    /// Whether more than an interface type mentions it.
    pub is_used: bool,
    inputs: InputLayers<'t>,
}

/// What is said about inputs, farthest first: definitions and values.
type InputLayers<'t> = Vec<(Yaml<'t>, Yaml<'t>)>;

/// Who says something about an interface.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DefinitionSource {
    InterfaceType,
    Owner,
}

impl<'t> Schemas<'t> {
    /// The interfaces of a line of types, nearest first, of which some may be unknown.
    pub fn interfaces(&self, collection: Collection, line: &[impl AsRef<str>]) -> Interfaces<'t> {
        let mut interfaces = Interfaces::default();
        for name in line.iter().rev().map(AsRef::as_ref) {
            let section = self.body(collection, name).and_then(|body| body.get("interfaces"));
            for (key, body) in section.into_iter().flat_map(Yaml::entries) {
                let interface = interfaces.entry(short_name(key.text())).or_default();
                let named = body.get("type").filter(|name| name.is_scalar() && !name.is_null());
                self.add_type(interface, named.unwrap_or(key).text());
                interface.add(body, DefinitionSource::Owner);
            }
        }
        interfaces
    }

    fn add_type(&self, interface: &mut Interface<'t>, name: &str) {
        for name in self.line(Collection::Interface, name).unwrap_or_default().into_iter().rev() {
            if !interface.types.contains(&name) {
                interface.types.push(name);
                let body = self.body(Collection::Interface, name);
                body.into_iter().for_each(|body| interface.add(body, DefinitionSource::InterfaceType));
            }
        }
    }
}

impl<'t> Interface<'t> {
    fn add(&mut self, body: Yaml<'t>, speaker: DefinitionSource) {
        self.inputs.extend(section(body, "inputs"));
        for (key, body) in operations_in(body) {
            let operation = self.operations.entry(key.text()).or_default();
            operation.is_used |= speaker == DefinitionSource::Owner;
            operation.inputs.extend(section(body, "inputs"));
            operation.implementation = implementation(body).or(operation.implementation);
        }
    }

    /// The inputs that an operation takes, with what is said about them. `given` are values for all operations of the
    /// interface.
    pub fn inputs(&self, operation: &OperationDefinition<'t>, given: Option<Yaml<'t>>) -> Fields<'t> {
        self.inputs_with(operation, given, is_definition)
    }

    /// The inputs that an operation takes where a runtime has a rule of its own for what is a definition, and no value.
    pub fn inputs_with(
        &self,
        operation: &OperationDefinition<'t>,
        given: Option<Yaml<'t>>,
        is_definition: fn(Yaml<'_>) -> bool,
    ) -> Fields<'t> {
        let mut fields = Fields::default();
        let define = |fields: &mut Fields<'t>, (key, body): (Yaml<'t>, Yaml<'t>)| {
            if is_definition(body) { define(fields, key, body) } else { assign(fields, key, body) }
        };
        self.inputs.iter().for_each(|&input| define(&mut fields, input));
        given.into_iter().flat_map(Yaml::entries).for_each(|(key, value)| assign(&mut fields, key, value));
        operation.inputs.iter().for_each(|&input| define(&mut fields, input));
        fields
    }
}

/// The name of an interface without that of the profile.
pub fn short_name(name: &str) -> &str {
    SHORT_NAMES.iter().find(|(long, _)| *long == name).map_or(name, |(_, short)| short)
}

/// The operations that an interface mentions, in one of two places.
pub fn operations_in(interface: Yaml<'_>) -> impl Iterator<Item = (Yaml<'_>, Yaml<'_>)> {
    let beside = interface.entries().filter(|(key, _)| !is_interface_key(key.text()));
    section(interface, "operations").chain(beside)
}

/// What runs, as an operation says.
pub fn implementation(operation: Yaml<'_>) -> Option<Yaml<'_>> {
    let written = if operation.is_scalar() { Some(operation) } else { operation.get("implementation") };
    written.filter(|written| !written.is_null())
}

fn section<'t>(body: Yaml<'t>, key: &str) -> impl Iterator<Item = (Yaml<'t>, Yaml<'t>)> {
    body.get(key).into_iter().flat_map(Yaml::entries)
}

/// Types define inputs, with a value at best, or give them only values (parameter definitions, section 3.6.14 of the
/// profile).
fn define<'t>(fields: &mut Fields<'t>, key: Yaml<'t>, body: Yaml<'t>) {
    let mut schema = Schema::read(body);
    if let Some(old) = fields.shift_remove(key.text()) {
        schema = schema.over(old, Schemas::is_structured);
    }
    schema.defaults.extend(body.get("value").map(Datum::from));
    fields.insert(key.text(), schema);
}

/// Whether what a type says about an input defines it, and is no value.
pub(super) fn is_definition(body: Yaml<'_>) -> bool {
    body.is_mapping() && (body.get("type").is_some() || body.get("default").is_some())
}

/// A value goes over the default, whatever the definition is.
pub(super) fn assign<'t>(fields: &mut Fields<'t>, key: Yaml<'t>, value: Yaml<'t>) {
    fields.entry(key.text()).or_insert_with(|| Schema::untyped(key.span())).defaults.push(Datum::from(value));
}
