//! Elements that compete: those of one name in one container.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::tosca::model::{Alternative, ElementId, Kind, Model, PropertyValue};

/// For each element with competitors, all of them including itself, in order.
#[derive(Debug)]
pub struct Scopes {
    of: FxHashMap<ElementId, Rc<[ElementId]>>,
}

impl Scopes {
    /// The scopes of `model`: relations and artifacts of one name in a node, properties of one name in a
    /// container, the types of a container, the technologies of a node, inputs and outputs of one name.
    pub fn new(model: &Model) -> Self {
        let mut scopes = Self { of: FxHashMap::default() };
        for kind in [Kind::Node, Kind::Relation, Kind::Group, Kind::Policy, Kind::Artifact, Kind::Connection] {
            for owner in model.of_kind(kind) {
                scopes.add_by_name(model, model.properties_of(owner));
                scopes.add(model.types_of(owner));
            }
        }
        for node in model.of_kind(Kind::Node) {
            scopes.add_by_name(model, &model.node(node).relations);
            scopes.add_by_name(model, &model.node(node).artifacts);
            scopes.add(&model.node(node).technologies);
        }
        for kind in [Kind::Input, Kind::Output] {
            let all: Vec<ElementId> = model.of_kind(kind).collect();
            scopes.add_by_name(model, &all);
        }
        scopes
    }

    /// The competitors of `id`, itself excluded.
    pub fn others(&self, id: ElementId) -> impl Iterator<Item = ElementId> + '_ {
        self.of.get(&id).into_iter().flat_map(|scope| scope.iter().copied()).filter(move |&other| other != id)
    }

    /// Whether `id` is the only one of several competitors that the author gave no condition, so that it may stand in
    /// for the others.
    pub fn is_only_free(&self, model: &Model, id: ElementId) -> bool {
        let Some(scope) = self.of.get(&id) else { return false };
        let mut free = scope.iter().filter(|&&other| is_free(model, other));
        free.next() == Some(&id) && free.next().is_none()
    }

    fn add_by_name(&mut self, model: &Model, ids: &[ElementId]) {
        if ids.len() < 2 {
            return;
        }
        for group in model.namesakes(ids) {
            self.add(&group);
        }
    }

    fn add(&mut self, scope: &[ElementId]) {
        if scope.len() < 2 {
            return;
        }
        let shared: Rc<[ElementId]> = scope.into();
        for &id in scope {
            self.of.insert(id, Rc::clone(&shared));
        }
    }
}

/// Fallback values of properties are never candidates.
fn is_free(model: &Model, id: ElementId) -> bool {
    let element = model.element(id);
    let is_fallback = id.kind() == Kind::Property && model.property(id).value == PropertyValue::Fallback;
    !is_fallback && element.conditions.is_empty() && element.alternative == Alternative::Ordinary
}
