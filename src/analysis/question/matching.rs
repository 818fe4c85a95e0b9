//! Which elements of two templates are the same: those of one kind and name in the same container, in order.
//!
//! What is an element in one revision of the language may be a part of another element in another: types are elements since
//! the last one. Only what both revisions take for elements is matched; the rest is content of what it stands in.

use std::collections::BTreeMap;

use crate::analysis::question::product_enumeration::countable;
use crate::source::syntax::vocabulary::Dialect;
use crate::tosca::model::{ElementId, Kind, Model};

/// What the revisions of two templates both take for elements.
#[derive(Clone, Copy)]
pub(super) struct SharedElements<'d> {
    dialects: [&'d Dialect; 2],
}

impl SharedElements<'_> {
    pub(super) fn of(old: &Model, new: &Model) -> Self {
        Self { dialects: [old.dialect(), new.dialect()] }
    }

    pub(super) fn has_types(self) -> bool {
        self.dialects.iter().all(|dialect| dialect.types_are_elements)
    }

    pub(super) fn has(self, kind: Kind) -> bool {
        match kind {
            Kind::Node | Kind::Relation | Kind::Group | Kind::Connection => true,
            Kind::Property | Kind::Artifact | Kind::Policy | Kind::Input => self.has_parts(),
            Kind::Type | Kind::Output | Kind::Import | Kind::Technology => self.has_types(),
        }
    }

    /// Whether the properties of a kind of elements are elements.
    pub(super) fn has_properties_of(self, owner: Kind) -> bool {
        match owner {
            Kind::Node | Kind::Relation => self.has_parts(),
            _ => self.has_types(),
        }
    }

    fn has_parts(self) -> bool {
        self.dialects.iter().all(|dialect| dialect.parts_are_elements)
    }
}

/// The elements of two templates, matched.
pub(super) struct Matching {
    /// Elements of both, the old one first, ascending by it.
    pub(super) common: Vec<(ElementId, ElementId)>,
    pub(super) only_old: Vec<ElementId>,
    pub(super) only_new: Vec<ElementId>,
}

impl Matching {
    pub(super) fn of(old: &Model, new: &Model) -> Self {
        let shared = SharedElements::of(old, new);
        let (before, after) = (keys(old, shared), keys(new, shared));
        let common = before.iter().filter_map(|(key, &old)| Some((old, *after.get(key)?)));
        let mut common: Vec<(ElementId, ElementId)> = common.collect();
        common.sort_unstable();
        Self { common, only_old: missing(&before, &after), only_new: missing(&after, &before) }
    }

    /// The elements that both have alone.
    pub(super) fn of_common(self) -> Self {
        Self { common: self.common, only_old: Vec::new(), only_new: Vec::new() }
    }
}

/// Elements that only the first has.
fn missing(of: &BTreeMap<String, ElementId>, from: &BTreeMap<String, ElementId>) -> Vec<ElementId> {
    let mut missing: Vec<ElementId> =
        of.iter().filter(|(key, _)| !from.contains_key(*key)).map(|(_, &id)| id).collect();
    missing.sort_unstable();
    missing
}

/// Every element by what it is called: places in lists count only among those of one name, so that an element that is
/// put before others does not rename them.
fn keys(model: &Model, shared: SharedElements<'_>) -> BTreeMap<String, ElementId> {
    let numbers = numbers(model);
    let is_shared = |id: &ElementId| match (id.kind(), model.element(*id).container) {
        (Kind::Property, Some(owner)) => shared.has_properties_of(owner.kind()),
        (kind, _) => shared.has(kind),
    };
    countable(model).into_iter().filter(is_shared).map(|id| (key(model, &numbers, id), id)).collect()
}

/// By element: how many of its kind and name come before it in its container.
fn numbers(model: &Model) -> BTreeMap<ElementId, usize> {
    let mut namesakes: BTreeMap<(Kind, &str, Option<ElementId>), usize> = BTreeMap::new();
    let mut number = |id: ElementId| {
        let element = model.element(id);
        let count = namesakes.entry((id.kind(), &element.name, element.container)).or_default();
        *count += 1;
        (id, *count)
    };
    model.ids().map(&mut number).collect()
}

fn key(model: &Model, numbers: &BTreeMap<ElementId, usize>, id: ElementId) -> String {
    let element = model.element(id);
    let own = format!("{} {} {}", id.kind(), element.name, numbers[&id]);
    element.container.map_or(own.clone(), |container| format!("{own} of {}", key(model, numbers, container)))
}
