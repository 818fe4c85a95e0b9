//! Deployment artifacts.

use super::clean::{Places, put, source_entry};
use super::{Key, Output, OutputEntries, Transformation};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, FILE_ARTIFACT};

impl<'m> Transformation<'m> {
    /// The present artifacts of `node` as a map; profile A passes them through.
    pub(super) fn artifacts(&self, node: ElementId, section: Yaml<'m>) -> Option<Output> {
        if !self.dialect().parts_are_elements {
            return Some(Output::Source(section.id()));
        }
        let (mut entries, mut places) = (OutputEntries::new(), Places::default());
        for &id in &self.model.node(node).artifacts {
            if self.has(id) {
                let output = self.artifact(id);
                put(&mut entries, &mut places, &self.model.element(id).name, output);
            }
        }
        (!entries.is_empty()).then_some(Output::Mapping(entries))
    }

    fn artifact(&self, id: ElementId) -> Output {
        let Some(body) = self.body(id) else { return Output::Mapping(OutputEntries::new()) };
        if !self.dialect().normalises {
            return self.cleaned(body);
        }
        if !body.is_mapping() {
            let file = (Key::text("file"), Output::Source(body.id()));
            return Output::Mapping(vec![file, (Key::text("type"), Output::text(FILE_ARTIFACT))]);
        }
        let mut entries = OutputEntries::new();
        for (key, value) in self.kept_entries(body) {
            let output = match key.text() {
                "type" => self.present_type(id),
                "properties" => self.properties(id, value),
                _ => Some(source_entry(key, value).1),
            };
            entries.extend(output.map(|output| (Key::Source(key.id()), output)));
        }
        if body.get("type").is_none_or(|given| given.is_null()) {
            entries.push((Key::text("type"), Output::text(FILE_ARTIFACT)));
        }
        Output::Mapping(entries)
    }
}
