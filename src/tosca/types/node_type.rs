//! What node types say besides properties and attributes: which capabilities nodes have, and what their requirements lead
//! over.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::interface::assign;
use super::schemas::define;
use super::{Collection, Fields, Schemas, Section, SimpleType};
use crate::source::syntax::yaml::Yaml;

/// What definitions of properties say besides their types.
static DEFINITION_KEYS: &[&str] =
    &["description", "required", "default", "status", "constraints", "entry_schema", "key_schema", "metadata"];

/// A capability of a node type.
#[derive(Clone, Debug)]
pub struct Capability<'t> {
    /// The name of its type.
    pub type_name: Yaml<'t>,
    /// The properties that it has.
    pub fields: Fields<'t>,
    /// `valid_source_types`: the types of nodes that it takes, where that is said.
    pub sources: Option<Yaml<'t>>,
}

impl<'t> Schemas<'t> {
    /// The effective capabilities of a node type: name, type, and the properties that they have there, where its line
    /// may define those of the type anew.
    pub fn capabilities(&self, node_type: &str) -> IndexMap<&'t str, Capability<'t>, FxBuildHasher> {
        let mut found: IndexMap<&'t str, Capability<'t>, FxBuildHasher> = IndexMap::default();
        for name in self.line(Collection::Node, node_type).unwrap_or_default().into_iter().rev() {
            let members = self.body(Collection::Node, name).and_then(|body| body.get("capabilities"));
            for (key, body) in members.into_iter().flat_map(|members| members.entries()) {
                let type_name = if body.is_scalar() { Some(body) } else { body.get("type") };
                let before = found.get(key.text());
                let type_name = type_name.filter(|name| !name.is_null()).or_else(|| before.map(|it| it.type_name));
                let Some(type_name) = type_name else { continue };
                let fields = match before.filter(|before| before.type_name.text() == type_name.text()) {
                    Some(before) => before.fields.clone(),
                    None => (*self.fields(Collection::Capability, Section::Properties, type_name.text())).clone(),
                };
                let sources = sources_in(body).or_else(|| before.and_then(|before| before.sources));
                let sources = sources.or_else(|| self.sources(type_name.text()));
                let mut capability = Capability { type_name, fields, sources };
                for member in body.get("properties").into_iter().flat_map(Yaml::entries) {
                    self.refine(&mut capability.fields, member);
                }
                found.insert(key.text(), capability);
            }
        }
        found
    }

    /// The types of nodes that a capability type takes.
    fn sources(&self, capability_type: &str) -> Option<Yaml<'t>> {
        let line = self.line(Collection::Capability, capability_type)?;
        line.into_iter().find_map(|name| sources_in(self.body(Collection::Capability, name)?))
    }

    /// What a node type says about a property of a capability: another definition, or a value.
    fn refine(&self, fields: &mut Fields<'t>, (key, body): (Yaml<'t>, Yaml<'t>)) {
        if self.is_definition(body) {
            define(fields, (key, body));
        } else {
            assign(fields, key, body);
        }
    }

    /// Whether what a node type says about a property of a capability defines it. Runtimes take anything else for a value.
    pub(in crate::tosca::types) fn is_definition(&self, body: Yaml<'t>) -> bool {
        let is_type = || self.is_known(Collection::Data, body.text()) || SimpleType::parse(body.text()).is_some();
        if body.is_scalar() {
            return body.is_null() || is_type();
        }
        let is_keyword = |(key, _): (Yaml<'t>, Yaml<'t>)| DEFINITION_KEYS.contains(&key.text());
        body.get("type").is_some() || body.is_mapping() && body.entries().all(is_keyword)
    }

    /// The relationship type that a node type wants for a requirement.
    pub fn required_relationship(&self, node_type: &str, requirement: &str) -> Option<Yaml<'t>> {
        let line = self.line(Collection::Node, node_type)?;
        wanted_relationship(line.into_iter().filter_map(|name| self.body(Collection::Node, name)), requirement)
    }
}

/// An empty list takes all.
fn sources_in(body: Yaml<'_>) -> Option<Yaml<'_>> {
    body.get("valid_source_types").filter(|listed| listed.is_sequence() && !listed.is_empty())
}

/// The relationship type that definitions of node types want for a requirement: the first of them that says so.
pub fn wanted_relationship<'t>(definitions: impl IntoIterator<Item = Yaml<'t>>, requirement: &str) -> Option<Yaml<'t>> {
    definitions.into_iter().find_map(|definition| {
        let section = definition.get("requirements")?;
        let mut entries = section.entries().chain(section.items().flat_map(Yaml::entries));
        let relationship = entries.find(|(key, _)| key.text() == requirement)?.1.get("relationship")?;
        let name = if relationship.is_mapping() { relationship.get("type")? } else { relationship };
        (name.is_scalar() && !name.is_null()).then_some(name)
    })
}
