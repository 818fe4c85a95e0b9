//! Requirement assignments.

use super::{Key, Output, OutputEntries, Transformation};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::ElementId;

impl<'m> Transformation<'m> {
    /// The present requirements of `node`, in order.
    pub(super) fn requirements(&self, node: ElementId, section: Yaml<'m>) -> Option<Output> {
        let is_dropped = section.is_null() && !self.dialect().keeps_empty_requirements;
        if !section.is_sequence() {
            return (!is_dropped).then_some(Output::Source(section.id()));
        }
        let relations = self.model.node(node).relations.iter().copied();
        let present: Vec<Output> = relations.filter(|&id| self.has(id)).map(|id| self.requirement(id)).collect();
        (!present.is_empty() || self.dialect().keeps_empty_requirements).then_some(Output::Sequence(present))
    }

    fn requirement(&self, id: ElementId) -> Output {
        let name = Key::text(&self.model.element(id).name);
        let Some(body) = self.body(id) else { return Output::Mapping(OutputEntries::new()) };
        Output::Mapping(vec![(name, self.assignment(id, body))])
    }

    /// Profile D writes `{node: x}` as `x`.
    fn assignment(&self, id: ElementId, body: Yaml<'m>) -> Output {
        if self.dialect().types_are_elements && body.get("relationship").is_some_and(Yaml::is_mapping) {
            return self.with_inline_relationship(id, body);
        }
        let mut kept = self.kept_entries(body);
        match (kept.next(), kept.next()) {
            (Some((key, target)), None) if self.dialect().normalises && key.text() == "node" => {
                Output::Source(target.id())
            }
            _ => self.cleaned(body),
        }
    }

    fn with_inline_relationship(&self, id: ElementId, body: Yaml<'m>) -> Output {
        let mut entries = OutputEntries::new();
        for (key, value) in self.kept_entries(body) {
            let output = match key.text() {
                "relationship" => self.inline_relationship(id, value),
                _ => Output::Source(value.id()),
            };
            entries.push((Key::Source(key.id()), output));
        }
        Output::Mapping(entries)
    }
}
