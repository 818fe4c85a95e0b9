//! Values in a job: topology inputs, properties of nodes and connections.

use std::sync::Arc;

use super::connection::{Connection, Source, explicit};
use super::content::{Content, Contents};
use super::environment::EnvironmentRule;
use super::external::External;
use super::job::Job;
use super::lineage::named_entries;
use super::owner::Owner;
use super::property::{GivenProperty, Properties, Property, declared_properties, give, give_written, properties_of};
use super::task_view::Context;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::topology_of;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{Declaration, ElementId, PropertyValue};
use crate::tosca::types::template::InputSources;
use crate::tosca::types::{Collection, Schema, Schemas, Section};

impl<'j> Job<'j> {
    /// The topology inputs with a value: declared defaults, and what goes over them in the template and around it.
    pub(super) fn given_inputs(&self) -> Contents {
        let sources = self.run_environment.input_sources(self.model);
        let mut inputs = Properties::default();
        let is_present = |declared: &Declaration<'_>| declared.id.is_none_or(|id| self.variant.has(self.model, id));
        for declared in self.model.declared_inputs().into_iter().filter(is_present) {
            inputs.insert(declared.name.into(), input(Some(declared.body), declared.name, &sources));
        }
        self.input_values(&inputs)
    }

    /// The topology inputs with a value of another ensemble, as far as its own file says.
    fn inputs_of(&self, external: &External<'j>) -> Contents {
        let Some((root, template)) = external.root.zip(external.template()) else { return Contents::default() };
        let sources = InputSources::of(root);
        let declared = topology_of(template).and_then(|topology| topology.get("inputs")).into_iter();
        let named = declared.flat_map(named_entries);
        let inputs = named.map(|(key, body)| (key.text().into(), input(Some(body), key.text(), &sources)));
        self.input_values(&inputs.collect())
    }

    fn input_values(&self, inputs: &Properties<'j>) -> Contents {
        let value = |(name, input): (&Arc<str>, &Property<'j>)| {
            Some((Arc::clone(name), input.value(&self.schemas, self.facts())?))
        };
        inputs.iter().filter_map(value).collect()
    }

    /// The topology inputs that functions in the values of a connection read.
    pub(super) fn inputs_around(&self, connection: &Connection<'j>) -> &Contents {
        match connection.source {
            Source::External(place) => {
                let of_all = || self.run_environment.external.iter().map(|external| self.inputs_of(external)).collect();
                &self.external_inputs.get_or_init(of_all)[place]
            }
            Source::Environment | Source::Template(_) | Source::Requirement(_) => &self.inputs,
        }
    }

    /// The context of what is no task.
    pub(super) fn context_of<'c>(&'c self, connections: &'c [Connection<'j>]) -> Context<'c, 'j> {
        let environment = &self.ensemble;
        Context { connections, environment, target: None, operation_host: None, operation: None }
    }

    /// What is declared and given for the properties of an owner.
    pub(super) fn given(&self, owner: Owner<'_, 'j>) -> Properties<'j> {
        match owner {
            Owner::Node(node) => self.of_node(node),
            Owner::Relation(relation) => self.of_relation(relation),
            Owner::Connection(connection) => self.of_connection(connection),
        }
    }

    fn of_node(&self, node: ElementId) -> Properties<'j> {
        let mut properties = declared_properties(&self.schemas, Collection::Node, &self.type_line(node));
        // Profile A passes properties through.
        let body = self.model.element(node).body.filter(|_| !self.model.dialect().parts_are_elements);
        give_written(body.map(|body| self.model.yaml(body)), &mut properties);
        self.assign(node, &mut properties);
        properties
    }

    fn of_relation(&self, relation: ElementId) -> Properties<'j> {
        let template = explicit(self.model, relation);
        if let Some(template) = template.as_ref().filter(|template| !template.types.is_empty()) {
            return self.of_connection(template);
        }
        let line = self.relation_line(relation);
        let mut properties = declared_properties(&self.schemas, Collection::Relationship, &line);
        if let Some(template) = template {
            self.assign_template(&template, &mut properties);
        }
        properties
    }

    fn of_connection(&self, connection: &Connection<'j>) -> Properties<'j> {
        let definitions = connection.definitions.iter().rev().copied();
        let mut properties = properties_of(Schemas::fields_in(definitions, Section::Properties));
        self.assign_template(connection, &mut properties);
        properties
    }

    /// Gives the values of a relationship template, as they are written where they are no elements.
    fn assign_template(&self, template: &Connection<'j>, properties: &mut Properties<'j>) {
        match self.user(template) {
            Some(owner) => self.assign(owner, properties),
            None => give_written(Some(template.body), properties),
        }
    }

    /// The element whose properties are those of the connection, where they are elements.
    pub(super) fn user(&self, connection: &Connection<'j>) -> Option<ElementId> {
        let owner = match connection.source {
            Source::Template(place) => {
                let template = &self.model.relationship_templates()[place];
                let mut users = template.relations.iter().copied();
                template.connection.or_else(|| users.find(|&relation| self.has(relation)))
            }
            Source::Requirement(relation) => Some(relation),
            Source::Environment | Source::External(_) => None,
        };
        owner.filter(|&owner| !self.model.properties_of(owner).is_empty())
    }

    /// Adds the present values of an element.
    pub(super) fn assign(&self, owner: ElementId, properties: &mut Properties<'j>) {
        let present = self.model.properties_of(owner).iter().filter(|&&id| self.variant.has(self.model, id));
        for &id in present {
            let given = match self.model.property(id).value {
                PropertyValue::Literal(value) => GivenProperty::Written(self.model.yaml(value)),
                PropertyValue::Expression(_) => match (self.run_environment.map(id), self.variant.value(id)) {
                    (Some(map), _) => GivenProperty::Computed(map),
                    (None, Some(value)) => GivenProperty::Evaluated(value.clone()),
                    (None, None) => continue,
                },
                PropertyValue::Fallback | PropertyValue::Missing => continue,
            };
            give(properties, Arc::clone(&self.model.element(id).name), given);
        }
    }

    /// What connections set, to be applied from first to last: what is looked up first wins.
    pub fn connection_rules(
        &self,
        available: &[Connection<'j>],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<EnvironmentRule> {
        self.connection_rules_in(self.context_of(available), diagnostics)
    }

    /// What the connections of a task set, to be applied from first to last.
    pub(super) fn connection_rules_in(
        &self,
        context: Context<'_, 'j>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<EnvironmentRule> {
        let nearest_last = context.connections.iter().rev();
        nearest_last.flat_map(|connection| self.set_by(connection, context, diagnostics)).collect()
    }

    fn set_by(
        &self,
        connection: &Connection<'j>,
        context: Context<'_, 'j>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<EnvironmentRule> {
        let declared = connection.declared(self.model.types());
        let mut rules = Vec::new();
        let given = self.given(Owner::Connection(connection));
        let is_given = |name: &str| given.get(name).is_some_and(|property| property.given.is_some());
        for (property, content) in self.values(Owner::Connection(connection), context) {
            let Some(declared) = declared.get(&property) else { continue };
            let mut set = |variable: &Arc<str>, content: &Content| match content.to_text() {
                Ok(text) => rules.extend(text.map(|text| EnvironmentRule::set(variable, text, connection.span))),
                Err(kind) => diagnostics.push(no_text(connection, &property, variable, kind)),
            };
            let is_set =
                |variable: &&Arc<str>| is_given(&property) || declared.sets_by_default(variable, &self.ensemble);
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
    let given = sources.given(name).map(|(_, value)| GivenProperty::Written(value));
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
