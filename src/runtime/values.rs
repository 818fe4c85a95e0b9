//! Values in a job: topology inputs, properties of nodes and connections.

use std::sync::Arc;

use super::connection::{Connection, Declarations, Source, declared};
use super::content::{Content, Contents};
use super::environment::Rule;
use super::job::Job;
use super::lineage::named_entries;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{ElementId, Kind, PropertyValue};
use crate::syntax::vocabulary::Profile;
use crate::syntax::yaml::Yaml;
use crate::types::Collection;

impl<'j> Job<'j> {
    /// The topology inputs with a value: declared defaults, `inputs_values` of the template, the environment's `inputs`,
    /// the later over the earlier.
    pub(super) fn given_inputs(&self) -> Contents {
        let mut inputs = Contents::default();
        for id in self.model.of_kind(Kind::Input).filter(|&id| self.variant.has(self.model, id)) {
            let element = self.model.element(id);
            let default = element.body.and_then(|body| self.model.yaml(body).get("default"));
            if let Some(default) = default.filter(|default| !default.is_null()) {
                inputs.insert(Arc::clone(&element.name), self.facts().evaluate(default));
            }
        }
        let sections = [
            self.model.root().get("inputs_values").or(self.model.root().get("input_values")),
            self.surroundings.section("inputs"),
        ];
        for (key, value) in sections.into_iter().flatten().flat_map(|section| section.entries()) {
            inputs.insert(key.text().into(), self.facts().evaluate(value));
        }
        inputs
    }

    /// The properties of a present node: what its types declare as defaults, and what the variant assigns.
    pub fn properties(&self, node: ElementId) -> Contents {
        let declared = declared(self.model, Collection::Node, &self.type_line(node));
        let mut properties = self.defaults(&declared);
        // Profile A passes properties through.
        let body = self.model.element(node).body.filter(|_| self.model.profile() == Profile::A);
        self.assign_written(body.map(|body| self.model.yaml(body)), &mut properties);
        self.assign(node, &mut properties);
        properties
    }

    /// The properties of a connection, defaults included.
    pub fn connection_properties(&self, connection: &Connection<'_>) -> Contents {
        let declared = declared(self.model, Collection::Relationship, &connection.types);
        let mut properties = self.defaults(&declared);
        match self.user(connection) {
            Some(relation) => self.assign(relation, &mut properties),
            None => self.assign_written(Some(connection.body), &mut properties),
        }
        properties
    }

    /// The present relation whose properties are those of the connection.
    fn user(&self, connection: &Connection<'_>) -> Option<ElementId> {
        let Source::Template(place) = connection.source else { return None };
        let relations = self.model.relationship_templates()[place].relations.iter().copied();
        let has_properties = |&relation: &ElementId| !self.model.properties_of(relation).is_empty();
        relations.filter(|&relation| self.variant.has(self.model, relation)).find(has_properties)
    }

    fn defaults(&self, declared: &Declarations<'_>) -> Contents {
        let defaults = declared.iter().filter_map(|(name, declared)| Some((name, declared.default?)));
        defaults.map(|(name, default)| (Arc::clone(name), self.facts().evaluate(default))).collect()
    }

    /// Adds the values that the properties of a template say without conditions.
    fn assign_written(&self, body: Option<Yaml<'_>>, properties: &mut Contents) {
        let assigned = body.and_then(|body| body.get("properties")).into_iter().flat_map(named_entries);
        properties.extend(assigned.map(|(key, value)| (Arc::from(key.text()), self.facts().evaluate(value))));
    }

    /// Adds the present values of an element.
    fn assign(&self, owner: ElementId, properties: &mut Contents) {
        let present = self.model.properties_of(owner).iter().filter(|&&id| self.variant.has(self.model, id));
        for &id in present {
            let value = match self.model.property(id).value {
                PropertyValue::Literal(value) => self.facts().evaluate(self.model.yaml(value)),
                PropertyValue::Expression(_) => match self.variant.value(id) {
                    Some(value) => Content::Value(value.clone()),
                    None => continue,
                },
                PropertyValue::Fallback | PropertyValue::Missing => continue,
            };
            properties.insert(Arc::clone(&self.model.element(id).name), value);
        }
    }

    /// What connections set, to be applied from first to last: what is looked up first wins.
    pub fn connection_rules(&self, available: &[Connection<'j>], faults: &mut Vec<Diagnostic>) -> Vec<Rule> {
        let rules = available.iter().rev().flat_map(|connection| self.set_by(connection, faults));
        rules.collect()
    }

    fn set_by(&self, connection: &Connection<'j>, faults: &mut Vec<Diagnostic>) -> Vec<Rule> {
        let declared = declared(self.model, Collection::Relationship, &connection.types);
        let mut rules = Vec::new();
        for (property, content) in self.connection_properties(connection) {
            let Some(declared) = declared.get(&property) else { continue };
            let mut set = |variable: &Arc<str>, content: &Content| match content.to_text() {
                Ok(text) => rules.extend(text.map(|text| Rule::set(variable, text, connection.span))),
                Err(kind) => faults.push(no_text(connection, &property, variable, kind)),
            };
            declared.variables.iter().for_each(|variable| set(variable, &content));
            match &content {
                Content::Map(entries) if declared.sets_keys => entries.iter().for_each(|(key, value)| set(key, value)),
                _ => {}
            }
        }
        rules
    }
}

fn no_text(connection: &Connection<'_>, property: &str, variable: &str, kind: &str) -> Diagnostic {
    let name = &connection.name;
    let message =
        format!("property \"{property}\" of connection \"{name}\" is {kind}, which the variable {variable} cannot be");
    Diagnostic::new(Code::BadConnection, connection.span, message)
}
