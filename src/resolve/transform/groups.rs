//! Groups and policies.

use super::{Entries, Key, Output, Transformation};
use crate::source::syntax::vocabulary::Profile;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, Reference};

impl<'m> Transformation<'m> {
    pub(super) fn groups(&self, section: Yaml<'m>) -> Option<Output> {
        if self.passes_lists(section) {
            return Some(Output::Source(section.id()));
        }
        let mut entries = Entries::new();
        for id in self.model.of_kind(Kind::Group) {
            let is_written = self.has(id) && !self.model.group(id).is_variability_group;
            if let Some(body) = self.body(id).filter(|_| is_written) {
                let output = self.group(id, body);
                entries.push((Key::text(&self.model.element(id).name), output));
            }
        }
        self.section(entries)
    }

    /// Profile A leaves the groups that it keeps as they are.
    fn group(&self, id: ElementId, body: Yaml<'m>) -> Output {
        if self.model.profile() == Profile::A {
            return Output::Source(body.id());
        }
        let model = self.model;
        self.typed(id, body, |all, key| {
            (key.text() == "members").then(|| all.present_references(&model.group(id).members))
        })
    }

    /// Profile A passes policies through.
    pub(super) fn policies(&self, section: Yaml<'m>) -> Option<Output> {
        if self.model.profile() == Profile::A {
            return Some(Output::Source(section.id()));
        }
        let mut policies = Vec::new();
        for id in self.model.of_kind(Kind::Policy) {
            if let Some(body) = self.body(id).filter(|_| self.has(id)) {
                let model = self.model;
                let policy = self.typed(id, body, |all, key| {
                    (key.text() == "targets").then(|| all.present_references(&model.policy(id).targets))
                });
                policies.push(Output::Mapping(vec![(Key::text(&model.element(id).name), policy)]));
            }
        }
        (!policies.is_empty()).then_some(Output::Sequence(policies))
    }

    /// The entries that name something present, as written.
    fn present_references(&self, references: &[Reference]) -> Output {
        let is_present =
            |reference: &&Reference| reference.elements.iter().any(|&element: &ElementId| self.has(element));
        Output::Sequence(
            references.iter().filter(is_present).map(|reference| Output::Source(reference.entry)).collect(),
        )
    }
}
