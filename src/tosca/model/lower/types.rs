//! Types as elements (profile D): a name, or a list of alternatives.

use super::Builder;
use super::entries::NamedEntry;
use super::keywords::plain;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{Section, is_misplaced_condition};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind};

impl<'t> Builder<'t> {
    /// The types that `types` lists; none in profiles A to C, where a type is no element.
    pub(super) fn add_types(&mut self, owner: ElementId, types: Option<Yaml<'t>>) -> Vec<ElementId> {
        if !self.dialect().types_are_elements {
            return Vec::new();
        }
        let Some(types) = types.filter(|types| !types.is_null()) else {
            self.report_missing_type(owner);
            return Vec::new();
        };
        if types.is_scalar() {
            return vec![self.add_named_type(owner, types, 0)];
        }
        if !types.is_sequence() {
            self.report_shape(types, "type", "a name or a list of alternatives");
            return Vec::new();
        }
        let items = types.items().enumerate();
        let ids: Vec<ElementId> = items.filter_map(|(index, item)| self.add_listed_type(owner, item, index)).collect();
        self.settle_alternatives(&ids);
        ids
    }

    fn add_listed_type(&mut self, owner: ElementId, item: Yaml<'t>, index: usize) -> Option<ElementId> {
        if item.is_scalar() {
            return Some(self.add_named_type(owner, item, index));
        }
        let mut entries = item.entries();
        let Some((key, body)) = entries.next() else {
            self.report_shape(item, "type", "a name or a mapping with one key, its name, in this list");
            return None;
        };
        if entries.next().is_some() {
            // Keywords that are not indented far enough.
            self.list_entry(item, index, "type");
        }
        if is_misplaced_condition(Section::Type, (key, body), self.contents.profile) {
            // That it is no type is said.
            return None;
        }
        let element = self.described(Kind::Type, NamedEntry { key, body, index, is_listed: true }, Some(owner));
        Some(self.add(Kind::Type, element))
    }

    fn add_named_type(&mut self, owner: ElementId, name: Yaml<'t>, index: usize) -> ElementId {
        let entry = NamedEntry { key: name, body: name, index, is_listed: false };
        self.add(Kind::Type, plain(name.text().into(), entry, Some(owner)))
    }

    fn report_missing_type(&mut self, owner: ElementId) {
        let body = self.element(owner).body.map(|body| self.tree.at(body));
        if body.is_some_and(|body| !body.is_mapping() && !body.is_null()) {
            // That it is no mapping is said.
            return;
        }
        // In brackets, `type:A` is a key; that a space is missing is said.
        if body.into_iter().flat_map(Yaml::entries).any(|(key, _)| key.text().starts_with("type:")) {
            return;
        }
        let message = format!("{} has no type", self.display(owner));
        let span = self.element(owner).span;
        self.report(Diagnostic::new(Code::MissingType, span, message).reference("Unexpected error"));
    }
}
