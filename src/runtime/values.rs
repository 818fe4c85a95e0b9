//! Values in a job: topology inputs, properties of nodes and connections.

use std::cell::Cell;
use std::sync::Arc;

use super::connection::{Connection, External, Source, explicit};
use super::content::{Content, Contents};
use super::environment::{Environment, Rule};
use super::facts::Facts;
use super::job::Job;
use super::lineage::named_entries;
use super::property::{Given, Properties, Property, declared_properties, give, give_written, properties_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Declaration, ElementId, PropertyValue};
use crate::syntax::vocabulary::{Profile, topology_of};
use crate::syntax::yaml::Yaml;
use crate::types::template::InputSources;
use crate::types::{Collection, Schema, Schemas, Section};

impl<'j> Job<'j> {
    /// The topology inputs with a value: declared defaults, and what goes over them in the template and around it.
    pub(super) fn given_inputs(&self) -> Contents {
        let sources = self.surroundings.input_sources(self.model);
        let mut inputs = Properties::default();
        let is_present = |declared: &Declaration<'_>| declared.id.is_none_or(|id| self.variant.has(self.model, id));
        for declared in self.model.declared_inputs().into_iter().filter(is_present) {
            inputs.insert(declared.name.into(), input(Some(declared.body), declared.name, &sources));
        }
        self.contents(&inputs, self.facts())
    }

    /// The same for another ensemble, as far as its own file says.
    fn inputs_of(&self, external: &External<'j>) -> Contents {
        let Some((root, template)) = external.root.zip(external.template()) else { return Contents::default() };
        let sources = InputSources::of(root);
        let declared = topology_of(template).and_then(|topology| topology.get("inputs")).into_iter();
        let named = declared.flat_map(named_entries);
        let inputs = named.map(|(key, body)| (key.text().into(), input(Some(body), key.text(), &sources)));
        self.contents(&inputs.collect(), self.facts())
    }

    /// The properties of a present node: what its types declare as defaults, and what the variant assigns.
    pub fn properties(&self, node: ElementId) -> Contents {
        let properties = self.node_properties(node);
        let value = |(name, property): (&Arc<str>, &Property<'j>)| {
            Some((Arc::clone(name), self.node_value(node, property, &[], &Cell::new(MOST_LOOKUPS))?))
        };
        properties.iter().filter_map(value).collect()
    }

    /// The properties of a connection, defaults included.
    pub fn connection_properties(&self, connection: &Connection<'j>) -> Contents {
        let definitions = connection.definitions.iter().rev().copied();
        let mut properties = properties_of(Schemas::fields_in(definitions, Section::Properties));
        self.assign_template(self.owner(connection), connection.body, &mut properties);
        match connection.source {
            Source::External(place) => {
                let inputs = self.inputs_of(&self.surroundings.external[place]);
                self.contents(&properties, Facts::new(&inputs, &self.ensemble))
            }
            Source::Environment | Source::Template(_) | Source::Requirement(_) => {
                self.contents(&properties, self.facts())
            }
        }
    }

    /// The properties of a present relation, defaults included.
    pub(super) fn relation_properties(&self, relation: ElementId) -> Contents {
        let template = explicit(self.model, relation);
        if let Some(template) = template.as_ref().filter(|template| !template.types.is_empty()) {
            return self.connection_properties(template);
        }
        let line = self.relation_line(relation);
        let mut properties = declared_properties(&self.schemas, Collection::Relationship, &line);
        if let Some(template) = template {
            self.assign_template(Some(relation), template.body, &mut properties);
        }
        self.contents(&properties, self.facts())
    }

    fn contents(&self, properties: &Properties<'j>, facts: Facts<'_>) -> Contents {
        let value = |(name, property): (&Arc<str>, &Property<'j>)| {
            Some((Arc::clone(name), property.value(&self.schemas, facts)?))
        };
        properties.iter().filter_map(value).collect()
    }

    /// The properties that a connection gives values to.
    fn given_properties(&self, connection: &Connection<'j>) -> Properties<'j> {
        let mut given = Properties::default();
        self.assign_template(self.owner(connection), connection.body, &mut given);
        given
    }

    /// The element whose properties are those of the connection.
    fn owner(&self, connection: &Connection<'j>) -> Option<ElementId> {
        match connection.source {
            Source::Template(place) => {
                let template = &self.model.relationship_templates()[place];
                let mut users = template.relations.iter().copied();
                template.connection.or_else(|| users.find(|&relation| self.variant.has(self.model, relation)))
            }
            Source::Requirement(relation) => Some(relation),
            Source::Environment | Source::External(_) => None,
        }
    }

    /// Gives the values of a relationship template: those of its owner, or as they are written where they are no elements.
    fn assign_template(&self, owner: Option<ElementId>, body: Yaml<'j>, properties: &mut Properties<'j>) {
        match owner.filter(|&owner| !self.model.properties_of(owner).is_empty()) {
            Some(owner) => self.assign(owner, properties),
            None => give_written(Some(body), properties),
        }
    }

    fn node_properties(&self, node: ElementId) -> Properties<'j> {
        let mut properties = declared_properties(&self.schemas, Collection::Node, &self.type_line(node));
        // Profile A passes properties through.
        let body = self.model.element(node).body.filter(|_| self.model.profile() == Profile::A);
        give_written(body.map(|body| self.model.yaml(body)), &mut properties);
        self.assign(node, &mut properties);
        properties
    }

    /// What is found in a property of a node when one follows `path`.
    fn node_value(
        &self,
        node: ElementId,
        property: &Property<'j>,
        path: &[&str],
        budget: &Cell<u32>,
    ) -> Option<Content> {
        let lookup = |path: &[&str]| self.look_up(node, path, budget);
        property.part(&self.schemas, self.facts().with_properties(&lookup), path)
    }

    /// The value of an input of an operation on `node`, in an environment.
    pub(super) fn input_at(&self, node: ElementId, input: &Property<'j>, environment: &Environment) -> Option<Content> {
        let budget = Cell::new(MOST_LOOKUPS);
        let lookup = |path: &[&str]| self.look_up(node, path, &budget);
        input.value(&self.schemas, Facts::new(&self.inputs, environment).with_properties(&lookup))
    }

    /// The property that `get_property` means at `node`; none for what is not known or leads in a circle.
    fn look_up(&self, node: ElementId, path: &[&str], budget: &Cell<u32>) -> Option<Content> {
        budget.set(budget.get().checked_sub(1)?);
        let (&entity, path) = path.split_first()?;
        let node = match entity {
            "SELF" => node,
            "HOST" => self.host(node)?,
            name => self.node(name)?,
        };
        let (&name, path) = path.split_first()?;
        let own = self.node_properties(node);
        let own = own.get(name).and_then(|property| self.node_value(node, property, path, budget));
        if own.is_some() {
            return own;
        }
        let relations = self.model.node(node).relations.iter().copied();
        let mut named =
            relations.filter(|&id| self.variant.has(self.model, id) && *self.model.element(id).name == *name);
        let target = self.model.relation(named.next()?).target?;
        let (&name, path) = path.split_first()?;
        self.node_value(target, self.node_properties(target).get(name)?, path, budget)
    }

    /// Adds the present values of an element.
    fn assign(&self, owner: ElementId, properties: &mut Properties<'j>) {
        let present = self.model.properties_of(owner).iter().filter(|&&id| self.variant.has(self.model, id));
        for &id in present {
            let given = match self.model.property(id).value {
                PropertyValue::Literal(value) => Given::Written(self.model.yaml(value)),
                PropertyValue::Expression(_) => match self.variant.value(id) {
                    Some(value) => Given::Evaluated(value.clone()),
                    None => continue,
                },
                PropertyValue::Fallback | PropertyValue::Missing => continue,
            };
            give(properties, Arc::clone(&self.model.element(id).name), given);
        }
    }

    /// What connections set, to be applied from first to last: what is looked up first wins.
    pub fn connection_rules(&self, available: &[Connection<'j>], faults: &mut Vec<Diagnostic>) -> Vec<Rule> {
        let rules = available.iter().rev().flat_map(|connection| self.set_by(connection, faults));
        rules.collect()
    }

    fn set_by(&self, connection: &Connection<'j>, faults: &mut Vec<Diagnostic>) -> Vec<Rule> {
        let declared = connection.declared(self.model.types());
        let mut rules = Vec::new();
        let given = self.given_properties(connection);
        for (property, content) in self.connection_properties(connection) {
            let Some(declared) = declared.get(&property) else { continue };
            let mut set = |variable: &Arc<str>, content: &Content| match content.to_text() {
                Ok(text) => rules.extend(text.map(|text| Rule::set(variable, text, connection.span))),
                Err(kind) => faults.push(no_text(connection, &property, variable, kind)),
            };
            let is_set = |variable: &&Arc<str>| {
                given.contains_key(&property) || declared.sets_by_default(variable, &self.ensemble)
            };
            declared.variables.iter().filter(is_set).for_each(|variable| set(variable, &content));
            match &content {
                Content::Map(entries) if declared.sets_keys => entries.iter().for_each(|(key, value)| set(key, value)),
                _ => {}
            }
        }
        rules
    }
}

/// A topology input with what is given for it.
fn input<'s>(body: Option<Yaml<'s>>, name: &str, sources: &InputSources<'s>) -> Property<'s> {
    let given = sources.given(name).map(|(_, value)| Given::Written(value));
    let mut schema = body.map(Schema::read);
    // A source replaces a value as a whole.
    schema.iter_mut().filter(|_| given.is_some()).for_each(|schema| schema.defaults.clear());
    Property { schema, given }
}

fn no_text(connection: &Connection<'_>, property: &str, variable: &str, kind: &str) -> Diagnostic {
    let name = &connection.name;
    let message =
        format!("property \"{property}\" of connection \"{name}\" is {kind}, which the variable {variable} cannot be");
    Diagnostic::new(Code::BadConnection, connection.span, message)
}

/// How many references to properties a value may take: they can multiply, and lead in circles.
const MOST_LOOKUPS: u32 = 100;
