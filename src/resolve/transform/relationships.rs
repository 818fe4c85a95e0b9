//! Relationship templates: present with the relations that use them, connections always.

use super::clean::source_entry;
use super::{Key, Output, OutputEntries, Transformation};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::ElementId;

impl<'m> Transformation<'m> {
    pub(super) fn relationship_templates(&self, _section: Yaml<'m>) -> Option<Output> {
        let mut entries = OutputEntries::new();
        for template in self.model.relationship_templates() {
            let user = template.relations.iter().copied().find(|&relation| self.has(relation));
            if let Some(owner) = template.connection.or(user) {
                let output = self.typed(owner, self.model.yaml(template.body), |_, _| None);
                entries.push((Key::Source(template.key), output));
            }
        }
        self.section(entries)
    }

    /// The relationship template inside a requirement, whose lists are elements.
    pub(super) fn inline_relationship(&self, relation: ElementId, body: Yaml<'m>) -> Output {
        let mut entries = OutputEntries::new();
        for (key, value) in self.kept_entries(body) {
            let output = match key.text() {
                "type" if value.is_sequence() => self.present_type(relation),
                "properties" if value.is_sequence() => self.properties(relation, value),
                _ => Some(source_entry(key, value).1),
            };
            entries.extend(output.map(|output| (Key::Source(key.id()), output)));
        }
        Output::Mapping(entries)
    }
}
