//! Finding the connections.

use super::{Connection, Connections, DefaultFor, Source, TypeChoice};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::check_relationship_keys;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, Model};
use crate::unfurl::run_environment::RunEnvironment;

impl<'c> Connections<'c> {
    /// The connections of `model` and of what surrounds it; one of the environment goes before one of the same name in the
    /// template.
    pub fn of(model: &'c Model, run_environment: &RunEnvironment<'c>, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut connections = Self { all: Vec::new() };
        connections.add_environment(model, run_environment.section("connections"), diagnostics);
        connections.add_imported(model, &run_environment.external, diagnostics);
        let given = connections.all.len();
        for (place, template) in model.relationship_templates().iter().enumerate() {
            let Some(default_for) = template.default_for.map(|default_for| model.yaml(default_for)) else { continue };
            if connections.all[..given].iter().any(|other| other.name == template.name) {
                continue;
            }
            let (key, body) = (model.yaml(template.key), model.yaml(template.body));
            let connection = Connection::new(model, &template.name, key.span(), body, Source::Template(place));
            let choices = template.connection.map_or_else(Vec::new, |own| TypeChoice::of_owner(model, own));
            let choices = if choices.is_empty() { vec![TypeChoice::default()] } else { choices };
            connections.add_all(connection.with_choices(model, choices), default_for, diagnostics);
        }
        for relation in model.of_kind(Kind::Relation) {
            connections.add_inline(model, relation, diagnostics);
        }
        connections.report_types(model, diagnostics);
        connections
    }

    /// Says of which connections the types are missing or unknown, each once.
    fn report_types(&self, model: &Model, diagnostics: &mut Vec<Diagnostic>) {
        for doubt in self.all.iter().filter_map(|connection| connection.doubtful_type(model)) {
            if !diagnostics.contains(&doubt) {
                diagnostics.push(doubt);
            }
        }
    }

    fn add_environment(&mut self, model: &'c Model, section: Option<Yaml<'c>>, diagnostics: &mut Vec<Diagnostic>) {
        let Some(section) = section.filter(|section| !section.is_null()) else { return };
        if !section.is_mapping() {
            let message = format!("connections are a mapping, not a {}", section.kind());
            diagnostics.push(Diagnostic::new(Code::BadSurroundings, section.span(), message));
        }
        for (key, body) in section.entries() {
            if !body.is_mapping() {
                let message = format!("connection \"{}\" is a mapping, not a {}", key.text(), body.kind());
                diagnostics.push(Diagnostic::new(Code::BadConnection, body.span(), message));
                continue;
            }
            diagnostics.extend(check_relationship_keys(body, model.profile()));
            let connection = Connection::new(model, key.text(), key.span(), body, Source::Environment);
            match body.get("default_for").filter(|default_for| !default_for.is_null()) {
                Some(default_for) => self.add(connection, default_for, diagnostics),
                None => self.all.push(Connection { default_for: DefaultFor::Any, ..connection }),
            }
        }
    }

    fn add_inline(&mut self, model: &'c Model, relation: ElementId, diagnostics: &mut Vec<Diagnostic>) {
        let Some(connection) = inline(model, relation) else { return };
        if let Some(default_for) = connection.body.get("default_for").filter(|default_for| !default_for.is_null()) {
            self.add_all(with_types(model, relation, connection), default_for, diagnostics);
        }
    }

    pub(super) fn add(&mut self, connection: Connection<'c>, default_for: Yaml<'_>, diagnostics: &mut Vec<Diagnostic>) {
        self.add_all(vec![connection], default_for, diagnostics);
    }

    /// Adds a connection with each of its types.
    fn add_all(&mut self, typed: Vec<Connection<'c>>, default_for: Yaml<'_>, diagnostics: &mut Vec<Diagnostic>) {
        let Some(first) = typed.first() else { return };
        match read(first, default_for) {
            Ok(default_for) => {
                let with = |connection| Connection { default_for: default_for.clone(), ..connection };
                self.all.extend(typed.into_iter().map(with));
            }
            Err(diagnostic) => diagnostics.push(*diagnostic),
        }
    }
}

/// The relationship template of a relation with each type that it may have: its own, else what its node's types want.
fn with_types<'c>(model: &'c Model, relation: ElementId, template: Connection<'c>) -> Vec<Connection<'c>> {
    let own = TypeChoice::of_owner(model, relation);
    if !own.is_empty() {
        return template.with_choices(model, own);
    }
    if !template.types.is_empty() {
        return vec![template];
    }
    template.with_choices(model, TypeChoice::of_requirement(model, relation))
}

/// The relationship template that a relation names or holds, with each type that it may have.
pub(in crate::unfurl) fn explicit_typed(model: &Model, relation: ElementId) -> Vec<Connection<'_>> {
    explicit(model, relation).map_or_else(Vec::new, |template| with_types(model, relation, template))
}

fn read(connection: &Connection<'_>, default_for: Yaml<'_>) -> Result<DefaultFor, Box<Diagnostic>> {
    let name = &connection.name;
    let diagnostic = |code: Code, message: String| Diagnostic::new(code, default_for.span(), message);
    match (default_for.as_str(), connection.source) {
        (Some("ANY"), _) => Ok(DefaultFor::Any),
        (Some("SELF"), Source::Requirement(_)) => Ok(DefaultFor::Own),
        (Some("SELF"), Source::Environment | Source::External(_) | Source::Template(_)) => Err(Box::new(
            diagnostic(
                Code::UnmatchedConnection,
                format!("connection \"{name}\" is the default for SELF, but no node holds it"),
            )
            .help("SELF is for relationships inside requirements; name a node, a type or a capability here"),
        )),
        (Some(text), _) => Ok(DefaultFor::Named(text.into(), default_for.span())),
        (None, _) => Err(Box::new(
            diagnostic(
                Code::BadConnection,
                format!("connection \"{name}\" has a {} as `default_for`", default_for.kind()),
            )
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
pub(in crate::unfurl) fn explicit(model: &Model, relation: ElementId) -> Option<Connection<'_>> {
    let Some(place) = model.relation(relation).template else { return inline(model, relation) };
    let template = &model.relationship_templates()[place];
    let (key, body) = (model.yaml(template.key), model.yaml(template.body));
    Some(Connection::new(model, &template.name, key.span(), body, Source::Template(place)))
}
