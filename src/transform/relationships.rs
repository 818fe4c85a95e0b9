//! Relationship templates: present with the relations that use them, connections always.

use super::{Entries, Key, Output, Transformation};
use crate::model::ElementId;
use crate::syntax::yaml::Yaml;

impl<'m> Transformation<'m> {
    pub(super) fn relationship_templates(&self, _section: Yaml<'m>) -> Option<Output> {
        let mut entries = Entries::new();
        for template in self.model.relationship_templates() {
            let present: Option<ElementId> = template.relations.iter().copied().find(|&relation| self.has(relation));
            if let Some(relation) = present {
                let body = self.model.yaml(template.body);
                let output = self.typed(relation, body, |_, _| None);
                entries.push((Key::Source(template.key), output));
            } else if template.default_for.is_some() {
                entries.push((Key::Source(template.key), self.unused_connection(self.model.yaml(template.body))));
            }
        }
        self.section(entries)
    }

    /// A connection that no present relation uses: what holds without conditions.
    fn unused_connection(&self, body: Yaml<'m>) -> Output {
        if !body.get("properties").is_some_and(|properties| properties.is_sequence()) {
            return self.cleaned(body);
        }
        let mut entries = Entries::new();
        for (key, value) in self.kept_entries(body) {
            let output = match key.text() {
                "properties" => unconditional(value),
                _ => Output::Source(value.id()),
            };
            entries.push((Key::Source(key.id()), output));
        }
        Output::Mapping(entries)
    }
}

/// The entries of a list of properties that have a plain value.
fn unconditional(properties: Yaml<'_>) -> Output {
    let entries = properties.items().flat_map(|item| item.entries());
    let plain = entries.filter_map(|(name, body)| {
        let value = if body.is_mapping() { body.get("value").filter(|_| body.len() == 1) } else { Some(body) };
        Some((Key::Source(name.id()), Output::Source(value?.id())))
    });
    Output::Mapping(plain.collect())
}
