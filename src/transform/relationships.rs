//! Relationship templates: present with the relations that use them.

use super::{Entries, Key, Output, Transformation};
use crate::model::ElementId;
use crate::syntax::yaml::Yaml;

impl<'m> Transformation<'m> {
    pub(super) fn relationship_templates(&mut self, _section: Yaml<'m>) -> Option<Output> {
        let mut entries = Entries::new();
        for template in self.model.relationship_templates() {
            let present: Option<ElementId> = template.relations.iter().copied().find(|&relation| self.has(relation));
            if let Some(relation) = present {
                let body = self.model.yaml(template.body);
                let output = self.typed(relation, body, |_, _| None);
                entries.push((Key::Source(template.key), output));
            }
        }
        self.section(entries)
    }
}
