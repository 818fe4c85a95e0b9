//! Completing a template without variability: all values of all elements.
//!
//! Comes in: a plain TOSCA document and the sources of its inputs. Goes out: the document with merged values, the inputs
//! with their sources, and everything that is wrong with values and with declarations. Invariant: completing what comes
//! out changes nothing, as long as inputs are given no other values.

mod declarations;
mod functions;
mod inputs;
mod interface;
mod node;
mod output;
mod references;
mod reported;
mod shape;

pub use declarations::declaration_faults;
pub use functions::{KnownInput, TopologyFunctions};
pub use inputs::{InputDeclaration, InputSource, InputSources, TopologyInput, input_shape_faults, topology_inputs};
pub use node::member_faults;
pub use output::output_faults;
pub use reported::{is_reported, once};

use super::completion::{Completer, Fault, Path};
use super::{Collection, Datum, Entry, Schemas, Section, TypeName};
use crate::source::Span;
use crate::source::syntax::vocabulary::topology_of;
use crate::source::syntax::yaml::Yaml;

/// A template with completed values.
#[derive(Debug)]
pub struct CompletedTemplate<'t> {
    /// The document.
    pub document: Datum<'t>,
    /// The inputs of the topology in the order of declaration.
    pub inputs: Vec<TopologyInput<'t>>,
    /// Everything that is wrong; what is wrong with a default, at all places that use it.
    pub faults: Vec<Fault>,
}

/// Completes the values of a plain TOSCA document, whose types are those of `schemas`.
pub fn complete<'t>(schemas: &Schemas<'t>, root: Yaml<'t>, sources: &InputSources<'t>) -> CompletedTemplate<'t> {
    let mut faults = Vec::new();
    let Some(topology) = topology_of(root).filter(|topology| topology.is_mapping()) else {
        faults.extend(declaration_faults(schemas));
        return CompletedTemplate { document: root.into(), inputs: Vec::new(), faults };
    };
    let is_inside = topology.id() != root.id();
    let (inputs, input_faults) = topology_inputs(schemas, &inputs::declared(topology.get("inputs")), sources);
    faults.extend(input_faults.into_iter().map(|(_, fault)| fault));
    let mut functions = TopologyFunctions::new(schemas, topology, &inputs);
    functions.absent.clone_from(&sources.absent);
    let mut completion = Completion { completer: Completer::new(schemas, functions), schemas };
    let topology = completion.topology(topology, &inputs);
    faults.extend(completion.completer.take_faults());
    faults.extend(declaration_faults(schemas));
    let document = if is_inside { Datum::from(root).with("topology_template", topology) } else { topology };
    CompletedTemplate { document, inputs, faults }
}

struct Completion<'a, 't> {
    completer: Completer<'a, 't, TopologyFunctions<'a, 't>>,
    schemas: &'a Schemas<'t>,
}

impl<'t> Completion<'_, 't> {
    fn topology(&mut self, topology: Yaml<'t>, inputs: &[TopologyInput<'t>]) -> Datum<'t> {
        let mut result = Datum::from(topology);
        for (key, section) in topology.entries() {
            let completed = match key.text() {
                "inputs" => given_as_defaults(section, inputs),
                "node_templates" => self.each(section, |own, key, body| own.node(key, body)),
                "relationship_templates" => self.each(section, |own, key, body| {
                    own.typed(Collection::Relationship, body.into(), &Path::new(key.text()), key.span())
                }),
                "groups" => self.each(section, |own, key, body| {
                    own.typed(Collection::Group, body.into(), &Path::new(key.text()), key.span())
                }),
                "policies" => self.policies(section),
                "outputs" => self.each(section, |own, key, body| own.completer.output(key.text(), key.span(), body)),
                _ => continue,
            };
            result = result.with(key.text(), completed);
        }
        result
    }

    fn each(&mut self, section: Yaml<'t>, complete: impl Fn(&mut Self, Yaml<'t>, Yaml<'t>) -> Datum<'t>) -> Datum<'t> {
        if !section.is_mapping() {
            return section.into();
        }
        let entry = |(key, body): (Yaml<'t>, Yaml<'t>)| Entry {
            key: key.text(),
            span: key.span(),
            value: complete(self, key, body),
        };
        Datum::map(section.entries().map(entry).collect(), section.span())
    }

    /// Policies are a list of maps with one entry, or a map.
    fn policies(&mut self, section: Yaml<'t>) -> Datum<'t> {
        let policy = |own: &mut Self, key: Yaml<'t>, body: Yaml<'t>| {
            own.typed(Collection::Policy, body.into(), &Path::new(key.text()), key.span())
        };
        if !section.is_sequence() {
            return self.each(section, policy);
        }
        Datum::list(section.items().map(|item| self.each(item, policy)).collect(), section.span())
    }

    /// An element with a type and properties.
    fn typed(&mut self, collection: Collection, body: Datum<'t>, path: &Path<'_>, owner: Span) -> Datum<'t> {
        let name = type_of(&body);
        self.of_type(collection, name, body, path, owner)
    }

    /// An element with properties and a type that may be said elsewhere.
    fn of_type(
        &mut self,
        collection: Collection,
        name: Option<Yaml<'t>>,
        body: Datum<'t>,
        path: &Path<'_>,
        owner: Span,
    ) -> Datum<'t> {
        match self.known_type(collection, name, path) {
            Some(name) => {
                let of = collection.named(name);
                let body = self.section(of, Section::Properties, body, path, owner);
                let body = self.completer.attributes(of, body, path, owner);
                self.completer.interfaces(of, body, path, owner)
            }
            None => body,
        }
    }

    /// The type of an element, when it has one that is known down to its root.
    fn known_type(&mut self, collection: Collection, name: Option<Yaml<'t>>, path: &Path<'_>) -> Option<&'t str> {
        let name = name?;
        let is_unknown = self.completer.report_unknown_type_of_element(collection, name, path);
        (!is_unknown && !self.schemas.is_broken(collection, name.text())).then(|| name.text())
    }

    fn section(
        &mut self,
        of: TypeName<'_>,
        section: Section,
        body: Datum<'t>,
        path: &Path<'_>,
        owner: Span,
    ) -> Datum<'t> {
        let given = body.get(section.key());
        let entries = self.completer.members(of, section, given.as_ref(), path, owner);
        if entries.is_empty() {
            return body;
        }
        let span = given.map_or(owner, |given| given.span());
        body.with(section.key(), Datum::map(entries, span))
    }

    fn node(&mut self, key: Yaml<'t>, body: Yaml<'t>) -> Datum<'t> {
        let path = Path::new(key.text());
        let mut result = Datum::from(body);
        self.completer.functions.owner = Some(key.text());
        let node_type = self.known_type(Collection::Node, type_of(&result), &path);
        if let Some(name) = node_type {
            let of = Collection::Node.named(name);
            result = self.section(of, Section::Properties, result, &path, key.span());
            result = self.completer.attributes(of, result, &path, key.span());
            result = self.completer.capabilities(name, result, &path, key.span());
            result = self.completer.interfaces(of, result, &path, key.span());
        }
        if let Some(requirements) = body.get("requirements") {
            let requirement =
                |own: &mut Self, key: Yaml<'t>, body: Yaml<'t>| own.requirement(node_type, key, body, &path);
            let completed = if requirements.is_sequence() {
                Datum::list(
                    requirements.items().map(|item| self.each(item, requirement)).collect(),
                    requirements.span(),
                )
            } else {
                self.each(requirements, requirement)
            };
            result = result.with("requirements", completed);
        }
        if let Some(artifacts) = body.get("artifacts") {
            let artifact = |own: &mut Self, key: Yaml<'t>, body: Yaml<'t>| {
                own.typed(Collection::Artifact, body.into(), &path.name(key.text()), key.span())
            };
            result = result.with("artifacts", self.each(artifacts, artifact));
        }
        self.completer.functions.owner = None;
        result
    }

    /// A relationship inside a requirement has the type that it names, or else that which the node's type wants.
    fn requirement(&mut self, node_type: Option<&'t str>, key: Yaml<'t>, body: Yaml<'t>, path: &Path<'_>) -> Datum<'t> {
        let Some(relationship) = body.get("relationship").filter(|relationship| relationship.is_mapping()) else {
            return body.into();
        };
        let path = path.name(key.text());
        let relationship = Datum::from(relationship);
        let wanted = || self.schemas.required_relationship(node_type?, key.text());
        let name = type_of(&relationship).or_else(wanted);
        let completed = self.of_type(Collection::Relationship, name, relationship, &path, key.span());
        Datum::from(body).with("relationship", completed)
    }
}

/// The type that an element names.
fn type_of<'t>(body: &Datum<'t>) -> Option<Yaml<'t>> {
    body.get("type")?.written().filter(|name| name.is_scalar() && !name.is_null())
}

/// In a completed template the value of an input is its default.
fn given_as_defaults<'t>(section: Yaml<'t>, inputs: &[TopologyInput<'t>]) -> Datum<'t> {
    let mut result = Datum::from(section);
    for (input, (_, body)) in inputs.iter().zip(section.entries()) {
        if let Some(value) = input.value.clone().filter(|_| body.is_mapping()) {
            result = result.with(input.name, Datum::from(body).with("default", value));
        }
    }
    result
}
