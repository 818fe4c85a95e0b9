//! Inputs, outputs and imports.

use super::clean::{Places, put};
use super::{Output, OutputEntries, Transformation};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Kind;

impl<'m> Transformation<'m> {
    /// Profile A passes inputs through, B does so with lists.
    pub(super) fn inputs(&self, section: Yaml<'m>) -> Option<Output> {
        if !self.dialect().parts_are_elements || self.passes_lists(section) {
            return Some(Output::Source(section.id()));
        }
        let entries = self.named(Kind::Input);
        (!entries.is_empty() || self.dialect().keeps_empty_inputs).then_some(Output::Mapping(entries))
    }

    /// Profiles A to C pass outputs through.
    pub(super) fn outputs(&self, section: Yaml<'m>) -> Option<Output> {
        if !self.dialect().types_are_elements {
            return Some(Output::Source(section.id()));
        }
        let entries = self.named(Kind::Output);
        (!entries.is_empty()).then_some(Output::Mapping(entries))
    }

    fn named(&self, kind: Kind) -> OutputEntries {
        let (mut entries, mut places) = (OutputEntries::new(), Places::default());
        for id in self.model.of_kind(kind).filter(|&id| self.has(id)) {
            if let Some(body) = self.body(id) {
                put(&mut entries, &mut places, &self.model.element(id).name, self.cleaned(body));
            }
        }
        entries
    }

    /// Imports that need nothing but a file are written as its name.
    pub(super) fn imports(&self, section: Yaml<'m>) -> Option<Output> {
        if !section.is_sequence() {
            return Some(Output::Source(section.id()));
        }
        let present = self.model.of_kind(Kind::Import).filter(|&id| self.has(id)).filter_map(|id| self.body(id));
        let imports: Vec<Output> = present.map(|body| self.import(body)).collect();
        (!imports.is_empty()).then_some(Output::Sequence(imports))
    }

    fn import(&self, body: Yaml<'m>) -> Output {
        let mut kept = self.kept_entries(body);
        match (kept.next(), kept.next()) {
            (Some((key, file)), None) if key.text() == "file" => Output::Source(file.id()),
            _ => self.cleaned(body),
        }
    }
}
