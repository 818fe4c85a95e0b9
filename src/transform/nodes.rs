//! Node templates.

use super::clean::source_entry;
use super::{Entries, Key, Output, Transformation};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{ElementId, Kind};
use crate::syntax::yaml::Yaml;

impl<'m> Transformation<'m> {
    pub(super) fn node_templates(&mut self, section: Yaml<'m>) -> Option<Output> {
        if self.passes_lists(section) {
            return Some(Output::Source(section.id()));
        }
        let mut entries = Entries::new();
        for id in self.model.of_kind(Kind::Node) {
            if self.has(id) {
                let name = Key::text(&self.model.element(id).name);
                let template = self.node_template(id);
                entries.push((name, template));
            }
        }
        self.section(entries)
    }

    fn node_template(&mut self, id: ElementId) -> Output {
        let Some(body) = self.body(id).filter(|body| body.is_mapping()) else {
            return self.body(id).map_or(Output::Mapping(Entries::new()), |body| Output::Source(body.id()));
        };
        let mut entries = Entries::new();
        for (key, value) in self.kept_entries(body) {
            let output = match key.text() {
                "type" if self.is_late() => self.node_type(id),
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
    fn node_type(&mut self, id: ElementId) -> Option<Output> {
        let technologies = &self.model.node(id).technologies;
        if technologies.is_empty() || self.model.options().is_edmm {
            return self.present_type(id);
        }
        let present = technologies.iter().copied().find(|&technology| self.has(technology));
        match present {
            Some(technology) => match &self.model.technology(technology).assign {
                Some(assign) => Some(Output::text(assign)),
                None => self.present_type(id),
            },
            None => {
                self.report_nothing_present(id, "technology");
                None
            }
        }
    }

    /// The first present type.
    pub(super) fn present_type(&mut self, id: ElementId) -> Option<Output> {
        let types = self.model.types_of(id);
        let present = types.iter().copied().find(|&found| self.has(found));
        if present.is_none() {
            self.report_nothing_present(id, "type");
        }
        present.map(|found| Output::text(&self.model.element(found).name))
    }

    fn report_nothing_present(&mut self, id: ElementId, what: &str) {
        let message = format!("{} is present without a {what}", self.model.full_display(id));
        let sentence = format!("{} has no present {what}", self.model.title(id));
        let span = self.model.element(id).span;
        self.diagnostics.push(Diagnostic::new(Code::NoPresentType, span, message).reference(sentence));
    }

    /// With the option `edmm` a node keeps the name of its technology.
    fn keep_technology(&self, id: ElementId, entries: &mut Entries) {
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
        &mut self,
        id: ElementId,
        body: Yaml<'m>,
        special: impl Fn(&Self, Yaml<'m>) -> Option<Output>,
    ) -> Output {
        if !body.is_mapping() {
            return Output::Source(body.id());
        }
        let mut entries = Entries::new();
        for (key, value) in self.kept_entries(body) {
            if let Some(output) = special(self, key) {
                entries.push((Key::Source(key.id()), output));
                continue;
            }
            let output = match key.text() {
                "type" if self.is_late() && !value.is_null() => self.present_type(id),
                "properties" if self.is_late() || matches!(id.kind(), Kind::Relation | Kind::Connection) => {
                    self.properties(id, value)
                }
                _ => Some(source_entry(key, value).1),
            };
            entries.extend(output.map(|output| (Key::Source(key.id()), output)));
        }
        Output::Mapping(entries)
    }
}
