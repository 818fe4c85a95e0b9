//! Finding the connections.

use super::{Connection, Connections, DefaultFor, Source};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{ElementId, Kind, Model};
use crate::runtime::Surroundings;
use crate::syntax::yaml::Yaml;

impl<'c> Connections<'c> {
    /// The connections of `model` and of what surrounds it; one of the environment goes before one of the same name in the
    /// template.
    pub fn of(model: &'c Model, surroundings: &Surroundings<'c>, faults: &mut Vec<Diagnostic>) -> Self {
        let mut connections = Self { all: Vec::new() };
        connections.add_environment(model, surroundings.section("connections"), faults);
        connections.add_imported(model, &surroundings.external, faults);
        let given = connections.all.len();
        for (place, template) in model.relationship_templates().iter().enumerate() {
            let Some(default_for) = template.default_for.map(|default_for| model.yaml(default_for)) else { continue };
            if connections.all[..given].iter().any(|other| other.name == template.name) {
                continue;
            }
            let (key, body) = (model.yaml(template.key), model.yaml(template.body));
            let connection = Connection::new(model, &template.name, key.span(), body, Source::Template(place));
            connections.add(connection, default_for, faults);
        }
        for relation in model.of_kind(Kind::Relation) {
            connections.add_inline(model, relation, faults);
        }
        connections
    }

    fn add_environment(&mut self, model: &'c Model, section: Option<Yaml<'c>>, faults: &mut Vec<Diagnostic>) {
        let Some(section) = section.filter(|section| !section.is_null()) else { return };
        if !section.is_mapping() {
            let message = format!("connections are a mapping, not a {}", section.kind());
            faults.push(Diagnostic::new(Code::BadSurroundings, section.span(), message));
        }
        for (key, body) in section.entries() {
            if !body.is_mapping() {
                let message = format!("connection \"{}\" is a mapping, not a {}", key.text(), body.kind());
                faults.push(Diagnostic::new(Code::BadConnection, body.span(), message));
                continue;
            }
            let connection = Connection::new(model, key.text(), key.span(), body, Source::Environment);
            match body.get("default_for").filter(|default_for| !default_for.is_null()) {
                Some(default_for) => self.add(connection, default_for, faults),
                None => self.all.push(Connection { default_for: DefaultFor::Any, ..connection }),
            }
        }
    }

    fn add_inline(&mut self, model: &'c Model, relation: ElementId, faults: &mut Vec<Diagnostic>) {
        let Some(connection) = inline(model, relation) else { return };
        if let Some(default_for) = connection.body.get("default_for").filter(|default_for| !default_for.is_null()) {
            self.add(connection, default_for, faults);
        }
    }

    pub(super) fn add(&mut self, connection: Connection<'c>, default_for: Yaml<'_>, faults: &mut Vec<Diagnostic>) {
        match read(&connection, default_for) {
            Ok(default_for) => self.all.push(Connection { default_for, ..connection }),
            Err(fault) => faults.push(*fault),
        }
    }
}

fn read(connection: &Connection<'_>, default_for: Yaml<'_>) -> Result<DefaultFor, Box<Diagnostic>> {
    let name = &connection.name;
    let fault = |code: Code, message: String| Diagnostic::new(code, default_for.span(), message);
    match (default_for.as_str(), connection.source) {
        (Some("ANY"), _) => Ok(DefaultFor::Any),
        (Some("SELF"), Source::Requirement(_)) => Ok(DefaultFor::Own),
        (Some("SELF"), Source::Environment | Source::External(_) | Source::Template(_)) => Err(Box::new(
            fault(
                Code::UnmatchedConnection,
                format!("connection \"{name}\" is the default for SELF, but no node holds it"),
            )
            .help("SELF is for relationships inside requirements; name a node, a type or a capability here"),
        )),
        (Some(text), _) => Ok(DefaultFor::Named(text.into(), default_for.span())),
        (None, _) => Err(Box::new(
            fault(Code::BadConnection, format!("connection \"{name}\" has a {} as `default_for`", default_for.kind()))
                .help("write ANY, or the name of a node, a node type, a capability or a capability type"),
        )),
    }
}

/// The relationship template inside a requirement.
fn inline(model: &Model, relation: ElementId) -> Option<Connection<'_>> {
    let element = model.element(relation);
    let body = model.yaml(element.body?).get("relationship").filter(|relationship| relationship.is_mapping())?;
    Some(Connection::new(model, &element.name, element.span, body, Source::Requirement(relation)))
}

/// The relationship template that a relation names or holds.
pub(in crate::runtime) fn explicit(model: &Model, relation: ElementId) -> Option<Connection<'_>> {
    let Some(place) = model.relation(relation).template else { return inline(model, relation) };
    let template = &model.relationship_templates()[place];
    let (key, body) = (model.yaml(template.key), model.yaml(template.body));
    Some(Connection::new(model, &template.name, key.span(), body, Source::Template(place)))
}
