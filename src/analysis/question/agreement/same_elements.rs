//! Which elements of two templates are the same: those of one kind and name in the same container. Of several, those that are
//! written alike, then those for one target or value, then the rest in order.
//!
//! What is an element in one revision of the language may be a part of another element in another: types are elements since
//! the last one. Only what both revisions take for elements is matched; the rest is content of what it stands in.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::analysis::question::all_variants::class_enumeration::countable;
use crate::analysis::question::configuration::canonical_text::canonical_text;
use crate::source::syntax::vocabulary::Dialect;
use crate::tosca::model::{ElementId, Kind, Model, PropertyValue};

/// What the revisions of two templates both take for elements.
#[derive(Clone, Copy)]
pub(crate) struct SharedElements<'d> {
    dialects: [&'d Dialect; 2],
}

impl SharedElements<'_> {
    pub(crate) fn of(old: &Model, new: &Model) -> Self {
        Self { dialects: [old.dialect(), new.dialect()] }
    }

    pub(crate) fn has_types(self) -> bool {
        self.dialects.iter().all(|dialect| dialect.types_are_elements)
    }

    pub(crate) fn has(self, kind: Kind) -> bool {
        match kind {
            Kind::Node | Kind::Relation | Kind::Group | Kind::Connection => true,
            Kind::Property | Kind::Artifact | Kind::Policy | Kind::Input => self.has_parts(),
            Kind::Type | Kind::Output | Kind::Import | Kind::Technology => self.has_types(),
        }
    }

    /// Whether the properties of a kind of elements are elements.
    pub(crate) fn has_properties_of(self, owner: Kind) -> bool {
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
pub(crate) struct Matching {
    /// Elements of both, the old one first, ascending by it.
    pub(crate) common: Vec<(ElementId, ElementId)>,
    pub(crate) only_old: Vec<ElementId>,
    pub(crate) only_new: Vec<ElementId>,
}

impl Matching {
    pub(crate) fn of(old: &Model, new: &Model) -> Self {
        let shared = SharedElements::of(old, new);
        let (before, after) = (compared(old, shared), compared(new, shared));
        let mut common = matched(old, new);
        common.retain(|(old, new)| before.contains(old) && after.contains(new));
        common.sort_unstable();
        let [olds, news]: [BTreeSet<ElementId>; 2] =
            [common.iter().map(|&(old, _)| old).collect(), common.iter().map(|&(_, new)| new).collect()];
        let only_old = before.difference(&olds).copied().collect();
        let only_new = after.difference(&news).copied().collect();
        Self { common, only_old, only_new }
    }

    /// The place of a pair by its old element.
    pub(crate) fn place_of_old(&self, old: ElementId) -> usize {
        self.common.partition_point(|&(other, _)| other < old)
    }

    /// Whether an old element has a partner.
    pub(crate) fn has_old(&self, old: ElementId) -> bool {
        self.common.get(self.place_of_old(old)).is_some_and(|&(other, _)| other == old)
    }

    /// The elements that both have alone.
    pub(crate) fn of_common(self) -> Self {
        Self { common: self.common, only_old: Vec::new(), only_new: Vec::new() }
    }
}

/// What a template has of elements that are compared.
fn compared(model: &Model, shared: SharedElements<'_>) -> BTreeSet<ElementId> {
    let is_shared = |id: &ElementId| match (id.kind(), model.element(*id).container) {
        (Kind::Property, Some(owner)) => shared.has_properties_of(owner.kind()),
        (kind, _) => shared.has(kind),
    };
    countable(model).into_iter().filter(is_shared).collect()
}

/// Elements of one kind and name in one container, in order.
type Namesakes<'m> = BTreeMap<(Kind, &'m str), Vec<ElementId>>;

/// All pairs, from outside to inside.
fn matched(old: &Model, new: &Model) -> Vec<(ElementId, ElementId)> {
    let (before, after) = (by_container(old), by_container(new));
    let (mut found, mut open) = (Vec::new(), vec![(None, None)]);
    while let Some((one, other)) = open.pop() {
        let (Some(ones), Some(others)) = (before.get(&one), after.get(&other)) else { continue };
        for (name, olds) in ones {
            let Some(news) = others.get(name) else { continue };
            let pairs = paired(old, olds, new, news);
            open.extend(pairs.iter().map(|&(old, new)| (Some(old), Some(new))));
            found.extend(pairs);
        }
    }
    found
}

fn by_container(model: &Model) -> BTreeMap<Option<ElementId>, Namesakes<'_>> {
    let mut found: BTreeMap<Option<ElementId>, Namesakes<'_>> = BTreeMap::new();
    for id in model.ids() {
        let element = model.element(id);
        found.entry(element.container).or_default().entry((id.kind(), &*element.name)).or_default().push(id);
    }
    found
}

/// Pairs of namesakes: first those that are written alike, then those of one target or value, then what is left in order. So
/// alternatives keep their partners where one is put before them, or their order is another one.
fn paired(old: &Model, olds: &[ElementId], new: &Model, news: &[ElementId]) -> Vec<(ElementId, ElementId)> {
    if let (&[one], &[other]) = (olds, news) {
        return vec![(one, other)];
    }
    let (mut olds, mut news, mut found) = (olds.to_vec(), news.to_vec(), Vec::new());
    for trait_of in [text, purpose] {
        let mut places: BTreeMap<String, VecDeque<ElementId>> = BTreeMap::new();
        for (&id, text) in news.iter().filter_map(|id| Some((id, trait_of(new, *id)?))) {
            places.entry(text).or_default().push_back(id);
        }
        let partner = |&id: &ElementId| Some((id, places.get_mut(&trait_of(old, id)?)?.pop_front()?));
        let alike: BTreeMap<ElementId, ElementId> = olds.iter().filter_map(partner).collect();
        let partners: BTreeSet<ElementId> = alike.values().copied().collect();
        olds.retain(|id| !alike.contains_key(id));
        news.retain(|id| !partners.contains(id));
        found.extend(alike);
    }
    found.extend(olds.into_iter().zip(news));
    found
}

/// All that is written of an element.
fn text(model: &Model, id: ElementId) -> Option<String> {
    model.element(id).body.map(|body| canonical_text(model.yaml(body), model.profile()))
}

/// What an element is for: the target of a relation, the value of a property.
fn purpose(model: &Model, id: ElementId) -> Option<String> {
    match id.kind() {
        Kind::Relation => Some(model.relation(id).target_name.to_string()),
        Kind::Property => match model.property(id).value {
            PropertyValue::Literal(value) => Some(canonical_text(model.yaml(value), model.profile())),
            PropertyValue::Expression(_) | PropertyValue::Fallback | PropertyValue::Missing => None,
        },
        _ => None,
    }
}
