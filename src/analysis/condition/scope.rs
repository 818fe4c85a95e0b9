//! Elements that compete: those of one name in one container.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::tosca::model::{Alternative, ElementId, Kind, Model};

/// For each element with competitors, all of them including itself, in order.
#[derive(Debug)]
pub struct Scopes {
    of: FxHashMap<ElementId, Rc<[ElementId]>>,
    /// How many of its conditions an element has from variability groups.
    from_groups: FxHashMap<ElementId, usize>,
}

impl Scopes {
    /// The scopes of `model`: relations and artifacts of one name in a node, properties of one name in a
    /// container, the types of a container, the technologies of a node, inputs and outputs of one name.
    pub fn new(model: &Model) -> Self {
        let mut scopes = Self { of: FxHashMap::default(), from_groups: from_groups(model) };
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

    /// Whether `id` is the only one of several competitors without a condition, so that it may stand in for the others.
    ///
    /// This is asked when the turn of `id` comes to get conditions. Those before it have theirs: from their groups, as
    /// default alternatives, and, which `is_given` knows, from inputs of their names; those behind it have what is written
    /// at them.
    pub fn is_only_free(&self, model: &Model, id: ElementId, is_given: impl Fn(ElementId) -> bool) -> bool {
        let Some(scope) = self.of.get(&id) else { return false };
        let mut free = scope.iter().copied().filter(|&other| self.is_free(model, other, other < id, &is_given));
        free.next() == Some(id) && free.next().is_none()
    }

    /// Fallback values of properties are never candidates.
    fn is_free(&self, model: &Model, id: ElementId, is_before: bool, is_given: impl Fn(ElementId) -> bool) -> bool {
        let element = model.element(id);
        let later = self.from_groups.get(&id).copied().unwrap_or_default();
        let has_conditions = match element.alternative {
            Alternative::Ordinary => element.conditions.len() > if is_before { 0 } else { later },
            _ if id.kind().replaces_conditions_by_alternative() => true,
            Alternative::Default if is_before => true,
            _ => !element.conditions.is_empty(),
        };
        !(model.is_silent(id) || has_conditions || is_before && is_given(id))
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

fn from_groups(model: &Model) -> FxHashMap<ElementId, usize> {
    let mut from_groups = FxHashMap::default();
    for group in model.of_kind(Kind::Group).filter(|&id| model.group(id).is_variability_group) {
        for member in model.group(group).members.iter().flat_map(|member| &member.elements) {
            *from_groups.entry(*member).or_insert(0) += model.element(group).conditions.len();
        }
    }
    from_groups
}
