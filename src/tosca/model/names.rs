//! Names of elements: how they are printed, and how they are found.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::recovery::MISSING_TARGET;
use super::{ElementId, Kind, Model, PerKind};
use crate::source::syntax::vocabulary::DisplayStyle;

/// Elements by name, for the kinds that are found by name alone.
#[derive(Debug, Default)]
pub(super) struct Names {
    by_name: PerKind<FxHashMap<Arc<str>, Vec<ElementId>>>,
    by_path: OnceLock<FxHashMap<String, ElementId>>,
}

impl Names {
    pub(super) fn add(&mut self, id: ElementId, name: &Arc<str>) {
        self.by_name[id.kind()].entry(Arc::clone(name)).or_default().push(id);
    }

    pub(super) fn named(&self, kind: Kind, name: &str) -> &[ElementId] {
        self.by_name[kind].get(name).map_or(&[], Vec::as_slice)
    }
}

impl Model {
    /// The nodes, groups, policies, inputs or outputs with this name, in order.
    pub fn named(&self, kind: Kind, name: &str) -> &[ElementId] {
        self.contents.names.named(kind, name)
    }

    /// The names of all elements of a kind, for "did you mean".
    pub fn names_of(&self, kind: Kind) -> impl Iterator<Item = &str> {
        self.contents.elements[kind].iter().map(|element| &*element.name)
    }

    /// The id in texts: `<kind>.<name>[@<index>][.<id of the container>]`.
    pub fn path(&self, id: ElementId) -> String {
        let element = self.element(id);
        let own = format!("{}.{}{}", id.kind(), element.name, self.index_suffix(id));
        element.container.map_or(own.clone(), |container| format!("{own}.{}", self.path(container)))
    }

    /// The element with this [`Model::path`].
    pub fn by_path(&self, path: &str) -> Option<ElementId> {
        // Most names that are looked up are those of inputs: no path has to be made to see that.
        let (kind, _) = path.split_once('.')?;
        Kind::ALL.iter().find(|known| known.word() == kind)?;
        let paths = self.contents.names.by_path.get_or_init(|| self.ids().map(|id| (self.path(id), id)).collect());
        paths.get(path).copied()
    }

    /// How messages name it: `relation "host@0" of node "app"`; profiles A to C print names alone.
    pub fn display(&self, id: ElementId) -> String {
        match self.dialect().display {
            DisplayStyle::Full => self.full_display(id),
            DisplayStyle::Name => self.element(id).name.to_string(),
            DisplayStyle::Short => self.short_display(id),
        }
    }

    /// [`Model::display`] at the start of a sentence.
    pub fn title(&self, id: ElementId) -> String {
        capitalised(&self.display(id))
    }

    /// How profile D names it; our own messages do so in all profiles.
    pub fn full_display(&self, id: ElementId) -> String {
        let element = self.element(id);
        if &*element.name == MISSING_TARGET {
            return format!("the {} that is missing", id.kind());
        }
        let own = format!("{} \"{}{}\"", id.kind(), element.name, self.index_suffix(id));
        element.container.map_or(own.clone(), |container| format!("{own} of {}", self.full_display(container)))
    }

    fn short_display(&self, id: ElementId) -> String {
        let element = self.element(id);
        match (id.kind(), element.container) {
            (Kind::Relation, Some(source)) => format!("{}.{}", self.element(source).name, element.name),
            (Kind::Artifact | Kind::Property, _) if element.is_listed => format!("{}@{}", element.name, element.index),
            _ => element.name.to_string(),
        }
    }

    fn index_suffix(&self, id: ElementId) -> String {
        if id.kind().is_indexed() { format!("@{}", self.element(id).index) } else { String::new() }
    }
}

pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Elements of one name together, in order of the first of each name.
pub(super) fn group_by_name(ids: &[ElementId], name: impl Fn(ElementId) -> Arc<str>) -> Vec<Vec<ElementId>> {
    let mut groups: Vec<Vec<ElementId>> = Vec::new();
    let mut place_of: FxHashMap<Arc<str>, usize> = FxHashMap::default();
    for &id in ids {
        let place = *place_of.entry(name(id)).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(id);
    }
    groups
}

impl Model {
    /// Elements of one name together, in order of the first of each name.
    pub fn namesakes(&self, ids: &[ElementId]) -> Vec<Vec<ElementId>> {
        group_by_name(ids, |id| Arc::clone(&self.element(id).name))
    }
}
