//! What tasks may need connections for, and when a connection offers it.

use std::sync::Arc;

use crate::model::{ElementId, Model, PropertyValue};
use crate::question::{Occasion, Occasions};
use crate::runtime::connection::{Connection, Source};
use crate::runtime::environment::Environment;
use crate::runtime::lineage::named_entries;
use crate::types::Collection;

/// What a task may need a connection for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Need {
    /// A relationship type, or one that derives from it.
    Type(Arc<str>),
    /// A variable of the environment.
    Variable(Arc<str>),
}

impl Need {
    /// What is needed by the name of a type or a variable.
    pub(super) fn named(model: &Model, name: &str) -> Self {
        let is_type = model.types().definition(Collection::Relationship, name).is_some();
        if is_type { Self::Type(name.into()) } else { Self::Variable(name.into()) }
    }
}

/// What a connection offers, and where it does, if it is available.
pub(super) struct Offer {
    types: Vec<Arc<str>>,
    variables: Vec<(Arc<str>, Occasion)>,
}

impl Offer {
    pub(super) fn of(
        model: &Model,
        connection: &Connection<'_>,
        ensemble: &Environment,
        occasions: &mut Occasions,
    ) -> Self {
        let mut variables = Vec::new();
        for (name, declared) in connection.declared(model.types()) {
            let assigned = assigned(model, connection, &name, occasions);
            let with_set = |variable: &Arc<str>| {
                let is_set = declared.sets_by_default(variable, ensemble);
                (Arc::clone(variable), if is_set { Occasions::ALWAYS } else { assigned })
            };
            variables.extend(declared.variables.iter().map(with_set));
        }
        Self { types: connection.types.clone(), variables }
    }

    /// What it is looked for by: its own type, and its variables.
    pub(super) fn needs(&self, occasions: &mut Occasions) -> Vec<Need> {
        let never = occasions.never();
        let set = self.variables.iter().filter(|(_, set)| *set != never);
        let variables = set.map(|(variable, _)| Need::Variable(Arc::clone(variable)));
        self.types.first().cloned().map(Need::Type).into_iter().chain(variables).collect()
    }

    /// Where it offers something.
    pub(super) fn of_need(&self, need: &Need, occasions: &mut Occasions) -> Occasion {
        match need {
            Need::Type(name) if self.types.contains(name) => Occasions::ALWAYS,
            Need::Type(_) => occasions.never(),
            Need::Variable(name) => {
                let set = self.variables.iter().filter(|(variable, _)| variable == name).map(|(_, set)| *set);
                occasions.any(set)
            }
        }
    }
}

/// Where a property of a connection has a value other than its default.
fn assigned(model: &Model, connection: &Connection<'_>, name: &str, occasions: &mut Occasions) -> Occasion {
    let owner = match connection.source {
        Source::Template(place) => model.relationship_templates()[place].connection,
        Source::Requirement(relation) => Some(relation),
        Source::Environment | Source::External(_) => None,
    };
    if let Some(owner) = owner.filter(|&owner| !model.properties_of(owner).is_empty()) {
        return given(model, owner, name, occasions);
    }
    let section = connection.body.get("properties").into_iter();
    let is_written = section.flat_map(named_entries).any(|(key, value)| key.text() == name && !value.is_null());
    if is_written { Occasions::ALWAYS } else { occasions.never() }
}

/// Where a value is given for a property of a connection or relation.
fn given(model: &Model, user: ElementId, name: &str, occasions: &mut Occasions) -> Occasion {
    let has_value = |id: &ElementId| match model.property(*id).value {
        PropertyValue::Literal(value) => !model.yaml(value).is_null(),
        PropertyValue::Expression(_) => true,
        PropertyValue::Fallback | PropertyValue::Missing => false,
    };
    let named = model.properties_of(user).iter().filter(|&&id| *model.element(id).name == *name);
    let present: Vec<Occasion> = named.filter(|id| has_value(id)).map(|&id| occasions.present(id)).collect();
    occasions.any(present)
}
