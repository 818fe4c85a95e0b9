//! Node templates.

use super::clean::source_entry;
use super::{Key, Output, OutputEntries, Transformation};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind};

impl<'m> Transformation<'m> {
    pub(super) fn node_templates(&self, section: Yaml<'m>) -> Option<Output> {
        if self.passes_lists(section) {
            return Some(Output::Source(section.id()));
        }
        let mut entries = OutputEntries::new();
        for id in self.model.of_kind(Kind::Node) {
            if self.has(id) {
                let name = Key::text(&self.model.element(id).name);
                let template = self.node_template(id);
                entries.push((name, template));
            }
        }
        self.section(entries)
    }

    fn node_template(&self, id: ElementId) -> Output {
        let Some(body) = self.body(id).filter(|body| body.is_mapping()) else {
            return self.body(id).map_or(Output::Mapping(OutputEntries::new()), |body| Output::Source(body.id()));
        };
        let mut entries = OutputEntries::new();
        for (key, value) in self.kept_entries(body) {
            let output = match key.text() {
                "type" if self.dialect().types_are_elements => self.node_type(id),
                "properties" => self.properties(id, value),
                "requirements" => self.requirements(id, value),
                "artifacts" => self.artifacts(id, value),
                _ => Some(Output::Source(value.id())),
            };
            entries.extend(output.map(|output| (Key::Source(key.id()), output)));
        }
        self.keep_technology(id, &mut entries);
        Output::Mapping(entries)
    }

    /// The type of the chosen technology's implementation, else the present type.
    fn node_type(&self, id: ElementId) -> Option<Output> {
        let technologies = self.model.node(id).technologies.iter().filter(|_| !self.model.options().is_edmm);
        let chosen = technologies.copied().find(|&technology| self.has(technology));
        let assign = chosen.and_then(|technology| self.model.technology(technology).assign.as_deref());
        assign.map_or_else(|| self.present_type(id), |assign| Some(Output::text(assign)))
    }

    /// The first present type; a variant has one wherever types are alternatives.
    pub(super) fn present_type(&self, id: ElementId) -> Option<Output> {
        let present = self.model.types_of(id).iter().copied().find(|&found| self.has(found));
        present.map(|found| Output::text(&self.model.element(found).name))
    }

    /// With the option `edmm` a node keeps the name of its technology.
    fn keep_technology(&self, id: ElementId, entries: &mut OutputEntries) {
        if !self.model.options().is_edmm {
            return;
        }
        let technologies = &self.model.node(id).technologies;
        if let Some(present) = technologies.iter().copied().find(|&technology| self.has(technology)) {
            entries.push((Key::text("technology"), Output::text(&self.model.element(present).name)));
        }
    }

    /// An element with types and properties: a group, a policy, a relationship template.
    pub(super) fn typed(
        &self,
        id: ElementId,
        body: Yaml<'m>,
        special: impl Fn(&Self, Yaml<'m>) -> Option<Output>,
    ) -> Output {
        if !body.is_mapping() {
            return Output::Source(body.id());
        }
        let mut entries = OutputEntries::new();
        for (key, value) in self.kept_entries(body) {
            if let Some(output) = special(self, key) {
                entries.push((Key::Source(key.id()), output));
                continue;
            }
            let output = match key.text() {
                "type" if self.dialect().types_are_elements && !value.is_null() => self.present_type(id),
                "properties"
                    if self.dialect().types_are_elements || matches!(id.kind(), Kind::Relation | Kind::Connection) =>
                {
                    self.properties(id, value)
                }
                _ => Some(source_entry(key, value).1),
            };
            entries.extend(output.map(|output| (Key::Source(key.id()), output)));
        }
        Output::Mapping(entries)
    }
}
