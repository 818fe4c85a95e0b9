//! What tasks may need connections for, and when a connection offers it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::tasks::Tasks;
use crate::analysis::question::{PresenceCondition, PresenceConditions};
use crate::source::diagnostic::did_you_mean;
use crate::tosca::model::{ElementId, Model, PropertyValue};
use crate::tosca::types::Collection;
use crate::unfurl::built_in::schemas;
use crate::unfurl::connection::{Connection, Connections, Source};
use crate::unfurl::connection_graph::ConnectionGraph;
use crate::unfurl::environment::Environment;
use crate::unfurl::lineage::named_entries;
use crate::unfurl::run_environment::RunEnvironment;

/// What a task may need a connection for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Need {
    /// A relationship type, or one that derives from it.
    Type(Arc<str>),
    /// A variable of the environment.
    Variable(Arc<str>),
}

/// A name that is neither that of a relationship type nor that of a variable which anything sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownNeed {
    /// The name.
    pub name: String,
    /// A known name that is close to it.
    pub close: Option<String>,
}

impl Need {
    /// What each of these names means: a type by its full or short name, or a variable.
    ///
    /// Variables that are not set are distinguished from misspelt types by their letters, which are capital by convention.
    ///
    /// # Errors
    /// The first name that means nothing.
    pub fn parse_all(
        model: &Model,
        run_environment: &RunEnvironment<'_>,
        names: &[String],
    ) -> Result<Vec<Self>, UnknownNeed> {
        let graph = ConnectionGraph::of(model, run_environment, &mut Vec::new());
        let (connections, schemas) = (graph.connections(), schemas(model));
        let mut variables = variables(model, run_environment, connections);
        variables.extend(Tasks::of(model, &graph).variables());
        let types: Vec<&str> = model.types().names(Collection::Relationship).collect();
        let parse = |name: &String| {
            let is_type = |name: &str| {
                schemas.is_known(Collection::Relationship, name)
                    || types.iter().any(|full| full.rsplit('.').next() == Some(name))
                    || connections.iter().any(|connection| connection.has_type(name))
            };
            let is_conventional =
                |letter: char| letter == '_' || letter.is_ascii_uppercase() || letter.is_ascii_digit();
            if schemas.is_known(Collection::Relationship, name) {
                Ok(Self::Type(name.as_str().into()))
            } else if variables.contains(name.as_str()) {
                Ok(Self::Variable(name.as_str().into()))
            } else if is_type(name) {
                Ok(Self::Type(name.as_str().into()))
            } else if !name.is_empty() && name.chars().all(is_conventional) {
                Ok(Self::Variable(name.as_str().into()))
            } else {
                let known = types.iter().copied().chain(variables.iter().map(|variable| &**variable));
                let close = did_you_mean(name, known).map(str::to_owned);
                Err(UnknownNeed { name: name.clone(), close })
            }
        };
        names.iter().map(parse).collect()
    }
}

/// The variables that connections set or rules of the ensemble are about.
fn variables(model: &Model, run_environment: &RunEnvironment<'_>, connections: &Connections<'_>) -> BTreeSet<Arc<str>> {
    let declared = connections.iter().flat_map(|connection| connection.declared(model.types()).into_values());
    let mut variables: BTreeSet<Arc<str>> = declared.flat_map(|declared| declared.variables).collect();
    let ensemble = run_environment.ensemble_environment();
    variables.extend(ensemble.named().map(|(name, _)| Arc::clone(name)));
    variables
}

/// What a connection offers, and where it does, if it is available.
pub(super) struct ConnectionOffer {
    types: Vec<Arc<str>>,
    short_type_name: Box<str>,
    variables: Vec<(Arc<str>, PresenceCondition)>,
}

impl ConnectionOffer {
    pub(super) fn of(
        model: &Model,
        connection: &Connection<'_>,
        ensemble: &Environment,
        presence_conditions: &mut PresenceConditions,
    ) -> Self {
        let mut variables = Vec::new();
        for (name, declared) in connection.declared(model.types()) {
            let assigned = assigned(model, connection, &name, presence_conditions);
            let set = if declared.surely_sets_by_default(ensemble) { PresenceConditions::ALWAYS } else { assigned };
            variables.extend(declared.variables.iter().map(|variable| (Arc::clone(variable), set)));
        }
        Self { types: connection.types.clone(), short_type_name: connection.short_type_name().into(), variables }
    }

    /// What it is looked for by: its own type, and its variables.
    pub(super) fn needs(&self, presence_conditions: &mut PresenceConditions) -> Vec<Need> {
        let never = presence_conditions.never();
        let set = self.variables.iter().filter(|(_, set)| *set != never);
        let variables = set.map(|(variable, _)| Need::Variable(Arc::clone(variable)));
        self.types.first().cloned().map(Need::Type).into_iter().chain(variables).collect()
    }

    /// Where it offers something.
    pub(super) fn of_need(&self, need: &Need, presence_conditions: &mut PresenceConditions) -> PresenceCondition {
        match need {
            Need::Type(name) if self.types.contains(name) || *self.short_type_name == **name => {
                PresenceConditions::ALWAYS
            }
            Need::Type(_) => presence_conditions.never(),
            Need::Variable(name) => {
                let set = self.variables.iter().filter(|(variable, _)| variable == name).map(|(_, set)| *set);
                presence_conditions.any(set)
            }
        }
    }
}

/// Where a property of a connection has a value other than its default.
fn assigned(
    model: &Model,
    connection: &Connection<'_>,
    name: &str,
    presence_conditions: &mut PresenceConditions,
) -> PresenceCondition {
    let owner = match connection.source {
        Source::Template(place) => model.relationship_templates()[place].connection,
        Source::Requirement(relation) => Some(relation),
        Source::Environment | Source::External(_) => None,
    };
    if let Some(owner) = owner.filter(|&owner| !model.properties_of(owner).is_empty()) {
        return given(model, owner, name, presence_conditions);
    }
    let section = connection.body.get("properties").into_iter();
    let is_written = section.flat_map(named_entries).any(|(key, value)| key.text() == name && !value.is_null());
    if is_written { PresenceConditions::ALWAYS } else { presence_conditions.never() }
}

/// Where a value is given for a property of a connection or relation.
fn given(
    model: &Model,
    user: ElementId,
    name: &str,
    presence_conditions: &mut PresenceConditions,
) -> PresenceCondition {
    let has_value = |id: &ElementId| match model.property(*id).value {
        PropertyValue::Literal(value) => !model.yaml(value).is_null(),
        PropertyValue::Expression(_) => true,
        PropertyValue::Fallback | PropertyValue::Missing => false,
    };
    let named = model.properties_of(user).iter().filter(|&&id| *model.element(id).name == *name);
    let present: Vec<PresenceCondition> =
        named.filter(|id| has_value(id)).map(|&id| presence_conditions.present(id)).collect();
    presence_conditions.any(present)
}
