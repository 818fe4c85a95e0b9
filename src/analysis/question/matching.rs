//! Which elements of two templates are the same: those of one kind and name in the same container, in order.

use std::collections::BTreeMap;

use crate::analysis::question::product_enumeration::countable;
use crate::tosca::model::{ElementId, Kind, Model};

/// The elements of two templates, matched.
pub(super) struct Matching {
    /// Elements of both, the old one first, ascending by it.
    pub(super) common: Vec<(ElementId, ElementId)>,
    pub(super) only_old: Vec<ElementId>,
    pub(super) only_new: Vec<ElementId>,
}

impl Matching {
    pub(super) fn of(old: &Model, new: &Model) -> Self {
        let (before, after) = (keys(old), keys(new));
        let common = before.iter().filter_map(|(key, &old)| Some((old, *after.get(key)?)));
        let mut common: Vec<(ElementId, ElementId)> = common.collect();
        common.sort_unstable();
        Self { common, only_old: missing(&before, &after), only_new: missing(&after, &before) }
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
fn keys(model: &Model) -> BTreeMap<String, ElementId> {
    let numbers = numbers(model);
    countable(model).into_iter().map(|id| (key(model, &numbers, id), id)).collect()
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
