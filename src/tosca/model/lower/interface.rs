//! What a service template exchanges with the outside: inputs, outputs, imports.

use super::Builder;
use super::entries::NamedEntry;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Input, Kind, Output};

impl<'t> Builder<'t> {
    /// Profile A passes inputs through; B does so with lists.
    pub(super) fn add_inputs(&mut self, section: Option<Yaml<'t>>) {
        let is_listed = section.is_some_and(|section| section.is_sequence());
        if !self.dialect().parts_are_elements || is_listed && !self.dialect().reads_listed_sections {
            return;
        }
        for entry in self.entries(section, "inputs") {
            match self.contents.names.named(Kind::Input, entry.key.text()).first() {
                Some(&first) if !self.dialect().inputs_share_names => self.report_duplicate(Kind::Input, first, entry),
                _ => {
                    let element = self.described(Kind::Input, entry, None);
                    self.add(Kind::Input, element);
                    self.contents.inputs.push(Input::default());
                }
            }
        }
        self.settle_all(Kind::Input);
    }

    fn settle_all(&mut self, kind: Kind) {
        let all: Vec<ElementId> =
            (0..self.contents.elements[kind].len()).map(|place| ElementId::new(kind, place)).collect();
        self.settle_namesakes(&all);
    }

    pub(super) fn add_outputs(&mut self, section: Option<Yaml<'t>>) {
        if !self.dialect().types_are_elements {
            return;
        }
        for entry in self.entries(section, "outputs") {
            let element = self.described(Kind::Output, entry, None);
            self.add(Kind::Output, element);
            self.contents.outputs.push(Output::default());
        }
        self.settle_all(Kind::Output);
    }

    pub(super) fn add_imports(&mut self, section: Option<Yaml<'t>>) {
        let Some(section) = section.filter(|section| self.dialect().types_are_elements && !section.is_null()) else {
            return;
        };
        if !section.is_sequence() {
            self.report_shape(section, "imports", "a list");
            return;
        }
        let imports: Vec<Yaml<'t>> = section.items().collect();
        for (index, body) in imports.into_iter().enumerate() {
            let mut element =
                self.described(Kind::Import, NamedEntry { key: body, body, index, is_listed: true }, None);
            element.name = index.to_string().into();
            self.add(Kind::Import, element);
        }
    }
}
